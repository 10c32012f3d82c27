// The layout stage: dispatch by kind of box, and the root. Every formatting context is one file over one container and its children.

import type { BlockBox, Box, ParagraphBox } from '../box/box.ts'
import { isMultiColumn, isOutOfFlow, isPlacedByFlow } from '../box/box-kinds.ts'
import { sequenceOf } from '../collections/sequence.ts'
import { type Reporter, warning } from '../diagnostic.ts'
import type { Fonts } from '../font/font.ts'
import { PX, type Size } from '../geometry.ts'
import type { Limits } from '../limits.ts'
import { anonymousParent, anonymousStyle } from './block/anonymous.ts'
import { blockWidths } from './block/content-widths.ts'
import { fieldsetWidths, layoutFieldset } from './block/fieldset.ts'
import { Floats } from './block/float.ts'
import { ClearedBoxes, paragraphFloats } from './block/float-box.ts'
import { layoutFlow } from './block/flow.ts'
import { INDEPENDENT } from './block/flow-parts.ts'
import { type BlockRoom, placeHorizontally } from './block/inflow-width.ts'
import { contentRightEdge } from './content-reach.ts'
import type { ContentWidths, FlexEngine, LayoutContext, LayoutFunctions, LayoutSize, LayoutWorkCounters } from './context.ts'
import { layoutContinued } from './flex/continued.ts'
import { layoutGrid } from './grid/grid.ts'
import { gridWidths } from './grid/widths.ts'
import type { Laid, LaidParagraph, PendingBox, Placed } from './laid.ts'
import { formulaWidths, layoutFormula } from './math/formula.ts'
import { layoutColumns } from './multicol/columns.ts'
import { multiColumnWidths, widthsInColumns } from './multicol/content-widths.ts'
import { rightEdge } from './overflow.ts'
import { finishPositioned } from './positioned/finish.ts'
import { OpenPositioned } from './positioned/open.ts'
import { placeAbsolute } from './positioned/positioned.ts'
import { containedHeight } from './sizing/contained-height.ts'
import { dependsOnHeight } from './sizing/height-dependence.ts'
import { insideCell } from './sizing/measure.ts'
import { layoutReplaced, replacedWidths } from './sizing/replaced.ts'
import { definiteHeight, usedEdges, usedHeight, usedMargins } from './sizing/sizing.ts'
import { findWideTables, type WideTables } from './table/wide-tables.ts'
import { layoutTurned, turnedWidths, widthAcross } from './turned.ts'

/** What a layout run is made from. */
interface LayoutOptions {
  readonly fonts: Fonts
  readonly reporter: Reporter
  readonly limits: Limits
  readonly flex: FlexEngine
  readonly workCounters?: LayoutWorkCounters
  readonly mode?: 'standards' | 'quirks' | 'limited-quirks'
  readonly pageWidth?: (name: string) => number
}

/** The functions of formatting contexts that other files bring. */
type LeafFunctions = Pick<LayoutFunctions, 'layoutParagraph' | 'paragraphWidths' | 'layoutTable' | 'tableWidths' | 'shownWidth'>

/** The context of the layout of one document. */
export function makeContext(options: LayoutOptions, leaves: LeafFunctions): LayoutContext {
  return {
    fonts: options.fonts,
    reporter: options.reporter,
    limits: options.limits,
    flex: options.flex,
    workCounters: options.workCounters ?? { shapeCalls: 0, yogaNodes: 0, rowsLaid: 0, rowsAlive: 0 },
    layout: { layoutBox, contentWidths: memoise(contentWidths), widthAcross, ...withFormulas(leaves) },
    isQuirks: options.mode === 'quirks',
    collapsesBareLines: options.mode !== undefined && options.mode !== 'standards',
    ...(options.pageWidth === undefined ? {} : { pageWidth: options.pageWidth }),
    measured: new WeakMap(),
    natural: new WeakMap(),
    knownHeights: new WeakMap(),
    heightDependence: new WeakMap(),
    formulas: new WeakMap(),
    tables: new WeakMap(),
    area: { width: 0, height: 0 },
    pushedFloats: undefined,
    heightBasis: undefined,
    depth: 0,
    cellDepth: 0,
    contributions: 0,
  }
}

/** A paragraph that is a formula is laid out by what is in it. */
function withFormulas(leaves: LeafFunctions): LeafFunctions {
  return {
    ...leaves,
    layoutParagraph: (box, size, floats, context) =>
      box.formula === undefined ? leaves.layoutParagraph(box, size, floats, context) : layoutFormula(box, box.formula, size, context),
    paragraphWidths: (box, context) =>
      box.formula === undefined ? leaves.paragraphWidths(box, context) : formulaWidths(box, box.formula, context),
  }
}

