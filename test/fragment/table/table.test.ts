import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { block, paragraph, type RowSpec, table } from '../../support/laid.ts'
import { cutPages, show, showRows } from '../../support/pieces.ts'

const p = (name: string, lines: number, style = {}) => paragraph(lines, { name, style })
const row = (...lines: number[]): RowSpec => ({ cells: lines.map((count, i) => p(`c${i}`, count)) })
const rows = (count: number, lines = 2): RowSpec[] => Array.from({ length: count }, () => row(lines, 1))

const tables = suite('tables')

tables('rows move whole, head and foot are repeated on every page', () => {
  const body = table(rows(9), { head: [row(1)], foot: [row(1)] })
  // 120 - 10 - 10 = 100: five rows of 20 a page
  assert.equal(showRows(block([body])), [
    'head0@0 body0@10 body1@30 body2@50 body3@70 body4@90 foot0@110',
    'head0@0 body5@10 body6@30 body7@50 body8@70 foot0@90',
  ])
})

tables('a table that cannot begin here moves with its head', () => {
  const root = block([p('a', 10), table(rows(3), { head: [row(1)] })])
  assert.equal(showRows(root), ['', 'head0@0 body0@10 body1@30 body2@50'])
})

tables('border spacing vanishes at a break, as the table’s border does', () => {
  const root = table(rows(8), { spacing: 5, border: { top: 2, bottom: 2 } })
  // 2 + 5 | 20 5 20 5 20 5 20 | next would end at 132; on page 2 the top border is gone
  assert.equal(showRows(root), ['body0@7 body1@32 body2@57 body3@82', 'body4@0 body5@25 body6@50 body7@75'])
})

tables('the end of the table must fit below its last row', () => {
  const root = table(rows(6), { border: { bottom: 5 } })
  // 6 rows are 120, the border does not fit any more
  assert.equal(showRows(root), ['body0@0 body1@20 body2@40 body3@60 body4@80', 'body5@0'])
})

tables('a row taller than the page is cut through all its cells', () => {
  const tall: RowSpec = { cells: [p('x', 15), p('y', 3)] }
  const root = table([row(2), tall, row(2)], { head: [row(1)] })
  // page 1: 90 below head and first row: 9 lines; page 2 takes the other 6
  assert.equal(show(root), [
    'head0@0 c00-1@0 body0@10 c00-2@10 body1>@30 x0-9@30 y0-3@30',
    'head0@0 c00-1@0 body1<@10 x9-15@10 body2@70 c00-2@70',
  ])
})

tables('a short row moves whole', () => {
  assert.equal(showRows(table([row(5), row(9)])), ['body0@0', 'body1@0'])
})

tables('a row of most of a page is cut', () => {
  assert.equal(showRows(table([row(2), row(11)])), ['body0@0 body1>@20', 'body1<@0'])
})

tables('a head that leaves no room for rows is not repeated', () => {
  const root = table(rows(6), { head: [row(10)] })
  // 100 of 120 is more than three quarters: it stands once, as rows do
  assert.equal(showRows(root), ['head0@0 body0@100', 'body1@0 body2@20 body3@40 body4@60 body5@80'])
})

tables('a head taller than the page is cut', () => {
  assert.equal(showRows(table(rows(2), { head: [row(15)] })), ['head0>@0', 'head0<@0 body0@30 body1@50'])
})

tables('a foot that is too tall is shown once, at the end', () => {
  const root = table(rows(6), { foot: [row(10)] })
  assert.equal(showRows(root), ['body0@0 body1@20 body2@40 body3@60 body4@80 body5@100', 'foot0@0'])
})

tables('rows with break-after: avoid stay with the next', () => {
  const body = rows(7)
  body[4] = { ...row(2, 1), style: { breakAfter: 'avoid' } }
  body[5] = { ...row(2, 1), style: { breakAfter: 'avoid' } }
  assert.equal(showRows(table(body)), ['body0@0 body1@20 body2@40 body3@60', 'body4@0 body5@20 body6@40'])
})

tables('a forced break between rows', () => {
  const body = rows(3)
  body[1] = { ...row(2, 1), style: { breakBefore: 'page' } }
  assert.equal(showRows(table(body, { head: [row(1)] })), ['head0@0 body0@10', 'head0@0 body1@10 body2@30'])
})

tables('rows linked by a span move together', () => {
  const body = [...rows(4), { cells: [{ laid: p('s', 1), rowSpan: 3 }, p('a', 2)] }, { cells: [p('b', 2)] }, { cells: [p('d', 2)] }]
  assert.equal(showRows(table(body)), ['body0@0 body1@20 body2@40 body3@60', 'body4@0 body5@20 body6@40'])
})

tables('a span taller than the page breaks between rows, and its cell continues', () => {
  const body = [{ cells: [{ laid: p('s', 10), rowSpan: 8 }, p('a', 2)] }, ...Array.from({ length: 7 }, () => ({ cells: [p('b', 2)] }))]
  const { pages } = cutPages(table(body))
  const cellsOf = (page: number, index: number) => {
    const { content } = pages[page]!.piece
    return content.kind === 'table' ? content.rows[index]!.cells : []
  }
  // 8 rows of 20 on pages of 120: 6 and 2
  assert.is(cellsOf(0, 0)[0]!.height, 120)
  const going = cellsOf(1, 0).find((cell) => cell.cell.rowSpan === 8)!
  assert.equal([going.height, going.isFirst, going.isLast], [40, false, true])
  assert.equal(showRows(table(body))[1], 'body6@0 body7@20')
})

tables('the rest of a spanning cell makes its last row taller', () => {
  const body = [{ cells: [{ laid: p('s', 14), rowSpan: 2 }, p('a', 10)] }, { cells: [p('b', 4)] }]
  // 140 of rows; page 1 ends after row 0 at 100, but s continues to its end with 12 lines; 2 remain beside row 1 of 40
  assert.equal(show(table(body)), ['body0@0 s0-12@0 a0-10@0', 'body1@0 b0-4@0 s12-14@0'])
})

tables('captions are on the first and the last page', () => {
  const root = table(rows(7), { topCaptions: [p('top', 1)], bottomCaptions: [p('end', 1)] })
  assert.equal(
    show(root).map((page) =>
      page
        .split(' ')
        .filter((word) => /top|end/.test(word))
        .join(' '),
    ),
    ['top0-1@0', 'end0-1@40'],
  )
})

tables('a row group that avoids breaks stays together', () => {
  const root = block([p('a', 9), table(rows(4), { group: { breakInside: 'avoid' } })])
  assert.equal(showRows(root), ['', 'body0@0 body1@20 body2@40 body3@60'])
})

tables('vertically centred cells of a cut row keep their place only where all of it fits', () => {
  const root = table([{ cells: [p('x', 20), { laid: p('y', 2), shift: 90 }, { laid: p('z', 2), shift: 30 }] }])
  assert.equal(show(root)[0], 'body0>@0 x0-12@0 y0-2@90 z0-2@30')
  const far = table([{ cells: [p('x', 20), { laid: p('y', 2), shift: 110 }] }])
  assert.equal(show(far)[0], 'body0>@0 x0-12@0 y0-2@0')
})

tables('a nested table is cut inside its row', () => {
  const inner = table(Array.from({ length: 20 }, () => ({ cells: [p('i', 1)] })))
  const pages = showRows(table([{ cells: [inner] }]))
  assert.equal(
    pages.map((page) => page.split(' ').length),
    [13, 9],
  )
})

tables.run()
