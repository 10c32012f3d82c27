// Pictures (ISO 19005-2, 6.2.8) and the filters of streams (6.1.7.2, 6.1.10).
import { filtersOf } from '../cos/filters.ts'
import { latin, type PdfDictionary, type PdfStream } from '../cos/objects.ts'
import type { Place, Report } from './report.ts'

export function emitFilters(dictionary: PdfDictionary, kind: 'CosFilter' | 'CosIIFilter', report: Report, place: Place): void {
  for (const { name, parameters } of filtersOf(dictionary)) {
    report.emit(
      kind,
      { internalRepresentation: name, decodeParms: parameters?.name('Name') ?? (name === 'Crypt' ? 'Identity' : null) },
      place,
    )
  }
}

export function emitImage(image: PdfStream, report: Report, place: Place, isStencil = false): void {
  const { dictionary } = image
  const interpolate = dictionary.get('Interpolate') ?? dictionary.get('I')
  const isMask = (dictionary.get('ImageMask') ?? dictionary.get('IM')) === true
  const facts = {
    containsAlternates: dictionary.has('Alternates'),
    containsOPI: dictionary.has('OPI'),
    Interpolate: interpolate === true,
    isMask,
    BitsPerComponent: dictionary.number('BitsPerComponent') ?? dictionary.number('BPC'),
    Subtype: 'Image',
  }
  report.emit('PDXImage', facts, place)
  if (isMask || isStencil) report.emit('PDMaskImage', facts, place)
  const intent = dictionary.name('Intent')
  if (intent !== null) report.emit('CosRenderingIntent', { internalRepresentation: intent }, place)
  if (filtersOf(dictionary).at(-1)?.name === 'JPXDecode') emitJpx(image.bytes, dictionary.has('ColorSpace'), report, place)
}

interface Box {
  readonly type: string
  readonly body: Uint8Array
}

function* boxesOf(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; ) {
    let length = view.getUint32(at)
    let head = 8
    if (length === 1) {
      length = Number(view.getBigUint64(at + 8))
      head = 16
    }
    if (length === 0) length = bytes.length - at
    if (length < head) return
    yield { type: latin(bytes.subarray(at + 4, at + 8)), body: bytes.subarray(at + head, at + length) }
    at += length
  }
}

function emitJpx(bytes: Uint8Array, hasColorSpace: boolean, report: Report, place: Place): void {
  const header = [...boxesOf(bytes)].find((box) => box.type === 'jp2h')
  const boxes = header === undefined ? [] : [...boxesOf(header.body)]
  const size = boxes.find((box) => box.type === 'ihdr')?.body
  const colors = boxes.filter((box) => box.type === 'colr').map((box) => box.body)
  const approximate = colors.filter((color) => color[2] === 1)
  const chosen = approximate.length === 1 ? approximate[0] : colors[0]
  const channels = boxes.find((box) => box.type === 'cdef')?.body
  const components = size === undefined ? 0 : ((size[8] ?? 0) << 8) | (size[9] ?? 0)
  report.emit(
    'JPEG2000',
    {
      nrColorChannels: channels === undefined ? components : colorChannels(channels),
      hasColorSpace,
      nrColorSpaceSpecs: colors.length,
      nrColorSpacesWithApproxField: approximate.length,
      colrMethod: chosen?.[0] ?? null,
      colrEnumCS:
        chosen?.[0] === 1 ? ((chosen[3] ?? 0) << 24) | ((chosen[4] ?? 0) << 16) | ((chosen[5] ?? 0) << 8) | (chosen[6] ?? 0) : null,
      bpccBoxPresent: boxes.some((box) => box.type === 'bpcc'),
      bitDepth: ((size?.[10] ?? 0) & 127) + 1,
    },
    place,
  )
}

function colorChannels(body: Uint8Array): number {
  let count = 0
  for (let at = 2; at + 6 <= body.length; at += 6) if ((((body[at + 2] ?? 0) << 8) | (body[at + 3] ?? 0)) === 0) count++
  return count
}
