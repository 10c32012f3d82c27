// Inline elements that are positioned (`position: relative` or `sticky`) or have effects on their content are painted above what has neither (CSS2 appendix E,
// CSS Color 4 §3.3): their items are taken out of the lines of their paragraph, into lines of their own.
// Limits: such an element in another is painted with that.
import type { Box, Origin } from '../box/box.ts'
import type { Line, LineItem, TextItem } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { StyleFactsCache } from './context/context.ts'
import { type InlineEffects, type InlineEntry, type Layers, makeLayers, type Walk, type WholeLine } from './layers.ts'
import type { PaintedPiece } from './piece.ts'

/** The outermost inline elements of a paragraph that are positioned or have effects, and their styles. */
type StackedInlines = ReadonlyMap<Origin, Style>

/** Undefined in most paragraphs. */
export function stackedInlinesOf(box: Box, facts: StyleFactsCache, effects: InlineEffects | undefined): StackedInlines | undefined {
  if (box.kind !== 'paragraph' || box.items.length < 2) return undefined
  let found: Map<Origin, Style> | undefined
  for (const item of box.items) {
    if (item.kind !== 'open' || !(facts.of(item.style).isPositioned || effects?.has(item.origin) === true)) continue
    if (found !== undefined && elementAround(item.origin.parent, found) !== undefined) continue
    found ??= new Map()
    found.set(item.origin, item.style)
  }
  return found
}

function elementAround(origin: Origin | undefined, elements: StackedInlines): Origin | undefined {
  for (let at = origin?.textOf ?? origin; at !== undefined; at = at.parent) if (elements.has(at)) return at
  return undefined
}

/** Lines of a paragraph, and the elements in it that are stacked. */
interface StackedLines {
  readonly piece: PaintedPiece
  readonly entry: Extract<InlineEntry, { kind: 'lines' }>
  readonly elements: StackedInlines
}

/** Adds the lines to `layers`, and those of each such element to what is stacked. */
export function stackInlines({ piece, entry, elements }: StackedLines, layers: Layers, walk: Walk): void {
  const { rest, own } = partLines(entry.lines, elements)
  layers.inlines.push({ ...entry, ...rest })
  for (const [origin, parted] of own) {
    const style = elements.get(origin)
    const zIndex = style === undefined || style.position === 'static' ? 'auto' : style.zIndex
    const isContext = zIndex !== 'auto' || entry.effects?.has(origin) === true
    const inner = makeLayers(undefined, piece.clip)
    inner.inlines.push({ ...entry, ...parted })
    walk.stacked.push({ piece, zIndex: zIndex === 'auto' ? 0 : zIndex, layers: inner, inline: { place: origin.place, isContext } })
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

/** The lines without the items of the elements, and those of each such element. */
function partLines(
  lines: readonly Line[],
  elements: StackedInlines,
): { readonly rest: PartedLines; readonly own: ReadonlyMap<Origin, PartedLines> } {
  const rest: Parting = { lines: [], wholes: new Map() }
  const own = new Map<Origin, Parting>()
  for (const [i, line] of lines.entries()) {
    const items = new Map<Origin | undefined, LineItem[]>([[undefined, []]])
    const before = new Map<LineItem, TextItem>()
    let last: TextItem | undefined
    for (const item of line.items) {
      const element = elementAround(item.kind === 'atomic' ? item.laid.box.origin.parent : item.origin, elements)
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
