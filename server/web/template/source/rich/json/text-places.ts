// Places in the JSON text of a document, for the code editor.
import { parseJsonText } from './json-text.ts'
import { jsonAt } from './places.ts'

/** Where the value that a path names begins; undefined where the text is no JSON. */
export function offsetOfPath(text: string, path: string): number | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return jsonAt(parseJsonText(text), path).start
}

/** Line and column, from 1. */
export function placeOfOffset(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
