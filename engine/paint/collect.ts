// One walk over a box and its descendants that fills the painting lists. Links, link targets and bookmarks are written during the walk,
// in document order.

import type { Box, Origin } from '../box/box.ts'
import { largest, smallest } from '../collections/lists.ts'
import type { Fragment } from '../fragment/fragment.ts'
import type { Rect } from '../geometry.ts'
import type { AtomicItem, Laid, LaidColumns, Line } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { GlyphPaint } from './canvas.ts'
import type { PaintContext, StyleFacts } from './context/context.ts'
import { FragmentedBoxes } from './context/fragmented-boxes.ts'
import type { DecoratedBox } from './decorated-box.ts'
import { decoratedBox } from './decorated-box.ts'
import type { Clip } from './geometry/clip.ts'
import { lineFrame, onPage } from './geometry/page-frame.ts'
import { type InlineEffects, type Layers, makeLayers, type Walk } from './layers.ts'
import { lineTagging, plainCellTag } from './line-tagging.ts'
import { linkTag, linkTarget, placeMarks } from './marks.ts'
import { NullCanvas } from './null-canvas.ts'
import { clipRectOf, overflowClip } from './overflow-clip.ts'
import { cutOffAtEnd } from './overhang.ts'
import { fragmentChild, innerPiece, type PaintedPiece, rectOf, topOf, wholeChild } from './piece.ts'
import { ringRects } from './ring-rects.ts'
import { slicedPiece } from './slice.ts'
import { stackedInlinesOf, stackInlines } from './stacked-inlines.ts'
import { collectTable } from './table-pieces.ts'
import { glyphPaintOf } from './text/glyph-paint.ts'
import { wholeColumns } from './whole-columns.ts'

/** How a box takes part in its parent's content. */
type Role = 'in-flow' | 'float' | 'positioned' | 'item'

/** The painting lists of the (pseudo-)stacking context that `piece` forms. */
export function collectLayers(piece: PaintedPiece, walk: Walk): Layers {
  const facts = walk.context.facts.of(piece.laid.box.style)
  const isPlain = piece.laid.box.isAnonymous || piece.laid.kind === 'table'
  const layers = makeLayers(isPlain || !facts.hasDecoration ? undefined : decorated(aboveTable(piece), walk), piece.clip)
  collectOwn(piece, layers, facts, walk)
  return layers
}

/** A cell in layers of its own is painted after the borders of its table, and must not cover them. */
function aboveTable(piece: PaintedPiece): PaintedPiece {
  return piece.borders === 'of-table' ? { ...piece, borders: 'of-table-below' } : piece
}

function decorated(piece: PaintedPiece, walk: Walk): DecoratedBox {
  const { style } = piece.laid.box
  const isPropagated = piece.laid.box === walk.propagatedFrom
  const box = decoratedBox(piece, isPropagated, isPropagated ? undefined : walk.context.fragmentedBoxes.unfragmentedOf(piece, style))
  return walk.context.facts.of(style).clipsToText ? { ...box, texts: () => textsIn(piece, walk.context) } : box
}

/** All text of a box, found by a second walk that writes neither links nor marks. */
function textsIn(piece: PaintedPiece, context: PaintContext): readonly GlyphPaint[] {
  const walk: Walk = {
    context: { ...context, canvas: new NullCanvas(), fragmentedBoxes: new FragmentedBoxes() },
    stacked: [],
    propagatedFrom: undefined,
  }
  const found: GlyphPaint[] = []
  const addText = ({ inlines, floats }: Layers): void => {
    for (const entry of inlines) {
      if (entry.kind === 'atomic') addText(entry.layers)
      if (entry.kind !== 'lines') continue
      for (const atomic of entry.atomics?.values() ?? []) addText(atomic)
      for (const item of entry.lines.flatMap((line) => line.items)) {
        if (item.kind === 'text' && item.style.visibility === 'visible') found.push(glyphPaintOf(item, entry.x, entry.y))
      }
    }
    for (const float of floats) addText(float)
  }
  addText(collectLayers({ ...piece, clip: undefined }, walk))
  for (const { layers } of walk.stacked) if (layers !== undefined) addText(layers)
  return found
}

