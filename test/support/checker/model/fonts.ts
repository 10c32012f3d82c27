// Fonts as objects of the model (ISO 19005-2, 6.2.11; ISO 14289-1, 7.21).

import type { PdfFile } from '../cos/file.ts'
import { decodeStream } from '../cos/filters.ts'
import { PdfDictionary, PdfName, PdfStream } from '../cos/objects.ts'
import { readCMap } from '../font/cmap.ts'
import { descendantOf, readCompositeFont } from '../font/composite.ts'
import { type Font, isEmbedded } from '../font/font.ts'
import { PREDEFINED_CMAPS } from '../font/predefined-cmaps.data.ts'
import { readSimpleFont } from '../font/simple.ts'
import { isListedName, STANDARD_FONTS } from '../font/unicode.ts'
import type { Place, Report } from './report.ts'
import { isUtf8 } from './text.ts'

export class Fonts {
  readonly #file: PdfFile
  readonly #report: Report
  readonly #fonts = new Map<PdfDictionary, Font>()
  readonly #seen = new Set<string>()
  readonly #ids = new Map<Font, number>()

  constructor(file: PdfFile, report: Report) {
    this.#file = file
    this.#report = report
  }

  font(dictionary: PdfDictionary): Font {
    let font = this.#fonts.get(dictionary)
    if (font === undefined) {
      font = dictionary.name('Subtype') === 'Type0' ? readCompositeFont(dictionary) : readSimpleFont(dictionary)
      this.#fonts.set(dictionary, font)
      this.#ids.set(font, this.#ids.size)
    }
    return font
  }

  /** A font is used in a text rendering mode. */
  use(font: Font, renderingMode: number, page: number | undefined): void {
    const place: Place = { object: this.#file.numberOf(font.dictionary), page }
    const mode = renderingMode === 3 ? 3 : 0
    if (!this.#isNew(`${this.#ids.get(font)} ${mode}`)) return
    if (font.dictionary.name('Subtype') === 'Type0') this.#composite(font, mode, place)
    else this.#simple(font, mode, place)
  }

  glyph(
    font: Font,
    code: number,
    use: { readonly renderingMode: number; readonly hasActualText: boolean; readonly page: number | undefined },
  ): void {
    const renderingMode = use.renderingMode === 3 ? 3 : 0
    const facts = font.glyph(code)
    const unicodePUA = facts.toUnicode !== null && /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u.test(facts.toUnicode)
    if (!this.#isNew(`${this.#ids.get(font)} g ${code} ${renderingMode} ${unicodePUA && use.hasActualText}`)) return
    this.#report.emit(
      'Glyph',
      { ...facts, renderingMode, unicodePUA, actualTextPresent: use.hasActualText, code },
      { object: this.#file.numberOf(font.dictionary), page: use.page },
    )
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  #common(dictionary: PdfDictionary, font: Font, renderingMode: number): Record<string, unknown> {
    const fontName = dictionary.name('BaseFont')
    return {
      Type: dictionary.name('Type'),
      Subtype: dictionary.name('Subtype'),
      fontName,
      fontFileSubtype: font.program.key === 'FontFile3' ? (font.program.stream?.dictionary.name('Subtype') ?? null) : null,
      containsFontFile: isEmbedded(font.program),
      renderingMode,
    }
  }

  #name(dictionary: PdfDictionary, place: Place): void {
    for (const name of [dictionary.name('BaseFont'), dictionary.dictionary('FontDescriptor')?.name('FontName')]) {
      if (typeof name === 'string') this.#report.emit('CosUnicodeName', { isValidUtf8: isUtf8(name), name }, place)
    }
  }

  #simple(font: Font, renderingMode: number, place: Place): void {
    const { dictionary } = font
    const facts = this.#common(dictionary, font, renderingMode)
    const descriptor = dictionary.dictionary('FontDescriptor')
    const subtype = dictionary.name('Subtype')
    this.#name(dictionary, place)
    this.#report.emit('PDFont', facts, place)
    this.#report.emit(
      'PDSimpleFont',
      {
        ...facts,
        isStandard: subtype === 'Type1' && STANDARD_FONTS.has(dictionary.name('BaseFont') ?? '') && !isEmbedded(font.program),
        FirstChar: dictionary.number('FirstChar'),
        LastChar: dictionary.number('LastChar'),
        Widths_size: dictionary.array('Widths')?.length ?? null,
      },
      place,
    )
    if (subtype === 'TrueType') this.#trueType(font, facts, place)
    if (subtype === 'Type1' || subtype === 'MMType1') {
      const listed = descriptor?.text('CharSet') ?? null
      const names = font.program.type1 === undefined ? (font.program.cff?.names ?? []) : [...font.program.type1.widths.keys()]
      const charSet = new Set(
        listed
          ?.split('/')
          .map((name) => name.trim())
          .filter((name) => name !== '') ?? [],
      )
      const own = new Set(names.filter((name) => name !== '.notdef'))
      const charSetListsAllGlyphs =
        [...own].every((name) => charSet.has(name)) && [...charSet].every((name) => own.has(name) || name === '.notdef')
      this.#report.emit('PDType1Font', { ...facts, CharSet: listed, charSetListsAllGlyphs }, place)
    }
  }

