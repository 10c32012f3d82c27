// What is typed as data, as JSON.
import { type JsonProblem, readJson } from './json-text.ts'

export type Parsed =
  /** `text` is what was parsed: the service is sent it as it is. */
  | { readonly kind: 'ok'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'bad'; readonly text: string; readonly problem: JsonProblem }

/** Without data the service makes some up. */
export function parseData(text: string): Parsed {
  if (text.trim() === '') return { kind: 'ok', text, data: undefined }
  try {
    const data: unknown = JSON.parse(text)
    // The service reads objects alone; a list without rows counts as one without fields.
    if (typeof data === 'object' && data !== null && !(Array.isArray(data) && data.length > 0)) return { kind: 'ok', text, data }
  } catch {
    const problem = readJson(text)
    if (problem !== undefined) return { kind: 'bad', text, problem }
  }
  return { kind: 'bad', text, problem: { kind: 'object', at: text.search(/\S/) } }
}

/** Longer data are parsed when typing pauses: a megabyte takes some ten milliseconds. */
const LONGEST_AT_ONCE = 50_000
const MS_PAUSE = 120

export interface DataParser {
  /** What is known of a text: of a long one, what was known before, until it is told. */
  take(text: string): Parsed
  stop(): void
}

/** Parses data as they are typed. `onParsed` is told of long ones once typing pauses. */
export function makeDataParser(first: string, onParsed: (parsed: Parsed) => void, parse: typeof parseData = parseData): DataParser {
  let parsed = parse(first)
  let wanted = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const work = (): void => {
    parsed = parse(wanted)
    onParsed(parsed)
  }
  return {
    take(text) {
      if (text === wanted) return parsed
      wanted = text
      clearTimeout(timer)
      if (text.length > LONGEST_AT_ONCE) timer = setTimeout(work, MS_PAUSE)
      else parsed = parse(text)
      return parsed
    },
    stop: () => clearTimeout(timer),
  }
}