/** Adds a child to the lists of its parent, or as a stacking context of its own. */
export function enter(given: PaintedPiece, role: Role, layers: Layers, walk: Walk): void {
  const entered = cutOffAtEnd(given, walk.context)
  const { box } = entered.laid
  if ((box.isAnonymous && role === 'in-flow' && box.control === undefined) || entered.laid.kind === 'turned') {
    collectContent(entered, layers, walk)
    return
  }
  const facts = walk.context.facts.of(box.style)
  const piece = facts.hasClipRect ? { ...entered, clip: clipRectOf(entered) } : entered
  const isItem = role === 'item' && box.style.zIndex !== 'auto'
  if (facts.isStacking || isItem) {
    const zIndex = box.style.zIndex === 'auto' || !(facts.isPositioned || isItem) ? 0 : box.style.zIndex
    walk.stacked.push({ piece, zIndex, layers: undefined })
  } else if (facts.isPositioned || role === 'positioned') {
    const place = walk.stacked.length
    walk.stacked.push({ piece, zIndex: 0, layers: undefined })
    walk.stacked[place] = { piece, zIndex: 0, layers: collectLayers(piece, walk) }
  } else if (role === 'float') layers.floats.push(collectLayers(piece, walk))
  else if (role === 'item') layers.inlines.push({ kind: 'atomic', layers: collectLayers(piece, walk), clip: piece.clip })
  else {
    if ((piece.borders === 'own' ? facts.hasDecoration : facts.hasFill) && piece.laid.kind !== 'table') {
      layers.blocks.push({ kind: 'box', box: decorated(piece, walk), clip: piece.clip })
    }
    collectOwn(piece, layers, facts, walk)
  }
}

/** Adds the outline, marks and link of a box, and its content. */
function collectOwn(piece: PaintedPiece, layers: Layers, facts: StyleFacts, walk: Walk): void {
  const { laid } = piece
  if (facts.hasOutline) {
    const { style } = laid.box
    const rects = style.outlineStyle === 'auto' ? ringRects(piece, walk.context.facts) : [rectOf(piece)]
    layers.outlines.push({ style, rects, clip: piece.clip })
  }
  if (piece.isFirst && laid.box.marks.length > 0) placeMarks(laid.box.marks, topOf(piece), walk.context.canvas)
  let inner = piece
  const { link } = laid.box.origin
  if (link !== piece.link && !laid.box.isAnonymous) {
    if (link !== undefined && facts.isVisible)
      walk.context.canvas.link(rectOf(piece), linkTarget(link), linkTag(laid.box.origin, walk.context))
    inner = { ...inner, link }
  }
  if (facts.clips && laid.kind !== 'replaced' && laid.kind !== 'table') {
    inner = { ...inner, clip: overflowClip(piece) }
  }
  collectContent(inner, layers, walk)
}

function collectContent(piece: PaintedPiece, layers: Layers, walk: Walk): void {
  const { content } = piece
  switch (content.kind) {
    case 'whole':
      collectWhole(piece, layers, walk)
      return
    case 'children':
      collectMarker(piece, layers, walk)
      if (piece.laid.kind === 'columns') addColumnRules(piece, piece.laid, content.children, layers)
      for (const child of content.children) enterFragment(piece, child, layers, walk)
      return
    case 'lines':
      collectMarker(piece, layers, walk)
      collectLines(piece, content, layers, walk)
      for (const child of content.children) enterFragment(piece, child, layers, walk)
      return
    case 'table':
      collectTable(piece, layers, walk, enter)
      for (const child of content.positioned) enterFragment(piece, child, layers, walk)
      return
    case 'slice':
      collectWhole(slicedPiece(piece, content), layers, walk)
      return
  }
}

