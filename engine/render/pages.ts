// The pages of one part: boxes, layout, fragmentation and pagination, in order.
import { buildBoxes } from '../box/build.ts'
import { contentBottom } from '../fragment/content-bottom.ts'
import { firstPage, fragment } from '../fragment/fragmentation.ts'
import { calledIn, countAtStart, marksOf, topOfParagraph } from '../fragment/marks.ts'
import { remainingOf } from '../fragment/remaining/remaining.ts'
import { layoutNoteArea, layoutNotes, layoutRestOfNote } from '../layout/block/footnotes.ts'
import type { LayoutContext } from '../layout/context.ts'
import type { NoteFunctions } from '../page/note-area.ts'
import type { Page } from '../page/page.ts'
import { layoutArea, paginate } from '../page/paginate.ts'
import type { RenderContext } from '../services.ts'
import { rejectBeyondBudget } from './page-budget.ts'
import type { OpenPart } from './part.ts'
import { relayout } from './relayout.ts'
import { type BuildFunction, layoutToFit } from './shrink-to-fit.ts'

/** Lays out a part, and gives its pages as they are pulled; `pagesLeft` may still be made. */
export function pagesOf(part: OpenPart, pagesLeft: number, context: RenderContext): Generator<Page> {
  const { document, images, layout, bodyBoxes, mayShrink } = part
  const { reporter, limits, sampleRows, nodesAhead } = context
  const build: BuildFunction = (breaksWordsIn) => {
    const boxes = buildBoxes(document, { images, reporter, limits, sampleRows, nodesAhead, ...breaksWordsIn })
    bodyBoxes.of(boxes)
    return boxes
  }
  const isRightToLeft = document.root.style.direction === 'rtl'
  const side = isRightToLeft ? 'left' : 'right'
  const first = document.pageStyle({ name: '', number: 1, inGroup: 1, side, isFirst: true, isBlank: false })
  const laid = layoutToFit(build, { page: '', ...layoutArea(first) }, layout, mayShrink)
  const { root, fixed, scale } = laid
  rejectBeyondBudget(part, { pages: pagesLeft, scale }, context)
  return paginate({
    flow: { root, fixed, token: undefined },
    relayout: relayout(laid, part),
    scale,
    isRightToLeft,
    first: firstPage(root),
    pagesLeft,
    pageStyle: (selector) => document.pageStyle(selector),
    fragment: (laid, token, space) => fragment(laid, token, space, { reporter, limits }),
    pieces: { marksOf, countAtStart, calledIn, topOfParagraph, contentBottom },
    notes: noteFunctions(layout),
  })
}

function noteFunctions(layout: LayoutContext): NoteFunctions {
  return {
    layArea: (style, page) => layoutNoteArea(style, page, layout),
    layNotes: (notes, area) => layoutNotes(notes, area, layout),
    layRest: (rest, area) => {
      const remains = remainingOf(rest.note.laid, rest.token)
      return remains === undefined ? rest : { note: layoutRestOfNote(remains.box, rest.note, area, layout), token: remains.token }
    },
  }
}
