// Problem: cut one endless layout into pages whose size, side and name depend on what flows onto them.
// Approach: pull. Each step decides the page's selector and area, takes the next piece of fragmentation for it, yields the page, and forgets it.
// Limits: a page's area is decided before its content is known, so a name or size change takes effect where a box forces a break.
import type { BoxMark } from '../box/box.ts'
import { isRepeatedFromItsPage } from '../box/box-kinds.ts'
import { error, InputError } from '../diagnostic.ts'
import type { BreakToken, ForcedBreak, Fragment, Outcome, PageEnd, Space } from '../fragment/fragment.ts'
import { type Size, wholePixels } from '../geometry.ts'
import type { Laid, Placed } from '../layout/laid.ts'
import type { PageSelector } from '../style/page-selector.ts'
import type { Frame, PageStyle } from '../style/style.ts'
import { type ComposedPage, composeNotes, composePage, type PageTask, type PieceFunctions } from './compose.ts'
import { NO_NOTES, type NoteFunctions, notesForPage, type WaitingNotes } from './note-area.ts'
import { Overhangs } from './overhangs.ts'
import type { Page } from './page.ts'

/** What flows, laid out for pages of one width. */
interface FlowOnPages {
  readonly root: Laid
  /** Where it continues; undefined at its start. */
  readonly token: BreakToken | undefined
  /** Boxes repeated on every page; read again for each page, as a streamed document may find more. */
  readonly fixed: readonly Placed[]
  /** Pieces of fixed boxes that stood in the flow of earlier pages: they are on all later ones. */
  readonly repeated: readonly Fragment[]
}

export interface PaginateOptions {
  readonly flow: FlowOnPages
  /** What remains of a flow, laid out for a page of another width; the same flow where the width is the same. */
  readonly relayout: (flow: FlowOnPages, style: PageStyle, name: string) => FlowOnPages
  /** The flow laid out for this page without a float that does not fit it; the same flow where `outcome` asks for none, undefined where that cannot be done. */
  readonly withoutFloat: (flow: FlowOnPages, outcome: Outcome) => FlowOnPages | undefined
  readonly pageStyle: (selector: PageSelector) => PageStyle
  readonly fragment: (laid: Laid, token: BreakToken | undefined, space: Space) => Outcome
  readonly pieces: PieceFunctions
  readonly notes: NoteFunctions
  /** The page that the document begins on. */
  readonly first: ForcedBreak
  /** Pages that may still be made (`limits.pages` less those of earlier parts). */
  readonly pagesLeft: number
  /** Points on the sheet for a point of the layout. */
  readonly scale: number
  /** The document's pages run from right to left: first page on the left. */
  readonly isRightToLeft: boolean
}

/** The pages of one document, in order. At least one, even when nothing flows. Throws InputError `limit-pages`. */
export function* paginate(options: PaginateOptions): Generator<Page, undefined> {
  let { flow } = options
  let forced: NextPage = { before: options.first.page, isForced: false, ...options.first }
  let waiting: WaitingNotes = NO_NOTES
  let flows = true
  let inGroup = 0
  const overhangs = new Overhangs(options.pieces.overhangsOf)
  for (let number = 1; flows || hasNotes(waiting) || overhangs.areLeft; number++) {
    if (number > options.pagesLeft) throw tooManyPages(options.pagesLeft)
    const side = sideOf(number, options.isRightToLeft)
    // Waiting notes come before a forced break.
    const isNotesOnly: boolean = hasNotes(waiting) && (!flows || forced.isForced)
    const isEnded = !flows && !isNotesOnly
    const isBlank = !isNotesOnly && !isEnded && forced.side !== 'any' && forced.side !== side
    const name = isNotesOnly || isEnded ? forced.before : forced.page
    if (!isBlank) inGroup = forced.beginsGroup && !isNotesOnly ? 1 : inGroup + 1
    const selector = { name, number, inGroup, side, isFirst: number === 1, isBlank }
    const style = options.pageStyle(selector)
    const shown = { selector, style, overhangs }
    if (isBlank || isEnded) {
      yield makePage(options, flow, shown, undefined)
      continue
    }
    if (!isNotesOnly) flow = options.relayout(flow, style, name)
    const filled: FilledPage = isNotesOnly ? notesOnly(options, { flow, style }, waiting) : fillPage(options, { flow, style }, waiting)
    const { composed } = filled
    flow = filled.flow
    waiting = composed.waiting
    yield makePage(options, flow, shown, composed)
    if (isNotesOnly) continue
    const { outcome } = composed
    flows = outcome.kind !== 'whole'
    const before = forced.page
    if (outcome.kind === 'part') flow = { ...flow, token: outcome.next, repeated: withRepeated(flow.repeated, outcome.piece) }
    const next = outcome.kind === 'part' ? outcome.forcedBreak : undefined
    forced = { side: 'any', page: before, beginsGroup: false, ...next, before, isForced: next !== undefined }
  }
  return undefined
}

/** What the next page must be, after the break that ends this one. */
interface NextPage extends ForcedBreak {
  /** Named page type of the page before. */
  readonly before: string
  readonly isForced: boolean
}

function hasNotes({ rest, boxes }: WaitingNotes): boolean {
  return rest !== undefined || boxes.length > 0
}

/** A page to be filled. */
interface NewPage {
  readonly flow: FlowOnPages
  readonly style: PageStyle
}

