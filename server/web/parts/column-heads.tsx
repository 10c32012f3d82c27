// The heads of the columns of a table.
import type { JSX } from 'preact'
import { t } from '../text/text.ts'

type Name = Parameters<typeof t>[0]

interface ColumnHeadsProps {
  readonly names: readonly Name[]
  /** Those of the columns that hold numbers. */
  readonly numbers?: readonly Name[]
  /** The last column holds buttons and has no head. */
  readonly hasActions?: boolean
}

export function ColumnHeads({ names, numbers, hasActions = false }: ColumnHeadsProps): JSX.Element {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" class={numbers?.includes(name) === true ? 'number' : undefined}>
            {t(name)}
          </th>
        ))}
        {hasActions ? <td /> : null}
      </tr>
    </thead>
  )
}
