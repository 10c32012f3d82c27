// What the engine says about a template, with the way to the place in its source.

import type { JSX } from 'preact'
import type { FieldProblem } from '../../state/api.ts'
import { t } from '../../text/text.ts'

interface ProblemsProps {
  readonly problems: readonly FieldProblem[]
  /** `line:column` of the source, or the JSON pointer of a node. */
  onPlace(place: string): void
}

export function Problems({ problems, onPlace }: ProblemsProps): JSX.Element | null {
  if (problems.length === 0) return null
  return (
    <ul class="problems" aria-label={t('problems')}>
      {problems.map(({ severity, code, message, path, hint }, i) => {
        const place = placeOf(path)
        return (
          <li key={i} class={severity === 'error' ? 'is-error' : 'is-warning'}>
            {place === undefined ? (
              <span class="muted">{path} </span>
            ) : (
              <button type="button" class="quiet" onClick={() => onPlace(place)}>
                {place}
              </button>
            )}
            {message} <span class="muted">{hint ?? code}</span>
          </li>
        )
      })}
    </ul>
  )
}

function placeOf(path: string | undefined): string | undefined {
  if (path?.startsWith('/') === true) return path
  return /^source:(\d+:\d+)$/.exec(path ?? '')?.[1]
}
