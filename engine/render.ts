// The pipeline, from top to bottom: templates and data in, one painted page after another out.
import { bindTemplate } from './bind/bind.ts'
import type { BoundDocument } from './bind/bound.ts'
import type { Box, PageContext } from './box/box.ts'
import { buildBoxes } from './box/build.ts'
import { buildMarginBox, textOnPage } from './box/margin-box.ts'
import { addAll } from './collections/lists.ts'
import { type CompiledTemplate, stylesOf } from './compile.ts'
import { DiagnosticList, type Reporter, warning } from './diagnostic.ts'
import type { FontService } from './font/font.ts'
import { measuresOf } from './font/measures.ts'
import { createFonts } from './font/registry.ts'
import { contentBottom } from './fragment/content-bottom.ts'
import { firstPage, fragment } from './fragment/fragmentation.ts'
import { calledIn, countAtStart, marksOf, topOfParagraph } from './fragment/marks.ts'
import { remainingOf } from './fragment/remaining/remaining.ts'
import { PX, type Size } from './geometry.ts'
import type { DocumentImages } from './image/image.ts'
import { layoutNoteArea, layoutNotes, layoutRestOfNote } from './layout/block/notes.ts'
import type { LayoutContext } from './layout/context.ts'
import { layoutParagraph, paragraphWidths } from './layout/inline/paragraph.ts'
import { type LaidRoot, layoutRoot, makeContext } from './layout/layout.ts'
import { addLeastHeights } from './layout/least-height.ts'
import { layoutTable, tableWidths } from './layout/table/table.ts'
import { Forecast } from './page/forecast.ts'
import { KnownMarginBoxes } from './page/margin-box-cache.ts'
import { layMarginBoxes, type MarginBoxVerbs } from './page/margin-boxes.ts'
import type { Page, PageSummary } from './page/page.ts'
import { pageValues, summarise, totalsOf } from './page/page-values.ts'
import { layoutArea, type PaginateOptions, pageArea, paginate, tooManyPages } from './page/paginate.ts'
import { ShadowBudget } from './paint/blur/shadow-budget.ts'
import type { Canvas } from './paint/canvas.ts'
import { Bodies } from './paint/context/body-boxes.ts'
import { type DeferredText, makePaintContext, type PaintContext } from './paint/context/context.ts'
import { paintMarginBox, paintPage } from './paint/paint.ts'
import { paintDeferred } from './paint/text/deferred.ts'
import { addFontFaces, openImages } from './resources.ts'
import type { RenderContext } from './services.ts'
import { parseFragmentNodes } from './source/html.ts'
import { styleDocument } from './style/cascade.ts'
import { parseColorText } from './style/rules/color-text.ts'
import type { FontFaceRule, PageStyle, StyledDocument } from './style/style.ts'

/** One template with its data: a document by itself, or a part of a merged one. */
export interface Part {
  readonly template: CompiledTemplate
  readonly data: unknown
}

/** A part that was opened: bound and styled lazily, with everything that layout is given. */
export interface OpenPart {
  readonly document: StyledDocument
  readonly images: DocumentImages
  readonly fonts: FontService
  readonly layout: LayoutContext
  readonly formatSum: PageContext['formatSum']
  /** An estimate of the remaining items of repeats. */
  remainingItems(): number
  /** Binds and styles the document once more, to be read ahead independently: with budgets of its own, and without repeating warnings. */
  rebind(): Readable
  readonly bodies: Bodies
  /** May be scaled down when it is wider than its pages. */
  readonly mayShrink: boolean
}

/** A document, and how far its repeats were read. */
interface Readable {
  readonly document: StyledDocument
  readonly items: BoundDocument['items']
}

interface PaintablePart extends OpenPart {
  readonly paint: PaintContext
  readonly marginBoxes: KnownMarginBoxes
}

/** Shared by the parts of one template, so that the fonts they request are matched once. */
type SharedByTemplate = Pick<PaintablePart, 'fonts' | 'marginBoxes'>

