// Laws that hold for any paragraph: no text is lost or shown twice, lines follow each other, content that can fit does, widths agree with lines.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { InlineItem, ParagraphBox } from '../../../engine/box/box.ts'
import { Floats } from '../../../engine/layout/block/float.ts'
import { paragraphFloats } from '../../../engine/layout/block/float-box.ts'
import type { LaidParagraph, Line } from '../../../engine/layout/laid.ts'
import { BUNDLED_FONTS } from '../../../fonts/bundled.ts'
import { block, percent, type StyleChange } from '../../support/boxes.ts'
import { TOY_FONTS } from '../../support/fonts.ts'
import { contextForTest, type Item, lay, paragraph, span } from '../../support/paragraphs.ts'
import { makeRandom, type Random } from '../../support/random/random.ts'

const laws = suite('laws of paragraphs')
const { context } = await contextForTest([...TOY_FONTS, ...BUNDLED_FONTS])

const WORDS = [
  ...[
    'alpha',
    'b',
    'C-3',
    '2024-01',
    'really?yes',
    'AVATAR',
    'a/b',
    'x\u00adyz',
    'e\u0301tude',
    'ﬁn',
    '日本語',
    'ไทยภาษา',
    'שלום',
    'مرحبا',
    '(אב)',
    '12,50',
  ],
  ...['\u200b', '\u00a0', '\ud83d\udc68\u200d\ud83d\udc69', '\u202e', 'internationalisation', '\ud800', '\u0007', '—', '...'],
]

const STYLES: readonly StyleChange[] = [
  {},
  { fontFamily: ['Arial'], hyphens: 'auto', language: 'en' },
  { direction: 'rtl' },
  { textAlign: 'justify', fontFamily: ['Times'] },
  { textAlign: 'center', whiteSpaceCollapse: 'preserve', tabSize: { spaces: 3 } },
  { overflowWrap: 'anywhere', letterSpacing: 1.5 },
  { wordBreak: 'break-all', wordSpacing: -2 },
  { wordBreak: 'keep-all', textIndent: -12 },
  { whiteSpaceCollapse: 'break-spaces', fontVariantCaps: 'small-caps' },
  { lineBreak: 'anywhere', textIndent: percent(10) },
  { textWrapMode: 'nowrap' },
  { unicodeBidi: 'plaintext', textAlign: 'end' },
  { textWrapStyle: 'pretty', textIndent: 14, hyphens: 'auto', language: 'en', fontFamily: ['Arial'] },
  { textWrapStyle: 'pretty', direction: 'rtl', textAlign: 'justify', textIndent: -9, textIndentLines: 'hanging each-line' },
]

const SPANS: readonly StyleChange[] = [
  {},
  { fontWeight: 700, fontSize: 14 },
  { verticalAlign: 'super', fontSize: 7, paddingLeft: 3, borderRightWidth: 1 },
  { verticalAlign: 'top', marginRight: -4, backgroundColor: { red: 1, green: 0, blue: 0, alpha: 1 } },
  { unicodeBidi: 'isolate', direction: 'rtl', paddingRight: percent(5), borderTopWidth: 1 },
  { unicodeBidi: 'isolate-override', direction: 'rtl' },
  { unicodeBidi: 'plaintext', textWrapMode: 'nowrap' },
  { position: 'relative', left: 3, textDecorationLine: { underline: true, overline: true, lineThrough: true, error: 'none' } },
  { fontVariantCaps: 'all-small-caps', letterSpacing: 2 },
]

function randomItems(random: Random, depth: number): Item[] {
  return Array.from({ length: random.int(depth === 0 ? 1 : 0, 4) }, () => randomItem(random, depth))
}

function randomItem(random: Random, depth: number): Item {
  const { origin, style } = paragraph({})
  const roll = random.int(0, 19)
  if (roll < 11) return Array.from({ length: random.int(1, 6) }, () => random.pick(WORDS) + random.pick([' ', ' ', ' ', ''])).join('')
  if (roll < 14 && depth < 3) return span(random.pick(SPANS), ...randomItems(random, depth + 1))
  if (roll === 14) return '\n'
  if (roll === 15)
    return {
      atomic: block({
        display: 'inline-block',
        width: random.int(0, 49),
        height: random.int(0, 29),
        verticalAlign: random.pick(['baseline', 'top', 'bottom', 'middle'] as const),
      }),
    }
  if (roll === 16)
    return {
      kind: 'float',
      box: block({ float: random.pick(['left', 'right'] as const), width: random.int(0, 59), height: random.int(0, 39) }),
    }
  if (roll === 17)
    return { kind: 'positioned', box: block({ position: 'absolute', originalDisplay: random.pick(['block', 'inline'] as const) }) }
  if (roll === 18) return { kind: 'leader', text: '. ', style, origin }
  return { kind: 'mark', mark: { kind: 'anchor', id: 'x' } }
}

