// Whether the editor can show a table: spans that do not fit, or that are hostile, would be mended or counted at great length.
import type { Node } from '@tiptap/pm/model'

const MOST_COLUMNS = 200
const MOST_CELLS = 200_000

export function isBroken(table: Node): boolean {
  let width = 0
  for (let row = 0; row < table.childCount; row++) {
    let own = 0
    table.child(row).forEach(({ attrs }) => {
      own += attrs['colspan']
    })
    width = Math.max(width, own)
  }
  return width > MOST_COLUMNS || width * table.childCount > MOST_CELLS
}
