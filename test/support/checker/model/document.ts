// What rules ask of the document as a whole: catalog, files, layers, names, outline (ISO 19005-2, 6.1, 6.5 to 6.11; ISO 14289-1, 7.1, 7.10, 7.11).
import { walk } from '../cos/file.ts'
import { decodeStream } from '../cos/filters.ts'
import { dictionaryOf, PdfArray, PdfDictionary, type PdfObject, PdfStream, PdfString } from '../cos/objects.ts'
import { emitActions, emitAdditional } from './annotations.ts'
import { iccHeader } from './colors.ts'
import { emitFilters } from './images.ts'
import type { Place } from './report.ts'
import type { Services } from './services.ts'

export function emitDocument(services: Services): void {
  const { file, report } = services
  const { catalog, facts, trailer } = file
  const marks = catalog.dictionary('MarkInfo')
  const id = trailer.array('ID')
  const lastId = id?.all().map((item) => (item instanceof PdfString ? item.bytes.length : 0)) ?? []
  report.emit('CosDocument', {
    header: facts.header,
    headerOffset: facts.headerOffset,
    ...Object.fromEntries(facts.headerBytes.map((byte, i) => [`headerByte${i + 1}`, byte])),
    lastID: lastId.length === 2 && lastId.every((length) => length > 0) ? 'id' : null,
    postEOFDataSize: facts.bytesAfterEnd,
    nrIndirects: file.entries.size,
    NeedsRendering: catalog.get('NeedsRendering') === true,
    Requirements: catalog.get('Requirements') === null ? null : 'set',
    Marked: marks?.get('Marked') === true,
    Suspects: marks?.get('Suspects') === true,
    containsPieceInfo: catalog.has('PieceInfo'),
    containsInfo: trailer.has('Info'),
    DisplayDocTitle: catalog.dictionary('ViewerPreferences')?.get('DisplayDocTitle') === true,
  })
  const information = trailer.dictionary('Info')
  if (information !== null) report.emit('CosInfo', { size: information.entries.size, ModDate: information.get('ModDate') })
  report.emit('CosTrailer', { isEncrypted: trailer.has('Encrypt') })
  report.emit('CosXRef', { xrefEOLMarkersComplyPDFA: facts.hasCompliantXref })
  const encrypt = trailer.dictionary('Encrypt')
  if (encrypt !== null) report.emit('PDEncryption', { P: encrypt.number('P') })
  const names = catalog.dictionary('Names')
  report.emit('PDDocument', {
    containsAA: catalog.has('AA'),
    containsMetadata: catalog.get('Metadata') instanceof PdfStream,
    containsStructTreeRoot: services.structure.root !== null,
    containsAlternatePresentations: names?.has('AlternatePresentations') ?? false,
    containsLang: catalog.text('Lang') !== null,
    containsEmbeddedFiles: names?.has('EmbeddedFiles') ?? false,
    Version: catalog.name('Version'),
  })
  const lang = catalog.text('Lang')
  if (lang !== null) report.emit('CosLang', { unicodeValue: lang })
  emitActions(catalog.get('OpenAction'), services, {})
  emitAdditional(catalog, services, {})
  emitLayers(services)
  emitOutline(services)
}

/** The colour space of the output intent, and the rules about intents. */
export function emitIntents({ file, report }: Services): void {
  const intents = (file.catalog.array('OutputIntents')?.items ?? [])
    .map((item) => dictionaryOf(file.resolve(item)))
    .filter((item) => item !== null)
  const profiles = intents.map((intent) => intent.get('DestOutputProfile')).filter((profile) => profile !== null)
  report.emit('OutputIntents', { sameOutputProfileIndirect: new Set(profiles).size <= 1 })
  for (const intent of intents) {
    const S = intent.name('S')
    const place: Place = { object: file.numberOf(intent) }
    report.emit('PDOutputIntent', { S, containsDestOutputProfileRef: intent.has('DestOutputProfileRef') }, place)
    const profile = intent.get('DestOutputProfile')
    if (!(profile instanceof PdfStream)) continue
    const header = iccHeader(profile)
    report.emit('ICCOutputProfile', { ...(header ?? { deviceClass: null, colorSpace: null, version: null }), S }, place)
    if (S === 'GTS_PDFA1') report.document.gOutputCS = header?.colorSpace ?? null
  }
}