function collectWhole(piece: PaintedPiece, layers: Layers, walk: Walk): void {
  const { laid } = piece
  switch (laid.kind) {
    case 'block':
      collectMarker(piece, layers, walk)
      for (let i = 0; ; i++) {
        const child = laid.children.at(i)
        if (child === undefined) break
        enter(wholeChild(piece, child.laid, child.x, child.y), child.role, layers, walk)
      }
      break
    case 'paragraph':
      collectMarker(piece, layers, walk)
      for (const float of laid.floats) enter(wholeChild(piece, float.laid, float.x, float.y), 'float', layers, walk)
      collectLines(piece, laid, layers, walk)
      break
    case 'flex-grid':
      for (const child of laid.children) enter(wholeChild(piece, child.laid, child.x, child.y), 'item', layers, walk)
      break
    case 'columns':
      collectWholeColumns(piece, laid, layers, walk)
      break
    case 'table':
      collectTable(piece, layers, walk, enter)
      break
    case 'replaced':
      layers.inlines.push({ kind: 'replaced', piece, clip: piece.clip })
      break
    case 'turned':
      enter(innerPiece(piece, laid), 'in-flow', layers, walk)
      break
  }
  for (const placed of laid.positioned) enter(wholeChild(piece, placed.laid, placed.x, placed.y), 'positioned', layers, walk)
}

function enterFragment(parent: PaintedPiece, fragment: Fragment, layers: Layers, walk: Walk): void {
  enter(fragmentChild(parent, fragment), roleOf(fragment.laid, parent.laid), layers, walk)
}

function roleOf(laid: Laid, parent: Laid): Role {
  const { box } = laid
  if (box.isAnonymous) return parent.kind === 'flex-grid' ? 'item' : 'in-flow'
  if (box.style.position === 'absolute' || box.style.position === 'fixed') return 'positioned'
  if (parent.kind === 'flex-grid') return 'item'
  return box.style.float === 'left' || box.style.float === 'right' ? 'float' : 'in-flow'
}

// ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Lines of a box; `lift`: the height of the lines before, which are in earlier fragments. */
interface ShownLines {
  readonly lines: readonly Line[]
  readonly lift?: number
  /** They are the marker of the box. */
  readonly isMarker?: true
}

function collectLines(piece: PaintedPiece, { lines, lift = 0, isMarker }: ShownLines, layers: Layers, walk: Walk): void {
  if (lines.length === 0) return
  const y = piece.y + piece.contentShift - lift
  const tag = plainCellTag(piece, lines, walk.context)
  const tagging = tag === undefined ? lineTagging(piece, isMarker, walk.context) : undefined
  let atomics: Map<AtomicItem, Layers> | undefined
  for (const line of lines) {
    if (line.marks.length > 0) placeMarks(line.marks, topOf({ ...piece, y: y + line.y }), walk.context.canvas)
    const frame = piece.frame && lineFrame(piece.frame, y + line.y, line.height)
    for (const item of line.items) {
      if (item.kind !== 'atomic') continue
      if (tagging?.paragraph !== undefined) walk.context.page.tags?.place(item.laid.box, tagging.paragraph)
      const child = wholeChild({ ...piece, contentShift: 0, frame }, item.laid, item.x, y - piece.y + item.y)
      const own = enterAtomic(child, walk)
      if (own === undefined) continue
      atomics ??= new Map()
      atomics.set(item, own)
    }
  }
  const { x, link, clip, frame } = piece
  collectInlineOutlines(piece, y, lines, layers, walk)
  const effects = isMarker ? undefined : inlineEffectsOf(piece.laid.box, walk.context)
  const elements = isMarker ? undefined : stackedInlinesOf(piece.laid.box, walk.context.facts, effects)
  const entry = { kind: 'lines', x, y, lines, wholes: undefined, link, atomics, effects, tagging, tag, clip, frame } as const
  if (elements === undefined) layers.inlines.push(entry)
  else stackInlines({ piece, elements, entry: { ...entry, tagging: tagging && { ...tagging, isMixed: true } } }, layers, walk)
}

/** The pieces of an inline box on several lines have one outline. */
function collectInlineOutlines(piece: PaintedPiece, y: number, lines: readonly Line[], layers: Layers, { context }: Walk): void {
  let found: Map<Origin, { readonly style: Style; readonly rects: Rect[]; readonly clip: Clip | undefined }> | undefined
  for (const line of lines) {
    for (const item of line.items) {
      if (item.kind !== 'inline-box' || item.isRule === true || !context.facts.of(item.style).hasOutline) continue
      const rect = { x: piece.x + item.x, y: y + item.y, width: item.width, height: item.height }
      const onPageArea = onPage(rect, piece.frame && lineFrame(piece.frame, y + line.y, line.height))
      const outline = found?.get(item.origin)
      if (outline !== undefined) outline.rects.push(onPageArea)
      else (found ??= new Map()).set(item.origin, { style: item.style, rects: [onPageArea], clip: piece.clip })
    }
  }
  if (found !== undefined) layers.outlines.push(...found.values())
}

