// Diagnostics of the service as marks in the source.
import type { FieldProblem } from '../../state/api.ts'
import type { CodeEditor, SourceMark } from './code-editor.ts'

/** Of problems that have a place in the source: `source:12:5`, or a JSON pointer into an editor document. */
export function markOf({ severity = 'error', path, message, hint }: FieldProblem): SourceMark[] {
  const text = hint === undefined ? message : `${message}\n${hint}`
  if (path?.startsWith('/') === true) return [{ line: 1, column: 1, path, severity, message: text }]
  const place = /^source:(\d+):(\d+)$/.exec(path ?? '')
  if (place === null) return []
  const fix = fixOf(message, hint)
  return [{ line: Number(place[1]), column: Number(place[2]), severity, message: text, ...(fix === undefined ? {} : { fix }) }]
}

/** The engine shows the wrong word in its message, and what was meant in its hint. */
function fixOf(message: string, hint = ''): SourceMark['fix'] {
  const wrong = /"([^"]+)"/.exec(message)?.[1]
  const right = /^did you mean "([^"]+)"\?$/.exec(hint)?.[1]
  return wrong === undefined || right === undefined ? undefined : { wrong, right }
}

/** Puts the caret at a place as previews and problems name it: `line:column`, or a JSON pointer. */
export function goToPlace(editor: Pick<CodeEditor, 'goTo' | 'goToPath'> | undefined, place: string, where?: 'at' | 'inside'): void {
  const [line, column] = place.split(':').map(Number)
  if (place.startsWith('/')) editor?.goToPath(place)
  else if (line !== undefined && column !== undefined) editor?.goTo(line, column, where)
}
