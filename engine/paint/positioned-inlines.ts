// Inline elements that are positioned (`position: relative` or `sticky`) are painted above what is not (CSS2 appendix E): their items are taken out of the lines
// of their paragraph, into lines of their own.
// Limits: a positioned element in another is painted with that; one in an element with effects keeps its place in the group.
import type { Box, Origin } from '../box/box.ts'
import type { Line, LineItem, TextItem } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { StyleFactsCache } from './context/context.ts'
import { type InlineEffects, type InlineEntry, type Layers, makeLayers, type Walk, type WholeLine } from './layers.ts'
import type { PaintedPiece } from './piece.ts'

/** The outermost positioned inline elements of a paragraph, and their styles. */
type PositionedInlines = ReadonlyMap<Origin, Style>

/** Undefined in most paragraphs. */
export function positionedInlinesOf(box: Box, facts: StyleFactsCache, effects: InlineEffects | undefined): PositionedInlines | undefined {
  if (box.kind !== 'paragraph' || box.items.length < 2) return undefined
  let found: Map<Origin, Style> | undefined
  for (const item of box.items) {
    if (item.kind !== 'open' || !facts.of(item.style).isPositioned) continue
    if (isWithinAny(item.origin.parent, effects) || isWithinAny(item.origin.parent, found)) continue
    found ??= new Map()
    found.set(item.origin, item.style)
  }
  return found
}

function isWithinAny(origin: Origin | undefined, elements: ReadonlyMap<Origin, Style> | undefined): boolean {
  return elements !== undefined && elementAround(origin, elements) !== undefined
}

function elementAround(origin: Origin | undefined, elements: ReadonlyMap<Origin, Style>): Origin | undefined {
  for (let at = origin?.textOf ?? origin; at !== undefined; at = at.parent) if (elements.has(at)) return at
  return undefined
}

/** Lines of a paragraph, and the positioned elements in it. */
interface PositionedLines {
  readonly piece: PaintedPiece
  readonly entry: Extract<InlineEntry, { kind: 'lines' }>
  readonly positioned: PositionedInlines
}

/** Adds the lines to `layers`, and those of each positioned element to what is stacked. */
export function stackInlines({ piece, entry, positioned }: PositionedLines, layers: Layers, walk: Walk): void {
  const { rest, own } = partLines(entry.lines, positioned)
  layers.inlines.push({ ...entry, ...rest })
  for (const [origin, parted] of own) {
    const zIndex = positioned.get(origin)?.zIndex ?? 'auto'
    const isContext = zIndex !== 'auto'
    const inner = makeLayers(undefined, piece.clip)
    inner.inlines.push({ ...entry, ...parted })
    walk.stacked.push({ piece, zIndex: isContext ? zIndex : 0, layers: inner, inline: { place: origin.place, isContext } })
  }
}

/** Lines with a part of their items, and the lines that they are parts of. */
interface PartedLines {
  readonly lines: readonly Line[]
  readonly wholes: ReadonlyMap<Line, WholeLine>
}

interface Parting {
  readonly lines: Line[]
  readonly wholes: Map<Line, WholeLine>
}

/** The lines without the items of positioned elements, and those of each such element. */
function partLines(
  lines: readonly Line[],
  positioned: PositionedInlines,
): { readonly rest: PartedLines; readonly own: ReadonlyMap<Origin, PartedLines> } {
  const rest: Parting = { lines: [], wholes: new Map() }
  const own = new Map<Origin, Parting>()
  for (const [i, line] of lines.entries()) {
    const items = new Map<Origin | undefined, LineItem[]>([[undefined, []]])
    const before = new Map<LineItem, TextItem>()
    let last: TextItem | undefined
    for (const item of line.items) {
      const element = elementAround(item.kind === 'atomic' ? item.laid.box.origin.parent : item.origin, positioned)
      const part = items.get(element)
      if (part === undefined) items.set(element, [item])
      else part.push(item)
      if (item.kind !== 'text' || item.isMark === true) continue
      if (last !== undefined) before.set(item, last)
      last = item
    }
    for (const [element, part] of items) {
      const parting: Parting = element === undefined ? rest : (own.get(element) ?? { lines: [], wholes: new Map() })
      if (element !== undefined) own.set(element, parting)
      const parted: Line = { ...line, items: part }
      parting.lines.push(parted)
      parting.wholes.set(parted, { line, next: lines[i + 1], before })
    }
  }
  return { rest, own }
}
