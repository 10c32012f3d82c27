// Scripts, directions, marks, joiners, controls and pictures in any order, in lines, narrow columns, cells and flex items: three readers give
// every character of them, and on a line with room whole words.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { READERS, textBy } from '../../support/extract.ts'
import { makeRandom } from '../../support/random/random.ts'

const mixed = suite('mixed')
const engine = await createEngine()

const LEFT_TO_RIGHT =
  `hello office naïve Straße e\u0301tude x\u0302\u0323y q\u0303 AV To — … ﬁn 12.50 $5 A&B नमस्ते क्षत्रिय বাংলা தமிழ் สวัสดี ລາວ ខ្មែរ မြန်မာ საქართველო
  Հայերեն Ελλάδα Привет 日本語 한국어 ẹ̀kọ́ a\u200bb a\u2060b x\u00adyz \u2066abc\u2069 donaudampfschiffahrtsgesellschaftskapitän`.split(
    /\s+/,
  )
const RIGHT_TO_LEFT = 'שלום עולם שָׁלוֹם مرحبا السلام لا مَرْحَبًا ١٢٣ «نص» (בית) می\u200cخواهم \u2067אבג\u2069 \u2068دها\u2069 نصّ'.split(' ')
/** Within a line the other way: pdf.js sees a space where it jumps to a word that begins with a sign, poppler takes marks at an end for neutral. */
const PLAIN_WORD = /^\p{L}.*\p{L}$/u
const PICTURES = ['😀', '👩‍👩‍👧', '🇩🇪', '❤️', '👍🏽', '1️⃣']

const SHAPES = [
  '<p dir=DIR>TEXT</p>',
  '<p style="width: 30mm" dir=DIR>TEXT</p>',
  '<table dir=DIR><tr><td style="width: 25mm">TEXT</td></tr></table>',
  '<div dir=DIR style="display: flex"><div style="width: 40mm">TEXT</div></div>',
  '<p dir=DIR style="text-align: justify; width: 50mm">TEXT</p>',
  '<p dir=DIR style="width: 3mm; font-size: 5px; overflow-wrap: anywhere">TEXT</p>',
]

interface Sample {
  readonly text: string
  readonly html: string
  /** Poppler guesses the direction of a line from its letters: only where they mostly run one way do words have to come out. */
  readonly isOneLine: boolean
}

function makeSamples(count: number, seed: number): readonly Sample[] {
  const random = makeRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const isRtl = random.chance(0.5)
    const shape = SHAPES[i % SHAPES.length]!
    const isOneLine = shape === SHAPES[0]
    const [own, other] = isRtl ? [RIGHT_TO_LEFT, LEFT_TO_RIGHT] : [LEFT_TO_RIGHT, RIGHT_TO_LEFT.filter((word) => PLAIN_WORD.test(word))]
    const words = Array.from({ length: random.int(4, 11) }, (_, at) => {
      if (!isOneLine) return random.pick([...own, ...other, ...PICTURES])
      return random.pick(at % 5 === 3 ? other.filter((word) => word.length < 10) : own)
    })
    const text = words.join(' ')
    const html = shape.replace('DIR', isRtl ? 'rtl' : 'ltr').replace('TEXT', text.replaceAll('&', '&amp;'))
    return { text, html, isOneLine }
  })
}

/** What all readers can give: without what has no shape, marks in one order, hyphens of line ends left out. */
function plain(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\u2010]|\ufe0f/g, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, (marks) => [...marks].sort().join(''))
}

const charactersOf = (text: string): string => [...plain(text).replace(/\s+/g, '')].sort().join('')

const samples = makeSamples(120, 5)
const pages = samples.map(({ html }) => `<section>${html}</section>`).join('')
const source = `<!doctype html><html lang="en"><style>@page { size: 400mm 600mm; margin: 5mm 100mm } section { break-after: page }</style>${pages}`
const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})

mixed('every character has a glyph', () => {
  assert.equal(warnings, [])
})

for (const reader of READERS) {
  const text = await textBy(reader, pdf)
  if (text === undefined) continue
  const byPage = text.split('\f')
  for (const [i, sample] of samples.entries()) {
    mixed(`${reader}: ${sample.html}`, () => {
      const found = byPage[i] ?? ''
      assert.is(charactersOf(found), charactersOf(sample.text))
      if (!sample.isOneLine) return
      const words = new Set(plain(found).split(/\s+/))
      assert.equal(
        plain(sample.text)
          .split(/\s+/)
          .filter((word) => word !== '' && !words.has(word)),
        [],
      )
    })
  }
}

mixed.run()