  #trueType(font: Font, facts: Record<string, unknown>, place: Place): void {
    const { dictionary } = font
    const encoding = dictionary.get('Encoding')
    const differences = encoding instanceof PdfDictionary ? encoding.array('Differences') : null
    const isSymbolic = ((dictionary.dictionary('FontDescriptor')?.number('Flags') ?? 0) & 4) !== 0
    const { trueType } = font.program
    const maps = trueType?.maps ?? []
    const hasUnicodeMap = maps.some((map) => map.platform === 3 && map.encoding === 1)
    this.#report.emit(
      'PDTrueTypeFont',
      {
        ...facts,
        isSymbolic,
        Encoding:
          encoding instanceof PdfName
            ? encoding.value
            : encoding instanceof PdfDictionary
              ? (encoding.name('BaseEncoding') ?? 'Custom')
              : null,
        containsDifferences: differences !== null,
        differencesAreUnicodeCompliant:
          hasUnicodeMap &&
          (differences?.all() ?? []).every((item) => !(item instanceof PdfName) || item.value === '.notdef' || isListedName(item.value)),
      },
      place,
    )
    if (trueType !== undefined) {
      const cmap30Present = maps.some((map) => map.platform === 3 && map.encoding === 0)
      this.#report.emit('TrueTypeFontProgram', { isSymbolic, nrCmaps: maps.length, cmap30Present }, place)
    }
  }

  #composite(font: Font, renderingMode: number, place: Place): void {
    const { dictionary } = font
    const facts = this.#common(dictionary, font, renderingMode)
    const descendant = descendantOf(dictionary)
    const encoding = dictionary.get('Encoding')
    const system = descendant.dictionary('CIDSystemInfo')
    const own = this.#cmap(encoding, place)
    this.#name(dictionary, place)
    this.#report.emit(
      ['PDFont', 'PDType0Font'],
      {
        ...facts,
        cmapName: own.name,
        CIDFontOrdering: system?.text('Ordering') ?? null,
        CIDFontRegistry: system?.text('Registry') ?? null,
        CIDFontSupplement: system?.number('Supplement') ?? null,
        CMapOrdering: own.ordering,
        CMapRegistry: own.registry,
        CMapSupplement: own.supplement,
      },
      place,
    )
    const map = descendant.get('CIDToGIDMap')
    const cidSet = descendant.dictionary('FontDescriptor')?.get('CIDSet')
    const cid: Place = { ...place, object: this.#file.numberOf(descendant) ?? place.object }
    this.#name(descendant, cid)
    this.#report.emit(
      ['PDFont', 'PDCIDFont'],
      {
        ...this.#common(descendant, font, renderingMode),
        CIDToGIDMap: map instanceof PdfName ? (map.value === 'Identity' ? 'Identity' : null) : map instanceof PdfStream ? 'Stream' : null,
        containsCIDSet: cidSet instanceof PdfStream,
        cidSetListsAllGlyphs: !(cidSet instanceof PdfStream) || listsAll(decodeStream(cidSet) ?? new Uint8Array(), font, map),
      },
      cid,
    )
  }

  #cmap(
    encoding: unknown,
    place: Place,
  ): { name: string | null; ordering: string | null; registry: string | null; supplement: number | null } {
    if (encoding instanceof PdfName) {
      const known = PREDEFINED[encoding.value]
      this.#report.emit('PDCMap', { isPredefinedCMap: PREDEFINED_CMAPS.has(encoding.value), containsEmbeddedFile: false }, place)
      return { name: encoding.value, registry: 'Adobe', ordering: known?.[0] ?? null, supplement: known?.[1] ?? null }
    }
    if (!(encoding instanceof PdfStream)) return { name: null, ordering: null, registry: null, supplement: null }
    const { dictionary } = encoding
    const map = readCMap(encoding)
    const name = dictionary.name('CMapName')
    this.#report.emit('PDCMap', { isPredefinedCMap: PREDEFINED_CMAPS.has(name ?? ''), containsEmbeddedFile: true }, place)
    this.#report.emit('CMapFile', { WMode: map.wMode, dictWMode: dictionary.number('WMode') ?? 0, maximalCID: map.highestCid }, place)
    const uses = dictionary.get('UseCMap')
    const used = uses instanceof PdfName ? uses.value : uses instanceof PdfStream ? uses.dictionary.name('CMapName') : (map.uses ?? null)
    if (used !== null) this.#report.emit('PDReferencedCMap', { isPredefinedCMap: PREDEFINED_CMAPS.has(used) }, place)
    const system = dictionary.dictionary('CIDSystemInfo')
    return {
      name,
      ordering: system?.text('Ordering') ?? null,
      registry: system?.text('Registry') ?? null,
      supplement: system?.number('Supplement') ?? null,
    }
  }
}

