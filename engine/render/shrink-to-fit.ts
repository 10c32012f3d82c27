// Problem: a document may be wider than its pages; widths are along the lines, in vertical writing modes too. Approach: as browsers print, it is laid out
// wider and printed smaller by as much. Viewport units follow, media queries do not. Where that makes it wider again, as percentages of the width do, it is
// done again, which browsers leave out: they lose what is beyond the paper. What always grows with its page keeps the widths that it has on the page, and is
// printed smaller. Limits: nothing is printed at less than two thirds of its size; tables that are still too wide then break their words. Rows that are still
// to come are not measured.
import type { Box } from '../box/box.ts'
import type { NarrowedTables } from '../box/narrowed-tables.ts'
import { warning } from '../diagnostic.ts'
import { PX, type Size } from '../geometry.ts'
import type { LayoutContext } from '../layout/context.ts'
import { type LaidRoot, layoutRoot } from '../layout/layout.ts'

const SMALLEST_SCALE = 2 / 3
/** How often a document is laid out wider, to what it needs, before its layout is kept as it was and only the print made smaller. */
const MOST_TRIES = 3
/** Half a pixel too wide is not worth a smaller print. */
const TOLERANCE = PX / 2

/** A page area and the name of its page type. */
export type NamedArea = Size & { readonly page: string }

/** Boxes of the document. */
export interface DocumentBoxes {
  /** Builds them for a layout at this scale, some tables narrower than they ask. */
  build(widthScale: number, narrowed?: NarrowedTables): Box
  /** Whether they are others at another scale, as viewport units make them. */
  followsWidth(): boolean
  /** Where styles depend on sizes: lays out what is built, again until it has the sizes of which its styles are. */
  readonly settle?: Settle | undefined
}

export type Settle = (build: () => Box, layout: (boxes: Box) => LaidRoot) => LaidRoot

/** Boxes for one layout, or for several that settle. */
interface BoxSource {
  build(): Box
  readonly settle?: Settle | undefined
}

/** A document laid out for a page area. */
export interface ScaledRoot extends LaidRoot {
  /** The page area, on the sheet. */
  readonly area: NamedArea
  /** Points on the sheet for a point of the layout. */
  readonly scale: number
  /** How much narrower the page area is than the layout's. */
  readonly widthScale: number
  readonly layout: LayoutContext
}

/** How much smaller a document is printed, and for how much smaller a print it is laid out wider. */
interface Scale {
  readonly print: number
  readonly width: number
}

const SMALLEST: Scale = { print: SMALLEST_SCALE, width: SMALLEST_SCALE }

/** Lays the document out for its first page area; with `mayShrink`, at the scale at which it fits. */
export function layoutToFit(document: DocumentBoxes, area: NamedArea, context: LayoutContext, mayShrink: boolean): ScaledRoot {
  const { settle } = document
  const boxes = settle === undefined ? oneLayout(document.build(1)) : { build: () => document.build(1), settle }
  let scaled = layoutScaled(boxes, { print: 1, width: 1 }, area, context)
  if (!mayShrink) return scaled
  let reach = scaled.overflowRight()
  const atFirst = reach ?? 0
  let once: ScaledRoot | undefined
  for (let tries = 1; ; tries++) {
    if (reach === undefined || reach <= area.width / scaled.scale + TOLERANCE) return scaled
    if (tries > MOST_TRIES || scaled.scale === SMALLEST_SCALE) break
    const scale = Math.max(SMALLEST_SCALE, area.width / reach)
    const wider = document.followsWidth() ? { build: () => document.build(scale), settle } : boxes
    scaled = layoutScaled(wider, { print: scale, width: scale }, area, context)
    reach = scaled.overflowRight()
    once ??= scaled
  }
  // Rows that negative margins make wider than any page, and turned boxes with room about their words: nothing is lost by doing it once.
  if (once !== undefined && once.contentRight() <= area.width / once.scale + TOLERANCE) return once
  // Viewport units that grow with what overflows never fit: the boxes keep the ones of the page itself.
  if (document.followsWidth()) {
    const steady: DocumentBoxes = { build: (_, narrowed) => document.build(1, narrowed), followsWidth: () => false, settle }
    return layoutToFit(steady, area, context, mayShrink)
  }
  const print = area.width / atFirst
  if (print >= SMALLEST_SCALE) return layoutScaled(boxes, { print, width: 1 }, area, context)
  const isSmallest = scaled.scale === SMALLEST_SCALE
  return withNarrowedTables(isSmallest ? scaled : layoutScaled(boxes, SMALLEST, area, context), document, area, context)
}

function oneLayout(boxes: Box): BoxSource {
  return { build: () => boxes }
}

function layoutScaled({ build, settle }: BoxSource, scale: Scale, area: NamedArea, context: LayoutContext): ScaledRoot {
  const { pageWidth } = context
  const layout: LayoutContext =
    pageWidth === undefined || scale.width === 1 ? context : { ...context, pageWidth: (name) => pageWidth(name) / scale.width }
  const size = { width: area.width / scale.width, height: area.height / scale.print, page: area.page, fixedBoxes: [] }
  const layOut = (boxes: Box): LaidRoot => layoutRoot(boxes, size, layout)
  const laid = settle === undefined ? layOut(build()) : settle(build, layOut)
  return { area, scale: scale.print, widthScale: scale.width, layout, ...laid }
}

/** Tables that even the smallest print leaves too wide give up their own widths; where words are wider than the page, these break. No text may be lost at its edge. */
function withNarrowedTables(scaled: ScaledRoot, { build, settle }: DocumentBoxes, area: NamedArea, context: LayoutContext): ScaledRoot {
  const limit = area.width / scaled.scale + TOLERANCE
  const wide = scaled.wideTables(limit)
  if (wide === undefined) return scaled
  const paths = new Set(wide.boxes.map(({ origin }) => origin.path))
  const narrowed = (breaksWords: boolean): BoxSource => ({ build: () => build(SMALLEST_SCALE, { paths, breaksWords }), settle })
  const narrower = layoutScaled(narrowed(false), SMALLEST, area, context)
  const breaksWords = narrower.wideTables(limit) !== undefined
  const done = breaksWords ? 'its words are broken' : 'it is as wide as the page'
  for (const { origin } of wide.boxes) {
    const message = `the table is too wide for its page, even printed smaller: ${done}`
    context.reporter.report(warning('wide-table', origin.at, message, 'use fewer columns, smaller text or a wider page'))
  }
  if (!breaksWords) return narrower
  return layoutScaled(narrowed(true), SMALLEST, area, { ...context, wordWidths: wide.wordWidths })
}
