// The source of a template as the service keeps it, byte for byte: an editor document may stand in answers as an object, of which parsing
// would forget how it was written.
import { callText } from '../../state/api.ts'
import { rawMember } from './rich/json/json-text.ts'

interface SourceAnswer {
  readonly type: 'html' | 'editor'
  readonly source: string
  /** It stands in answers as an object or a list, and is saved as one again. */
  readonly isObject: boolean
  readonly version: number
  readonly published_version: number | null
}

export async function callSource(path: string, signal?: AbortSignal): Promise<SourceAnswer> {
  const text = await callText(path, signal === undefined ? {} : { signal })
  // The service's own answer.
  const answer = JSON.parse(text) as SourceAnswer & { readonly source: unknown }
  const isObject = typeof answer.source !== 'string'
  return { ...answer, isObject, source: isObject ? (rawMember(text, 'source') ?? '') : answer.source }
}

/** The body of a request that saves a source with other fields. A document that is no JSON goes as text: the service says what is wrong with it. */
export function savingBody(fields: object, source: string, isObject: boolean): string {
  const own = JSON.stringify(fields).slice(0, -1)
  return `${own}${own === '{' ? '' : ','}"source":${isObject && isContainer(source) ? source.trim() : JSON.stringify(source)}}`
}

function isContainer(source: string): boolean {
  try {
    const value: unknown = JSON.parse(source)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
