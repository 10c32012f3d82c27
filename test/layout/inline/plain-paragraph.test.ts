// The fast path for paragraphs of plain texts must give what the general path gives.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ParagraphBox } from '../../../engine/box/box.ts'
import { generalWidths, layoutGeneral } from '../../../engine/layout/inline/paragraph.ts'
import { layoutPlain, plainWidths } from '../../../engine/layout/inline/plain-paragraph.ts'
import type { LaidParagraph } from '../../../engine/layout/laid.ts'
import { BUNDLED_FONTS } from '../../../fonts/bundled.ts'
import type { StyleChange } from '../../support/boxes.ts'
import { contextForTest, type Item, paragraph, span } from '../../support/paragraphs.ts'
import { makeRandom } from '../../support/random/random.ts'

const plain = suite('plain paragraphs')
const { context } = await contextForTest(BUNDLED_FONTS)

const TEXTS = [
  'Total',
  'AVATAR To. Tea',
  '1,234.56 €',
  '2024-01-15',
  'a@b.example/x?y=z',
  'Größe: 12 × 4 µm',
  'trailing space ',
  '  leading',
  'one two three four five six seven',
  'e.g. (x) [y] {z} <w> "q"! ok?no',
  'x',
  'see 2024-01-15, INV-2024-0042 and http://example.com/a-b?c=d for (all) details',
  'Ελλάδα, “Привет” and naïve (Αθήνα) 12 %',
  '12 Привет АУТ То',
  'T-V A-V-A-T-A-R To-Te-Ya double  spaces and a-very-long-hyphenated-word-indeed',
]

const STYLES: readonly StyleChange[] = [
  {},
  { textAlign: 'right', padding: 3, border: 1 },
  { textAlign: 'center', fontWeight: 700, fontStyle: 'italic' },
  { textAlign: 'justify', textWrapMode: 'nowrap' },
  { textAlign: 'justify' },
  { textAlign: 'justify', textJustify: 'inter-character' },
  { textAlign: 'justify', fontFamily: ['Times'], fontSize: 8 },
  { lineHeight: { factor: 1.37 }, height: 40 },
  { whiteSpaceCollapse: 'preserve', fontKerning: 'none' },
  { textDecorationLine: { underline: true, overline: false, lineThrough: true, error: 'none' }, minHeight: 50 },
  { overflowWrap: 'anywhere' },
  { hyphens: 'auto', language: 'en' },
  { lineHeight: { points: 11.9 }, fontFamily: ['Georgia'], fontSize: 9.3 },
  { letterSpacing: 0.75 },
  { letterSpacing: -0.375, textAlign: 'right', fontWeight: 700 },
  { letterSpacing: 1.5, textAlign: 'justify', fontFamily: ['Times'] },
  { letterSpacing: 4, fontKerning: 'none', whiteSpaceCollapse: 'preserve' },
]

/** Numbers to a millionth, halves upwards: sums may be taken in another order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, each) => {
      if (key === 'box' || key === 'face' || key === 'run') return undefined
      return typeof each === 'number' ? Math.round(each * 1e6 + 0.01) / 1e6 : each
    }),
  )

const glyphs = ({ lines }: LaidParagraph): unknown =>
  lines.map((line) => line.items.map((item) => (item.kind === 'text' ? [...item.run.glyphs.slice(item.from, item.to)] : item.kind)))

function compare(box: ParagraphBox, width: number): boolean {
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  const fast = layoutPlain(box, size, undefined, context)
  if (fast === undefined) return false
  const general = layoutGeneral(box, size, undefined, context)
  assert.equal(rounded(fast), rounded(general))
  assert.equal(glyphs(fast), glyphs(general))
  return true
}

STYLES.forEach((style, i) => {
  plain(`layout, style ${i}`, () => {
    let count = 0
    for (const text of TEXTS) {
      for (const width of [20, 47, 60, 61.5, 90, 200]) if (compare(paragraph({ fontFamily: ['Arial'], ...style }, text), width)) count++
    }
    assert.ok(count > TEXTS.length, `${count} were plain`)
  })

  plain(`widths, style ${i}`, () => {
    for (const text of TEXTS) {
      const box = paragraph({ fontFamily: ['Arial'], ...style }, text)
      const fast = plainWidths(box, context)
      if (fast !== undefined) assert.equal(rounded(fast), rounded(generalWidths(box, context)), text)
    }
  })
})

plain('random texts, words and lines of any kind', () => {
  const random = makeRandom(11)
  const pieces = [
    'AV',
    'To',
    'é',
    'Größe',
    '-',
    '–',
    '—',
    '“',
    '”',
    '’',
    '…',
    '€',
    '%',
    '/',
    '?',
    '!',
    '(',
    ')',
    '[',
    '}',
    '1',
    '11',
    '.',
    ',',
    '\u00a0',
    '×',
    '½',
    'ΑΥΤΟ',
    'ώρα',
    'ГАТА',
    'ёж',
    '«',
    '»',
    ' ',
    ' ',
    ' ',
    '  ',
  ]
  let count = 0
  for (let i = 0; i < 1500; i++) {
    const text = `a${Array.from({ length: random.int(1, 25) }, () => random.pick(pieces)).join('')}`
    const box = paragraph({ ...random.pick(STYLES), fontFamily: [random.pick(['Arial', 'Times', 'Courier'])] }, text)
    if (compare(box, random.int(10, 150))) count++
    const fast = plainWidths(box, context)
    if (fast !== undefined) assert.equal(rounded(fast), rounded(generalWidths(box, context)), text)
  }
  assert.ok(count > 700, `${count} were plain`)
})

const INNER: readonly StyleChange[] = [
  { fontWeight: 700 },
  { fontSize: 14, lineHeight: { points: 9 } },
  { color: { red: 1, green: 0, blue: 0, alpha: 1 } },
  { textDecorationLine: { underline: true, overline: false, lineThrough: false, error: 'none' }, fontSize: 7 },
  { fontStyle: 'italic', lineHeight: { factor: 3 } },
  { letterSpacing: 0.625 },
  { letterSpacing: -0.25, fontWeight: 700 },
]

/** Styles that leave lines as high as they are. */
const EVENLY_HIGH: readonly StyleChange[] = [
  { fontWeight: 700 },
  { fontStyle: 'italic' },
  { fontSize: 8 },
  { textDecorationLine: { underline: true, overline: false, lineThrough: false, error: 'none' } },
  { letterSpacing: 0.625 },
  { textJustify: 'none' },
]

