// Widths of a prepared text by slot, in a container of known width.

import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { codeAt } from '../../text/code-at.ts'
import { takesLetterSpacing } from '../../text/letter-spacing.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid } from '../laid.ts'
import { isHangingSpace } from '../line-break/opportunities.ts'
import { usedEdges, usedMargins } from '../sizing/sizing.ts'
import { usedWidth } from '../sizing/width.ts'
import type { AtomicUnit, InlineBox, PreparedText, RubyRoom, TabUnit, TextUnit, Unit } from './prepared-text.ts'

/** What surrounds the content of an inline box. */
interface InlineEdges {
  readonly margin: Edges
  readonly border: Edges
  readonly padding: Edges
  /** Margin, border and padding of the side where the box begins and of the side where it ends. */
  readonly start: number
  readonly end: number
}

/** An atomic box, laid out, with its margins. */
interface LaidAtom {
  readonly laid: Laid
  readonly margin: Edges
  readonly width: number
}

export interface MeasuredText {
  readonly prepared: PreparedText
  /** By slot: how far everything before it reaches, were it all on one line. One more than there are slots. */
  readonly reach: Float64Array
  /** By break: the width of spaces that vanish or hang when a line ends there, and the slot they begin at. */
  readonly hangs: Float64Array
  readonly contentEnds: Uint32Array
  readonly atoms: ReadonlyMap<AtomicUnit, LaidAtom>
  readonly edgesOf: (box: InlineBox) => InlineEdges
  /** Undefined where no inline box is cloned. */
  readonly cloned: ClonedEdges | undefined
}

