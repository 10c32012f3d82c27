// XMP packets as objects of the model (ISO 19005-2, 6.6; ISO 14289-1, 5 and 7.1).
import { decodeStream } from '../cos/filters.ts'
import { PdfStream } from '../cos/objects.ts'
import type { Place, Report } from '../model/report.ts'
import type { Services } from '../model/services.ts'
import { type ExtensionSchema, emitExtensions, extensionSchemas } from './extensions.ts'
import { readXmp, type XmpNode, type XmpPacket } from './rdf.ts'
import { SCHEMAS, SPACES } from './schemas.data.ts'
import { type DefinedTypes, fieldsOf, isType } from './types.ts'

const PREFIXES = new Map(Object.entries(SPACES).map(([prefix, space]) => [space, prefix]))

export function emitMetadata(services: Services): void {
  const { file, report } = services
  const main = file.catalog.get('Metadata')
  let mainSchemas: readonly ExtensionSchema[] = []
  if (main instanceof PdfStream) {
    const packet = readXmp(decodeStream(main) ?? new Uint8Array())
    mainSchemas = extensionSchemas(packet.properties)
    emitMain(packet, report, { object: file.numberOf(main) })
    emitPacket(packet, { report, mainSchemas, place: { object: file.numberOf(main) } })
  }
  for (const number of file.entries.keys()) {
    const object = file.object(number)
    const inner = object instanceof PdfStream ? object.dictionary.get('Metadata') : null
    const stream = inner instanceof PdfStream ? inner : null
    if (stream === null || stream === main) continue
    emitPacket(readXmp(decodeStream(stream) ?? new Uint8Array()), { report, mainSchemas, place: { object: file.numberOf(stream) } })
  }
}

function property(packet: XmpPacket, prefix: string, local: string): XmpNode | undefined {
  return packet.properties.find((node) => node.space === SPACES[prefix] && node.local === local)
}

function emitMain(packet: XmpPacket, report: Report, place: Place): void {
  const has = (prefix: string): boolean => packet.properties.some((node) => node.space === SPACES[prefix])
  const title = property(packet, 'dc', 'title')
  report.emit(
    'MainXMPPackage',
    {
      containsPDFUAIdentification: has('pdfuaid'),
      containsPDFAIdentification: has('pdfaid'),
      dc_title:
        title === undefined
          ? null
          : (title.children.find((item) => item.lang === 'x-default')?.value ?? title.children[0]?.value ?? title.value),
    },
    place,
  )
  const facts = (prefix: string): Record<string, unknown> => ({
    part: numberOf(property(packet, prefix, 'part')),
    conformance: property(packet, prefix, 'conformance')?.value ?? null,
    rev: property(packet, prefix, 'rev')?.value ?? '',
    ...Object.fromEntries(
      ['part', 'conformance', 'amd', 'corr', 'rev'].map((name) => [`${name}Prefix`, property(packet, prefix, name)?.prefix ?? null]),
    ),
  })
  if (has('pdfaid')) report.emit('PDFAIdentification', facts('pdfaid'), place)
  if (has('pdfuaid')) report.emit('PDFUAIdentification', facts('pdfuaid'), place)
}

function numberOf(node: XmpNode | undefined): number | null {
  return node !== undefined && /^\d+$/.test(node.value) ? Number(node.value) : null
}

interface Context {
  readonly report: Report
  readonly mainSchemas: readonly ExtensionSchema[]
  readonly place: Place
}

function emitPacket(packet: XmpPacket, { report, mainSchemas, place }: Context): void {
  report.emit(
    'XMPPackage',
    { bytes: packet.bytes, encoding: packet.encoding, isSerializationValid: packet.isValid, actualEncoding: packet.actualEncoding },
    place,
  )
  const schemas = extensionSchemas(packet.properties)
  for (const node of packet.properties) {
    emitLanguages(node, report, place)
    const prefix = PREFIXES.get(node.space) ?? ''
    const predefined = fieldsOf(SCHEMAS[prefix] ?? ': ').get(node.local)
    const inMain = findType(node, mainSchemas)
    const inCurrent = findType(node, schemas)
    const own = inCurrent ?? inMain
    const type = predefined ?? own?.type
    report.emit(
      'XMPProperty',
      {
        name: `${node.prefix}:${node.local}`,
        isPredefinedInXMP2005: predefined !== undefined,
        isDefinedInMainPackage: inMain !== undefined,
        isDefinedInCurrentPackage: inCurrent !== undefined,
        isValueTypeCorrect: type === undefined || isType(node, type, predefined === undefined ? own?.types : undefined),
      },
      place,
    )
  }
  emitExtensions(packet.properties, report)
}

function findType(node: XmpNode, schemas: readonly ExtensionSchema[]): { readonly type: string; readonly types: DefinedTypes } | undefined {
  for (const schema of schemas) {
    const type = schema.space === node.space ? schema.properties.get(node.local) : undefined
    if (type !== undefined) return { type, types: schema.types }
  }
  return undefined
}

function emitLanguages(node: XmpNode, report: Report, place: Place): void {
  if (node.kind === 'Alt' && node.children.some((item) => item.lang !== null)) {
    // Another item says what language the text has.
    report.emit('XMPLangAlt', { xDefault: node.children.every((item) => item.lang === 'x-default') }, place)
  }
  for (const child of node.children) emitLanguages(child, report, place)
}
