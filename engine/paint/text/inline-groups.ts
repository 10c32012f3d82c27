// Inline boxes with effects on their content (opacity, blending, filters, clips and masks): what they contain is painted as one group on each line.
import type { Origin } from '../../box/box.ts'
import { type Edges, NO_EDGES, type Point, type Rect } from '../../geometry.ts'
import type { InlineBoxItem, Line, LineItem, TextItem } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { PaintContext } from '../context/context.ts'
import { type DecoratedBox, onSingleLine, type UnfragmentedBox } from '../decorated-box.ts'
import { type EffectBoxes, paintInlineEffects } from '../effects/inline-effects.ts'
import type { InlineEffects } from '../layers.ts'

/** Lines on the page, with what the groups on them are made of. */
interface GroupedLines {
  readonly x: number
  readonly y: number
  readonly lines: readonly Line[]
  readonly effects: InlineEffects | undefined
  /** From the coordinates of turned lines. */
  readonly toPage?: (rect: Rect) => Rect
}

type PaintItem = (item: LineItem, context: PaintContext) => void

/** Paints the items of a line, those inside of an element with effects together. */
export function paintInGroups(items: readonly LineItem[], lines: GroupedLines, context: PaintContext, paint: PaintItem): void {
  const { effects } = lines
  if (effects === undefined) for (const item of items) paint(item, context)
  else paintWithin(items, { lines, effects, depth: 0 }, context, paint)
}

/** How many effects are applied already. */
interface Applied {
  readonly lines: GroupedLines
  readonly effects: InlineEffects
  readonly depth: number
}

function paintWithin(items: readonly LineItem[], applied: Applied, context: PaintContext, paint: PaintItem): void {
  const { lines, effects, depth } = applied
  const done = new Set<Origin>()
  for (const item of items) {
    const origin = effectsAround(item, effects)[depth]
    const style = origin && effects.get(origin)
    if (origin === undefined || style === undefined) paint(item, context)
    else if (!done.has(origin)) {
      done.add(origin)
      const inside = items.filter((other) => effectsAround(other, effects)[depth] === origin)
      const boxes = boxesOf({ origin, style, inside }, lines, effects)
      paintInlineEffects(boxes, origin.definitions, context, (inner) => paintWithin(inside, { ...applied, depth: depth + 1 }, inner, paint))
    }
  }
}

/** The elements with effects around an item, the outermost first. */
function effectsAround(item: LineItem, effects: InlineEffects): readonly Origin[] {
  const around: Origin[] = []
  const origin = item.kind === 'atomic' ? item.laid.box.origin.parent : originOf(item)
  for (let at = origin?.textOf ?? origin; at !== undefined; at = at.parent) if (effects.has(at)) around.push(at)
  return around.reverse()
}

function originOf(item: LineItem): Origin | undefined {
  return item.kind === 'text' || item.kind === 'inline-box' ? item.origin : undefined
}

/** An element with effects, and its items on one line. */
interface Group {
  readonly origin: Origin
  readonly style: Style
  readonly inside: readonly LineItem[]
}

/**
 * Clips are of the first piece of the box, as in browsers; images of masks are placed as backgrounds are: in the box as if on one line, or in each piece
 * (CSS Break 3 §5.4). In turned lines each piece has its own.
 */
function boxesOf({ origin, style, inside }: Group, { x, y, lines, toPage }: GroupedLines, effects: InlineEffects): EffectBoxes {
  const pieceOf = (items: readonly LineItem[]): InlinePiece | undefined => {
    const own = items.filter((item) => isDrawn(item) && effectsAround(item, effects).includes(origin))
    return pieceOn(own.filter(isDrawn), origin, { x, y })
  }
  const pieces = lines.flatMap((line) => pieceOf(line.items) ?? [])
  const nothing: InlinePiece = { rect: { x, y, width: 0, height: 0 }, border: NO_EDGES, padding: NO_EDGES }
  const boxOf = ({ rect, border, padding }: InlinePiece): DecoratedBox => {
    const ends = { top: true, right: true, bottom: true, left: true }
    const place = toPage === undefined ? rect : toPage(rect)
    return { style, ...place, border, padding, ends, borders: 'own', isBackgroundPropagated: false }
  }
  const whole = { ...nothing, rect: pieces.map(({ rect }) => rect).reduce(union, pieces[0]?.rect ?? nothing.rect) }
  const piece = pieceOf(inside) ?? nothing
  const isWhole = pieces.length < 2 || toPage !== undefined || style.boxDecorationBreak === 'clone'
  const unfragmented = isWhole ? undefined : unfragmentedOf(pieces, piece, style)
  return { whole: boxOf(whole), clip: boxOf(pieces[0] ?? nothing), mask: { ...boxOf(piece), unfragmented } }
}

/** Pieces of inline boxes on lines, with their edges. */
interface InlinePiece {
  readonly rect: Rect
  readonly border: Edges
  readonly padding: Edges
}

type DrawnItem = TextItem | InlineBoxItem

function isDrawn(item: LineItem): item is DrawnItem {
  return item.kind === 'text' || item.kind === 'inline-box'
}

/** Its own box, where it has one; else what its content covers. */
function pieceOn(items: readonly DrawnItem[], origin: Origin, { x, y }: Point): InlinePiece | undefined {
  const box = items.find((item): item is InlineBoxItem => item.kind === 'inline-box' && item.origin === origin && item.isRule !== true)
  if (box !== undefined) return { rect: rectOf(box, x, y), border: box.border, padding: box.padding }
  const rects = items.map((item) => rectOf(item, x, y))
  return rects[0] && { rect: rects.reduce(union, rects[0]), border: NO_EDGES, padding: NO_EDGES }
}

function unfragmentedOf(pieces: readonly InlinePiece[], { rect }: InlinePiece, style: Style): UnfragmentedBox {
  const at = pieces.findIndex((other) => other.rect.y === rect.y && other.rect.x === rect.x)
  const sizes = pieces.map(({ rect: { width, height }, border }) => ({ width, height, border }))
  return onSingleLine(sizes, Math.max(0, at), style)
}

function rectOf(item: TextItem | InlineBoxItem, x: number, y: number): Rect {
  if (item.kind === 'inline-box') return { x: x + item.x, y: y + item.y, width: item.width, height: item.height }
  const { face } = item.match
  const scale = item.fontSize / face.unitsPerEm
  const top = y + item.baseline - face.ascent * scale
  return { x: x + item.x, y: top, width: item.width, height: (face.ascent - face.descent) * scale }
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
