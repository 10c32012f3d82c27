// Paints a page on a canvas: stacking contexts in the order of CSS2 Appendix E.

import type { Origin } from '../box/box.ts'
import { addAll } from '../collections/lists.ts'
import type { Fragment } from '../fragment/fragment.ts'
import { isSingular, type Matrix, NO_EDGES, PX, type Rect, roundToPx } from '../geometry.ts'
import type { MarginBox, Page } from '../page/page.ts'
import type { Style } from '../style/style.ts'
import { isTurnedAway, transformOf } from '../style/transform.ts'
import { collectCarried } from './carried.ts'
import { collectLayers } from './collect.ts'
import { applyMatrix, type DeferredText, type PaintContext } from './context/context.ts'
import type { DecoratedBox } from './decorated-box.ts'
import { decoratedBox, radiiOf } from './decorated-box.ts'
import { paintPartBackground } from './decoration/background.ts'
import { paintPageFrame, paintRootBackground, paintSheet } from './decoration/canvas-background.ts'
import { paintDecoration, paintShadows } from './decoration/decoration.ts'
import { paintGridEdges, paintRules } from './decoration/grid-edges.ts'
import { paintReplaced } from './decoration/image-box.ts'
import { paintOutline } from './decoration/outline.ts'
import { clipPathOf, EVERYWHERE, groupOf } from './effects/effects.ts'
import { applyMask, applyMaskBorder } from './effects/mask.ts'
import { paintFiltered } from './filter/filters.ts'
import { withForeign } from './foreign.ts'
import { Clipper, hidesAll } from './geometry/clip.ts'
import { isEmptyPath } from './geometry/path.ts'
import { snapRect } from './geometry/rounded-rect.ts'
import { type BlockEntry, type InlineEntry, type Layers, makeLayers, type Stacked, type Walk } from './layers.ts'
import { isOffPage } from './off-page.ts'
import { clipRectOf } from './overflow-clip.ts'
import { paintedOverhang } from './overhang.ts'
import { frameOnPage, type PaintedPiece, pieceOfFragment, rectOf } from './piece.ts'
import { clipByElement, filterOfElement } from './svg/on-box.ts'
import { paintLines } from './text/lines.ts'

/** Paints a page without its margin boxes, between beginPage and endPage; returns page numbers that are not known yet, for `paintDeferred`. */
export function paintPage(page: Page, context: PaintContext): readonly DeferredText[] {
  const { canvas } = context
  context.page.tags = canvas.isTagged === true ? context.tags : undefined
  paintSheet(page, context)
  // Browsers snap the origin of the page area to a whole pixel, but not its size.
  const toArea: Matrix = [page.scale, 0, 0, page.scale, roundToPx(page.area.x) - overhangLeft(page), roundToPx(page.area.y)]
  const propagatedFrom = page.root === undefined ? undefined : paintRootBackground(page, page.root, toArea, context)
  paintPageFrame(page, context)
  const area = { x: 0, y: 0, width: page.area.width / page.scale, height: page.area.height / page.scale }
  canvas.save()
  const before = applyMatrix(context, toArea)
  context.page.viewport = area
  context.page.sheet = sheetAround(page, toArea)
  // What hangs out of the page area is shown in the margins: text must not be lost, and other formatters make page headers of such boxes.
  paintTogether([page.root, ...page.footnotes, ...page.fixed], page, propagatedFrom, context)
  context.page.matrix = before
  context.page.viewport = undefined
  canvas.restore()
  context.page.tags = undefined
  return context.page.deferred.splice(0)
}

/** The paper, in the coordinates of the page area. */
function sheetAround({ style, scale }: Page, [, , , , x, y]: Matrix): Rect {
  return { x: -x / scale, y: -y / scale, width: style.width / scale, height: style.height / scale }
}

/** Content is laid out as wide as the page area in whole px; right-to-left documents end at its right edge, and hang out on the left. */
function overhangLeft({ area, root }: Page): number {
  const style = root?.laid.box.style
  return style?.direction === 'rtl' && style.frame === 'none' ? Math.ceil(area.width / PX - ROUNDING) * PX - area.width : 0
}

/** Rounding errors of a width that is a whole number of px. */
const ROUNDING = 1e-6

