// Laws of box building over random documents: it ends, it does not throw, and what streams is what would have been made at once.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { boxText } from '../support/box-text.ts'
import { htmlBoxes } from '../support/html-boxes.ts'

const laws = suite('laws of boxes')

const TAGS =
  'div span p b table tbody tr td ul li img br svg input select a q h1 details button wbr col caption thead tfoot ol object pre'.split(' ')
const DISPLAYS =
  'block inline none contents inline-block flex inline-flex grid table inline-table table-row table-cell table-row-group table-header-group table-footer-group table-caption table-column list-item flow-root'.split(
    ' ',
  )
const MORE = [
  '',
  '',
  'float:left',
  'position:absolute',
  'float:footnote',
  'counter-increment:a',
  'counter-reset:a',
  'white-space:pre-line',
  'opacity:.5',
]
const SHEET =
  '<style>p::first-letter{color:red}div::before{content:counter(a) open-quote}td::after{content:counters(a,".");display:block}b::before{content:"x";display:table-cell}</style>'

/** A small generator of numbers below `n`, the same for the same seed. */
function chance(seed: number): (n: number) => number {
  let state = seed * 2_654_435
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >>> 12) % n
  }
}

function randomHtml(next: (n: number) => number, depth: number): string {
  const pick = (list: readonly string[]): string => list[next(list.length)]!
  return Array.from({ length: next(5) }, () => {
    if (depth === 0 || next(3) === 0) return pick(['text ', ' ', '\n', 'ab', '中\n'])
    const tag = pick(TAGS)
    const style = `${next(2) === 0 ? '' : `display:${pick(DISPLAYS)};`}${pick(MORE)}`
    const attributes = `style="${style}"${next(8) === 0 ? ' data-repeat=xs' : ''}${next(9) === 0 ? ` colspan=${next(5)}` : ''}`
    return `<${tag} ${attributes}>${randomHtml(next, depth - 1)}</${tag}>`
  }).join('')
}

laws('streams say what whole trees say', () => {
  for (let seed = 1; seed <= 120; seed++) {
    const html = SHEET + randomHtml(chance(seed), 5)
    const data = { xs: [1, 2, 3] }
    const whole = boxText(htmlBoxes(html, data).root)
    const streamed = boxText(htmlBoxes(html, data, 3).root)
    assert.is(streamed.replaceAll('stream(', 'block(').replaceAll('body~', 'body'), whole, `seed ${seed}`)
  }
})

laws.run()
