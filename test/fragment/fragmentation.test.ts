import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { block, paragraph, picture } from '../support/laid.ts'
import { cutPages, show } from '../support/pieces.ts'

const p = (name: string, lines: number, style = {}) => paragraph(lines, { name, style })

const flow = suite('flow')

flow('a box that fits is taken by reference', () => {
  const root = block([p('a', 3), p('b', 4)])
  const { pages } = cutPages(root)
  assert.is(pages.length, 1)
  assert.is(pages[0]!.piece.content.kind, 'whole')
})

flow('children move to the next page when they do not fit', () => {
  // 7 + 4 lines fill 110 of 120; the next child of 3 cannot leave 2 and take 2 along
  assert.equal(show(block([p('a', 7), p('b', 4), p('c', 3)])), ['a0-7@0 b0-4@70', 'c0-3@0'])
})

flow('a paragraph leaves orphans and takes widows along', () => {
  // 120 - 70 = 50 would take 5 of 6 lines; 2 widows must go, so 4 stay
  assert.equal(show(block([p('a', 7), p('b', 6)])), ['a0-7@0 b0-4@70', 'b4-6@0'])
})

flow('orphans and widows are the style’s', () => {
  const b = p('b', 6, { orphans: 1, widows: 1 })
  assert.equal(show(block([p('a', 11), b])), ['a0-11@0 b0-1@110', 'b1-6@0'])
})

flow('margins vanish at an unforced break', () => {
  const root = block([p('a', 10), [p('b', 4), { marginTop: 15 }], [p('c', 2), { marginTop: 5 }]])
  // b would begin at 115; at the top of page 2 its margin is gone, c keeps its distance: 40 + 5
  assert.equal(show(root), ['a0-10@0', 'b0-4@0 c0-2@45'])
})

flow('margins stay after a forced break', () => {
  const root = block([p('a', 2), [p('b', 4, { breakBefore: 'page' }), { marginTop: 15 }]])
  assert.equal(show(root), ['a0-2@0', 'b0-4@15'])
})

flow('break-after and break-before on both sides force one break', () => {
  assert.equal(show(block([p('a', 2, { breakAfter: 'page' }), p('b', 2, { breakBefore: 'page' })])), ['a0-2@0', 'b0-2@0'])
})

flow('a forced break inside the first or last child counts for its parent', () => {
  const inner = block([p('b', 2, { breakBefore: 'right', breakAfter: 'left' })])
  const { pages } = cutPages(block([p('a', 2), inner, p('c', 2)]))
  assert.equal(
    pages.map((page) => page.forcedBreak),
    [{ side: 'right', page: '', beginsGroup: false }, { side: 'left', page: '', beginsGroup: false }, undefined],
  )
})

flow('a break value for columns does nothing on a page', () => {
  assert.equal(show(block([p('a', 2, { breakAfter: 'column' }), p('b', 2)])), ['a0-2@0 b0-2@20'])
})

flow('another page type forces a break, and is named in it', () => {
  const { pages } = cutPages(block([p('a', 2), block([p('b', 2)], { style: { page: 'wide' } }), p('c', 2)]))
  assert.equal(
    pages.map((page) => page.forcedBreak),
    [{ side: 'any', page: 'wide', beginsGroup: true }, { side: 'any', page: '', beginsGroup: false }, undefined],
  )
})

flow('a heading stays with the paragraph that follows', () => {
  const root = block([p('a', 9), p('h', 1, { breakAfter: 'avoid' }), p('b', 5)])
  // h ends at 100; 20 more would take 2 of 5 lines of b: legal, so nothing moves
  assert.equal(show(root), ['a0-9@0 h0-1@90 b0-2@100', 'b2-5@0'])
  const tight = block([p('a', 10), p('h', 1, { breakAfter: 'avoid' }), p('b', 5)])
  // one line of b is too few: the last legal break is before h
  assert.equal(show(tight), ['a0-10@0', 'h0-1@0 b0-5@10'])
})

flow('a chain of headings moves together', () => {
  const h = (name: string) => p(name, 1, { breakAfter: 'avoid' })
  assert.equal(show(block([p('a', 9), h('h'), h('i'), p('b', 4)])), ['a0-9@0', 'h0-1@0 i0-1@10 b0-4@20'])
})

flow('a break may be inside the content before', () => {
  // break-before: avoid on b: better to cut a (10 lines) than to part b from it
  const root = block([p('a', 10), picture(30, { breakBefore: 'avoid' })])
  assert.equal(show(root), ['a0-8@0', 'a8-10@0 img@20'])
})