/** The spelling of all objects, and streams and embedded files wherever they are. */
export function emitObjects(services: Services): void {
  const { file, report } = services
  const associated = new Set<PdfObject>()
  for (const number of file.entries.keys()) {
    for (const object of walk(file.object(number), (value) =>
      typeof value === 'object' && value !== null && 'generation' in value ? null : value,
    )) {
      const files = dictionaryOf(object)?.get('AF')
      for (const item of files instanceof PdfArray ? files.all() : [files ?? null]) associated.add(item)
    }
  }
  for (const number of file.entries.keys()) {
    const object = file.object(number)
    const place: Place = { object: number }
    const spelling = file.spellings.get(number)
    if (spelling !== undefined) {
      report.emit('CosIndirect', { spacingCompliesPDFA: spelling.hasCompliantSpacing }, place)
      if (object instanceof PdfStream && spelling.stream !== undefined) emitStream(object, spelling.stream, services, place)
    }
    for (const inner of walk(object, (value) => (typeof value === 'object' && value !== null && 'generation' in value ? null : value))) {
      if (inner instanceof PdfDictionary && (/^(Filespec|F)$/.test(inner.name('Type') ?? '') || inner.has('EF')))
        emitFileSpecification(inner, associated, services, place)
    }
  }
}

type StreamSpelling = NonNullable<NonNullable<ReturnType<Services['file']['spellings']['get']>>['stream']>

function emitStream({ dictionary }: PdfStream, spelling: StreamSpelling, { report }: Services, place: Place): void {
  report.emit(
    'CosStream',
    {
      Length: spelling.declared,
      realLength: spelling.real,
      streamKeywordCRLFCompliant: spelling.hasGoodStart,
      endstreamKeywordEOLCompliant: spelling.hasGoodEnd,
      F: dictionary.get('F') === null ? null : 'set',
      FFilter: dictionary.get('FFilter') === null ? null : 'set',
      FDecodeParms: dictionary.get('FDecodeParms') === null ? null : 'set',
    },
    place,
  )
  emitFilters(dictionary, 'CosFilter', report, place)
}

function emitFileSpecification(specification: PdfDictionary, associated: ReadonlySet<PdfObject>, services: Services, place: Place): void {
  const { report } = services
  const embedded = specification.dictionary('EF')
  report.emit(
    'CosFileSpecification',
    {
      containsEF: embedded !== null,
      F: specification.text('F'),
      UF: specification.text('UF'),
      AFRelationship: specification.name('AFRelationship'),
      isAssociatedFile: associated.has(specification),
    },
    place,
  )
  for (const key of embedded?.entries.keys() ?? []) {
    const stream = embedded?.get(key)
    if (!(stream instanceof PdfStream)) continue
    const bytes = decodeStream(stream)
    const takesAny = report.profile.startsWith('a-3') || report.profile === 'a-4f'
    const isValid = !report.asks('EmbeddedFile') || takesAny || (bytes !== undefined && services.isPdfA(bytes))
    const answers = { isValidPDFA12: isValid, isValidPDFA124: isValid }
    report.emit('EmbeddedFile', { Subtype: stream.dictionary.name('Subtype'), ...answers }, place)
  }
}

function emitLayers({ file, report }: Services): void {
  const properties = file.catalog.dictionary('OCProperties')
  if (properties === null) return
  const groups = properties.array('OCGs')?.all() ?? []
  const configs = [properties.get('D'), ...(properties.array('Configs')?.all() ?? [])].flatMap((item) =>
    item instanceof PdfDictionary ? [item] : [],
  )
  const seen = new Set<string>()
  for (const config of configs) {
    const name = config.text('Name')
    const order = config.array('Order')
    const listed = new Set(order === null ? [] : [...walk(order, file.resolve)])
    const missing = order === null ? [] : groups.filter((group) => !listed.has(group))
    report.emit(
      'PDOCConfig',
      {
        Name: name,
        hasDuplicateName: name !== null && seen.has(name),
        OCGsNotContainedInOrder: missing.length === 0 ? null : String(missing.length),
        AS: config.get('AS') === null ? null : 'set',
      },
      { object: file.numberOf(config) },
    )
    if (name !== null) seen.add(name)
  }
}

function emitOutline(services: Services): void {
  const { file, report } = services
  const seen = new Set<PdfDictionary>()
  const open: PdfObject[] = [file.catalog.dictionary('Outlines')?.get('First') ?? null]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (!(item instanceof PdfDictionary) || seen.has(item)) continue
    seen.add(item)
    const place: Place = { object: file.numberOf(item) }
    report.emit('PDOutline', { Title: item.text('Title') }, place)
    emitActions(item.get('A'), services, place)
    open.push(item.get('Next'), item.get('First'))
  }
}
