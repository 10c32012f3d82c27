// The part of the client that renders.
import { base64Of, bytesOfBase64 } from './base64.ts'
import type { RenderRequest, RenderWarning, SourceRequest } from './openapi.data.ts'
import { type CallOptions, type OperationId, readBytes, readJson, readStream, type Send } from './transport.ts'

/** The values of a template. */
export type TemplateData = Readonly<Record<string, unknown>>

export interface RenderOptions extends CallOptions {
  /** Refuses unknown fields, data that lacks variables, and every other warning. */
  readonly isStrict?: boolean | undefined
  /** A call under a key is carried out once, however often it is sent within a day. */
  readonly idempotencyKey?: string | undefined
  /** Renders the newest version of a template, published or not; of a single template, not of a merge. */
  readonly isDraft?: boolean | undefined
  /** Standards that the PDF keeps and claims, such as `['a-3u', 'ua-1']`, or there is an error; replaces what the template claims. An empty list: none. */
  readonly conformance?: readonly string[] | undefined
  /** False: without the structure tree that tells readers what is a heading, a table or a list. */
  readonly isTagged?: boolean | undefined
  /** Files inside the PDF. */
  readonly attachments?: readonly AttachedBytes[] | undefined
  /** Answers every warning with code, message and path (the first thousand), not their number alone. A stream has no list. */
  readonly listsWarnings?: boolean | undefined
}

/** A file inside a PDF. */
export interface AttachedBytes extends Omit<NonNullable<RenderRequest['attachments']>[number], 'data'> {
  readonly data: Uint8Array
}

/** A template that is not stored: HTML, or an editor document as text or object. */
export type TemplateSourceText = Pick<SourceRequest, 'type' | 'source'>

export interface MergedTemplate {
  readonly id: string
  readonly data: TemplateData
  /** Of its entry in the outline; its own title when absent. */
  readonly title?: string
  /** Levels that its headings are moved down in the structure tree. */
  readonly heading_shift?: number
}

export interface MergeOptions extends RenderOptions {
  /** Of the document; that of the first template when absent. */
  readonly title?: string | undefined
  /** Outlines of the templates one after another (default), each below an entry for its template, or none. */
  readonly outline?: 'joined' | 'parts' | 'none' | undefined
  /** What page numbers count: each template by itself (default), or the whole document. */
  readonly pageNumbers?: 'part' | 'document' | undefined
}

export interface Rendered<Result> {
  readonly result: Result
  /** Number of warnings; undefined where the service sends it behind the document (large PDFs), which fetch does not show. */
  readonly warnings: number | undefined
  /** With `listsWarnings`. */
  readonly warningList: readonly RenderWarning[] | undefined
  /** `GET /api/requests/{id}` has the warnings under it for a day. */
  readonly requestId: string | undefined
}

export interface Renderings {
  /** A PDF. */
  render(id: string, data: TemplateData, options?: RenderOptions): Promise<Rendered<Uint8Array>>
  /** The same as a stream, of which memory holds a piece at a time. */
  renderStream(
    id: string,
    data: TemplateData,
    options?: Omit<RenderOptions, 'listsWarnings'>,
  ): Promise<Rendered<ReadableStream<Uint8Array>>>
  /** A URL from which everyone who has it can fetch the PDF for 15 minutes. */
  renderUrl(id: string, data: TemplateData, options?: RenderOptions): Promise<Rendered<string>>
  /** Several templates, each with its data, as one PDF. */
  merge(templates: readonly MergedTemplate[], options?: MergeOptions): Promise<Rendered<Uint8Array>>
  mergeUrl(templates: readonly MergedTemplate[], options?: MergeOptions): Promise<Rendered<string>>
  /** A source that is not stored. */
  renderSource(source: TemplateSourceText, data: TemplateData, options?: RenderOptions): Promise<Rendered<Uint8Array>>
}

