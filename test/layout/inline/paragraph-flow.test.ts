// What reaches into lines from outside of the text: floats, positioned boxes, limits on lines, `::first-line`.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { InlineItem, ParagraphBox } from '../../../engine/box/box.ts'
import { Floats } from '../../../engine/layout/block/float.ts'
import { paragraphFloats } from '../../../engine/layout/block/float-box.ts'
import type { LaidParagraph } from '../../../engine/layout/laid.ts'
import { block, type StyleChange, styleOf } from '../../support/boxes.ts'
import { contextForTest, lay, lineTexts, paragraph, places, span, TOY } from '../../support/paragraphs.ts'

const flow = suite('lines among floats')
const { context } = await contextForTest()

/** One line is 10.5 pt high: see `paragraph.test.ts`. */
const LINE = 10.5

const float = (side: 'left' | 'right', width: number, height: number): InlineItem => ({
  kind: 'float',
  box: block({ display: 'block', float: side, width, height }),
})

function withFloats(box: ParagraphBox, width: number): LaidParagraph {
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  return lay(box, width, context, paragraphFloats(box, size, { floats: new Floats(), x: 0, y: 0, cleared: new WeakSet() }, context))
}

flow('lines are shortened beside a float and wide again below it', () => {
  const laid = withFloats(paragraph({}, float('left', 30, 15), 'aa bb cc dd ee'), 80)
  assert.equal(laid.lines.flatMap(places), ['30 "aa bb" 50', '30 "cc dd" 50', '0 "ee" 20'])
  assert.equal(
    laid.floats.map(({ x, y }) => [x, y]),
    [[0, 0]],
  )
})

flow('a float goes beside its line when there is room, else below it', () => {
  const beside = withFloats(paragraph({}, 'aa ', float('right', 20, 5), 'bb'), 80)
  assert.equal([beside.floats[0]!.x, beside.floats[0]!.y], [60, 0])
  const below = withFloats(paragraph({}, 'aa bb', float('right', 40, 5), ' cc'), 80)
  assert.equal([below.floats[0]!.x, below.floats[0]!.y], [40, LINE])
})

flow('a line moves down when even a word has no room', () => {
  const laid = withFloats(paragraph({}, float('left', 60, 20), 'aaaa'), 80)
  assert.is(laid.lines[0]!.y, 20)
  assert.equal(places(laid.lines[0]!), ['0 "aaaa" 40'])
})

flow('a break clears', () => {
  const style = styleOf(TOY)
  const clear: InlineItem = { kind: 'break', style, origin: paragraph({}).origin, clear: 'both' }
  const laid = withFloats(paragraph({}, float('left', 30, 33), 'a', clear, 'b'), 80)
  assert.is(laid.lines[1]!.y, 33)
})

flow('positioned boxes note where they would have stood', () => {
  const inline: StyleChange = { position: 'absolute', originalDisplay: 'inline', width: 5, height: 5 }
  const laid = lay(paragraph({}, 'ab', { kind: 'positioned', box: block(inline) }, 'c'), 100, context)
  assert.equal(laid.pending?.[0]?.rect, { x: 20, y: 0, width: 0, height: LINE })
  const blocky = lay(paragraph({}, 'ab', { kind: 'positioned', box: block({ ...inline, originalDisplay: 'block' }) }), 100, context)
  assert.equal(blocky.pending?.[0]?.rect, { x: 0, y: LINE, width: 0, height: LINE })
})

flow('a positioned inline box is a containing block', () => {
  const box = block({ position: 'absolute', originalDisplay: 'inline' })
  const laid = lay(paragraph({}, 'ab', span({ position: 'relative', padding: 1.5 }, 'cd', { kind: 'positioned', box })), 100, context)
  assert.equal(laid.pending?.[0]?.inlineBlock, { x: 20, y: 0 - 1.5, width: 1.5 + 20 + 1.5, height: LINE + 3 })
})

