// What a finished PDF must be for a claim of the merged document (ISO 14289-1, ISO 19005-2 and 3): a file of this engine, unchanged, that makes the claim itself. The
// engine checked it when it made it. Nothing here could show that of a file of another program: it has rules for what is painted, none for what was.
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { PDFArray, type PDFDict, PDFRawStream } from 'pdf-lib'
import { CLAIM_SEAL, type ClaimFault, type Claims } from '../conformance.ts'
import { hasAttachedFiles } from './attached-files.ts'
import type { OpenedPdf } from './opened.ts'
import { bytesOf, itemsOf, nameOf, resolved } from './values.ts'

/** Bytes of a metadata stream. */
const MOST_INFLATED = 1 << 22

const FOREIGN: ClaimFault = {
  reason: 'it is not an unchanged PDF that Platen made with a claim, and whether another keeps the rules is not checked',
  hint: 'merge without the claim, or make the part with Platen: give its template, or the unchanged PDF that Platen made with the claim',
}
const LESS = 'make that PDF with the same claim, or merge without it'

/** Why a claim cannot be made with a finished PDF; empty when it can. */
export function claimFaults(pdf: OpenedPdf, claims: Claims): readonly ClaimFault[] {
  if (!isOwnUnchanged(pdf)) return [FOREIGN]
  const { catalog } = pdf.source
  const said = identificationOf(catalog)
  const faults: ClaimFault[] = []
  if (claims.isAccessible && !said.isAccessible) faults.push({ reason: 'it does not claim ua-1 itself', hint: LESS })
  if (claims.isAccessible && !hasAllPages(pdf))
    faults.push({
      reason: 'some of its pages are chosen, which cuts its headings and tables',
      hint: 'merge all of its pages in their order',
    })
  const { archive } = claims
  if (archive?.part === 4) faults.push({ reason: 'parts of PDF/A-4 that are finished cannot be merged yet', hint: 'give its template' })
  else if (archive !== undefined) {
    const isOfPart = said.part === archive.part || (isCompatible(said.part) && isCompatible(archive.part))
    if (!isOfPart || LEVELS.indexOf(said.level) < LEVELS.indexOf(archive.level))
      faults.push({ reason: `it does not claim a-${archive.part}${archive.level.toLowerCase()} itself`, hint: LESS })
    if (isOfPart && archive.part === 2 && said.part === 3 && hasAttachedFiles(catalog))
      faults.push({ reason: 'it is PDF/A-3 with attached files, which PDF/A-2 does not take', hint: 'claim a-3 of the same level' })
  }
  return faults
}

const LEVELS = ['', 'B', 'U', 'A']

/** PDF/A-3 is PDF/A-2 with attached files of any kind. */
function isCompatible(part: number | undefined): boolean {
  return part === 2 || part === 3
}

function hasAllPages({ chosen, source }: OpenedPdf): boolean {
  return chosen.length === source.pages.length && chosen.every((page, i) => page === source.pages[i])
}

/** Whether the identifier of a file is that which the engine gives to what stands before its cross references when it makes a claim. */
function isOwnUnchanged({ bytes, source }: OpenedPdf): boolean {
  const end = Buffer.from(bytes.subarray(Math.max(0, bytes.length - LONGEST_END))).toString('latin1')
  const start = Number(/\nstartxref\n(\d{1,15})\n%%EOF\n$/.exec(end)?.[1] ?? Number.NaN)
  if (!(start < bytes.length)) return false
  // Nothing but one stream behind it.
  if (
    Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.length - start)
      .toString('latin1')
      .split('endobj').length !== 2
  )
    return false
  const given = source.context.trailerInfo.ID
  const first = given instanceof PDFArray && given.size() > 0 ? bytesOf(given.get(0)) : undefined
  const hash = createHash('sha256').update(bytes.subarray(0, start)).update(CLAIM_SEAL)
  return first === hash.digest().subarray(0, 16).toString('latin1')
}

/** Characters of `startxref` and what follows it. */
const LONGEST_END = 40

interface Identification {
  readonly part: number | undefined
  readonly level: string
  readonly isAccessible: boolean
}

/** The standards that a file claims in its XMP metadata, as elements or attributes. */
function identificationOf(catalog: PDFDict): Identification {
  const text = streamText(resolved(catalog, 'Metadata'))
  const value = (name: string): string | undefined => new RegExp(`\\b${name}\\s*(?:=\\s*["']|>)\\s*([^"'<\\s]+)`).exec(text)?.[1]
  return {
    part: Number(value('pdfaid:part')) || undefined,
    level: (value('pdfaid:conformance') ?? '').toUpperCase(),
    isAccessible: value('pdfuaid:part') === '1',
  }
}

/** The bytes of a plain or deflated stream as text; empty for others. */
function streamText(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) return ''
  const filter = resolved(stream.dict, 'Filter')
  const [only] = filter instanceof PDFArray ? [...itemsOf(filter)] : [filter]
  if (only === undefined) return Buffer.from(stream.contents.subarray(0, MOST_INFLATED)).toString('latin1')
  if (nameOf(only) !== 'FlateDecode') return ''
  try {
    return inflateSync(stream.contents, { maxOutputLength: MOST_INFLATED }).toString('latin1')
  } catch {
    return ''
  }
}
