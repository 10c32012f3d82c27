// What a finished PDF must say and have for a claim of the merged document (ISO 14289-1, ISO 19005-2 and 3). It must make the claim itself: what its content streams hold is
// not looked at here. What merging depends on is looked at nevertheless: tags, language, fonts, the colours that its colours refer to.
import { inflateSync } from 'node:zlib'
import { PDFArray, PDFBool, PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import type { Claims } from '../conformance.ts'
import type { OpenedPdf } from './opened.ts'
import { arrayAt, asDict, dictAt, dictOf, itemsOf, nameAt, nameOf, numberAt, resolved, textAt } from './values.ts'

/** Bytes of a metadata stream or colour profile. */
const MOST_INFLATED = 1 << 22

/** Why a claim cannot be made with a finished PDF; empty when it can. */
export function claimFaults(pdf: OpenedPdf, claims: Claims): readonly string[] {
  const { catalog } = pdf.source
  const said = identificationOf(catalog)
  const faults: string[] = []
  const needsTags = claims.isAccessible || claims.archive?.level === 'A'
  if (claims.isAccessible && !said.isAccessible) faults.push('it does not claim ua-1 itself')
  const { archive } = claims
  if (archive !== undefined) {
    const isOfPart = said.part === archive.part || (isCompatible(said.part) && isCompatible(archive.part))
    if (!isOfPart || LEVELS.indexOf(said.level) < LEVELS.indexOf(archive.level))
      faults.push(`it does not claim a-${archive.part}${archive.level.toLowerCase()} itself`)
    faults.push(...colorFaults(catalog))
  }
  if (needsTags) faults.push(...tagFaults(pdf))
  const fonts = unembeddedFonts(pdf)
  if (fonts.length > 0) faults.push(`fonts are not embedded: ${fonts.join(', ')}`)
  return faults
}

const LEVELS = ['', 'B', 'U', 'A']

/** PDF/A-3 is PDF/A-2 with attached files, which do not come along. */
function isCompatible(part: number | undefined): boolean {
  return part === 2 || part === 3
}

function tagFaults({ isTagged, language, source: { catalog } }: OpenedPdf): string[] {
  const faults: string[] = []
  const mark = dictAt(catalog, 'MarkInfo')
  if (!isTagged) faults.push('it has no tags')
  else if (mark !== undefined && resolved(mark, 'Suspects') === PDFBool.True) faults.push('it says itself that its tags are suspect')
  if (language === undefined || !/^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(language)) faults.push('it does not say its language')
  return faults
}

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

/** Colours without a space of their own are those of the output intent; that of a merged document is sRGB. */
function colorFaults(catalog: PDFDict): string[] {
  for (const intent of itemsOf(arrayAt(catalog, 'OutputIntents'))) {
    if (!(intent instanceof PDFDict) || nameAt(intent, 'S') !== 'GTS_PDFA1') continue
    const profile = resolved(intent, 'DestOutputProfile')
    const components = profile instanceof PDFStream ? numberAt(profile.dict, 'N') : undefined
    const names = `${textAt(intent, 'OutputConditionIdentifier') ?? ''} ${textAt(intent, 'Info') ?? ''}`
    const isStandard = /srgb/i.test(names) || /s\0?R\0?G\0?B/i.test(streamText(profile))
    if (components !== 3 || !isStandard) return ['its colours are of another output intent than sRGB']
  }
  return []
}

/** Fonts named in a message. */
const MOST_NAMED = 5

function unembeddedFonts({ chosen, source: { catalog } }: OpenedPdf): string[] {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const open: unknown[] = chosen.flatMap(({ dictionary, inherited }) => [
    dictionary.get(PDFName.of('Resources')) ?? inherited.get('Resources'),
    dictionary.get(PDFName.of('Annots')),
  ])
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    const object = next instanceof PDFRef ? catalog.context.lookup(next) : next
    if (seen.has(object)) continue
    if (next instanceof PDFRef) seen.add(object)
    if (object instanceof PDFArray) for (const item of object.asArray()) open.push(item)
    const dictionary = dictOf(object as PDFDict | undefined)
    if (dictionary === undefined || ['Page', 'Pages', 'Catalog', 'StructElem'].includes(nameAt(dictionary, 'Type') ?? '')) continue
    if (nameAt(dictionary, 'Type') === 'Font' && !isEmbedded(dictionary))
      names.add(nameAt(dictionary, 'BaseFont') ?? 'a font without a name')
    for (const [key, value] of dictionary.entries()) if (key !== PDFName.of('Parent') && key !== PDFName.of('P')) open.push(value)
  }
  return [...names].sort().slice(0, MOST_NAMED)
}

/** Composite fonts are embedded by their descendants, and fonts of drawings (Type 3) by themselves. */
function isEmbedded(font: PDFDict): boolean {
  const subtype = nameAt(font, 'Subtype')
  if (subtype === 'Type0' || subtype === 'Type3') return true
  const descriptor = asDict(dictAt(font, 'FontDescriptor'))
  return descriptor !== undefined && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => resolved(descriptor, key) !== undefined)
}
