// The client: one method for each thing to do, over the operations of the OpenAPI document.
import { type Call, makeCall } from './call.ts'
import { type Jobs, makeJobs } from './jobs.ts'
import { type Management, makeManagement } from './management.ts'
import type { LoggedRequest, Template } from './openapi.data.ts'
import { makeRenderings, type Renderings } from './rendering.ts'
import { type CallOptions, type ClientOptions, makeSend, readJson } from './transport.ts'

export interface PlatenClient extends Renderings, Management, Jobs {
  /** Any operation of the interface, by its id in the OpenAPI document. Bytes are answered as Uint8Array, an empty answer as undefined. */
  readonly call: Call
  templates(options?: CallOptions): Promise<readonly Template[]>
  template(id: string, options?: CallOptions): Promise<Template>
  /** What a call of the last day came to, by the request id of its answer. */
  request(id: string, options?: CallOptions): Promise<LoggedRequest>
}

/** Makes a client. It keeps nothing but its options, and opens connections as its fetch does. */
export function createClient(options: ClientOptions): PlatenClient {
  const send = makeSend(options)
  const call = makeCall(send)
  return {
    call,
    ...makeRenderings(send),
    ...makeManagement(call, send),
    ...makeJobs(call),
    templates: (options) => send({ operation: 'listTemplates', isRepeatable: true, read: readJson<readonly Template[]>, options }),
    template: (id, options) => send({ operation: 'getTemplate', path: { id }, isRepeatable: true, read: readJson<Template>, options }),
    request: (id, options) => call('getRequest', { path: { request_id: id } }, options),
  }
}
