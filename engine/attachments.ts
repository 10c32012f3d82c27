// Files inside a PDF: an invoice as XML, the data of a chart. PDF 32000 §7.11.4; what they are to the document (associated files) is of ISO 19005-3, 6.8.
import { type Claims, claimError } from './conformance.ts'
import { type Diagnostic, error, InputError, type Position } from './diagnostic.ts'

/** What a file is to the document. */
export const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const

type Relationship = (typeof RELATIONSHIPS)[number]

export interface Attachment {
  /** The name of the file, without a folder. */
  readonly name: string
  readonly data: Uint8Array
  /** Its media type; default: by the ending of the name, else `application/octet-stream`. */
  readonly mime?: string | undefined
  /**
   * `source`: what the document was made from; `data`: what a table or chart in it shows; `alternative`: the same in another form; `supplement`: more of it. Default:
   * `unspecified`.
   */
  readonly relationship?: Lowercase<Relationship> | undefined
  /** A line for readers. */
  readonly description?: string | undefined
  /** When it was changed last, ISO 8601; absent: nothing is said, as nothing asks the clock. */
  readonly modified?: string | undefined
}

/** A file as it is written. */
export interface AttachedFile {
  readonly name: string
  readonly data: Uint8Array
  readonly mime: string
  readonly relationship: Relationship
  readonly description: string | undefined
  readonly modified: string | undefined
}

const LONGEST_NAME = 255
/** As ISO 19005-3 has it, 6.8. */
const MIME = /^[-\w+.]+\/[-\w+.]+$/

/**
 * The files of a document: of the call, then of its parts in their order. Names are unique: a later file of a name gets a number, `terms (2).pdf`; two of one list
 * are an error. Throws InputError.
 */
export function attachedFiles(lists: readonly (readonly Attachment[] | undefined)[], claims: Claims | undefined): readonly AttachedFile[] {
  const faults: Diagnostic[] = []
  const files: AttachedFile[] = []
  const taken = new Set<string>()
  for (const list of lists) {
    const own = new Set<string>()
    for (const [i, attachment] of (list ?? []).entries()) {
      const at: Position = { kind: 'pointer', pointer: `/attachments/${i}` }
      if (own.has(attachment.name))
        faults.push(error('attachment', at, `two attachments are called ${JSON.stringify(attachment.name)}`, 'name each otherwise'))
      own.add(attachment.name)
      const file = readAttachment(attachment, at, faults)
      if (file === undefined) continue
      const { archive } = claims ?? {}
      const isLimited = archive?.part === 2 || (archive?.part === 4 && archive.level !== 'F')
      if (claims !== undefined && isLimited && !isArchivePdf(file, archive.part)) faults.push(refused(claims, file, at))
      files.push({ ...file, name: uniqueName(file.name, taken) })
    }
  }
  if (claims?.archive?.level === 'F' && files.length === 0 && faults.length === 0)
    faults.push(claimError(undefined, 'a-4f is for documents with attachments, and there are none', 'attach a file, or claim a-4'))
  if (faults.length > 0) throw new InputError(faults)
  return files
}

function readAttachment(attachment: Attachment, at: Position, faults: Diagnostic[]): AttachedFile | undefined {
  const { name, data, mime = typeByName(name), relationship = 'Unspecified', description, modified } = attachment
  const count = faults.length
  const wrong = (message: string, hint: string): void => void faults.push(error('attachment', at, message, hint))
  if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME || /[\p{Cc}/\\]|^\.\.?$/u.test(name))
    wrong(
      `${JSON.stringify(name)} cannot be the name of an attachment`,
      'write the name of a file, without a folder, of 255 characters at most',
    )
  if (!(data instanceof Uint8Array)) wrong(`attachment ${JSON.stringify(name)} has no bytes`, 'hand its bytes in as data, a Uint8Array')
  if (!MIME.test(mime)) wrong(`${JSON.stringify(mime)} is no media type`, 'write one such as text/xml, or leave it out')
  const known = RELATIONSHIPS.find((each) => each.toLowerCase() === relationship.toLowerCase())
  if (known === undefined)
    wrong(`${JSON.stringify(relationship)} is no relationship of an attachment`, `write one of ${RELATIONSHIPS.join(', ').toLowerCase()}`)
  if (modified !== undefined && Number.isNaN(Date.parse(modified)))
    wrong(`${JSON.stringify(modified)} is no time`, 'write when the file was changed as 2026-01-31T12:00:00Z')
  if (faults.length > count || known === undefined) return undefined
  return { name, data, mime, relationship: known, description: description === '' ? undefined : description, modified }
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ xml: 'text/xml', csv: 'text/csv', txt: 'text/plain', html: 'text/html', json: 'application/json', pdf: 'application/pdf' },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', svg: 'image/svg+xml', zip: 'application/zip' },
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

function typeByName(name: unknown): string {
  const ending = /\.([a-z]+)$/i.exec(String(name))?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(TYPES, ending) ? TYPES[ending]! : 'application/octet-stream'
}

function refused(claims: Claims, { name }: AttachedFile, at: Position): Diagnostic {
  return claimError(
    at,
    `${claims.names.join(', ')} takes attachments that are PDF/A themselves alone, and ${JSON.stringify(name)} does not say that it is ${claims.archive?.part === 4 ? 'PDF/A-1, PDF/A-2 or PDF/A-4' : 'PDF/A-1 or PDF/A-2'}`,
    claims.archive?.part === 4 ? 'claim a-4f, which takes files of any kind' : 'claim a-3b, a-3u or a-3a, which take files of any kind',
  )
}

/** Whether a file says itself that it is PDF/A-1, PDF/A-2 or, in PDF/A-4, PDF/A-4. Metadata of such files stand uncompressed in nearly all of them. */
function isArchivePdf({ data, mime }: AttachedFile, part: 2 | 3 | 4): boolean {
  if (mime !== 'application/pdf') return false
  const text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
  const said = /\bpdfaid:part\s*(?:=\s*["']|>)\s*(\d)\b/.exec(text)?.[1]
  return text.startsWith('%PDF-') && (said === '1' || said === '2' || (part === 4 && said === '4'))
}

/** The name, or with a number before its ending, as no file had it before. */
export function uniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? []
  let unique = name
  for (let i = 2; taken.has(unique); i++) unique = `${stem} (${i})${ending}`
  taken.add(unique)
  return unique
}