/** By slot: what boxes with `box-decoration-break: clone` that are open there add to a line that begins or ends with the slot (CSS Break 3 §5.4). */
interface ClonedEdges {
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/** What is not text: how wide is it? Zero for what is out of flow. */
type WidthOf = (unit: Exclude<Unit, TextUnit | TabUnit>) => number

/** Measures for lines in a container; its height counts for percentages, where it is definite. */
export function measureText(
  prepared: PreparedText,
  contentHeight: number | undefined,
  contentWidth: number,
  context: LayoutContext,
): MeasuredText {
  const atoms = layoutAtoms(prepared, contentHeight, contentWidth, context)
  const boxes = new Map<InlineBox, InlineEdges>()
  const edgesOf = (box: InlineBox): InlineEdges => {
    let edges = boxes.get(box)
    if (edges === undefined) boxes.set(box, (edges = withRoom(inlineEdges(box.style, contentWidth), prepared.rubies?.get(box), box)))
    return edges
  }
  const widths = sumWidths(prepared, (unit) => {
    if (unit.kind === 'open') return edgesOf(unit.box).start
    if (unit.kind === 'close') return edgesOf(unit.box).end
    if (unit.kind === 'atomic') return atoms.get(unit)?.width ?? 0
    return unit.kind === 'page-number' || unit.kind === 'leader' ? unit.width : 0
  })
  return { prepared, ...widths, atoms, edgesOf, cloned: clonedEdges(prepared, edgesOf) }
}

export const isCloned = ({ style }: InlineBox): boolean => style.boxDecorationBreak === 'clone'

function clonedEdges({ units, isFixed }: PreparedText, edgesOf: MeasuredText['edgesOf']): ClonedEdges | undefined {
  if (isFixed || !units.some((unit) => unit.kind === 'open' && isCloned(unit.box))) return undefined
  const count = (units.at(-1)?.to ?? 0) + 1
  const [starts, ends] = [new Float64Array(count), new Float64Array(count)]
  let [start, end] = [0, 0]
  for (const unit of units) {
    starts.fill(start, unit.from, unit.to + 1)
    ends.fill(end, unit.from, unit.to + 1)
    if ((unit.kind !== 'open' && unit.kind !== 'close') || !isCloned(unit.box)) continue
    const edges = edgesOf(unit.box)
    const sign = unit.kind === 'open' ? 1 : -1
    start += sign * edges.start
    end += sign * edges.end
    starts[unit.to] = start
    ends[unit.to] = end
  }
  return { starts, ends }
}

export function inlineEdges(style: Style, containingWidth: number): InlineEdges {
  const margin = usedMargins(style, containingWidth)
  const { border, padding } = usedEdges(style, containingWidth)
  const left = margin.left + border.left + padding.left
  const right = margin.right + border.right + padding.right
  const isRtl = style.direction === 'rtl'
  return { margin, border, padding, start: isRtl ? right : left, end: isRtl ? left : right }
}

/** Room for the annotations of a ruby base is margin. */
function withRoom(edges: InlineEdges, room: RubyRoom | undefined, { style }: InlineBox): InlineEdges {
  if (room === undefined) return edges
  const [left, right] = style.direction === 'rtl' ? [room.end, room.start] : [room.start, room.end]
  const { margin } = edges
  return {
    ...edges,
    margin: { ...margin, left: margin.left + left, right: margin.right + right },
    start: edges.start + room.start,
    end: edges.end + room.end,
  }
}

const NO_ATOMS: ReadonlyMap<AtomicUnit, LaidAtom> = new Map()

function layoutAtoms(
  { units, isFixed }: PreparedText,
  basis: number | undefined,
  contentWidth: number,
  context: LayoutContext,
): ReadonlyMap<AtomicUnit, LaidAtom> {
  if (isFixed) return NO_ATOMS
  const atoms = new Map<AtomicUnit, LaidAtom>()
  for (const unit of units) {
    if (unit.kind !== 'atomic') continue
    const margin = usedMargins(unit.atom.style, contentWidth)
    const across = margin.left + margin.right
    const space = { containingWidth: contentWidth, containingHeight: basis, available: contentWidth - across, auto: 'shrink' } as const
    const width = usedWidth(unit.atom, space, context)
    const laid = context.layout.layoutBox(
      unit.atom,
      { width, height: undefined, containingWidth: contentWidth, containingHeight: basis },
      context,
    )
    atoms.set(unit, { laid, margin, width: laid.width + across })
  }
  return atoms
}

// ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Widths = Pick<MeasuredText, 'reach' | 'hangs' | 'contentEnds'>

/** How far a line reaches that ends at break `k`. A forced break has no width itself, and what follows it does not continue from there. */
export function reachOf({ at, kinds }: PreparedText['breaks'], reach: Float64Array, k: number): number {
  return reach[kinds[k] === 'forced' ? at[k]! - 1 : at[k]!]!
}

/** One pass over all slots. Tabs have no width here: it depends on where they stand. */
export function sumWidths({ text, units, breaks }: PreparedText, widthOf: WidthOf): Widths {
  const reach = new Float64Array(text.length + 1)
  const hangs = new Float64Array(breaks.at.length)
  const contentEnds = new Uint32Array(breaks.at.length)
  let at = 0
  let next = 0
  let contentEnd = 0
  let hang = 0
  for (const unit of units) {
    if (unit.kind === 'text') addText(reach, unit, at)
    else reach[unit.to] = unit.kind === 'tab' ? at : at + widthOf(unit)
    for (let slot = unit.from; slot < unit.to; slot++) {
      while (breaks.at[next] === slot) {
        hangs[next] = hang
        // What hung at the end of a line does not hang at that of the next.
        if (breaks.kinds[next] === 'forced') hang = 0
        contentEnds[next++] = contentEnd
      }
      const isText = unit.kind === 'text' || unit.kind === 'tab'
      if (isText ? !canHang(unit, codeAt(text, slot)) : isContent(unit)) {
        hang = 0
        contentEnd = slot + 1
      } else if (isText) {
        hang += reach[slot + 1]! - reach[slot]!
        // It hangs and is there, while spaces of the keyboard vanish (CSS Text 4 §4.3.2).
        if (codeAt(text, slot) === IDEOGRAPHIC_SPACE) contentEnd = slot + 1
      }
    }
    at = reach[unit.to]!
  }
  for (; next < breaks.at.length; next++) {
    hangs[next] = hang
    contentEnds[next] = contentEnd
  }
  return { reach, hangs, contentEnds }
}

/** Collapsible spaces vanish at the end of a line, preserved ones hang where lines wrap and stay where they do not (CSS Text 4 §4.3.2). */
function canHang({ style, textStyle }: TextUnit | TabUnit, code: number): boolean {
  if (!isHangingSpace(code) || style.whiteSpaceCollapse === 'break-spaces') return false
  return textStyle.collapsesSpaces || textStyle.wraps
}

/** Ends of boxes do not hold spaces back: they vanish even when a padding follows. */
function isContent(unit: Exclude<Unit, TextUnit | TabUnit>): boolean {
  return unit.kind === 'atomic' || unit.kind === 'page-number' || unit.kind === 'leader'
}

const NO_BREAK_SPACE = 0xa0
const IDEOGRAPHIC_SPACE = 0x3000

/** Characters that word spacing and justification widen (CSS Text 4 §9.1). */
export function isWordSeparator(code: number): boolean {
  return code === 0x20 || code === NO_BREAK_SPACE || code === 0x1361 || (code >= 0x10100 && code <= 0x10102)
}

/** Letter and word spacing behind a character. */
export function spacingBehind(code: number, { letterSpacing, wordSpacing }: Pick<Style, 'letterSpacing' | 'wordSpacing'>): number {
  return (takesLetterSpacing(code) ? letterSpacing : 0) + (isWordSeparator(code) ? wordSpacing : 0)
}

function addText(reach: Float64Array, { run, scale, style, from, glyphOf }: TextUnit, start: number): void {
  const { text, advances, clusters } = run
  const { letterSpacing, wordSpacing } = style
  const isSpaced = letterSpacing !== 0 || wordSpacing !== 0
  let at = start
  if (glyphOf === undefined && !isSpaced) {
    for (let i = 0; i < advances.length; i++) reach[from + i + 1] = at += advances[i]! * scale
    return
  }
  const widths = new Float64Array(text.length)
  for (let glyph = 0; glyph < advances.length; glyph++) widths[clusters[glyph]!]! += advances[glyph]! * scale
  if (isSpaced) {
    for (let glyph = 0; glyph < advances.length; glyph++) {
      const cluster = clusters[glyph]!
      if (glyph > 0 && clusters[glyph - 1] === cluster) continue
      widths[cluster]! += spacingBehind(codeAt(text, cluster), style)
    }
  }
  for (let i = 0; i < text.length; i++) reach[from + i + 1] = at += widths[i]!
}