flow('relative inline boxes move what is in them', () => {
  const laid = lay(paragraph({}, 'a', span({ position: 'relative', left: 3, top: 4 }, 'b')), 100, context)
  const [a, b] = laid.lines[0]!.items
  assert.ok(a?.kind === 'text' && b?.kind === 'text')
  assert.equal([b.x - a.x, b.baseline - a.baseline], [10 + 3, 4])
})

flow('text-overflow: ellipsis', () => {
  const style: StyleChange = { textOverflow: 'ellipsis', overflowX: 'hidden', textWrapMode: 'nowrap' }
  assert.equal(lineTexts(lay(paragraph(style, 'aaa bbb ccc'), 60, context)), ['aaa b…'])
  assert.equal(lineTexts(lay(paragraph(style, 'aaa'), 60, context)), ['aaa'])
  assert.equal(lineTexts(lay(paragraph(style, 'aaa'), 5, context)), ['a…'])
})

flow('line-clamp', () => {
  const laid = lay(paragraph({ lineClamp: 2, blockEllipsis: 'auto' }, 'aa bb cc dd ee'), 50, context)
  assert.equal(lineTexts(laid), ['aa bb', 'cc d…'])
  assert.is(laid.height, 2 * LINE)
  assert.equal(lineTexts(lay(paragraph({ lineClamp: 2, blockEllipsis: 'auto' }, 'aa bb cc'), 50, context)), ['aa bb', 'cc'])
  const marked = (blockEllipsis: NonNullable<StyleChange['blockEllipsis']>): string[] =>
    lineTexts(lay(paragraph({ lineClamp: 2, blockEllipsis }, 'aa bb cc dd ee'), 50, context))
  assert.equal(marked('none'), ['aa bb', 'cc dd'])
  assert.equal(marked({ marker: '--' }), ['aa bb', 'cc --'])
})

flow('::first-line has its own font', () => {
  const box = paragraph({}, 'aa ', span({}, 'bb'), ' cc dd')
  const laid = lay({ ...box, firstLineStyle: styleOf({ ...TOY, fontSize: 20 }) }, 100, context)
  assert.equal(laid.lines.flatMap(places), ['0 "aa " 60', '60 "bb" 40', '0 "cc dd" 50'])
})

flow('leaders fill the line', () => {
  const { origin, style } = paragraph({})
  const laid = lay(paragraph({}, 'ab', { kind: 'leader', text: '. ', style, origin }, '12'), 100, context)
  assert.equal(places(laid.lines[0]!), ['0 "ab" 20', '20 ". . . " 60', '80 "12" 20'])
})

flow('page numbers have room for their sample', () => {
  const { origin, style } = paragraph({})
  const content = { kind: 'counter', name: 'pages', separator: undefined, style: 'decimal' } as const
  const laid = lay(paragraph({}, 'of ', { kind: 'page-number', content, sample: '000', style, origin }, '!'), 100, context)
  const item = laid.lines[0]!.items.find(({ kind }) => kind === 'page-number')
  assert.ok(item?.kind === 'page-number')
  assert.equal([item.x, item.width], [30, 30])
})

flow('tabs go to tab stops', () => {
  const style: StyleChange = { whiteSpaceCollapse: 'preserve', tabSize: { spaces: 4 } }
  assert.equal(places(lay(paragraph(style, 'a\tb\tcccc\td'), 300, context).lines[0]!), [
    '0 "a" 10',
    '40 "b" 10',
    '80 "cccc" 40',
    '160 "d" 10',
  ])
  const right = lay(paragraph({ ...style, textAlign: 'right' }, 'a\tb\nc\td'), 300, context)
  assert.equal(right.lines.flatMap(places), ['250 "a" 10', '290 "b" 10', '250 "c" 10', '290 "d" 10'])
  assert.is(Math.floor(context.layout.paragraphWidths(paragraph(style, 'a\tb\ncc\td'), context).max), 50)
})

flow.run()