/** Paints pieces of one page in one stacking context: fixed boxes are stacked with the descendants of the root, by z-index. */
function paintTogether(
  fragments: readonly (Fragment | undefined)[],
  page: Page,
  propagatedFrom: Walk['propagatedFrom'],
  context: PaintContext,
): void {
  const frame = frameOnPage(page)
  const carried = page.overhang?.carried ?? []
  context.page.overhang = page.overhang && paintedOverhang(page.overhang, frame)
  const pieces = fragments
    .filter((fragment): fragment is Fragment => fragment !== undefined)
    .map((fragment) => {
      const piece = pieceOfFragment(fragment, 0, 0, frame)
      return !page.isFirst && page.fixed.includes(fragment) ? { ...piece, isRepeated: true } : piece
    })
  const [root] = page.root === undefined && carried.length > 0 ? [] : pieces.splice(0, 1)
  if (root === undefined && carried.length === 0) return
  const stacked = pieces.map((piece) => stackedPiece(piece, context))
  const collect: CollectLayers = (walk) => {
    const layers = root === undefined ? makeLayers(undefined, undefined) : layersOf(root)(walk)
    collectCarried(carried, layers, walk, frame)
    return layers
  }
  paintStackingContext({ collect, others: stacked, mustIsolate: false }, context, propagatedFrom)
  context.page.overhang = undefined
}

/** A piece that has a stacking context of its own. */
function paintPiece(piece: PaintedPiece, context: PaintContext): void {
  paintStackingContext({ collect: layersOf(piece), others: [], mustIsolate: true }, context, undefined)
}

/** Paints a margin box, on a page or a layer of it. */
export function paintMarginBox(box: MarginBox, context: PaintContext): readonly DeferredText[] {
  const collect = layersOf(pieceOfFragment(box.fragment, box.rect.x, box.rect.y))
  paintStackingContext({ collect, others: [], mustIsolate: false }, context, undefined)
  return context.page.deferred.splice(0)
}

// ── Stacking contexts ───────────────────────────────────────────────────────────────────────────────────────────────────

type CollectLayers = (walk: Walk) => Layers

function layersOf(root: PaintedPiece): CollectLayers {
  return (walk) => collectLayers({ ...root, clip: undefined }, walk)
}

/** What a stacking context is made of. */
interface StackingContent {
  readonly collect: CollectLayers
  /** Pieces in the same stacking context that are no descendants of its root. */
  readonly others: readonly Stacked[]
  /** What blends in it blends with what is in it alone (Compositing 1 §2.1): a group around it, unless it is one already. */
  readonly mustIsolate: boolean
}

function paintStackingContext(content: StackingContent, context: PaintContext, propagatedFrom: Walk['propagatedFrom']): void {
  const { collect, others, mustIsolate } = content
  const walk: Walk = { context, stacked: [], propagatedFrom }
  const layers = collect(walk)
  addAll(walk.stacked, others)
  const stacked = adopt(sortStacked(walk.stacked))
  const isIsolated = mustIsolate && stacked.some((item) => item.layers === undefined && styleOf(item).mixBlendMode !== 'normal')
  if (isIsolated) context.canvas.beginGroup({ opacity: 1, blendMode: 'normal', isIsolated: true, bounds: EVERYWHERE })
  const clipper = new Clipper(context.canvas)
  if (layers.root !== undefined) paintDecoration(layers.root, context)
  const firstAbove = stacked.findIndex((item) => item.zIndex >= 0)
  const below = firstAbove === -1 ? stacked : stacked.slice(0, firstAbove)
  for (const item of below) paintStacked(item, context, propagatedFrom, clipper)
  paintContent(layers, context, clipper)
  for (const item of stacked.slice(below.length)) paintStacked(item, context, propagatedFrom, clipper)
  clipper.set(undefined)
  if (isIsolated) context.canvas.endGroup()
}

function stackedPiece(piece: PaintedPiece, { facts }: PaintContext): Stacked {
  const { style } = piece.laid.box
  const clipped = facts.of(style).hasClipRect ? { ...piece, clip: clipRectOf(piece) } : piece
  return { piece: clipped, zIndex: style.zIndex === 'auto' ? 0 : style.zIndex, layers: undefined }
}

/**
 * An absolutely positioned box is a child of its containing block, but belongs to the innermost stacking context of its ancestors, which may be an element in
 * between that is no containing block (with opacity). Moves such boxes to that context.
 */