/** Ordering and supplement of predefined CMaps. */
const PREDEFINED: Readonly<Record<string, readonly [string, number]>> = Object.fromEntries(
  [
    'GB1 0 GB-EUC GBpc-EUC',
    'GB1 2 GBK GBKp',
    'GB1 4 GBK2K UniGB-UCS2 UniGB-UTF16',
    'CNS1 0 B5pc ETen-B5 ETenms-B5 CNS-EUC',
    'CNS1 3 HKscs-B5 UniCNS-UCS2 UniCNS-UTF16',
    'Japan1 1 83pv-RKSJ 90pv-RKSJ Add-RKSJ EUC -',
    'Japan1 2 90ms-RKSJ 90msp-RKSJ Ext-RKSJ',
    'Japan1 4 UniJIS-UCS2 UniJIS-UCS2-HW',
    'Japan1 5 UniJIS-UTF16',
    'Korea1 0 KSC-EUC KSCpc-EUC',
    'Korea1 1 KSCms-UHC KSCms-UHC-HW UniKS-UCS2',
    'Korea1 2 UniKS-UTF16',
  ].flatMap((row) => {
    const [ordering = '', supplement = '0', ...names] = row.split(' ')
    return names.flatMap((name) =>
      ['H', 'V'].map((way) => [name === '-' ? way : `${name}-${way}`, [ordering, Number(supplement)] as const]),
    )
  }),
)

/** Every CID of the program has its bit. */
function listsAll(bits: Uint8Array, font: Font, map: unknown): boolean {
  const has = (cid: number): boolean => ((bits[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0
  const { cff, trueType } = font.program
  if (cff?.isCid === true) return cff.names.every((cid) => cid === '0' || has(Number(cid)))
  const count = cff?.glyphCount ?? trueType?.glyphCount ?? 0
  if (map instanceof PdfStream) {
    const gids = decodeStream(map) ?? new Uint8Array()
    for (let cid = 1; cid * 2 + 1 < gids.length; cid++)
      if (((gids[cid * 2] ?? 0) | (gids[cid * 2 + 1] ?? 0)) !== 0 && !has(cid)) return false
    return true
  }
  for (let cid = 1; cid < count; cid++) if (!has(cid)) return false
  return true
}
