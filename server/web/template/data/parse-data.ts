// What is typed as data, as JSON.
import { type JsonProblem, readJson } from './json-text.ts'

export type Parsed = { readonly kind: 'ok'; readonly data: unknown } | { readonly kind: 'bad'; readonly problem: JsonProblem }

/** Without data the service makes some up. */
export function parseData(text: string): Parsed {
  if (text.trim() === '') return { kind: 'ok', data: undefined }
  try {
    const data: unknown = JSON.parse(text)
    // The service reads objects alone; a list without rows counts as one without fields.
    if (typeof data === 'object' && data !== null && !(Array.isArray(data) && data.length > 0)) return { kind: 'ok', data }
  } catch {
    const problem = readJson(text)
    if (problem !== undefined) return { kind: 'bad', problem }
  }
  return { kind: 'bad', problem: { kind: 'object', at: text.search(/\S/) } }
}
