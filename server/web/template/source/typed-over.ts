// Problem: where lines are selected and typed over, browsers delete them by styles that they write into the markup, which the page's Content-Security-Policy reports.
// Approach: the editor replaces them itself, as it would have read it from the markup.
import { EditorView } from '@codemirror/view'

export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event
    const { state } = view
    const { from, to } = state.selection.main
    if (inputType !== 'insertText' || data === null || isComposing || state.readOnly) return false
    if (state.doc.lineAt(from).to >= to) return false
    const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // Brackets and quotes are put around what is selected.
    if (!state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})
