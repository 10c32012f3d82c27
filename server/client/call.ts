// Calls of any operation of the OpenAPI document, typed by it.
import { OPERATIONS, type Operations } from './openapi.data.ts'
import { type CallOptions, type OperationId, readBytes, readJson, readNothing, type Send } from './transport.ts'

/** Request of an operation: its path, query, headers and body, as far as it has them. */
export type Input<Name extends OperationId> = Omit<Operations[Name], 'answer'>

export type Call = <Name extends OperationId>(name: Name, input: Input<Name>, options?: CallOptions) => Promise<Operations[Name]['answer']>

/** Of POST those that leave the same behind when they are carried out twice. */
const REPEATABLE: readonly OperationId[] = ['renderTemplate', 'mergeTemplates', 'renderSource', 'previewTemplate', 'publishTemplateVersion']

export function makeCall(send: Send): Call {
  return (name, input, options) => send({ operation: name, ...requestOf(name, input), read: readAny, options })
}

/** What any operation answers, by its media type. */
async function readAny(response: Response): Promise<never> {
  const type = response.headers.get('Content-Type') ?? ''
  const read = response.status === 204 ? readNothing : /\bjson\b/.test(type) ? readJson : readBytes
  // The type of an operation's answer is that of the OpenAPI document, which tests of the service hold it to.
  return (await read(response)) as never
}

interface Request {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/**
 * A second PUT under a precondition would be refused when the answer to a first one was lost, and a second DELETE finds nothing: neither
 * is sent again.
 */
function requestOf(name: OperationId, input: object): Request & { readonly isRepeatable: boolean } {
  const request: Request = input
  const { headers = {} } = request
  const { method } = OPERATIONS[name]
  const isConditional = headers['If-Match'] !== undefined || headers['If-None-Match'] !== undefined
  const isKeyed = headers['Idempotency-Key'] !== undefined
  const isRepeatable = isKeyed || method === 'GET' || (method === 'PUT' && !isConditional) || REPEATABLE.includes(name)
  return { ...request, isRepeatable }
}