/** A page that was painted, but for what only the whole knows. */
interface PaintedPage {
  readonly part: PaintablePart
  readonly index: number
  readonly summary: PageSummary
  readonly deferred: readonly DeferredText[]
}

/** Paints parts one after another on one canvas. Yields after each page, so that the caller can take bytes, stop or wait. Gives the number of pages of each part. */
export function* paintParts(parts: readonly Part[], canvas: Canvas, context: RenderContext): Generator<undefined, readonly number[]> {
  const counts: number[] = []
  // Pages that are not finished hold on to their parts.
  let open: PaintedPage[] = []
  let finished = 0
  const sharedByTemplate = new Map<CompiledTemplate, SharedByTemplate>()
  const shadows = new ShadowBudget(context.limits.shadows, context.reporter)
  for (const part of parts) {
    const before = open.length
    const known = sharedByTemplate.get(part.template)
    const opened = openForPaint(part, { canvas, shadows, known }, context)
    if (known === undefined) sharedByTemplate.set(part.template, { fonts: opened.fonts, marginBoxes: opened.marginBoxes })
    yield* paintPart(opened, { open, finished }, canvas, context)
    counts.push(open.length - before)
    if (context.pageNumbers === 'document') continue
    yield* finishPages(open, canvas)
    finished += open.length
    open = []
  }
  yield* finishPages(open, canvas)
  return counts
}

/** What the parts of a document have in common; `known`: with one of the same template. */
interface Shared {
  readonly canvas: Canvas
  readonly shadows: ShadowBudget
  readonly known: SharedByTemplate | undefined
}

function openForPaint(part: Part, { canvas, shadows, known }: Shared, context: RenderContext): PaintablePart {
  const open = openPart(part, context, known?.fonts)
  const { fonts, images, bodies } = open
  const { reporter } = context
  const image = (url: string): ReturnType<DocumentImages['get']> => images.get(url)
  const recolor: DocumentImages['recolor'] = (picture, matrix) => images.recolor(picture, matrix)
  const isQuirks = part.template.mode === 'quirks'
  const services = { fonts, reporter, image, recolor, parseColor: parseColorText, bodies, shadows }
  const paint = makePaintContext(canvas, { ...services, isQuirks })
  return { paint, marginBoxes: known?.marginBoxes ?? new KnownMarginBoxes(), ...open }
}

/** Everything a part's pages are made from. `known`: fonts of a part of the same template. */
export function openPart({ template, data }: Part, context: RenderContext, known?: FontService): OpenPart {
  const { reporter, limits, counters, flex } = context
  const styles = stylesOf(template, limits)
  const images = openImages(context)
  known?.beginPart()
  const fonts = known ?? openFonts(styles.fontFaces, context)
  const onCompute = (): void => void counters.stylesComputed++
  const styled = (bound: BoundDocument, to: Reporter): StyledDocument =>
    styleDocument(bound, styles, {
      reporter: to,
      metrics: (families, weight, style) => measuresOf(fonts.primary({ families, weight, style, stretch: 100 }).face),
      onCompute,
    })
  const bound = bindPart({ template, data }, context)
  const document = styled(bound, reporter)
  const pageWidth = (name: string): number =>
    layoutArea(document.pageStyle({ name, number: 2, inGroup: 1, side: 'left', isFirst: false, isBlank: false })).width
  const leaves = { layoutParagraph, paragraphWidths, layoutTable, tableWidths }
  const layout = makeContext({ fonts, reporter, limits, flex, counters, mode: template.mode, pageWidth }, leaves)
  const formatSum: OpenPart['formatSum'] = (value, format) => bound.formatSum(value, format)
  const rebind = (): Readable => {
    const quiet = new DiagnosticList()
    const copy = bindPart({ template, data }, { ...context, reporter: quiet })
    return { document: styled(copy, quiet), items: () => copy.items() }
  }
  return {
    document,
    images,
    fonts,
    layout,
    formatSum,
    remainingItems: () => bound.items().remaining,
    rebind,
    bodies: new Bodies(),
    mayShrink: context.shrinkToFit ?? template.type === 'html',
  }
}

