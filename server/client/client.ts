// The client: one method for each thing to do, over the operations of the OpenAPI document.
import { type Call, makeCall } from './call.ts'
import { type Jobs, makeJobs } from './jobs.ts'
import { type Management, makeManagement } from './management.ts'
import type { SourceRequest, Template } from './openapi.data.ts'
import {
  type CallOptions,
  type ClientOptions,
  makeSend,
  type OperationId,
  readBytes,
  readJson,
  readStream,
  type Send,
} from './transport.ts'

/** The values of a template. */
export type TemplateData = Readonly<Record<string, unknown>>

export interface RenderOptions extends CallOptions {
  /** Refuses unknown fields, data that lacks variables, and every other warning. */
  readonly isStrict?: boolean | undefined
  /** A call under a key is carried out once, however often it is sent within a day. */
  readonly idempotencyKey?: string | undefined
  /** Renders the newest version of a template, published or not; of a single template, not of a merge. */
  readonly isDraft?: boolean | undefined
}

/** A template that is not stored: HTML, or an editor document as text or object. */
export type TemplateSourceText = Pick<SourceRequest, 'type' | 'source'>

export interface MergedTemplate {
  readonly id: string
  readonly data: TemplateData
}

export interface Rendered<Result> {
  readonly result: Result
  /** Number of warnings; undefined where the service sends it behind the document (large PDFs), which fetch does not show. */
  readonly warnings: number | undefined
  /** `GET /api/requests/{id}` has the warnings under it for a day. */
  readonly requestId: string | undefined
}

export interface PlatenClient extends Management, Jobs {
  /** Any operation of the interface, by its id in the OpenAPI document. Bytes are answered as Uint8Array, an empty answer as undefined. */
  readonly call: Call
  templates(options?: CallOptions): Promise<readonly Template[]>
  template(id: string, options?: CallOptions): Promise<Template>
  /** A PDF. */
  render(id: string, data: TemplateData, options?: RenderOptions): Promise<Rendered<Uint8Array>>
  /** The same as a stream, of which memory holds a piece at a time. */
  renderStream(id: string, data: TemplateData, options?: RenderOptions): Promise<Rendered<ReadableStream<Uint8Array>>>
  /** A URL from which everyone who has it can fetch the PDF for 15 minutes. */
  renderUrl(id: string, data: TemplateData, options?: RenderOptions): Promise<Rendered<string>>
  /** Several templates, each with its data, as one PDF. */
  merge(templates: readonly MergedTemplate[], options?: RenderOptions): Promise<Rendered<Uint8Array>>
  mergeUrl(templates: readonly MergedTemplate[], options?: RenderOptions): Promise<Rendered<string>>
  /** A source that is not stored. */
  renderSource(source: TemplateSourceText, data: TemplateData, options?: RenderOptions): Promise<Rendered<Uint8Array>>
}

/** Makes a client. It keeps nothing but its options, and opens connections as its fetch does. */
export function createClient(options: ClientOptions): PlatenClient {
  const send = makeSend(options)
  const call = makeCall(send)
  return {
    call,
    ...makeManagement(call),
    ...makeJobs(call),
    templates: (options) => send({ operation: 'listTemplates', isRepeatable: true, read: readJson<readonly Template[]>, options }),
    template: (id, options) => send({ operation: 'getTemplate', path: { id }, isRepeatable: true, read: readJson<Template>, options }),
    render: (id, data, options) => render(send, { operation: 'renderTemplate', path: { id }, body: { data } }, readBytes, options),
    renderStream: (id, data, options) => render(send, { operation: 'renderTemplate', path: { id }, body: { data } }, readStream, options),
    renderUrl: async (id, data, options) => {
      const call = { operation: 'renderTemplate', path: { id }, body: { data, output: 'url' } } as const
      const answer = await render(send, call, readJson<{ readonly url: string }>, options)
      return { ...answer, result: answer.result.url }
    },
    merge: (templates, options) => render(send, { operation: 'mergeTemplates', body: { templates } }, readBytes, options),
    mergeUrl: async (templates, options) => {
      const call = { operation: 'mergeTemplates', body: { templates, output: 'url' } } as const
      const answer = await render(send, call, readJson<{ readonly data: string }>, options)
      return { ...answer, result: answer.result.data }
    },
    renderSource: ({ type, source }, data, options) =>
      render(send, { operation: 'renderSource', body: { type, source, data } }, readBytes, options),
  }
}

interface RenderCall {
  readonly operation: OperationId
  readonly path?: Readonly<Record<string, string>>
  readonly body: object
}

/** Rendering changes nothing that a second rendering would not: it may be repeated without a key too. */
async function render<T>(
  send: Send,
  { operation, path, body }: RenderCall,
  read: (response: Response) => Promise<T>,
  { isStrict, idempotencyKey, isDraft, ...options }: RenderOptions = {},
): Promise<Rendered<T>> {
  const headers = {
    Accept: 'output' in body ? 'application/json' : 'application/pdf',
    Prefer: isStrict === true ? 'handling=strict' : undefined,
    'Idempotency-Key': idempotencyKey,
  }
  const query = isDraft === true ? { version: 'draft' } : undefined
  let about: Omit<Rendered<T>, 'result'> = { warnings: undefined, requestId: undefined }
  const readAll = async (response: Response): Promise<T> => {
    about = { warnings: countOf(response), requestId: response.headers.get('X-Request-Id') ?? undefined }
    return read(response)
  }
  const result = await send({
    ...{ operation, path, query, body, headers, options },
    isRepeatable: true,
    isStreaming: read === readStream,
    read: readAll,
  })
  return { result, ...about }
}

function countOf({ headers }: Response): number | undefined {
  const text = headers.get('X-Render-Warnings')
  return text === null ? undefined : Number(text)
}