function adopt(stacked: readonly Stacked[]): readonly Stacked[] {
  if (stacked.length < 2) return stacked
  const contexts = stacked.filter((item) => item.layers === undefined && styleOf(item).position === 'static')
  if (contexts.length === 0) return stacked
  const adopted = new Map<Stacked, Stacked[]>()
  const rest = stacked.filter((item) => {
    const place = placeOf(item)
    const context = contexts.findLast((one) => one !== item && isWithin(place, placeOf(one)))
    if (context !== undefined) adopted.set(context, [...(adopted.get(context) ?? []), item])
    return context === undefined
  })
  return adopted.size === 0 ? stacked : rest.map((item) => ({ ...item, adopted: adopted.get(item) }))
}

function styleOf({ piece, part }: Stacked): Style {
  return part?.style ?? piece.laid.box.style
}

function placeOf({ piece, part, inline }: Stacked): readonly number[] | undefined {
  if (inline !== undefined) return inline.place
  return part === undefined ? piece.laid.box.origin.place : part.place
}

function isWithin(place: readonly number[] | undefined, outer: readonly number[] | undefined): boolean {
  return place !== undefined && outer !== undefined && place.length > outer.length && outer.every((number, i) => number === place[i])
}

/** A stacked box with its place in the document, and the level it is painted at. */
interface PlacedItem {
  readonly item: Stacked
  readonly place: readonly number[] | undefined
  zIndex: number
}

/**
 * By z-index, then in document order: out-of-flow boxes are collected later than their place in the document. Boxes in an inline element that is a context are on its
 * level, in document order whatever their own.
 */
function sortStacked(stacked: readonly Stacked[]): readonly Stacked[] {
  if (stacked.length < 2) return stacked
  const placed = stacked.map((item): PlacedItem => ({ item, place: placeOf(item), zIndex: item.zIndex }))
  placed.sort((a, b) => comparePlaces(a.place, b.place))
  if (stacked.some(isInlineContext)) levelInlineContexts(placed)
  placed.sort((a, b) => a.zIndex - b.zIndex)
  return placed.map(({ item, zIndex }) => (item.zIndex === zIndex ? item : { ...item, zIndex }))
}

function isInlineContext({ inline }: Stacked): boolean {
  return inline?.isContext === true
}

/** Gives boxes in inline contexts the level of the outermost one. In document order, the contexts around a box are those before it that still hold. */
function levelInlineContexts(placed: readonly PlacedItem[]): void {
  let around: PlacedItem | undefined
  for (const one of placed) {
    if (around !== undefined && isWithin(one.place, around.place)) one.zIndex = around.zIndex
    else around = isInlineContext(one.item) ? one : undefined
  }
}