// ── The root ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A document laid out; both lists may grow while an open root is pulled. */
export interface LaidRoot {
  readonly root: Laid
  /** Boxes repeated on every page, from the top left corner of the page area; those without insets are in `root` (`isRepeatedFromItsPage`). */
  readonly fixed: readonly Placed[]
  /** What `fixed` was placed from. */
  readonly fixedBoxes: readonly PendingBox[]
  /** How far content reaches to the right, from the left side of the page area; undefined when some of it is still to be pulled. */
  overflowRight(): number | undefined
  /** The same of texts and pictures alone, of a closed document. */
  contentRight(): number
  /** Of a closed document: tables that reach further to the right than this; undefined when there are none. */
  wideTables(right: number): WideTables | undefined
}

/** The page that a document, or what remains of it, begins on. */
interface FirstPage extends Size {
  /** Name of its page type. */
  readonly page: string
  /** Boxes of earlier pages that are repeated on all. */
  readonly fixedBoxes: readonly PendingBox[]
}

/** Lays out a document in page areas of this size; the first one is the initial containing block (CSS2 10.1). */
export function layoutRoot(root: Box, first: FirstPage, context: LayoutContext): LaidRoot {
  const area: Size = { width: first.width, height: first.height }
  context.area = root.style.frame === 'none' ? area : { width: area.height, height: area.width }
  const around = {
    containingWidth: area.width,
    containingHeight: area.height,
    within: { left: 0, right: area.width },
    style: anonymousStyle(root.style),
  }
  const box = isAtEdge(root, around, context) ? root : anonymousParent(root)
  const { width } = placeHorizontally(box, around, context)
  const size = { width, height: undefined, containingWidth: area.width, containingHeight: area.height }
  const fixed: Placed[] = []
  const fixedBoxes: PendingBox[] = []
  const positioned = new OpenPositioned()
  // What remains of a document is positioned from where it began.
  const above = box.continued?.done ?? 0
  const attach = (pending: readonly PendingBox[]): void => {
    const queue = [...pending]
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      // One whose place is its static position is met with the content around it, and repeated by the pages from there on.
      const isFixed = entry.box.style.position === 'fixed' && !isPlacedByFlow(entry.box.style)
      if (isFixed && fixedBoxes.some(({ box: known }) => known === entry?.box)) continue
      const placed = placeAbsolute(entry, { ...area, x: 0, y: isFixed ? 0 : -above }, context, queue)
      if (isFixed) {
        fixed.push(placed)
        fixedBoxes.push(entry)
      } else positioned.add(placed)
    }
  }
  attach(first.fixedBoxes)
  const spine = { escape: attach, positioned, page: first.page, isClosed: false }
  const { laid } = layoutFlow(box, size, { place: undefined, spine }, context)
  const wider = (page: string, around: string): number => widerBy(page, around, context)
  return {
    root: laid,
    fixed,
    fixedBoxes,
    overflowRight: () => rightEdge(laid, wider),
    contentRight: () => contentRightEdge(laid, wider),
    wideTables: (right) => findWideTables(laid, right, wider, context),
  }
}

/** Whether the root is a block that begins in the corner of the initial containing block: without margins, also automatic ones that would move it. */
function isAtEdge(root: Box, room: BlockRoom, context: LayoutContext): root is BlockBox {
  if (root.kind !== 'block' || isMultiColumn(root.style) || isOutOfFlow(root.style)) return false
  const { top, bottom } = usedMargins(root.style, room.containingWidth)
  return top === 0 && bottom === 0 && placeHorizontally(root, room, context).x === 0
}

function widerBy(page: string, around: string, { pageWidth }: LayoutContext): number {
  return page === around || page === '' || pageWidth === undefined ? 0 : Math.max(0, pageWidth(page) - pageWidth(around))
}

// ── Any box ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How deep formatting contexts may nest: far beyond real documents, far below where the stack ends. */
const DEPTH_LIMIT = 400

function layoutBox(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  if (context.depth >= DEPTH_LIMIT) return cutOff(box, size, context)
  context.depth++
  const height = box.style.containment === undefined ? undefined : containedHeight(box, size)
  const contained = height === undefined ? size : { ...size, height, isHeightIndefinite: true }
  try {
    return finishPositioned(dispatch(box, contained, context), size, context)
  } finally {
    context.depth--
  }
}

function dispatch(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  switch (box.kind) {
    case 'block':
      if (box.isFieldset === true) return layoutFieldset(box, size, context)
      if (isMultiColumn(box.style)) return layoutColumns(box, size, context)
      return layoutFlow(box, size, INDEPENDENT, context).laid
    case 'paragraph':
      return isMultiColumn(box.style) ? layoutColumns(box, size, context) : rootParagraph(box, size, context)
    case 'flex':
      return layoutContinued(box, size, context) ?? insideCell(context, () => context.flex.layoutFlex(box, size, context))
    case 'grid':
      return insideCell(context, () => layoutGrid(box, size, context))
    case 'table':
      return context.layout.layoutTable(box, size, context)
    case 'replaced':
      return layoutReplaced(box, size, context)
    case 'turned':
      return layoutTurned(box, size, context)
  }
}

