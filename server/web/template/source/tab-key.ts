// Tab in an editor of code. Whoever passes by with Tab passes through; from the first other key or click on, Tab indents, and Escape, then Tab, leaves.
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const NO_WORK = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'])

export const tabKey: Extension = EditorView.domEventHandlers({
  focus: (_, view) => view.setTabFocusMode(true),
  pointerdown: (_, view) => view.setTabFocusMode(false),
  keydown: ({ key }, view) => {
    if (!NO_WORK.has(key)) view.setTabFocusMode(false)
  },
})
