// The fast path for cells of one text, or none, must give what the general path gives: a cell with an `id` always takes the general path.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box, TableCell } from '../../engine/box/box.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { htmlBoxes } from '../support/html-boxes.ts'
import { makeRandom, type Random } from '../support/random/random.ts'

const plain = suite('plain cells')

const CONTENTS = [
  '',
  ' ',
  '{{text}}',
  ' {{text}} ',
  '{{text}} {{text}}',
  '{{#if text}}{{text}}{{/if}}',
  'two  spaces',
  'tab\tand\nline',
  '&nbsp;',
  '<b>{{text}}</b>',
  '{{text}}<br>',
  '<p>{{text}}</p>',
  '{{{text}}}',
  '<!-- nothing -->',
  '<i></i>',
]
const RULES = [
  'white-space: pre',
  'white-space: nowrap',
  'text-transform: uppercase',
  'text-decoration: underline',
  'counter-increment: n',
  'counter-reset: n',
  'string-set: s content()',
  'display: block',
  'display: list-item',
  'position: relative',
  'position: absolute',
  'float: left',
  'bookmark-level: 1',
  'font-weight: bold',
]
const SELECTORS = ['td', 'tr', 'table', 'th', 'td:empty', 'td:first-child']
const PSEUDOS = [
  'td::before { content: counter(n) }',
  'td::after { content: "" }',
  'td::first-letter { color: red }',
  'tr::before { content: "x" }',
]

function randomTable(random: Random): (attributes: string) => string {
  const rules = Array.from({ length: random.int(0, 2) }, () => `${random.pick(SELECTORS)} { ${random.pick(RULES)} }`)
  if (random.chance(0.2)) rules.push(random.pick(PSEUDOS))
  const rows = Array.from({ length: 3 }, () =>
    Array.from({ length: 3 }, () => {
      const tag = random.pick(['td', 'td', 'th'])
      return { tag, content: random.pick(CONTENTS), more: random.pick(['', '', ' class="a"', ' colspan="2"', ' rowspan="2"']) }
    }),
  )
  return (attributes) =>
    `<style>${rules.join('\n')}</style><table>${rows
      .map((cells) => `<tr>${cells.map(({ tag, content, more }) => `<${tag}${more}${attributes}>${content}</${tag}>`).join('')}</tr>`)
      .join('')}</table>`
}

/** Everything that later stages see of the cells, but for the `id` itself. */
function cellsOf(root: Box): unknown[] {
  if (root.kind === 'table')
    return [...itemsOf(root.bodies)].flatMap((group) => [...itemsOf(group.rows)].flatMap((row) => row.cells.map(cellText)))
  return root.kind === 'block' ? [...itemsOf(root.children)].flatMap(cellsOf) : []
}

const cellText = ({ box, ...place }: TableCell): unknown => ({ ...place, box: boxParts(box) })

function boxParts(box: Box): unknown {
  const { style, origin, isAnonymous } = box
  const marks = box.marks.filter(({ kind }) => kind !== 'anchor')
  const base = { kind: box.kind, display: style.display, color: style.color, path: origin.path, link: origin.link, isAnonymous, marks }
  if (box.kind === 'paragraph') return { ...base, items: box.items.map(itemParts), marker: box.marker, first: box.firstLineStyle?.color }
  return box.kind === 'block'
    ? { ...base, marker: box.marker, isStreamed: box.isStreamed, inside: [...itemsOf(box.children)].map(boxParts) }
    : base
}

const itemParts = (item: object): unknown =>
  JSON.stringify(item, (key, value) =>
    key === 'origin' ? value.path : key === 'style' ? [value.display, value.fontWeight] : key === 'box' ? boxParts(value) : value,
  )

plain('are what general cells are', () => {
  const random = makeRandom(5)
  let seen = 0
  let plainCells = 0
  for (let i = 0; i < 150; i++) {
    const table = randomTable(random)
    const text = random.pick(['', 'word', ' two words ', 'a\nb', 'déjà  vu'])
    const short = htmlBoxes(table(''), { text }, undefined, () => plainCells++).root
    const long = htmlBoxes(table(' id="x"'), { text }, undefined, () => assert.unreachable('a cell with an id by the fast path')).root
    assert.equal(cellsOf(short), cellsOf(long), table(''))
    seen += cellsOf(short).length
  }
  assert.ok(seen > 500)
  // The fast path was taken by a good part of them.
  assert.ok(plainCells > seen / 5, `${plainCells} of ${seen}`)
})

plain('do not count marks and counters of others away', () => {
  const rows = '<tr><td>a</td><td style="counter-increment: n">b</td><td class="n"></td></tr>'
  const { root } = htmlBoxes(`<style>.n::before { content: counter(n) }</style><table>${rows.repeat(2)}</table>`)
  const texts = JSON.stringify(cellsOf(root)).match(/\\"text\\":\\"[^"\\]+/g)
  assert.equal(
    texts?.map((found) => found.slice(-1)),
    ['a', 'b', '1', 'a', 'b', '1'],
  )
})

plain.run()