/** A paragraph that is a formatting context of its own reaches down to the end of its floats (CSS2 10.6.7). */
function rootParagraph(box: ParagraphBox, size: LayoutSize, context: LayoutContext): LaidParagraph {
  const floats = new Floats()
  const space = paragraphFloats(box, size, { floats, x: 0, y: 0, cleared: new ClearedBoxes() }, context)
  const laid = context.layout.layoutParagraph(box, size, space, context)
  if (floats.isEmpty) return laid
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const isOwnHeight = definiteHeight(box.style, edges, size) !== undefined
  const height = isOwnHeight ? laid.height : Math.max(laid.height, usedHeight(box.style, edges, size, floats.bottom + edges.inset.bottom))
  return height === laid.height ? laid : { ...laid, height }
}

function cutOff(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  const message = `boxes are nested deeper than ${DEPTH_LIMIT} formatting contexts; what is inside is left out`
  context.reporter.report(warning('limit-depth', box.origin.at, message))
  const empty = { ...anonymousParent(box), children: sequenceOf<Box>([]) }
  return layoutFlow(empty, { ...size, height: size.height ?? 0 }, INDEPENDENT, context).laid
}

// ── Content widths ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Remembers the widths of every box asked for; boxes are immutable, so they hold for the whole run. */
function memoise(measure: (box: Box, context: LayoutContext) => ContentWidths): LayoutContext['layout']['contentWidths'] {
  const known = new WeakMap<Box, ContentWidths>()
  /** Of tables, as what is around them sees them. */
  const asked = new WeakMap<Box, ContentWidths>()
  const byHeight = new WeakMap<Box, { readonly height: number; readonly widths: ContentWidths }>()
  return (box, context, height) => {
    const basis = height !== undefined && dependsOnHeight(box, context) ? height : undefined
    if (basis === undefined) {
      const widthsOf = box.kind === 'table' && context.contributions > 0 ? asked : known
      const before = widthsOf.get(box)
      if (before !== undefined) return before
      const widths = measuredAt(undefined, () => measure(box, context), context)
      widthsOf.set(box, widths)
      return widths
    }
    const before = byHeight.get(box)
    if (before?.height === basis) return before.widths
    const widths = measuredAt(basis, () => measure(box, context), context)
    byHeight.set(box, { height: basis, widths })
    return widths
  }
}

function measuredAt(basis: number | undefined, measure: () => ContentWidths, context: LayoutContext): ContentWidths {
  const before = context.heightBasis
  context.heightBasis = basis
  const widths = measure()
  context.heightBasis = before
  return widths
}

function contentWidths(box: Box, context: LayoutContext): ContentWidths {
  const widths = containedWidths(box, context)
  return box.control === 'options' ? { min: inWholePixels(widths.min), max: inWholePixels(widths.max) } : widths
}

/** Upwards; of what is a whole number but for rounding, that number. */
const inWholePixels = (length: number): number => Math.ceil(length / PX - 1e-3) * PX

function containedWidths(box: Box, context: LayoutContext): ContentWidths {
  if (box.style.containment?.inlineSize !== true || box.kind === 'replaced' || box.kind === 'turned') return widthsOfContent(box, context)
  const { containIntrinsicWidth: intrinsic } = box.style
  if (intrinsic === 'none') return widthsOfContent(emptied(box), context)
  const width = intrinsic + usedEdges(box.style, 0).width
  return { min: width, max: width }
}

/** The box as its widths are with inline-size containment: without content (CSS Containment 3 §3.2). */
function emptied(box: Box): Box {
  if (box.kind === 'paragraph') return { ...box, items: [] }
  if (box.kind === 'block') return { ...box, children: sequenceOf<Box>([]) }
  return box.kind === 'flex' || box.kind === 'grid' ? { ...box, children: [] } : box
}

function widthsOfContent(box: Box, context: LayoutContext): ContentWidths {
  switch (box.kind) {
    case 'block':
      if (box.isFieldset === true) return fieldsetWidths(box, context)
      return isMultiColumn(box.style) ? multiColumnWidths(box, context) : blockWidths(box, context)
    case 'paragraph':
      return paragraphWidths(box, context)
    case 'flex':
      return insideCell(context, () => context.flex.flexWidths(box, context))
    case 'grid':
      return insideCell(context, () => gridWidths(box, context))
    case 'table':
      return context.layout.tableWidths(box, context)
    case 'replaced':
      return replacedWidths(box, context)
    case 'turned':
      return turnedWidths(box, context)
  }
}

function paragraphWidths(box: ParagraphBox, context: LayoutContext): ContentWidths {
  const widths = context.layout.paragraphWidths(box, context)
  if (!isMultiColumn(box.style)) return widths
  const edges = usedEdges(box.style, 0).width
  const { min, max } = widthsInColumns(box.style, { min: widths.min - edges, max: widths.max - edges })
  return { min: min + edges, max: max + edges }
}
