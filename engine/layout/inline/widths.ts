// Min- and max-content width of inline content (CSS Sizing 3 §5.1): the longest part that cannot break, and the longest line when nothing does.
import type { ParagraphBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { clusterStarts } from '../line-break/opportunities.ts'
import { widthContribution } from '../sizing/width.ts'
import { hyphenCharacter } from './fit.ts'
import { divisionsBetween, unitAt, unitIndexAt } from './hyphens.ts'
import { indentOf, type LineOrder } from './indent.ts'
import { inlineEdges, reachOf, sumWidths } from './measure.ts'
import { widthOf } from './prepare.ts'
import type { PreparedText, TextUnit } from './prepared-text.ts'
import { LineTabs } from './tabs.ts'

/** Content-box widths, floats included. */
export function contentWidthsOf(box: ParagraphBox, prepared: PreparedText, context: LayoutContext): ContentWidths {
  const narrow = sumWidths(prepared, (unit) => contribution(unit, 'min', prepared, context))
  const hasAtoms = prepared.units.some((unit) => unit.kind === 'atomic')
  const wide = hasAtoms ? sumWidths(prepared, (unit) => contribution(unit, 'max', prepared, context)) : narrow
  const floats = floatWidths(prepared, context)
  const min = Math.max(0, longestPart(prepared, narrow, box, context), floats.min)
  // Negative margins and indents may make a part longer than the whole.
  return { min, max: Math.max(min, longestLine(prepared, wide, box, floats.all)) }
}

/** Percentages of a width that is asked for count as nothing. */
function indent({ style }: ParagraphBox, order: LineOrder): number {
  return indentOf(style, order, 0)
}

function contribution(
  unit: Parameters<Parameters<typeof sumWidths>[1]>[0],
  which: 'min' | 'max',
  { rubies }: PreparedText,
  context: LayoutContext,
): number {
  switch (unit.kind) {
    case 'open':
      return inlineEdges(unit.box.style, 0).start + (rubies?.get(unit.box)?.start ?? 0)
    case 'close':
      return inlineEdges(unit.box.style, 0).end + (rubies?.get(unit.box)?.end ?? 0)
    case 'atomic':
      return widthContribution(unit.atom, context)[which]
    case 'page-number':
    case 'leader':
      return unit.width
    default:
      return 0
  }
}

/** A float where it is in the content. */
interface FloatWidth {
  readonly at: number
  /** Of its margin box when nothing breaks. */
  readonly width: number
  readonly isRight: boolean
  readonly clear: Style['clear']
}

function floatWidths({ units }: PreparedText, context: LayoutContext): { readonly min: number; readonly all: readonly FloatWidth[] } {
  let min = 0
  const all: FloatWidth[] = []
  for (const unit of units) {
    if (unit.kind !== 'float') continue
    const widths = widthContribution(unit.outOfFlow, context)
    const { clear, float } = unit.outOfFlow.style
    min = Math.max(min, widths.min)
    all.push({ at: unit.from, width: widths.max, isRight: float === 'right', clear })
  }
  return { min, all }
}

/** Floats stand side by side when nothing breaks; one that clears the float before it begins anew. */
function besideLine(floats: readonly FloatWidth[]): number {
  let widest = 0
  let sum = 0
  let before: FloatWidth | undefined
  for (const float of floats) {
    if (before !== undefined && (float.clear === 'both' || float.clear === (before.isRight ? 'right' : 'left'))) sum = 0
    sum += float.width
    widest = Math.max(widest, sum)
    before = float
  }
  return widest
}

type Sums = ReturnType<typeof sumWidths>

function longestPart(prepared: PreparedText, { reach, hangs }: Sums, box: ParagraphBox, context: LayoutContext): number {
  const { breaks } = prepared
  let longest = 0
  let from = 0
  let offset = indent(box, { isFirst: true, isAfterBreak: false })
  for (let k = 0; k < breaks.at.length; k++) {
    const to = breaks.at[k]!
    let width = reach[to]! - reach[from]! - hangs[k]!
    if (breaks.kinds[k] === 'hyphen') width += hyphenWidthAt(prepared, to, context)
    if (width > longest) width = dividedWidth(prepared, reach, { from, to, width }, context)
    longest = Math.max(longest, width + offset)
    offset = indent(box, { isFirst: false, isAfterBreak: breaks.kinds[k] === 'forced' })
    from = to
  }
  return longest
}

function hyphenWidthAt({ units }: PreparedText, slot: number, context: LayoutContext): number {
  const unit = unitAt(units, slot - 1)
  return unit?.kind === 'text' ? widthOf(hyphenCharacter(unit.textStyle), unit.textStyle, context) : 0
}

interface Segment {
  readonly from: number
  readonly to: number
  readonly width: number
}

/** The width of a part when it is divided further where it may be: anywhere, or where the language hyphenates. */
function dividedWidth(prepared: PreparedText, reach: Float64Array, part: Segment, context: LayoutContext): number {
  const { from, to, width } = part
  const anywhere = slotsAnywhere(prepared, from, to)
  if (anywhere !== undefined)
    return Math.min(
      width,
      longestBetween(reach, part, (slot) => anywhere.has(slot), 0),
    )
  const divisions = divisionsBetween(prepared, from, to)
  const textStyle = divisions[0]?.unit.textStyle
  if (textStyle?.wraps !== true) return width
  const points = new Set(divisions.map(({ end }) => end))
  return Math.min(
    width,
    longestBetween(reach, part, (slot) => points.has(slot), widthOf(hyphenCharacter(textStyle), textStyle, context)),
  )
}

/** Where `overflow-wrap: anywhere` lets a part be divided: behind each cluster of such a text. Undefined where no text asks for it. */
function slotsAnywhere({ text, units }: PreparedText, from: number, to: number): ReadonlySet<number> | undefined {
  let slots: Set<number> | undefined
  let clusters: Uint8Array | undefined
  for (let i = unitIndexAt(units, from); i < units.length && units[i]!.from < to; i++) {
    const unit = units[i]!
    if (unit.kind !== 'text' || !breaksAnywhere(unit)) continue
    slots ??= new Set()
    clusters ??= clusterStarts(text.slice(from, to))
    for (let slot = Math.max(from, unit.from) + 1; slot <= unit.to && slot < to; slot++) if (clusters[slot - from] === 1) slots.add(slot)
  }
  return slots
}

function breaksAnywhere({ style, textStyle }: TextUnit): boolean {
  return textStyle.wraps && (style.overflowWrap === 'anywhere' || style.wordBreak === 'break-word')
}

function longestBetween(reach: Float64Array, { from, to }: Segment, isCut: (slot: number) => boolean, hyphen: number): number {
  let longest = 0
  let start = from
  for (let slot = from + 1; slot <= to; slot++) {
    if (slot < to && !isCut(slot)) continue
    longest = Math.max(longest, reach[slot]! - reach[start]! + (slot < to ? hyphen : 0))
    start = slot
  }
  return longest
}

function longestLine(prepared: PreparedText, sums: Sums, box: ParagraphBox, floats: readonly FloatWidth[]): number {
  const { breaks, hasTabs } = prepared
  const { reach, hangs } = sums
  let longest = 0
  let from = 0
  let offset = indent(box, { isFirst: true, isAfterBreak: false })
  if (breaks.at.length === 0) longest = besideLine(floats)
  for (let k = 0; k < breaks.at.length; k++) {
    if (breaks.kinds[k] !== 'forced' && k < breaks.at.length - 1) continue
    const to = breaks.at[k]!
    if (hasTabs) new LineTabs(prepared, sums, from).settle(to)
    const beside = floats.length === 0 ? 0 : besideLine(floats.filter(({ at }) => at >= from && (at < to || k === breaks.at.length - 1)))
    longest = Math.max(longest, reachOf(breaks, reach, k) - reach[from]! - (staysWhole(prepared, k) ? 0 : hangs[k]!) + offset + beside)
    offset = indent(box, { isFirst: false, isAfterBreak: true })
    from = to
  }
  return longest
}

/** Preserved spaces at the end of a line that nothing makes break are part of it (CSS Text 4 §4.3.2); others vanish or hang. */
function staysWhole({ breaks, units }: PreparedText, k: number): boolean {
  const last = breaks.at[k]! - (breaks.kinds[k] === 'forced' ? 2 : 1)
  const unit = last < 0 ? undefined : unitAt(units, last)
  return (unit?.kind === 'text' || unit?.kind === 'tab') && !unit.textStyle.collapsesSpaces
}
