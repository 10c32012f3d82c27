// The client: one method for each thing to do, over the operations of the OpenAPI document.
import { OPERATIONS, type Operations, type Template } from './openapi.data.ts'
import {
  type CallOptions,
  type ClientOptions,
  makeSend,
  type OperationId,
  readBytes,
  readJson,
  readNothing,
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

/** Request of an operation: its path, query, headers and body, as far as it has them. */
export type Input<Name extends OperationId> = Omit<Operations[Name], 'answer'>

export interface PlatenClient {
  /** Any operation of the interface, by its id in the OpenAPI document. Bytes are answered as Uint8Array, an empty answer as undefined. */
  call<Name extends OperationId>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Operations[Name]['answer']>
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
}

/** Makes a client. It keeps nothing but its options, and opens connections as its fetch does. */
export function createClient(options: ClientOptions): PlatenClient {
  const send = makeSend(options)
  return {
    call: (name, input, options) => send({ operation: name, ...requestOf(name, input), read: readAny, options }),
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

/** What any operation answers, by its media type. */
async function readAny(response: Response): Promise<never> {
  const type = response.headers.get('Content-Type') ?? ''
  const answer =
    response.status === 204 ? await readNothing(response) : /\bjson\b/.test(type) ? await readJson(response) : await readBytes(response)
  // The type of an operation's answer is that of the OpenAPI document, which tests of the service hold it to.
  return answer as never
}

interface Request {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** GET, PUT and DELETE are idempotent; a precondition would refuse a second PUT that follows a first one whose answer was lost. */
function requestOf(name: OperationId, input: object): Request & { readonly isRepeatable: boolean } {
  const request: Request = input
  const { headers = {} } = request
  const isConditional = headers['If-Match'] !== undefined || headers['If-None-Match'] !== undefined
  const isKeyed = headers['Idempotency-Key'] !== undefined
  return { ...request, isRepeatable: isKeyed || (OPERATIONS[name].method !== 'POST' && !isConditional) }
}
