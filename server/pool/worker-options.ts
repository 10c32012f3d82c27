// What comes with a job: data, and options of its rendering: attached files, and how parts are merged.
import type { Attachment, MergeOptions } from '../../engine/index.ts'
import { parseJsonData } from '../json-data.ts'
import type { AttachmentSpan, PartSpan, ToChild } from './protocol.ts'
import type { PartWish } from './renderer.ts'

type JobFrame = Extract<ToChild, { kind: 'job' }>

export function jobOptions(job: JobFrame, body: Uint8Array): Pick<MergeOptions, 'attachments' | 'metadata' | 'outline' | 'pageNumbers'> {
  const { attachments = [], merging, parts, task } = job
  const { title, ...merge } = merging ?? {}
  // A rendering has one part, which is the document.
  const spans = task === 'merge' ? attachments : [...attachments, ...(parts[0]?.attachments ?? [])]
  return {
    ...merge,
    ...(title === undefined ? {} : { metadata: { title } }),
    ...filesOf(spans, body),
  }
}

/** The option with these files; none without any. */
function filesOf(spans: readonly AttachmentSpan[] = [], body: Uint8Array): { readonly attachments?: readonly Attachment[] } {
  return spans.length === 0 ? {} : { attachments: spans.map((span) => attachmentOf(span, body)) }
}

function attachmentOf({ start, end, relationship, ...file }: AttachmentSpan, body: Uint8Array): Attachment {
  // Validated by the schema of requests.
  return { ...file, relationship: relationship as Attachment['relationship'], data: body.subarray(start, end) }
}

/** What a part says of itself, and the files that it brings into a merge; those of a rendering are the document's. */
export function partOptions(
  { task }: JobFrame,
  { title, headingShift, attachments }: PartSpan,
  body: Uint8Array,
): PartWish & { readonly attachments?: readonly Attachment[] } {
  return {
    ...(title === undefined ? {} : { title }),
    ...(headingShift === undefined ? {} : { headingShift }),
    ...(task === 'merge' ? filesOf(attachments, body) : {}),
  }
}

/** PHP encodes an empty object as `[]`; the server rejects every other array. */
export function dataOf(bytes: Uint8Array): object {
  const data = parseJsonData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (typeof data !== 'object' || data === null) throw new Error('the data of a job is not an object')
  return Array.isArray(data) ? {} : data
}
