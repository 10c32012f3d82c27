// What the engine thinks was meant, written by a button of a mark or by a key.
import { type Action, type Diagnostic, forEachDiagnostic } from '@codemirror/lint'
import type { Command } from '@codemirror/view'
import { t } from '../../text/text.ts'

/** What to write in place of what, after a place. */
export interface Fix {
  readonly wrong: string
  readonly right: string
}

/** Characters from a mark to what it is about. */
const MOST_TO_WRONG = 400

/** A button of a mark that writes what was meant. */
export function mend({ wrong, right }: Fix): Action {
  return {
    name: t('mend', { right }),
    apply(view, from) {
      const { doc } = view.state
      // A list of rules may begin some lines above the word.
      const found = doc.sliceString(from, Math.min(doc.length, from + MOST_TO_WRONG)).indexOf(wrong)
      if (found < 0) return
      view.dispatch({ changes: { from: from + found, to: from + found + wrong.length, insert: right }, userEvent: 'input.mend' })
      view.focus()
    },
  }
}

/** Mends the problem at the caret, or else the first one on its line that can be. */
export const mendHere: Command = (view) => {
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  let best: { readonly diagnostic: Diagnostic; readonly from: number; readonly to: number } | undefined
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    const isHere = from <= head && head <= to
    if ((diagnostic.actions?.length ?? 0) === 0 || !(isHere || (from >= line.from && from <= line.to))) return
    if (best === undefined || (isHere && !(best.from <= head && head <= best.to))) best = { diagnostic, from, to }
  })
  best?.diagnostic.actions?.[0]?.apply(view, best.from, best.to)
  return best !== undefined
}
