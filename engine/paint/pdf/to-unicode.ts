// Problem: the ToUnicode CMap, which maps character ids to text for extraction (PDF 32000 §9.10.3).
// Approach: ids of Latin characters are their Unicode values, and the values of Windows-1252 for its punctuation, where Unicode has control characters. Most
// documents then have one of two maps, which are compressed once per process; a document with other characters has a map of its own, which recurs where those are of labels.
import { deflateSync } from 'node:zlib'
import { GenerationCache } from '../../collections/cache.ts'
import type { SubsetGlyphs } from '../../font/font.ts'
import type { PdfObjects, PdfReference } from './objects.ts'

/** Ids below are fixed: 0x20 to 0x7e, 0xa0 to 0x17f for these characters, 0x80 to 0x9f for `MARKS`. */
export const FIRST_FREE_ID = 0x180
const FIRST_MARK = 0x80
/** 0x80 to 0x9f of Windows-1252. Its letters have their Latin ids; unassigned bytes are themselves, and never occur in text. */
const MARKS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The id of a character that is the same in every document; 0 for characters without one. */
export function fixedId(text: string): number {
  if (text.length !== 1) return 0
  const unit = text.charCodeAt(0)
  if ((unit >= 0x20 && unit < 0x7f) || (unit >= 0xa0 && unit < FIRST_FREE_ID)) return unit
  const mark = unit < 0xa0 ? -1 : MARKS.indexOf(text)
  return mark < 0 ? 0 : FIRST_MARK + mark
}

/** Compressed maps: both common ones, by their names, and the last others, by their texts. */
const packedMaps = new GenerationCache<string, Uint8Array>(16)
/** Longer maps are those of texts, and never recur. */
const LONGEST_LABELS = 1 << 12

/** Writes the map of the ids that have glyphs. */
export function writeToUnicode(objects: PdfObjects, glyphs: SubsetGlyphs, texts: readonly string[]): PdfReference {
  const reference = objects.reserve()
  if (glyphs.length > FIRST_FREE_ID) {
    const map = toUnicodeMap(glyphs, texts)
    if (map.length > LONGEST_LABELS) objects.writeStream(reference, {}, Buffer.from(map, 'latin1'))
    else writePacked(objects, reference, map, () => map)
    return reference
  }
  let hasMarks = false
  for (let id = FIRST_MARK; id < 0xa0; id++) hasMarks ||= glyphs[id] !== undefined
  writePacked(objects, reference, hasMarks ? 'marks' : '', () => commonMap(hasMarks))
  return reference
}

function writePacked(objects: PdfObjects, reference: PdfReference, key: string, map: () => string): void {
  let bytes = packedMaps.get(key)
  if (bytes === undefined) packedMaps.set(key, (bytes = deflateSync(Buffer.from(map(), 'latin1'), { level: 6 })))
  objects.writeEncoded(reference, { Filter: 'FlateDecode' }, bytes)
}

const MAP_HEAD =
  '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n' +
  '/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n'
const MAP_TAIL = 'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n'

/** The first byte is the same within a range, as PDF requires. */
const LATIN = '3 beginbfrange\n<0020><007e><0020>\n<00a0><00ff><00a0>\n<0100><017f><0100>\nendbfrange\n'

function commonMap(hasMarks: boolean): string {
  const marks = [...MARKS].map((mark, i) => entry(FIRST_MARK + i, mark)).filter((_, i) => MARKS.charCodeAt(i) >= FIRST_FREE_ID)
  return MAP_HEAD + LATIN + (hasMarks ? blocks(marks) : '') + MAP_TAIL
}

/** Latin ranges, and an entry for every other id that has a glyph. */
function toUnicodeMap(glyphs: SubsetGlyphs, texts: readonly string[]): string {
  const entries: string[] = []
  let hasLatin = false
  for (let id = 1; id < glyphs.length; id++) {
    if (glyphs[id] === undefined) continue
    const isLatin = id < FIRST_FREE_ID && !(id >= FIRST_MARK && id < 0xa0)
    if (isLatin) hasLatin = true
    else entries.push(entry(id, texts[id] ?? ''))
  }
  return MAP_HEAD + (hasLatin ? LATIN : '') + blocks(entries) + MAP_TAIL
}

function entry(id: number, text: string): string {
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += hex4(text.charCodeAt(i))
  return `<${hex4(id)}><${hex}>`
}

/** Blocks of at most a hundred entries, as PDF requires. */
function blocks(entries: readonly string[]): string {
  let map = ''
  for (let from = 0; from < entries.length; from += 100) {
    const block = entries.slice(from, from + 100)
    map += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`
  }
  return map
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0')
}