function openFonts(faces: readonly FontFaceRule[], context: RenderContext): FontService {
  const { reporter, shaper, fontAliases, fontPacks, locale, limits } = context
  const options = { reporter, shaper, aliases: fontAliases, packs: fontPacks, locale, mostBytes: limits.fontBytes }
  const fonts = createFonts(context.fonts, options)
  addFontFaces(faces, fonts, context)
  return fonts
}

/** Joins a part's template and data; lazy, so asking for it twice costs little. */
export function bindPart({ template, data }: Part, context: RenderContext): BoundDocument {
  return bindTemplate(template, data, { parseRich: parseFragmentNodes, ...context })
}

/** Lays out a part, and gives its pages as they are pulled; `pagesLeft` may still be made. */
export function pagesOf(part: OpenPart, pagesLeft: number, context: RenderContext): Generator<Page> {
  const { document, images, layout, bodies, mayShrink } = part
  const { reporter, limits, sampleRows, nodesAhead } = context
  const build: BuildVerb = (breaksWordsIn) => {
    const boxes = buildBoxes(document, { images, reporter, limits, sampleRows, nodesAhead, ...breaksWordsIn })
    bodies.of(boxes)
    return boxes
  }
  const isRightToLeft = document.root.style.direction === 'rtl'
  const side = isRightToLeft ? 'left' : 'right'
  const first = document.pageStyle({ name: '', number: 1, inGroup: 1, side, isFirst: true, isBlank: false })
  const laid = layoutToFit(build, { page: '', ...layoutArea(first) }, layout, mayShrink)
  const { root, fixed, scale } = laid
  if (sampleRows === undefined && part.remainingItems() > pagesLeft) refuseWithoutRoom(part, { pages: pagesLeft, scale }, context)
  return paginate({
    flow: { root, fixed, token: undefined },
    layAnew: relayout(laid, part),
    scale,
    isRightToLeft,
    first: firstPage(root),
    pagesLeft,
    pageStyle: (selector) => document.pageStyle(selector),
    fragment: (laid, token, space) => fragment(laid, token, space, { reporter, limits }),
    pieces: { marksOf, countAtStart, calledIn, topOfParagraph, contentBottom },
    notes: {
      layArea: (style, page) => layoutNoteArea(style, page, layout),
      layNotes: (notes, area) => layoutNotes(notes, area, layout),
      layRest: (rest, area) => {
        const remains = remainingOf(rest.note.laid, rest.token)
        return remains === undefined ? rest : { note: layoutRestOfNote(remains.box, rest.note, area, layout), token: remains.token }
      },
    },
  })
}

/**
 * What flows is laid out anew for a page that is not as wide as the one before (CSS Break 3 §5.1). Where all pages are of one width, as in nearly all
 * documents, nothing is done.
 */
function relayout({ area, widthScale, scale, layout, fixedBoxes }: ScaledRoot, { bodies }: OpenPart): PaginateOptions['layAnew'] {
  let on = { ...area, fixedBoxes }
  return (flow, style, page) => {
    const { width, height } = layoutArea(style)
    const isOtherType = page !== on.page && layout.pageWidth?.(page) !== layout.pageWidth?.(on.page)
    const { root, token } = flow
    // The first page is the initial containing block, of whichever type it turns out to be.
    const isAsWide = width === on.width && (token !== undefined || height === on.height)
    if (isAsWide && !isOtherType) return flow
    const remains = token === undefined ? { box: root.box, token } : remainingOf(root, token)
    if (remains === undefined) return flow
    bodies.continues(remains.box, root.box)
    const laid = layoutRoot(remains.box, { width: width / widthScale, height: height / scale, page, fixedBoxes: on.fixedBoxes }, layout)
    on = { width, height, page, fixedBoxes: laid.fixedBoxes }
    return { root: laid.root, token: remains.token, fixed: laid.fixed }
  }
}

