// The pages of one part: boxes, layout, fragmentation and pagination, in order.
import { buildBoxes } from '../box/build.ts'
import { principalDirection, principalFrame } from '../box/principal-mode.ts'
import { contentBottom } from '../fragment/content-bottom.ts'
import { firstPage, fragment } from '../fragment/fragmentation.ts'
import { calledIn, countAtStart, marksOf, topOfParagraph } from '../fragment/marks.ts'
import { overhangsOf } from '../fragment/overhang.ts'
import { remainingOf } from '../fragment/remaining/remaining.ts'
import { layoutNoteArea, layoutNotes, layoutRestOfNote } from '../layout/block/footnotes.ts'
import type { LayoutContext } from '../layout/context.ts'
import type { NoteFunctions } from '../page/note-area.ts'
import type { Page } from '../page/page.ts'
import { layoutArea, paginate } from '../page/paginate.ts'
import type { RenderContext } from '../services.ts'
import type { StyledDocument } from '../style/style.ts'
import { rejectBeyondBudget } from './page-budget.ts'
import type { OpenPart } from './part.ts'
import { relayout } from './relayout.ts'
import { type DocumentBoxes, layoutToFit, type NamedArea, type ScaledRoot } from './shrink-to-fit.ts'

/** Lays out a part, and gives its pages as they are pulled; `pagesLeft` may still be made. */
export function pagesOf(part: OpenPart, pagesLeft: number, context: RenderContext): Generator<Page> {
  const { document, layout } = part
  const { reporter, limits } = context
  const frame = principalFrame(document.root)
  // Pages follow each other as lines do in vertical writing modes (CSS Page 3 §4.2).
  const isRightToLeft = frame === 'none' ? principalDirection(document.root) === 'rtl' : frame === 'rl'
  const laid = layoutPart(part, { isRightToLeft, pagesLeft }, context)
  const { root, fixed, scale } = laid
  return paginate({
    flow: { root, fixed, token: undefined, repeated: [] },
    ...relayout(laid, part),
    scale,
    isRightToLeft,
    first: firstPage(root),
    pagesLeft,
    pageStyle: (selector) => document.pageStyle(selector),
    fragment: (laid, token, space) => fragment(laid, token, space, { reporter, limits }),
    pieces: { marksOf, countAtStart, calledIn, topOfParagraph, contentBottom, overhangsOf },
    notes: noteFunctions(layout),
  })
}

interface PartPages {
  readonly isRightToLeft: boolean
  /** How many may still be made. */
  readonly pagesLeft: number
}

/** Layouts are taller than the pages that they are printed smaller on; what is on no page is far below. */
const MOST_TIMES = 2

/** Lays out a part, for the page that its first box asks for: it is known when there are boxes, and viewport units refer to it. */
function layoutPart(part: OpenPart, { isRightToLeft, pagesLeft }: PartPages, context: RenderContext): ScaledRoot {
  const { document, images, layout, bodyBoxes, items, mayShrink, containers } = part
  const { limits, sampleRows, nodesAhead } = context
  const reporter = containers?.reports ?? context.reporter
  const frame = principalFrame(document.root)
  const side = isRightToLeft ? 'left' : 'right'
  const areaOf = (page: string): NamedArea => {
    const style = document.pageStyle({ name: page, number: 1, inGroup: 1, side, isFirst: true, isBlank: false })
    return { page, ...layoutArea(style, frame) }
  }
  const layoutFor = (styled: StyledDocument, area: NamedArea): ScaledRoot => {
    const build: DocumentBoxes['build'] = (widthScale, narrowedTables) => {
      const { isQuirks } = layout
      const narrowing = narrowedTables === undefined ? {} : { narrowedTables }
      const isScaled = widthScale !== 1 && styled.usesViewport()
      const scaled = isScaled || containers !== undefined ? part.styledFor(area.page, isScaled ? widthScale : 1) : styled
      const boxes = buildBoxes(scaled, { images, reporter, limits, sampleRows, nodesAhead, items, isQuirks, ...narrowing })
      bodyBoxes.of(boxes)
      return boxes
    }
    // Lines that run up lose what is above the paper, as in browsers.
    const settle = containers?.settleWithin(pagesLeft * area.height * MOST_TIMES)
    return layoutToFit({ build, followsWidth: () => styled.usesViewport(), settle }, area, layout, mayShrink && frame !== 'sl')
  }
  const area = areaOf('')
  const laid = layoutFor(document, area)
  // Before the first box is asked for: a table is laid out with all of its rows.
  rejectBeyondBudget(part, { pages: pagesLeft, scale: laid.scale }, context)
  const named = areaOf(firstPage(laid.root).page)
  if (named.width === area.width && named.height === area.height) return laid
  return layoutFor(part.styledFor(named.page, 1), named)
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
