// Type 1, TrueType and Type 3 fonts (ISO 32000-1, 9.6).

import { decodeStream } from '../cos/filters.ts'
import { latin, PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream } from '../cos/objects.ts'
import { STANDARD_ENCODING } from './encodings.data.ts'
import { type Font, type FontProgram, type GlyphFacts, readProgram, toUnicodeOf } from './font.ts'
import { encodingNamed, STANDARD_FONTS, standardFontEncoding, unicodeOfName } from './unicode.ts'

export function readSimpleFont(dictionary: PdfDictionary): Font {
  const descriptor = dictionary.dictionary('FontDescriptor')
  const program = readProgram(descriptor)
  const unicode = toUnicodeOf(dictionary)
  const names = encodingOf(dictionary, program)
  const procedures = dictionary.name('Subtype') === 'Type3' ? dictionary.dictionary('CharProcs') : null
  const isSymbolic = ((descriptor?.number('Flags') ?? 0) & 4) !== 0
  const known = new Map<number, GlyphFacts>()
  const makeGlyph = (code: number): GlyphFacts => {
    const name = names[code] || null
    const found =
      procedures === null
        ? programGlyph(program, { code, name, isSymbolic, hasEncoding: dictionary.has('Encoding') })
        : procedureGlyph(procedures, name, dictionary)
    return {
      name: name ?? found.name,
      toUnicode: unicode?.unicode(code) ?? (name === null || name === '.notdef' ? null : unicodeOfName(name)),
      widthFromFontProgram: found.width,
      widthFromDictionary: widthOf(dictionary, code),
      isGlyphPresent: found.isPresent,
    }
  }
  return {
    dictionary,
    program,
    procedures,
    *codes(bytes) {
      for (const code of bytes) yield { code, length: 1 }
    },
    glyph: (code) => {
      let facts = known.get(code)
      if (facts === undefined) known.set(code, (facts = makeGlyph(code)))
      return facts
    },
  }
}

/** Names by code. */
function encodingOf(dictionary: PdfDictionary, program: FontProgram): string[] {
  const encoding = dictionary.get('Encoding')
  const builtIn = program.type1?.encoding ?? program.cff?.encoding
  const isTrueType = dictionary.name('Subtype') === 'TrueType'
  const isSymbolic = ((dictionary.dictionary('FontDescriptor')?.number('Flags') ?? 0) & 4) !== 0
  if (encoding instanceof PdfName) return [...(encodingNamed(encoding.value) ?? builtIn ?? STANDARD_ENCODING)]
  const otherwise = builtIn ?? (isTrueType && isSymbolic ? [] : standardFontEncoding(dictionary.name('BaseFont') ?? ''))
  if (!(encoding instanceof PdfDictionary)) return [...otherwise]
  const names = [...(encodingNamed(encoding.name('BaseEncoding')) ?? (isTrueType && !isSymbolic ? STANDARD_ENCODING : otherwise))]
  let code = 0
  for (const item of encoding.array('Differences')?.all() ?? []) {
    if (typeof item === 'number') code = item
    else if (item instanceof PdfName) names[code++] = item.value
  }
  return names
}

function widthOf(dictionary: PdfDictionary, code: number): number | null {
  const first = dictionary.number('FirstChar')
  const widths = dictionary.array('Widths')
  if (widths === null) return STANDARD_FONTS.has(dictionary.name('BaseFont') ?? '') ? null : 0
  const value: PdfObject = first === null || code < first ? null : widths.at(code - first)
  return typeof value === 'number' ? value : (dictionary.dictionary('FontDescriptor')?.number('MissingWidth') ?? 0)
}

interface Found {
  readonly width: number | null
  readonly isPresent: boolean | null
  readonly name: string | null
}

const UNKNOWN: Found = { width: null, isPresent: null, name: null }

interface Wanted {
  readonly code: number
  readonly name: string | null
  readonly isSymbolic: boolean
  readonly hasEncoding: boolean
}

function programGlyph(program: FontProgram, wanted: Wanted): Found {
  const { name } = wanted
  if (program.type1 !== undefined) {
    const width = name === null ? undefined : program.type1.widths.get(name)
    return { width: width ?? program.type1.widths.get('.notdef') ?? null, isPresent: width !== undefined, name: null }
  }
  if (program.cff !== undefined) {
    const glyph = name === null ? undefined : program.cff.glyphNamed(name)
    return { width: program.cff.width(glyph ?? 0), isPresent: glyph !== undefined, name: null }
  }
  if (program.trueType === undefined) return UNKNOWN
  const glyph = trueTypeGlyph(program, wanted)
  return { width: program.trueType.width(glyph), isPresent: glyph !== 0, name: glyph === 0 && name === null ? '.notdef' : null }
}

/** ISO 32000-1, 9.6.6.4. */
function trueTypeGlyph({ trueType }: FontProgram, { code, name, isSymbolic, hasEncoding }: Wanted): number {
  if (trueType === undefined) return 0
  const map = (platform: number, encoding: number) => trueType.maps.find((item) => item.platform === platform && item.encoding === encoding)
  const symbol = map(3, 0)
  const mac = map(1, 0)
  const windows = map(3, 1)
  if (name === null && hasEncoding && !isSymbolic) return 0
  if (name !== null && hasEncoding && !(isSymbolic && symbol !== undefined)) {
    const character = unicodeOfName(name)
    const glyph =
      (character === null ? 0 : (windows?.glyph(character.codePointAt(0) ?? 0) ?? 0)) || macGlyph(name, mac) || trueType.glyphNamed(name)
    if (glyph !== undefined && glyph !== 0) return glyph
    if (!isSymbolic) return 0
  }
  for (const base of symbol === undefined ? [] : [0, 0xf000, 0xf100, 0xf200]) {
    const glyph = symbol?.glyph(base + code) ?? 0
    if (glyph !== 0) return glyph
  }
  return mac?.glyph(code) || (trueType.maps[0]?.glyph(code) ?? 0)
}

function macGlyph(name: string, mac: { glyph(code: number): number } | undefined): number {
  const code = encodingNamed('MacRomanEncoding')?.indexOf(name) ?? -1
  return code < 0 || mac === undefined ? 0 : mac.glyph(code)
}

function procedureGlyph(procedures: PdfDictionary, name: string | null, dictionary: PdfDictionary): Found {
  const stream = name === null ? null : procedures.get(name)
  if (!(stream instanceof PdfStream)) return { width: null, isPresent: false, name: null }
  const width = latin(decodeStream(stream) ?? new Uint8Array()).match(/^\s*(-?[\d.]+)\s[\s\d.+-]*d[01]\b/)?.[1]
  const matrix = dictionary.get('FontMatrix')
  const isScaled = matrix instanceof PdfArray && matrix.numbers()[0] !== 0
  return { width: width === undefined || !isScaled ? null : Number(width), isPresent: true, name: null }
}