/** `flow`: as it is laid out for the page. */
interface FilledPage {
  readonly flow: FlowOnPages
  readonly composed: ComposedPage
}

function notesOnly(options: PaginateOptions, page: NewPage, waiting: WaitingNotes): FilledPage {
  const task = taskOf(options, page, false)
  return { flow: page.flow, composed: composeNotes(task, notesForPage(waiting, task.foot)) }
}

/** Fills a page, and once more for each float that is found not to fit it: the page is then laid out without the float, which begins on the next one. */
function fillPage(options: PaginateOptions, { flow, style }: NewPage, waiting: WaitingNotes): FilledPage {
  for (let page = { flow, style }, pushes = true; ; ) {
    const task = taskOf(options, page, pushes)
    const composed = composePage(task, notesForPage(waiting, task.foot))
    const without: FlowOnPages | undefined = pushes ? options.withoutFloat(page.flow, composed.outcome) : page.flow
    if (without === page.flow) return { flow: without, composed }
    pushes = without !== undefined
    page = { flow: without ?? flow, style }
  }
}

/** The page that `style` describes, to be filled with what flows. `pushes`: floats may ask to be laid out on the next page. */
function taskOf(options: PaginateOptions, { flow, style }: NewPage, pushes: boolean): PageTask {
  const { scale, notes, pieces } = options
  const { root, token } = flow
  const { frame } = root.box.style
  const full = flowHeight(style, frame, scale)
  return {
    height: full,
    fixed: fixedOn(flow),
    fragment: (height, forced) => options.fragment(root, token, { height, full, forced, pushes }),
    foot: () => {
      const { width } = layoutArea(style, frame)
      const pageHeight = exactHeight(style, frame) / scale
      const area = notes.layArea(style.footnoteArea, { width: width / scale, height: pageHeight })
      return { area, pageHeight, functions: notes, fragment: options.fragment }
    },
    pieces,
  }
}

/**
 * The height of pages as content flows through them: in vertical writing modes it is their width. In whole px of the layout, rounded up: browsers break pages
 * there.
 */
export function flowHeight(style: PageStyle, frame: Frame, scale: number): number {
  return wholePixels(exactHeight(style, frame) / scale)
}

function exactHeight({ area: { width, height } }: PageStyle, frame: Frame): number {
  return frame === 'none' ? height : width
}

/** The room that content is laid out in, in the frame of the document: as wide as the page area in whole px, rounded up, so that lines break where browsers break them. */
export function layoutArea({ area: { width, height } }: PageStyle, frame: Frame): Size {
  if (frame !== 'none') return { width: height, height: width }
  return { width: wholePixels(width), height }
}

/** CSS Page 3 §4.2: the first page of a left-to-right document is a right page. */
function sideOf(number: number, isRightToLeft: boolean): 'left' | 'right' {
  return (number % 2 === 1) !== isRightToLeft ? 'right' : 'left'
}

interface MadePage {
  readonly selector: PageSelector
  readonly style: PageStyle
  readonly overhangs: Overhangs
}

function makePage(
  options: PaginateOptions,
  flow: FlowOnPages,
  { selector, style, overhangs }: MadePage,
  composed: ComposedPage | undefined,
): Page {
  const { box } = flow.root
  const marks = composed?.marks ?? []
  const root = composed === undefined || composed.outcome.kind === 'none' ? undefined : composed.outcome.piece
  const overhang = overhangs.onPage(root, endOf(style, box.style.frame, options.scale))
  return {
    style,
    area: style.area,
    scale: options.scale,
    frame: box.style.frame,
    root,
    fixed: fixedOn(flow),
    footnotes: composed?.footnotes === undefined ? [] : [composed.footnotes],
    marks,
    marksAtStart: root !== undefined && marks.some(isShown) ? options.pieces.countAtStart(root) : 0,
    ...(overhang === undefined ? {} : { overhang }),
    ...selector,
  }
}

/** Pages of vertical writing modes end at their side. */
function endOf(style: PageStyle, frame: Frame, scale: number): PageEnd {
  const flow = flowHeight(style, frame, scale)
  return { flow, paper: frame === 'none' ? (style.height - style.area.y) / scale : flow }
}

function fixedOn({ fixed, repeated }: FlowOnPages): Fragment[] {
  return [...fixed.map(wholeFragment), ...repeated]
}

/** Adds the fixed boxes that begin or continue in `root`, a page of the flow, where it shows them. */
function withRepeated(before: readonly Fragment[], root: Fragment): readonly Fragment[] {
  const { style } = root.laid.box
  const children = root.content.kind === 'children' ? root.content.children : root.laid.positioned.map(wholeFragment)
  const found = children.filter(({ laid }) => isRepeatedFromItsPage(laid.box.style, style))
  return found.length === 0 ? before : [...before, ...found.map((piece) => ({ ...piece, x: root.x + piece.x, y: root.y + piece.y }))]
}

/** Margin boxes may show the mark. */
function isShown({ kind }: BoxMark): boolean {
  return kind === 'string' || kind === 'running'
}

/** The fragment that shows all of a box. */
export function wholeFragment({ laid, x, y }: Placed): Fragment {
  return { laid, x, y, height: laid.height, isFirst: true, isLast: true, content: { kind: 'whole' } }
}

export function tooManyPages(limit: number): InputError {
  return new InputError([
    error('limit-pages', undefined, `the document has more than ${limit} pages`, 'raise limits.pages, or render less at once'),
  ])
}