plain('texts of several styles', () => {
  const random = makeRandom(5)
  const pieces = ['Total', 'é', ' ', ' x ', 'AV', ': ', '1,234.50', ' €', '-', '(a)', 'To']
  const words = (): string =>
    Array.from({ length: random.int(1, 3) }, () => random.pick(pieces)).join('') + random.pick(['', ' ', ' ', ' '])
  let count = 0
  for (let i = 0; i < 1200; i++) {
    const inner = (depth: number): Item =>
      random.chance(0.5) || depth > 2 ? words() : span(random.pick(INNER), inner(depth + 1), inner(depth + 1))
    const box = paragraph({ ...random.pick(STYLES), fontFamily: ['Arial'] }, `a${words()}`, inner(0), inner(0), words())
    if (compare(box, random.int(40, 400))) count++
    const fast = plainWidths(box, context)
    if (fast !== undefined) assert.equal(rounded(fast), rounded(generalWidths(box, context)))
  }
  assert.ok(count > 400, `${count} were plain`)
})

plain('running text with words in other styles, in lines of any width', () => {
  const random = makeRandom(17)
  const words = [
    'AV',
    'Total',
    'a-very-long-hyphenated-word',
    '1,234.50',
    '(all)',
    'x',
    'e.g.',
    'http://example.com/a-b?c=d',
    'Größe\u00a05',
    'Ελλάδα,',
    '(Привет)',
    '“ΑΥ”',
  ]
  const text = (): string => Array.from({ length: random.int(1, 6) }, () => `${random.pick(words)} `).join('')
  let count = 0
  for (let i = 0; i < 600; i++) {
    const styled = (depth: number): Item =>
      span(random.pick(EVENLY_HIGH), text(), ...(depth < 2 && random.chance(0.3) ? [styled(depth + 1)] : []), text())
    const items = Array.from({ length: random.int(1, 5) }, () => [styled(0), text()]).flat()
    const textAlign = random.pick(['left', 'right', 'justify', 'center'] as const)
    if (compare(paragraph({ fontFamily: ['Arial'], textAlign, lineHeight: { points: 12 } }, text(), ...items), random.int(60, 400))) count++
  }
  assert.ok(count > 300, `${count} were plain`)
})

plain('what is not plain takes the general path', () => {
  const size = { width: 500, height: undefined, containingWidth: 500, containingHeight: undefined }
  for (const box of [
    paragraph({ direction: 'rtl' }, 'a'),
    paragraph({}, 'a\u0301'),
    paragraph({}, 'α\u0301'),
    paragraph({ whiteSpaceCollapse: 'preserve' }, 'a α'),
    paragraph({}, 'שלום'),
    paragraph({ textIndent: 10 }, 'a'),
    paragraph({ wordSpacing: 1 }, 'a'),
    paragraph({}, 'a', 'b'),
    paragraph({}, ' '),
  ]) {
    assert.not.ok(layoutPlain(box, size, undefined, context))
  }
})

plain.run()
