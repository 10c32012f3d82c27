// The body of an event, which may hold a whole document: streamed from the stored file, as often as it is read.
import type { Readable } from 'node:stream'
import type { Outputs } from '../outputs/outputs.ts'

/** An event as it is stored. A document is referred to by its output, not included. */
export type PdfCreated =
  | { readonly templateId: string; readonly kind: 'url'; readonly url: string }
  | { readonly templateId: string; readonly kind: 'pdf'; readonly outputId: string }

export interface Payload {
  /** Bytes. */
  readonly length: number
  /** The whole body, from the beginning. */
  read(): AsyncIterable<Uint8Array>
}

/** Base64 encodes groups of three bytes as four characters. */
const GROUP = 3

/** Rejects when the document has expired. */
export async function payloadOf(created: PdfCreated, teamId: string, outputs: Outputs): Promise<Payload> {
  const begin = `{"type":"pdf.created","data":{"template_id":${JSON.stringify(created.templateId)},`
  if (created.kind === 'url') return textPayload(`${begin}"url":${JSON.stringify(created.url)}}}`)
  const { length, content } = await outputs.kept(teamId, created.outputId)
  content.destroy()
  const [before, after] = [Buffer.from(`${begin}"pdf":"`), Buffer.from('"}}')]
  return {
    length: before.length + Math.ceil(length / GROUP) * 4 + after.length,
    read: async function* () {
      const { content } = await outputs.kept(teamId, created.outputId)
      try {
        yield before
        yield* base64(content)
        yield after
      } finally {
        content.destroy()
      }
    },
  }
}

export function textPayload(text: string): Payload {
  const bytes = Buffer.from(text)
  return {
    length: bytes.length,
    read: async function* () {
      yield bytes
    },
  }
}

/** Encodes whole groups, since only the last may be padded. */
async function* base64(content: Readable): AsyncGenerator<Uint8Array, undefined> {
  let rest = Buffer.alloc(0)
  // A stream without an encoding yields buffers.
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % GROUP)
    if (end > 0) yield Buffer.from(bytes.toString('base64', 0, end), 'latin1')
    // A copy, so that the rest does not keep the whole chunk in memory.
    rest = Buffer.from(bytes.subarray(end))
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}
