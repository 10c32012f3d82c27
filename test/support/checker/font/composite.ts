// Type 0 fonts and their descendants (ISO 32000-1, 9.7).
import { decodeStream } from '../cos/filters.ts'
import { PdfArray, PdfDictionary, PdfName, PdfStream } from '../cos/objects.ts'
import { CMap, readCMap } from './cmap.ts'
import { type Font, type FontProgram, type GlyphFacts, isEmbedded, readProgram, toUnicodeOf } from './font.ts'

export function descendantOf(dictionary: PdfDictionary): PdfDictionary {
  const first = dictionary.array('DescendantFonts')?.at(0)
  return first instanceof PdfDictionary ? first : new PdfDictionary(dictionary.resolve)
}

/** Character collections whose CIDs say what the characters are. */
const COLLECTIONS = new Set(['GB1', 'CNS1', 'Japan1', 'Korea1', 'KR'])

export function readCompositeFont(dictionary: PdfDictionary): Font {
  const descendant = descendantOf(dictionary)
  const program = readProgram(descendant.dictionary('FontDescriptor'))
  const encoding = dictionary.get('Encoding')
  const isIdentity = encoding instanceof PdfName && encoding.value.startsWith('Identity-')
  const cmap = encoding instanceof PdfStream ? readCMap(encoding) : new CMap()
  const isKnown = isIdentity || encoding instanceof PdfStream
  const unicode = toUnicodeOf(dictionary)
  const widths = widthsOf(descendant)
  const gids = descendant.get('CIDToGIDMap')
  const gidBytes = gids instanceof PdfStream ? decodeStream(gids) : undefined
  const collection = descendant.dictionary('CIDSystemInfo')?.text('Ordering') ?? ''
  const known = new Map<number, GlyphFacts>()
  const makeGlyph = (code: number): GlyphFacts => {
    const cid = isIdentity ? code : (cmap.cid(code) ?? 0)
    const found = isKnown && isEmbedded(program) ? programGlyph(program, cid, gidBytes) : { width: null, isPresent: null }
    return {
      name: isKnown && cid === 0 ? '.notdef' : null,
      toUnicode: unicode?.unicode(code) ?? (!isKnown || COLLECTIONS.has(collection) ? '?' : null),
      widthFromFontProgram: found.width,
      widthFromDictionary: widths.get(cid) ?? descendant.number('DW') ?? 1000,
      isGlyphPresent: found.isPresent,
    }
  }
  return {
    dictionary,
    program,
    procedures: null,
    codes: (bytes) => cmap.codes(bytes),
    glyph: (code) => {
      let facts = known.get(code)
      if (facts === undefined) known.set(code, (facts = makeGlyph(code)))
      return facts
    },
  }
}

function programGlyph(
  program: FontProgram,
  cid: number,
  gids: Uint8Array | undefined,
): { width: number | null; isPresent: boolean | null } {
  const { cff, trueType } = program
  if (cff !== undefined) {
    const glyph = cff.isCid
      ? cff.glyphNamed(String(cid))
      : gids === undefined
        ? cid
        : ((gids[cid * 2] ?? 0) << 8) | (gids[cid * 2 + 1] ?? 0)
    const isPresent = glyph !== undefined && glyph < cff.glyphCount
    return { width: cff.width(isPresent ? glyph : 0), isPresent }
  }
  if (trueType === undefined) return { width: null, isPresent: null }
  const glyph = gids === undefined ? cid : ((gids[cid * 2] ?? 0) << 8) | (gids[cid * 2 + 1] ?? 0)
  return { width: trueType.width(glyph), isPresent: glyph < trueType.glyphCount }
}

function widthsOf(descendant: PdfDictionary): Map<number, number> {
  const widths = new Map<number, number>()
  const items = descendant.array('W')?.all() ?? []
  for (let i = 0; i < items.length; ) {
    const first = items[i]
    const second = items[i + 1]
    if (typeof first !== 'number') break
    if (second instanceof PdfArray) {
      for (const [k, width] of second.numbers().entries()) widths.set(first + k, width)
      i += 2
    } else {
      for (let cid = first; typeof second === 'number' && cid <= Math.min(second, first + 65535); cid++)
        widths.set(cid, Number(items[i + 2]))
      i += 3
    }
  }
  return widths
}
