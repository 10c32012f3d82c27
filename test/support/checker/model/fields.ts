// Forms, signatures and permissions (ISO 19005-2, 6.1.12 and 6.4).

import type { PdfFile } from '../cos/file.ts'
import { decodeStream } from '../cos/filters.ts'
import { PdfArray, PdfDictionary, type PdfObject, PdfStream, PdfString } from '../cos/objects.ts'
import { emitAdditional } from './annotations.ts'
import type { Place } from './report.ts'
import type { Services } from './services.ts'

export function emitForm(services: Services): void {
  const { file, report } = services
  const form = file.catalog.dictionary('AcroForm')
  const perms = file.catalog.dictionary('Perms')
  if (perms !== null) report.emit('PDPerms', { entries: [...perms.entries.keys()].join('&') })
  if (form === null) return
  const xfa = form.get('XFA')
  report.emit(
    'PDAcroForm',
    {
      NeedAppearances: form.get('NeedAppearances') === null ? null : form.get('NeedAppearances') === true,
      containsXFA: xfa !== null,
      dynamicRender: xfa === null ? null : dynamicRender(xfa),
    },
    { object: file.numberOf(form) },
  )
  const seen = new Set<PdfDictionary>()
  for (const field of form.array('Fields')?.all() ?? []) if (field instanceof PdfDictionary) emitField(field, services, seen)
}

function dynamicRender(xfa: PdfObject): string | null {
  const streams = xfa instanceof PdfArray ? xfa.all() : [xfa]
  for (const stream of streams) {
    if (!(stream instanceof PdfStream)) continue
    const text = Buffer.from(decoded(stream)).toString('utf8')
    const found = text.match(/<dynamicRender\s*>\s*(\w+)\s*<\/dynamicRender/)?.[1]
    if (found !== undefined) return found
  }
  return null
}

function emitField(field: PdfDictionary, services: Services, seen: Set<PdfDictionary>): void {
  if (seen.has(field)) return
  seen.add(field)
  const { file, report, structure } = services
  const place: Place = { object: file.numberOf(field) }
  const element = structure.elementOfObject(field.number('StructParent'))
  const containsLang = element !== null && structure.langOf(element) !== null
  report.emit('PDFormField', { containsAA: field.has('AA'), TU: field.text('TU'), containsLang }, place)
  emitAdditional(field, services, place)
  if (field.name('FT') === 'Sig') emitSignature(field.dictionary('V'), services)
  for (const kid of field.array('Kids')?.all() ?? []) if (kid instanceof PdfDictionary && kid.has('T')) emitField(kid, services, seen)
}

function emitSignature(signature: PdfDictionary | null, { file, report }: Services): void {
  if (signature === null) return
  const place: Place = { object: file.numberOf(signature) }
  const contents = signature.get('Contents')
  const range = signature.array('ByteRange')?.numbers() ?? []
  report.emit('PDSignature', { doesByteRangeCoverEntireDocument: coversAll(range, contents, file) }, place)
  if (contents instanceof PdfString) report.emit('PKCSDataObject', signedFacts(contents.bytes), place)
  const permsContainDocMDP = file.catalog.dictionary('Perms')?.has('DocMDP') ?? false
  for (const reference of signature.array('Reference')?.all() ?? []) {
    if (reference instanceof PdfDictionary)
      report.emit('PDSigRef', { permsContainDocMDP, entries: [...reference.entries.keys()].join('&') }, place)
  }
}

function coversAll(range: readonly number[], contents: PdfObject, file: PdfFile): boolean {
  const [start = -1, length = 0, after = 0, rest = 0] = range
  if (range.length !== 4 || start !== 0 || after + rest !== file.bytes.length || !(contents instanceof PdfString)) return false
  return file.bytes[length] === 0x3c && file.bytes[after - 1] === 0x3e && after - length >= contents.bytes.length * 2 + 2
}

interface Der {
  readonly tag: number
  readonly body: Uint8Array
}

function* derOf(bytes: Uint8Array): Generator<Der> {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0
    at += 2
    if (length > 128) {
      const size = length - 128
      length = 0
      for (let i = 0; i < size; i++) length = length * 256 + (bytes[at++] ?? 0)
    }
    if (tag === 0) return
    yield { tag, body: bytes.subarray(at, at + length) }
    at += length
  }
}

/** Certificates and signers of CMS SignedData (RFC 5652). */
function signedFacts(bytes: Uint8Array): { signingCertificatePresent: boolean; SignerInfoCount: number } {
  const [info] = derOf(bytes)
  const wrapped = info === undefined ? undefined : [...derOf(info.body)].find((part) => part.tag === 0xa0)
  const [signed] = wrapped === undefined ? [] : derOf(wrapped.body)
  const parts = signed === undefined ? [] : [...derOf(signed.body)]
  const certificates = parts.find((part) => part.tag === 0xa0)
  const signers = parts.filter((part) => part.tag === 0x31).at(-1)
  return {
    signingCertificatePresent: certificates !== undefined && [...derOf(certificates.body)].length > 0,
    SignerInfoCount: signers === undefined ? 0 : [...derOf(signers.body)].length,
  }
}

function decoded(stream: PdfStream): Uint8Array {
  return decodeStream(stream) ?? new Uint8Array()
}