export function makeRenderings(send: Send): Renderings {
  const template = (id: string, body: object): RenderCall => ({ operation: 'renderTemplate', path: { id }, body })
  const merged = (body: object): RenderCall => ({ operation: 'mergeTemplates', body })
  return {
    render: (id, data, options) => render(send, template(id, { data }), PDF, options),
    renderStream: (id, data, options) => render(send, template(id, { data }), STREAM, options),
    renderUrl: (id, data, options) => render(send, template(id, { data, output: 'url' }), urlUnder('url'), options),
    merge: (templates, { title, outline, pageNumbers: page_numbers, ...options } = {}) =>
      render(send, merged({ templates, title, outline, page_numbers }), PDF, options),
    mergeUrl: (templates, { title, outline, pageNumbers: page_numbers, ...options } = {}) =>
      render(send, merged({ templates, title, outline, page_numbers, output: 'url' }), urlUnder('data'), options),
    renderSource: ({ type, source }, data, options) =>
      render(send, { operation: 'renderSource', body: { type, source, data } }, PDF, options),
  }
}

interface RenderCall {
  readonly operation: OperationId
  readonly path?: Readonly<Record<string, string>>
  readonly body: object
}

/** An answer in JSON: base64 or a URL, under one of two keys, and the warnings if they were asked for. */
interface JsonAnswer {
  readonly url?: string
  readonly data?: string
  readonly warnings?: readonly RenderWarning[]
}

/** How a result is read from an answer. Without `plain` it is always in JSON, without `json` never. */
interface Delivery<T> {
  readonly plain?: (response: Response) => Promise<T>
  readonly json?: (answer: JsonAnswer) => T
}

const PDF: Delivery<Uint8Array> = { plain: readBytes, json: (answer) => bytesOfBase64(answer.data ?? '') }
const STREAM: Delivery<ReadableStream<Uint8Array>> = { plain: readStream }
const urlUnder = (key: 'url' | 'data'): Delivery<string> => ({ json: (answer) => answer[key] ?? '' })

/** What `Prefer` says of the document itself. */
export function preferencesOf({
  isStrict,
  conformance,
  isTagged,
}: Pick<RenderOptions, 'isStrict' | 'conformance' | 'isTagged'>): readonly string[] {
  return [
    ...(isStrict === true ? ['handling=strict'] : []),
    ...(conformance === undefined ? [] : [`conformance=${conformance.length === 0 ? 'none' : JSON.stringify(conformance.join(' '))}`]),
    ...(isTagged === undefined ? [] : [`tagged=${isTagged}`]),
  ]
}

/** Rendering changes nothing that a second rendering would not: it may be repeated without a key too. */
async function render<T>(
  send: Send,
  { operation, path, body }: RenderCall,
  delivery: Delivery<T>,
  given: RenderOptions = {},
): Promise<Rendered<T>> {
  const { isStrict: _s, conformance: _c, isTagged: _t, attachments, idempotencyKey, isDraft, listsWarnings, ...options } = given
  const files = attachments?.map((file) => ({ ...file, data: base64Of(file.data) }))
  const { plain, json } = delivery
  const isJson = plain === undefined || (json !== undefined && listsWarnings === true)
  const preferences = [...preferencesOf(given), ...(isJson && listsWarnings === true ? ['warnings'] : [])]
  const headers = {
    Accept: isJson ? 'application/json' : 'application/pdf',
    Prefer: preferences.length === 0 ? undefined : preferences.join(', '),
    'Idempotency-Key': idempotencyKey,
  }
  const read = async (response: Response): Promise<Rendered<T>> => {
    const about = { warnings: countOf(response), requestId: response.headers.get('X-Request-Id') ?? undefined }
    if (!isJson) return { result: await plain(response), warningList: undefined, ...about }
    const answer = await readJson<JsonAnswer>(response)
    return { result: json!(answer), warningList: answer.warnings, ...about }
  }
  const query = isDraft === true ? { version: 'draft' } : undefined
  return send({
    ...{ operation, path, query, body: files === undefined ? body : { ...body, attachments: files }, headers, options, read },
    isRepeatable: true,
    isStreaming: json === undefined,
  })
}

function countOf({ headers }: Response): number | undefined {
  const text = headers.get('X-Render-Warnings')
  return text === null ? undefined : Number(text)
}