/** Nodes made before they are looked at: few, so that what was added up is of about as many items as were made. */
const LOOKED_AHEAD = 100

/**
 * Throws when what the document holds has no room on as many pages, even if all of it were no higher than it must be. Boxes are made once more for it, which
 * is soon over unless there are about as many as to have no room.
 */
function refuseWithoutRoom(
  part: OpenPart,
  { pages, scale }: { readonly pages: number; readonly scale: number },
  context: RenderContext,
): void {
  const { document, items } = part.rebind()
  const heights = document.pageStyles()?.map((style) => pageArea(style).height / scale)
  if (heights === undefined) return
  const { limits } = context
  const boxes = buildBoxes(document, { images: part.images, reporter: new DiagnosticList(), limits, nodesAhead: LOOKED_AHEAD })
  const forecast = new Forecast({ pages, height: Math.max(...heights) }, items)
  addLeastHeights(boxes, part.fonts, (sum) => forecast.goesOn(sum))
  if (forecast.isBeyond) throw tooManyPages(pages)
}

/** The pages so far: those that the numbers of the pages to come may change, behind those that are finished. */
interface PagesSoFar {
  readonly open: PaintedPage[]
  readonly finished: number
}

/** Pulls the pages of a part and paints each before the next is made. */
function* paintPart(
  part: PaintablePart,
  { open, finished }: PagesSoFar,
  canvas: Canvas,
  context: RenderContext,
): Generator<undefined, void> {
  let counter = open.at(-1)?.summary.counter ?? 0
  for (const page of pagesOf(part, context.limits.pages - finished - open.length, context)) {
    canvas.beginPage(page.style.width, page.style.height)
    const deferred = paintPage(page, part.paint)
    canvas.endPage(hasLayer(page.style, deferred))
    const summary = summarise(page, counter)
    counter = summary.counter
    open.push({ part, index: finished + open.length, summary, deferred })
    yield
  }
}

/** A document is never shrunk further than this; tables then break their words, and what is still too wide is cut off. */
const SMALLEST_SCALE = 2 / 3
/** How often a document is laid out wider, to what it needs, before its layout is kept as it was and only the print made smaller. */
const MOST_TRIES = 3
/** Half a pixel too wide is not worth a smaller print. */
const TOLERANCE = PX / 2

/** A page area and the name of its page type. */
type NamedArea = Size & { readonly page: string }

type BuildVerb = (options?: { readonly breaksWordsIn: ReadonlySet<string> }) => Box
interface ScaledRoot extends LaidRoot {
  /** The page area that it is laid out for, on the sheet. */
  readonly area: NamedArea
  readonly scale: number
  readonly widthScale: number
  /** How it was laid out. */
  readonly layout: LayoutContext
}

/** How much smaller a document is printed, and for how much smaller a print it is laid out wider. */
interface Scale {
  readonly print: number
  readonly width: number
}

const SMALLEST: Scale = { print: SMALLEST_SCALE, width: SMALLEST_SCALE }

/**
 * As browsers print: a document wider than its pages is laid out wider, and scaled down by as much (not where rows are still to come). Where that makes it
 * wider again, as parts of a width do, it is done again, which browsers leave out: they lose what stands beyond the paper. What always grows with its page
 * keeps the widths that it has on the page, and is printed smaller.
 */
