import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BoundElement } from '../../engine/bind/bound.ts'
import type { Box, TableBox } from '../../engine/box/box.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { rowText } from '../support/box-text.ts'
import { bodyText, build } from '../support/build.ts'
import { htmlBoxes } from '../support/html-boxes.ts'
import { before, el, type Spec } from '../support/styled.ts'

const grid = suite('table grid')

grid('rows and plain cells release what they were bound from', () => {
  const html = '<table><tr data-repeat="rows"><td>{{a}}</td><td><p>{{a}}</p></td></tr></table>'
  const counted = new Map<string, number>()
  const prototype: BoundElement = Object.getPrototypeOf(htmlBoxes(html).document.root.element) // of all bound elements
  const { release } = prototype
  if (release === undefined) throw new Error('bound elements release nothing')
  prototype.release = function (): void {
    counted.set(this.tag, (counted.get(this.tag) ?? 0) + 1)
    release.call(this)
  }
  try {
    htmlBoxes(html, { rows: [{ a: 1 }, { a: 2 }] })
  } finally {
    prototype.release = release
  }
  // A cell with a paragraph is not plain.
  assert.equal(Object.fromEntries(counted), { td: 2, tr: 2 })
})

grid('groups come as head, bodies, foot whatever the order', () => {
  assert.is(
    bodyText(
      el(
        'table',
        el('caption', 'c'),
        el('tfoot', el('tr', el('td', 'f'))),
        el('thead', el('tr', el('th', 'h'))),
        el('tbody', el('tr', el('td', 'b'))),
      ),
    ),
    'table(table caption:para(caption "c") head(row[para(th "h")]) body(row[para(td "b")]) foot(row[para(td "f")]))',
  )
})

grid('a second head is a body', () => {
  const head = (text: string): Spec => el('thead', el('tr', el('td', text)))
  assert.is(bodyText(el('table', head('1'), head('2'))), 'table(table head(row[para(td "1")]) body(row[para(td "2")]))')
})

grid('missing rows, cells and groups are made', () => {
  const table = el(
    'div',
    { display: 'table' },
    el('div', { display: 'table-cell' }, 'a'),
    ' ',
    el('p', 'b'),
    ' text ',
    el('div', { display: 'table-row' }, 'c'),
  )
  assert.is(bodyText(table), 'table(div body(row[para(div "a") block(- para(p "b") para(- "text"))] row[para(- "c")]))')
})

grid('cells outside a table get one', () => {
  const cell = (text: string): Spec => el('div', { display: 'table-cell' }, text)
  assert.is(
    bodyText(el('div', 'x', cell('a'), ' ', cell('b'), 'y')),
    'block(div para(- "x") table(- body(row[para(div "a") para(div "b")])) para(- "y"))',
  )
  assert.is(bodyText(el('p', el('b', 'x', cell('a')))), 'para(p b< "x" atomic:table(- body(row[para(div "a")])) >)')
})

grid('white space between cells is dropped', () => {
  assert.is(
    bodyText(el('table', ' ', el('tbody', ' ', el('tr', ' ', el('td', 'a'), ' ', el('td', 'b'), ' '), ' '))),
    'table(table body(row[para(td "a") para(td "b")]))',
  )
})

grid('spans move the cells below', () => {
  const row = (...cells: Spec[]): Spec => el('tr', ...cells)
  const table = el(
    'table',
    el(
      'tbody',
      row(el('td', { '@rowspan': 2 }, 'a'), el('td', 'b'), el('td', { '@rowspan': 0 }, 'c')),
      row(el('td', 'd')),
      row(el('td', { '@colspan': 2 }, 'e')),
    ),
  )
  assert.is(
    bodyText(table),
    'table(table body(row[0+1×2:para(td "a") para(td "b") 2+1×Infinity:para(td "c")] row[1+1×1:para(td "d")] row[0+2×1:para(td "e")]))',
  )
})

grid('spans are bounded', () => {
  const spans = (attributes: Record<string, unknown>): string =>
    bodyText(el('table', el('tr', el('td', attributes, 'a')))).match(/\d+\+\d+×\d+/)?.[0] ?? 'none'
  assert.is(spans({ '@colspan': 5000 }), '0+1000×1')
  assert.is(spans({ '@rowspan': 70000 }), '0+1×10000')
  assert.is(spans({ '@colspan': '-3' }), 'none')
  assert.is(spans({ '@colspan': '2px' }), '0+2×1')
})

grid('columns come from col and colgroup', () => {
  const { root } = build([
    el('table', el('colgroup', { '@span': 2 }), el('colgroup', el('col', { '@span': 3, width: 5 }), el('col')), el('col')),
  ])
  const { columns } = tableIn(root)
  assert.equal(
    columns.map(({ style, group }) => `${style === undefined ? '' : 'c'}${group === undefined ? '' : 'g'}`),
    ['g', 'g', 'cg', 'cg', 'cg', 'cg', 'c'],
  )
})

const stream = suite('streamed tables')