/** Undefined in most paragraphs. */
function inlineEffectsOf(box: Box, { facts }: PaintContext): InlineEffects | undefined {
  if (box.kind !== 'paragraph' || box.items.length < 2) return undefined
  let effects: Map<Origin, Style> | undefined
  for (const item of box.items) {
    if (item.kind !== 'open' || !(facts.of(item.style).needsGroup || item.style.clipPath !== 'none')) continue
    effects ??= new Map()
    effects.set(item.origin, item.style)
  }
  return effects
}

/** The layers of an atomic inline; undefined when it is stacked instead. */
function enterAtomic(piece: PaintedPiece, walk: Walk): Layers | undefined {
  const facts = walk.context.facts.of(piece.laid.box.style)
  if (!facts.isStacking && !facts.isPositioned) return collectLayers(cutOffAtEnd(piece, walk.context), walk)
  enter(piece, 'in-flow', makeLayers(undefined, undefined), walk)
  return undefined
}

function collectMarker(piece: PaintedPiece, layers: Layers, walk: Walk): void {
  const { laid } = piece
  if (laid.kind !== 'block' && laid.kind !== 'paragraph') return
  const { marker } = laid
  if (marker === undefined || !piece.isFirst) return
  collectLines({ ...piece, x: piece.x + marker.x, y: piece.y + marker.y }, { lines: [marker.line], isMarker: true }, layers, walk)
}

// ── Columns ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function collectWholeColumns(piece: PaintedPiece, laid: LaidColumns, layers: Layers, walk: Walk): void {
  const columns = wholeColumns(piece, laid)
  if (columns === undefined) return
  const { xs, slices } = columns
  pushColumnRules(piece, laid, xs, columns, layers)
  for (const slice of slices) enter(slice, 'in-flow', layers, walk)
}

function addColumnRules(piece: PaintedPiece, laid: LaidColumns, children: readonly Fragment[], layers: Layers): void {
  let from = 0
  for (let end = 0; end <= children.length; end++) {
    const child = children[end]
    // Spanners have no rules beside them, and each set of columns its own (CSS Multi-column 1 §4.3).
    if (child !== undefined && child.laid.box.style.columnSpan !== 'all') continue
    addRulesOfSet(piece, laid, { children: children.slice(from, end), isLast: child === undefined }, layers)
    from = end + 1
  }
}

interface ColumnSet {
  readonly children: readonly Fragment[]
  /** Nothing of the container is below it on the page: its rules end where the container's content box does. */
  readonly isLast: boolean
}

function addRulesOfSet(piece: PaintedPiece, laid: LaidColumns, { children, isLast }: ColumnSet, layers: Layers): void {
  const used = laid.xs.filter((x) => children.some((child) => Math.abs(child.x - x) < 0.01))
  const top = smallest(
    children.map((child) => child.y),
    Number.POSITIVE_INFINITY,
  )
  const inset = piece.isLast ? laid.border.bottom + laid.padding.bottom : 0
  const end = isLast && laid.contentShift === 0 ? piece.height - inset : Number.NEGATIVE_INFINITY
  const bottom = largest(
    children.map((child) => child.y + child.height),
    end,
  )
  pushColumnRules(piece, laid, used, { top, bottom }, layers)
}

interface RuleExtent {
  readonly top: number
  readonly bottom: number
}

/** Rules between columns at `columns`, in whatever order: columns of right-to-left content begin at the right. */
function pushColumnRules(
  piece: PaintedPiece,
  laid: LaidColumns,
  columns: readonly number[],
  { top, bottom }: RuleExtent,
  layers: Layers,
): void {
  const { style } = laid.box
  if (!(style.columnRuleWidth > 0) || style.columnRuleStyle === 'none' || style.columnRuleStyle === 'hidden' || columns.length < 2) return
  const fromLeft = columns.toSorted((a, b) => a - b)
  const xs = fromLeft.slice(1).map((x) => piece.x + x - laid.columnGap / 2)
  const { clip, frame } = piece
  layers.blocks.push({ kind: 'rules', style, xs, top: piece.y + top, bottom: piece.y + bottom, clip, frame })
}