function layoutToFit(build: BuildVerb, area: NamedArea, context: LayoutContext, mayShrink: boolean): ScaledRoot {
  const boxes = build()
  let scaled = layoutScaled(boxes, { print: 1, width: 1 }, area, context)
  if (!mayShrink) return scaled
  let reach = scaled.overflowRight()
  const atFirst = reach ?? 0
  let once: ScaledRoot | undefined
  for (let tries = 1; ; tries++) {
    if (reach === undefined || reach <= area.width / scaled.scale + TOLERANCE) return scaled
    if (tries > MOST_TRIES || scaled.scale === SMALLEST_SCALE) break
    const scale = Math.max(SMALLEST_SCALE, area.width / reach)
    scaled = layoutScaled(boxes, { print: scale, width: scale }, area, context)
    reach = scaled.overflowRight()
    once ??= scaled
  }
  // Rows that negative margins make wider than any page: nothing is lost by doing it once.
  if (once !== undefined && (once.contentRight() ?? 0) <= area.width / once.scale + TOLERANCE) return once
  const print = area.width / atFirst
  if (print >= SMALLEST_SCALE) return layoutScaled(boxes, { print, width: 1 }, area, context)
  const isSmallest = scaled.scale === SMALLEST_SCALE
  return withBrokenWords(isSmallest ? scaled : layoutScaled(boxes, SMALLEST, area, context), build, area, context)
}

function layoutScaled(boxes: Box, scale: Scale, area: NamedArea, context: LayoutContext): ScaledRoot {
  const { pageWidth } = context
  const layout: LayoutContext =
    pageWidth === undefined || scale.width === 1 ? context : { ...context, pageWidth: (name) => pageWidth(name) / scale.width }
  const size = { width: area.width / scale.width, height: area.height / scale.print, page: area.page, fixedBoxes: [] }
  return { area, scale: scale.print, widthScale: scale.width, layout, ...layoutRoot(boxes, size, layout) }
}

/** Tables that even the smallest print leaves too wide break their words: no text may be lost at the edge of the paper. */
function withBrokenWords(scaled: ScaledRoot, build: BuildVerb, area: NamedArea, context: LayoutContext): ScaledRoot {
  const wide = scaled.wideTables(area.width / scaled.scale + TOLERANCE)
  if (wide === undefined) return scaled
  for (const { origin } of wide.boxes) {
    const message = 'the table is too wide for its page, even printed smaller: its words are broken'
    context.reporter.report(warning('wide-table', origin.at, message, 'use fewer columns, smaller text or a wider page'))
  }
  const boxes = build({ breaksWordsIn: new Set(wide.boxes.map(({ origin }) => origin.path)) })
  return layoutScaled(boxes, SMALLEST, area, { ...context, wordWidths: wide.wordWidths })
}

/** What only the whole knows: margin boxes and page numbers, painted over pages that are done. */
function* finishPages(pages: readonly PaintedPage[], canvas: Canvas): Generator<undefined, void> {
  const summaries = pages.map(({ summary }) => summary)
  const values = pageValues(summaries, totalsOf(summaries))
  for (const { part, index, summary, deferred } of pages) {
    const known = values.next().value
    if (known === undefined) throw new Error('render: a page without values')
    if (!hasLayer(summary.style, deferred)) continue
    const { counterStyles, initial } = part.document
    const { formatSum } = part
    const page: PageContext = { counterStyles, initial, formatSum, image: (url) => part.images.get(url), ...known }
    canvas.beginLayer(index)
    const late = [...deferred]
    for (const box of layMarginBoxes(summary.style, marginBoxVerbs(page, part))) addAll(late, paintMarginBox(box, part.paint))
    paintDeferred(late, (item) => textOnPage(item.content, page), part.paint)
    canvas.endLayer()
    yield
  }
}

function hasLayer({ marginBoxes }: PageStyle, deferred: readonly DeferredText[]): boolean {
  return deferred.length > 0 || marginBoxes.size > 0
}

function marginBoxVerbs(page: PageContext, { layout: context, marginBoxes }: PaintablePart): MarginBoxVerbs {
  const verbs: MarginBoxVerbs = {
    build: (_name, style) => (typeof style.content === 'string' ? undefined : buildMarginBox(style.content, style, page)),
    contentWidths: (box) => context.layout.contentWidths(box, context),
    layoutBox: (box, width, height) =>
      context.layout.layoutBox(box, { width, height, containingWidth: width, containingHeight: height }, context),
  }
  return marginBoxes.on(verbs, (item) => textOnPage(item, page))
}
