// Finding in the code editor is loaded when the editor has the focus first, so that its keys are there when somebody presses them.

import { Compartment, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { loadModule } from '../../state/modules.ts'

const place = new Compartment()

export function lazySearch(): Extension {
  const find = {
    key: 'Mod-f',
    run(view: EditorView): boolean {
      void openSearch(view)
      return true
    },
  }
  return [
    // Below the keys of the search itself, which has its own once it is there.
    Prec.low(keymap.of([find])),
    Prec.high(place.of([])),
    EditorView.domEventHandlers({
      focus(_event, view) {
        void support(view)
      },
    }),
  ]
}

/** Opens the fields to find and replace, and puts the focus there. */
export async function openSearch(view: EditorView): Promise<void> {
  const { open } = await support(view)
  open(view)
}

async function support(view: EditorView): Promise<typeof import('./search.ts')['searching']> {
  const { searching } = await loadModule(() => import('./search.ts'))
  const isThere = (place.get(view.state) as readonly Extension[] | undefined) === searching.support
  if (!isThere && view.dom.isConnected) view.dispatch({ effects: place.reconfigure(searching.support) })
  return searching
}
