// Fonts of the documents drawn by hand, opened once a process, and what fontkit said of each word: glyphs, kerning and width are asked for once.
import { create } from 'fontkit'
import { readFileSync } from 'node:fs'

const FILES = {
  regular: 'Arimo-Regular',
  bold: 'Arimo-Bold',
  serif: 'Tinos-Regular',
  'serif-bold': 'Tinos-Bold',
  'serif-italic': 'Tinos-Italic',
}
/** Words kept of a font: more than a vocabulary has. */
const MOST_WORDS = 60_000

function open(file) {
  const bytes = readFileSync(new URL(`../../fonts/${file}.ttf`, import.meta.url))
  const font = create(bytes)
  return { font, bytes, scale: 1000 / font.unitsPerEm, words: new Map() }
}

export const FONTS = Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, open(file)]))

/** Digits are not kerned and numbers seldom occur twice: they are shaped a character at a time. */
const FIGURES = /\d/

/** Glyph ids of a word, advances with kerning (thousandths of the size) and their sum. */
export function shapeWord(name, word) {
  const { words } = FONTS[name]
  const known = words.get(word)
  if (known !== undefined) return known
  if (word.length > 1 && FIGURES.test(word)) return joined([...word].map((character) => shapeWord(name, character)))
  const { font, scale } = FONTS[name]
  const { glyphs, positions } = font.layout(word)
  const shaped = {
    ids: glyphs.map(({ id }) => id),
    points: glyphs.map(({ codePoints }) => codePoints),
    own: glyphs.map(({ advanceWidth }) => advanceWidth * scale),
    kerns: glyphs.map(({ advanceWidth }, i) => (advanceWidth - positions[i].xAdvance) * scale),
    width: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale,
  }
  if (words.size > MOST_WORDS) words.clear()
  words.set(word, shaped)
  return shaped
}

function joined(parts) {
  return {
    ids: parts.flatMap(({ ids }) => ids),
    points: parts.flatMap(({ points }) => points),
    own: parts.flatMap(({ own }) => own),
    kerns: parts.flatMap(({ kerns }) => kerns),
    width: parts.reduce((sum, { width }) => sum + width, 0),
  }
}

/** Width of a text in points. */
export function widthOf(text, name, size) {
  let sum = 0
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf(' ', from)
    const to = found < 0 ? text.length : found
    if (to > from) sum += shapeWord(name, text.slice(from, to)).width
    if (found < 0) break
    sum += shapeWord(name, ' ').width
    from = to + 1
  }
  return (sum * size) / 1000
}