flow('a box that avoids breaks moves whole', () => {
  const card = block([p('b', 3), p('c', 3)], { style: { breakInside: 'avoid' } })
  assert.equal(show(block([p('a', 7), card])), ['a0-7@0', 'b0-3@0 c0-3@30'])
})

flow('an avoid is broken last, after orphans and widows', () => {
  const card = block([p('b', 11), p('c', 3)], { style: { breakInside: 'avoid' } })
  // 140 do not fit 120 anywhere: cut as well as possible
  assert.equal(show(block([p('a', 2), card])), ['a0-2@0', 'b0-11@0', 'c0-3@0'])
  const chain = block([p('h', 11, { breakAfter: 'avoid', breakInside: 'avoid' }), p('b', 3)])
  // one line of b stays with h: orphans go first
  assert.equal(show(chain), ['h0-11@0 b0-1@110', 'b1-3@0'])
})

flow('bottom padding stays with the last line', () => {
  const box = block([p('b', 5)], { padding: { bottom: 10 } })
  // 70 + 50 = 120 would take all lines, but not the padding: 2 widows go with it
  assert.equal(show(block([p('a', 7), box])), ['a0-7@0 b0-3@70', 'b3-5@0'])
})

flow('empty space of a box with a height is cut', () => {
  const box = block([p('a', 2)], { height: 260 })
  const { pages } = cutPages(block([box, p('b', 1)]))
  // 260 = 120 + 120 + 20, then b
  assert.equal(
    pages.map(({ piece }) => piece.height),
    [120, 120, 30],
  )
  assert.equal(show(block([box, p('b', 1)]))[2], 'b0-1@20')
})

flow('a margin at the end makes no page of its own', () => {
  const body = block([p('a', 11)], { padding: { top: 5 }, style: { marginBottom: 20 } })
  // 5 + 110 fit; the margin of 20 below would not
  const root = { ...block([body]), height: 135 }
  assert.is(cutPages(root).pages.length, 1)
})

flow('a picture moves whole; one taller than the page is sliced, with a warning', () => {
  assert.equal(show(block([p('a', 5), picture(80)])), ['a0-5@0', 'img@0'])
  const { pages, warnings } = cutPages(block([p('a', 5), picture(250), p('b', 2)]))
  assert.is(pages.length, 4)
  assert.equal(warnings, ['cut-box'])
  // 250 = 120 + 120 + 10
  assert.equal(show(block([p('a', 5), picture(250), p('b', 2)])), ['a0-5@0', 'img[0-120]@0', 'img[120-240]@0', 'img[240-250]@0 b0-2@10'])
})

flow('a line taller than the page is sliced; the lines after it use the room that is left', () => {
  const tall = paragraph([10, 10, 150, 10, 10], { name: 'a' })
  assert.equal(show(block([tall])), ['a0-2@0', 'a[20-140]@0', 'a[140-170]@0 a3-5@30'])
})

flow('padding that leaves no room stays on its page alone', () => {
  const box = block([p('a', 3)], { padding: { top: 115 } })
  // no line fits into 5: the rest of the padding is dropped rather than the text cut
  assert.equal(show(block([box])), ['', 'a0-3@0'])
})

flow('cloned decoration keeps its insets on every page', () => {
  const box = block([p('a', 20)], { padding: { top: 10, bottom: 10 }, style: { boxDecorationBreak: 'clone' } })
  // 120 - 10 - 10 leaves 10 lines a page
  assert.equal(show(block([box])), ['a0-10@10', 'a10-20@10'])
})

flow('pages of different heights', () => {
  assert.equal(show(block([p('a', 20)]), [50, 100, 120]), ['a0-5@0', 'a5-15@0', 'a15-20@0'])
})

flow('a positioned box is in the piece in which it begins', () => {
  const note = (y: number) => ({ x: 0, y, laid: p(`n${y}`, 1) })
  const root = block([p('a', 20)], { positioned: [note(-5), note(50), note(130)] })
  assert.equal(show(root), ['a0-12@0 n-50-1@-5 n500-1@50', 'a12-20@0 n1300-1@10'])
})

flow('a whole section with a forced break inside is not taken by reference', () => {
  const section = block([block([p('a', 1)]), block([p('b', 1), p('c', 1, { breakBefore: 'page' })])])
  assert.equal(show(block([section])), ['a0-1@0 b0-1@10', 'c0-1@0'])
})

flow.run()
