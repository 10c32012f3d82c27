// Finding and replacing in the code editor, with its keys. Loaded when an editor is used first.
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { keymap } from '@codemirror/view'

export const searching = { support: [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)], open: openSearchPanel }
