// A new table: its size, and the list that a row of it is repeated for.

import type { JSX } from 'preact'
import { FormDialog } from '../../../../parts/ask.tsx'
import { rt } from '../text/rich-text.ts'
import type { TableShape } from '../view/insert.ts'

interface TableDialogProps {
  readonly lists: readonly string[]
  onTable(shape: TableShape): void
  onClose(): void
}

const MOST = 50

const within = (text: string | undefined, otherwise: number): number => Math.min(MOST, Math.max(1, Math.trunc(Number(text)) || otherwise))

export function TableDialog({ lists, onTable, onClose }: TableDialogProps): JSX.Element {
  const submit = async ({ rows, columns, hasHeader, repeat = '' }: Readonly<Record<string, string>>): Promise<void> => {
    onTable({ rows: within(rows, 2), columns: within(columns, 3), hasHeader: hasHeader === 'true', repeat: repeat.trim() })
    onClose()
  }
  return (
    <FormDialog title={rt('node_table')} action={rt('insert')} submit={submit} onClose={onClose}>
      {() => (
        <>
          <p class="field">
            <label for="field-rows">{rt('rows')}</label>
            <input id="field-rows" name="rows" type="number" min={1} max={MOST} defaultValue="2" autofocus />
          </p>
          <p class="field">
            <label for="field-columns">{rt('columnCount')}</label>
            <input id="field-columns" name="columns" type="number" min={1} max={MOST} defaultValue="3" />
          </p>
          <label class="check field">
            <input type="checkbox" name="hasHeader" value="true" defaultChecked /> {rt('headerRow')}
          </label>
          <p class="field">
            <label for="field-repeat">{rt('repeatRow')}</label>
            <input
              id="field-repeat"
              name="repeat"
              list="repeat-lists"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="about-repeat"
            />
            <datalist id="repeat-lists">
              {lists.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <span id="about-repeat" class="hint">
              {rt('pathHint')}
            </span>
          </p>
        </>
      )}
    </FormDialog>
  )
}