function comparePlaces(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  if (a === undefined || b === undefined) return 0
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function paintStacked(item: Stacked, context: PaintContext, propagatedFrom: Walk['propagatedFrom'], clipper: Clipper): void {
  if (item.inline !== undefined && item.layers !== undefined) {
    if (!hidesAll(item.piece.clip)) paintLayers(item.layers, context, clipper)
    return
  }
  if (hidesAll(item.piece.clip) || (item.part === undefined && isOffPage(item.piece, context))) return writeMarks(item, context)
  if (item.layers !== undefined) {
    paintLayers(item.layers, context, clipper)
    return
  }
  clipper.set(item.piece.clip)
  paintWithEffects(item, context, propagatedFrom)
}

/** Link targets and bookmarks of a box that is not painted: collecting its layers writes them. */
function writeMarks({ piece, part }: Stacked, context: PaintContext): void {
  const walk = { context, stacked: [], propagatedFrom: undefined }
  if (part === undefined) collectLayers({ ...piece, clip: undefined }, walk)
  else part.collect(walk)
}

/** Applies transform, clip-path, mask, opacity, blending and filters of a stacking context's root. */
function paintWithEffects(item: Stacked, context: PaintContext, propagatedFrom: Walk['propagatedFrom']): void {
  const { canvas } = context
  const { piece, part, adopted } = item
  const style = styleOf(item)
  const rect: Rect = part?.rect ?? rectOf(piece)
  const collect: CollectLayers = part === undefined ? layersOf(piece) : (walk) => part.collect(walk)
  const matrix = transformOf(style, rect)
  if (matrix !== undefined && isSingular(matrix)) return
  if (style.backfaceVisibility === 'hidden' && isTurnedAway(style.transform)) return
  const clip = style.clipPath === 'none' ? undefined : clipPathOf(style.clipPath, boxOf(item))
  if (clip !== undefined && isEmptyPath(clip.path)) return writeMarks(item, context)
  const isGrouped = context.facts.of(style).needsGroup
  const isMasked = context.facts.of(style).isMasked
  const clipElement = style.clipPath === 'none' ? undefined : style.clipPath.reference
  const isSaved = matrix !== undefined || clip !== undefined || clipElement !== undefined || isMasked
  const { matrix: before, viewport } = context.page
  if (isSaved) canvas.save()
  if (matrix !== undefined) {
    applyMatrix(context, matrix)
    context.page.viewport = undefined
  }
  const { definitions } = piece.laid.box.origin
  if (clip !== undefined) canvas.clipPath(clip.path, clip.rule)
  if (clipElement !== undefined) clipByElement({ definitions, reference: clipElement, rect }, context)
  if (isMasked) maskBox(boxOf(item), definitions, context)
  if (isGrouped) canvas.beginGroup(groupOf(style))
  const content = { collect, others: adopted ?? [], mustIsolate: !isGrouped }
  const compile = (id: string): ReturnType<typeof filterOfElement> => filterOfElement({ definitions, reference: `#${id}`, rect }, context)
  paintFiltered({ functions: style.filter, box: rect, compile }, context, (inner) => paintStackingContext(content, inner, propagatedFrom))
  if (isGrouped) canvas.endGroup()
  context.page.matrix = before
  context.page.viewport = viewport
  if (isSaved) canvas.restore()
}

function boxOf({ piece, part }: Stacked): DecoratedBox {
  const box = decoratedBox(piece, false)
  return part === undefined ? box : { ...box, style: part.style, ...part.rect, border: NO_EDGES, padding: NO_EDGES }
}

function maskBox(box: DecoratedBox, definitions: Origin['definitions'], context: PaintContext): void {
  const { style } = box
  const rect = snapRect(box)
  const radii = context.facts.of(style).hasRadius ? radiiOf(style, rect, box.ends) : undefined
  applyMask({ box, rect, radii, definitions }, style.maskLayers, EVERYWHERE, context)
  if (style.maskBorder !== undefined) applyMaskBorder(box, rect, style.maskBorder, context)
}

// ── Layers ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A pseudo-stacking context: floats, inline blocks, flex items, positioned boxes without z-index. */
function paintLayers(layers: Layers, context: PaintContext, clipper: Clipper): void {
  if (layers.root !== undefined) {
    clipper.set(layers.clip)
    paintDecoration(layers.root, context)
  }
  paintContent(layers, context, clipper)
}

function paintContent(layers: Layers, context: PaintContext, clipper: Clipper): void {
  for (const entry of layers.blocks) {
    clipper.set(entry.clip)
    paintBlockEntry(entry, context)
  }
  for (const float of layers.floats) paintLayers(float, context, clipper)
  for (const entry of layers.inlines) paintInlineEntry(entry, context, clipper)
  for (const { style, rects, clip } of layers.outlines) {
    clipper.set(clip)
    paintOutline(style, rects, context)
  }
}

function paintBlockEntry(entry: BlockEntry, context: PaintContext): void {
  switch (entry.kind) {
    case 'box':
      paintDecoration(entry.box, context)
      return
    case 'part':
      paintPartBackground(entry.style, entry.area, entry.cell, context)
      return
    case 'shadows':
      paintShadows(entry.box, entry.side, context)
      return
    case 'edges':
      paintGridEdges(entry.edges, context.canvas)
      return
    case 'rules':
      paintRules(entry, context.canvas)
      return
  }
}

function paintInlineEntry(entry: InlineEntry, context: PaintContext, clipper: Clipper): void {
  if (entry.kind === 'atomic') {
    paintLayers(entry.layers, context, clipper)
    return
  }
  clipper.set(entry.clip)
  if (entry.kind === 'replaced') paintReplaced(entry.piece, withForeign(entry.piece, context, paintPiece))
  else if (entry.atomics === undefined) paintLines(entry, context, paintNothing)
  else {
    paintLines(entry, context, (layers) => {
      paintLayers(layers, context, clipper)
      clipper.set(entry.clip)
    })
  }
}

const paintNothing = (): void => {}
