// Graphics state dictionaries (ISO 19005-2, 6.2.5, 6.2.6, 6.2.10).
import { PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream } from '../cos/objects.ts'
import type { Place, Report } from './report.ts'
import type { Services } from './services.ts'

export function isTransparentState(dictionary: PdfDictionary): boolean {
  const mask = dictionary.get('SMask')
  const mode = dictionary.get('BM')
  const first = mode instanceof PdfArray ? mode.at(0) : mode
  const isBlended = first instanceof PdfName && first.value !== 'Normal' && first.value !== 'Compatible'
  return mask instanceof PdfDictionary || isBlended || (dictionary.number('CA') ?? 1) < 1 || (dictionary.number('ca') ?? 1) < 1
}

export function emitGraphicsState(dictionary: PdfDictionary, { report, file }: Services, place: Place): void {
  const own: Place = { ...place, object: file.numberOf(dictionary) ?? place.object }
  report.emit(
    'PDExtGState',
    {
      containsTR: dictionary.has('TR'),
      containsTR2: dictionary.has('TR2'),
      TR2NameValue: dictionary.name('TR2'),
      containsHTP: dictionary.has('HTP'),
      containsHTO: dictionary.has('HTO'),
    },
    own,
  )
  const mode = dictionary.get('BM')
  for (const name of mode instanceof PdfArray ? mode.all() : [mode]) {
    if (name !== null) report.emit('CosBM', { internalRepresentation: name instanceof PdfName ? name.value : '' }, own)
  }
  const intent = dictionary.name('RI')
  if (intent !== null) report.emit('CosRenderingIntent', { internalRepresentation: intent }, own)
  emitHalftone(dictionary.get('HT'), null, report, own)
}

function emitHalftone(value: PdfObject, colorantName: string | null, report: Report, place: Place): void {
  const dictionary = value instanceof PdfStream ? value.dictionary : value
  if (!(dictionary instanceof PdfDictionary)) return
  report.emit(
    'PDHalftone',
    {
      HalftoneType: dictionary.number('HalftoneType'),
      HalftoneName: dictionary.text('HalftoneName') ?? dictionary.name('HalftoneName'),
      colorantName,
      TransferFunction: dictionary.get('TransferFunction') === null ? null : 'set',
    },
    place,
  )
  if (dictionary.number('HalftoneType') !== 5) return
  for (const key of dictionary.entries.keys()) {
    if (!['Type', 'HalftoneType', 'HalftoneName'].includes(key)) emitHalftone(dictionary.get(key), key, report, place)
  }
}
