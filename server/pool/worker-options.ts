// What comes with a job: data, and options of its rendering: attached files, and how parts are merged.
import type { Attachment, MergeOptions } from '../../engine/index.ts'
import { parseJsonData } from '../json-data.ts'
import type { AttachmentSpan, PartSpan, ToChild } from './protocol.ts'
import type { PartWish } from './renderer.ts'

type JobFrame = Extract<ToChild, { kind: 'job' }>

export function jobOptions(job: JobFrame, body: Uint8Array): Pick<MergeOptions, 'attachments' | 'metadata' | 'outline' | 'pageNumbers'> {
  const { attachments, merging, task } = job
  const { title, ...merge } = merging ?? {}
  // A rendering has one part, which is the document.
  const own = attachments?.filter(({ part }) => task !== 'merge' || part === undefined)
  return {
    ...merge,
    ...(title === undefined ? {} : { metadata: { title } }),
    ...(own === undefined ? {} : { attachments: own.map((span) => attachmentOf(span, body)) }),
  }
}

/** The files that a part of a merge brings. */
export function partFiles(
  { attachments = [], task }: JobFrame,
  part: number,
  body: Uint8Array,
): { readonly attachments?: readonly Attachment[] } {
  const own = task === 'merge' ? attachments.filter((span) => span.part === part) : []
  return own.length === 0 ? {} : { attachments: own.map((span) => attachmentOf(span, body)) }
}

function attachmentOf({ start, end, relationship, part: _, ...file }: AttachmentSpan, body: Uint8Array): Attachment {
  // Validated by the schema of requests.
  return { ...file, relationship: relationship as Attachment['relationship'], data: body.subarray(start, end) }
}

export function wishOf({ title, headingShift }: PartSpan): PartWish {
  return { ...(title === undefined ? {} : { title }), ...(headingShift === undefined ? {} : { headingShift }) }
}

/** PHP encodes an empty object as `[]`; the server rejects every other array. */
export function dataOf(bytes: Uint8Array): object {
  const data = parseJsonData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (typeof data !== 'object' || data === null) throw new Error('the data of a job is not an object')
  return Array.isArray(data) ? {} : data
}
