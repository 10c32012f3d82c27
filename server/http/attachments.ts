// Attached files in the bodies of renderings: their fields, and their bytes from base64.
import type { FieldError } from '../errors.ts'
import type { JobAttachment } from '../pool/renderer.ts'
import type { JsonBody } from './body.ts'
import { invalidFields } from './fields.ts'
import type { Outline, Shape } from './json-scanner.ts'
import { MOST_ATTACHMENTS } from './schemas.ts'

const FIELDS = ['name', 'mime', 'relationship', 'description', 'modified'] as const

/** One more than allowed is kept, so that the schema sees it. */
export const ATTACHMENTS_SHAPE: Shape = {
  kind: 'array',
  items: { kind: 'object', fields: { data: undefined, ...Object.fromEntries(FIELDS.map((name) => [name, undefined])) } },
  most: MOST_ATTACHMENTS + 1,
}

/** Where attachments are listed. */
interface AttachmentsPlace {
  /** The object with the field; the body when absent. */
  readonly outline: Outline
  /** Of the object, with a dot behind it. */
  readonly path: string
  /** Names of other files of the same document. */
  readonly taken: readonly JobAttachment[]
}

/** Of a body that was validated. Throws for bytes that are no base64, and for names that are there twice. */
export function attachmentsOf(body: JsonBody, place: Partial<AttachmentsPlace> = {}): readonly JobAttachment[] {
  const { outline = body.outline, path = '', taken = [] } = place
  const items = outline.fields.get('attachments')?.items ?? []
  const errors: FieldError[] = []
  const names = new Set(taken.map(({ name }) => name))
  const attachments = items.map((item, i): JobAttachment => {
    const [name, mime, relationship, description, modified] = FIELDS.map((field) => textAt(body, item.fields.get(field)))
    const wrong = (field: string, message: string): void => {
      const at = `${path}attachments[${i}].${field}`
      errors.push({ path: at, code: 'invalid_value', message: `${at} ${message}` })
    }
    if (name !== undefined && names.has(name)) wrong('name', 'is that of another attachment')
    names.add(name ?? '')
    if (name === '.' || name === '..') wrong('name', 'must be the name of a file')
    if (modified !== undefined && Number.isNaN(Date.parse(modified))) wrong('modified', 'must be a time, as 2026-01-31T12:00:00Z')
    const data = bytesAt(body, item.fields.get('data'))
    if (data === undefined) wrong('data', 'must be base64')
    return { name: name ?? '', data: data ?? new Uint8Array(), mime, relationship, description, modified }
  })
  if (errors.length > 0) throw invalidFields(errors)
  return attachments
}

function textAt(body: JsonBody, outline: Outline | undefined): string | undefined {
  if (outline === undefined || outline.kind !== 'string') return undefined
  return String(JSON.parse(Buffer.from(body.bytes.subarray(outline.start, outline.end)).toString('utf8')))
}

/** Some encoders escape each slash. */
function bytesAt({ bytes }: JsonBody, outline: Outline | undefined): Uint8Array | undefined {
  if (outline === undefined) return undefined
  const text = Buffer.from(bytes.subarray(outline.start + 1, outline.end - 1))
    .toString('latin1')
    .replaceAll('\\/', '/')
  return /^[A-Za-z\d+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : undefined
}