/** A table of `count` numbered rows; `made` counts how many were asked of the style stage. */
function numbered(count: number, made: { rows: number }): Spec {
  const number = before([{ kind: 'counter', name: 'n', separator: undefined, style: 'decimal' }])
  const body: Spec = {
    ...el('tbody', { counterReset: [{ name: 'n', value: 0 }] }),
    children: function* () {
      for (let i = 1; i <= count; i++) {
        made.rows++
        yield el('tr', { counterIncrement: [{ name: 'n', value: 1 }] }, el('td', number))
      }
    },
  }
  return el('table', body, el('tfoot', el('tr', el('td', 'foot'))))
}

stream('rows are made as they are pulled', () => {
  const made = { rows: 0 }
  const { root } = build([numbered(1000, made)], { nodesAhead: 10 })
  const before = made.rows
  assert.ok(before < 10, `${before} rows were made ahead`)
  const table = tableIn(root)
  assert.ok(table.isStreamed)
  const { rows } = table.bodies.at(0)!
  assert.is(rowText(rows.at(20)!), 'row[para(td ::before< "21" >)]')
  assert.is(made.rows, 21)
})

stream('measuring begins anew and disturbs no counter', () => {
  const made = { rows: 0 }
  const { root } = build([numbered(100, made)], { nodesAhead: 10 })
  const group = tableIn(root).bodies.at(0)!
  const texts = [...group.measureRows()].map(rowText)
  assert.is(texts.length, 100)
  assert.is(texts[0], 'row[para(td ::before< "1" >)]')
  assert.is(texts[99], 'row[para(td ::before< "100" >)]')
  assert.is(rowText(group.rows.at(99)!), 'row[para(td ::before< "100" >)]')
  assert.is(group.rows.at(100), undefined)
})

stream('the foot behind the rows is there from the start', () => {
  const { root } = build([numbered(1000, { rows: 0 })], { nodesAhead: 10 })
  const { foot, bodies } = tableIn(root)
  assert.is(rowText(foot!.rows.at(0)!), 'row[para(td "foot")]')
  for (const _ of itemsOf(bodies.at(0)!.rows));
  assert.is(bodies.at(1), undefined)
})

stream('what follows is numbered after the rows', () => {
  const counter = { kind: 'counter', name: 'all', separator: undefined, style: 'decimal' } as const
  const rows: Spec = {
    ...el('tbody'),
    children: () => Array.from({ length: 50 }, () => el('tr', { counterIncrement: [{ name: 'all', value: 1 }] }, el('td', 'x'))),
  }
  const { root } = build([el('div', { counterReset: [{ name: 'all', value: 0 }] }, el('table', rows), el('p', before([counter])))], {
    nodesAhead: 10,
  })
  const body = blockIn(root)
  const div = body.children.at(0)!
  assert.ok(div.kind === 'block' && div.isStreamed && body.isStreamed)
  const table = div.children.at(0) as TableBox
  for (const _ of itemsOf(table.bodies.at(0)!.rows));
  const p = div.children.at(1)!
  assert.ok(p.kind === 'paragraph')
  assert.equal(
    p.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
    ['50'],
  )
})

stream('streamed rows do not count against the nodes', () => {
  const { root } = build([numbered(1000, { rows: 0 })], { nodesAhead: 10, limits: { nodes: 100 } })
  assert.is([...itemsOf(tableIn(root).bodies.at(0)!.rows)].length, 1000)
})

stream('off the spine nothing streams', () => {
  const { root } = build([el('div', { float: 'left' }, numbered(50, { rows: 0 }))], { nodesAhead: 10 })
  assert.not.ok(JSON.stringify(bodyKinds(root)).includes('true'))
})

stream('rows directly in a table stream too', () => {
  const table: Spec = {
    ...el('div', { display: 'table' }),
    children: () =>
      Array.from({ length: 40 }, (_, i) => el('div', { display: 'table-row' }, el('div', { display: 'table-cell' }, String(i)))),
  }
  const { root } = build([table], { nodesAhead: 10 })
  const box = tableIn(root)
  assert.ok(box.isStreamed)
  const group = box.bodies.at(0)!
  assert.is([...group.measureRows()].length, 40)
  assert.is(rowText(group.rows.at(39)!), 'row[para(div "39")]')
  assert.is(box.bodies.at(1), undefined)
})

stream('blocks of a repeat stream', () => {
  let made = 0
  const list: Spec = {
    ...el('div'),
    children: function* () {
      for (let i = 0; i < 1000; i++) {
        made++
        yield el('p', `p${i}`)
      }
    },
  }
  const { root } = build([list], { nodesAhead: 10 })
  const div = blockIn(root).children.at(0)!
  assert.ok(div.kind === 'block' && div.isStreamed)
  assert.ok(made < 20)
  div.children.release(0)
  const last = div.children.at(999)
  assert.ok(last?.kind === 'paragraph')
  assert.is(div.children.at(1000), undefined)
})

function blockIn(box: Box): Extract<Box, { kind: 'block' }> {
  const first = box.kind === 'block' ? box.children.at(0) : undefined
  if (first?.kind !== 'block') throw new Error('no block')
  return first
}

function tableIn(root: Box): TableBox {
  const first = blockIn(root).children.at(0)
  if (first?.kind !== 'table') throw new Error('no table')
  return first
}

function bodyKinds(box: Box): unknown {
  if (box.kind === 'block') return [box.isStreamed, [...itemsOf(box.children)].map(bodyKinds)]
  return box.kind === 'table' ? [box.isStreamed] : box.kind
}

grid.run()
stream.run()
