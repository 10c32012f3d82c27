// Inline boxes with effects on their content (opacity, blending, filters, clips and masks): what they contain is painted as one group on each line.
import type { Origin } from '../../box/box.ts'
import { NO_EDGES, type Rect } from '../../geometry.ts'
import type { InlineBoxItem, Line, LineItem, TextItem } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { paintInlineEffects } from '../effects/inline-effects.ts'
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
      const box = boxAround(origin, style, lines, effects)
      paintInlineEffects(box, origin.definitions, context, (inner) => paintWithin(inside, { ...applied, depth: depth + 1 }, inner, paint))
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

/** What an element covers on all lines. */
function boxAround(origin: Origin, style: Style, { x, y, lines, toPage }: GroupedLines, effects: InlineEffects): DecoratedBox {
  let rect: Rect | undefined
  for (const item of lines.flatMap((line) => line.items)) {
    if ((item.kind !== 'text' && item.kind !== 'inline-box') || !effectsAround(item, effects).includes(origin)) continue
    const own = rectOf(item, x, y)
    rect = rect === undefined ? own : union(rect, own)
  }
  const ends = { top: true, right: true, bottom: true, left: true }
  const whole = rect ?? { x, y, width: 0, height: 0 }
  const place = toPage === undefined ? whole : toPage(whole)
  return { style, ...place, border: NO_EDGES, padding: NO_EDGES, ends, borders: 'own', isBackgroundPropagated: false }
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
