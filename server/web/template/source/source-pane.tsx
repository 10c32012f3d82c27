// The source of a template, in the editor that suits its type.

import type { JSX } from 'preact'
import { CodePane, type SourcePaneProps } from './code-pane.tsx'
import { DocumentPane } from './document-pane.tsx'

export function SourcePane({ type, ...props }: SourcePaneProps): JSX.Element {
  return type === 'editor' ? <DocumentPane {...props} /> : <CodePane {...props} language="html" />
}