function randomParagraph(seed: number): ParagraphBox {
  const random = makeRandom(seed)
  return paragraph({ ...random.pick(STYLES), ...(random.chance(1 / 3) ? { padding: 2, border: 1 } : {}) }, ...randomItems(random, 0))
}

function layAmongFloats(box: ParagraphBox, width: number): LaidParagraph {
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  return lay(box, width, context, paragraphFloats(box, size, { floats: new Floats(), x: 0, y: 0, cleared: new WeakSet() }, context))
}

const VANISHING = /[\s\u200b\u00ad\u2010\u0007\u3000]/g

/** All characters that must be seen, sorted: lines may show them in any order. */
const sorted = (text: string): string => [...text.replace(VANISHING, '').toLowerCase().normalize('NFC')].sort().join('')

const written = (items: readonly InlineItem[]): string => items.map((item) => (item.kind === 'text' ? item.text : '')).join('')

function shown({ lines }: LaidParagraph, leader: string): string {
  return lines
    .flatMap((line) => line.items)
    .map((item) => {
      if (item.kind !== 'text' || item.actualText === '') return ''
      if (item.actualText !== undefined) return item.actualText
      const { run, from, to } = item
      const clusters = [...new Set(run.clusters.subarray(from, to))].sort((a, b) => a - b)
      const starts = [...new Set(run.clusters)].sort((a, b) => a - b)
      return clusters.map((c) => run.text.slice(c, starts[starts.indexOf(c) + 1] ?? run.text.length)).join('')
    })
    .join(leader)
}

function checkNumbers(line: Line): void {
  assert.ok(Number.isFinite(line.y) && Number.isFinite(line.height) && line.height >= 0 && Number.isFinite(line.baseline))
  for (const item of line.items) {
    assert.ok(Number.isFinite(item.x))
    if (item.kind === 'text') assert.ok(item.from <= item.to && item.to <= item.run.glyphs.length && Number.isFinite(item.width))
  }
}

const COUNT = 400

laws('nothing is lost or shown twice, and lines go down', () => {
  for (let seed = 0; seed < COUNT; seed++) {
    const box = randomParagraph(seed)
    for (const width of [15, 70, 400]) {
      const laid = layAmongFloats(box, width)
      assert.is(sorted(shown(laid, '')), sorted(written(box.items)), `seed ${seed}, width ${width}`)
      let bottom = 0
      for (const line of laid.lines) {
        checkNumbers(line)
        assert.ok(line.y >= bottom - 1e-9, `seed ${seed}: line at ${line.y} above ${bottom}`)
        bottom = line.y + line.height
      }
      const marks = box.items.filter((item) => item.kind === 'mark').length
      assert.is(
        laid.lines.reduce((sum, line) => sum + line.marks.length, 0),
        marks,
        `seed ${seed}: marks`,
      )
      assert.is(laid.floats.length, box.items.filter((item) => item.kind === 'float').length, `seed ${seed}: floats`)
      assert.is(laid.pending?.length ?? 0, box.items.filter((item) => item.kind === 'positioned').length, `seed ${seed}: positioned`)
    }
  }
})

laws('at its max-content width a paragraph does not wrap, at its min-content width nothing overflows', () => {
  for (let seed = 0; seed < COUNT; seed++) {
    const box = randomParagraph(seed)
    const { min, max } = context.layout.paragraphWidths(box, context)
    assert.ok(min <= max + 0.01, `seed ${seed}: ${min} > ${max}`)
    // Percentages have no basis yet, and what a negative margin takes back comes after what it is taken from.
    const isRelative = box.items.some(
      (item) => item.kind === 'open' && (typeof item.style.paddingRight !== 'number' || item.style.marginRight !== 0),
    )
    if (isRelative || box.items.some((item) => item.kind === 'float') || typeof box.style.textIndent !== 'number') continue
    const forced = layAmongFloats(box, max).lines.filter((line) => line.isLast).length
    assert.is(layAmongFloats(box, max).lines.length, forced, `seed ${seed}: wraps at ${max}`)
  }
})

laws('the same paragraph gives the same lines, whatever was laid out before', () => {
  const plain = (laid: LaidParagraph): string => JSON.stringify(laid.lines.map((l) => [l.y, l.height, l.items.map((i) => [i.kind, i.x])]))
  for (let seed = 0; seed < 50; seed++) {
    const once = plain(layAmongFloats(randomParagraph(seed), 100))
    context.layout.paragraphWidths(randomParagraph(seed), context)
    assert.is(plain(layAmongFloats(randomParagraph(seed), 100)), once)
  }
})

laws.run()
