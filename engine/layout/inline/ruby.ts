// Ruby before lines are made (CSS Ruby 1 §3): how wide a base is with its annotations, and how each is spread over the other.
// The wider of both rules: base and annotation are centred on each other, and where they hold ideographs or words the room between is
// spread (`ruby-align`). An annotation that is wider hangs over the text beside its base by half of its own size at most, as in browsers.
import type { InlineItem, ParagraphBox, RubyAnnotation } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid } from '../laid.ts'
import { usedEdges, usedMargins } from '../sizing/sizing.ts'
import { widthContribution } from '../sizing/width.ts'
import { emAround } from './em-box.ts'
import { textGaps } from './gaps.ts'
import { inlineEdges, spacingBehind } from './measure.ts'
import type { Breaks, InlineBox, PlacedAnnotation, RubyRoom, TextUnit, Unit } from './prepared-text.ts'
import { textStyleOf } from './text-style.ts'

interface WithRuby {
  readonly units: readonly Unit[]
  readonly rubies: ReadonlyMap<InlineBox, RubyRoom> | undefined
}

/** Spreads the bases that are narrower than their annotations, and lays out the annotations. */
export function withRuby(given: readonly Unit[], service: RubyService): WithRuby {
  if (!given.some((unit) => unit.kind === 'open' && unit.box.annotations !== undefined)) return { units: given, rubies: undefined }
  const units = [...given]
  const rubies = new Map<InlineBox, RubyRoom>()
  const open: number[] = []
  // Inner bases close first: their room is part of what is around them.
  units.forEach((unit, i) => {
    if (unit.kind === 'open') open.push(i)
    if (unit.kind !== 'close') return
    const from = open.pop()!
    if (unit.box.annotations !== undefined) rubies.set(unit.box, roomOf({ box: unit.box, from, to: i }, { ...service, units, rubies }))
  })
  return { units, rubies }
}

/** A base: the units from its open one to its close one. */
interface Base {
  readonly box: InlineBox
  readonly from: number
  readonly to: number
}

/** What else the layout of annotations needs. */
interface RubyService {
  readonly context: LayoutContext
  /** The text of an annotation, prepared. */
  readonly unitsOf: (box: ParagraphBox) => readonly Unit[]
}

interface RubyText extends RubyService {
  /** Those of spread bases are exchanged. */
  readonly units: Unit[]
  readonly rubies: ReadonlyMap<InlineBox, RubyRoom>
}

function roomOf(base: Base, text: RubyText): RubyRoom {
  const { box, from, to } = base
  const boxes = box.annotations ?? []
  let width = 0
  for (let i = from + 1; i < to; i++) width += widthOfUnit(text.units[i]!, text)
  const widths = boxes.map(({ box: annotation }) => widthContribution(annotation, text.context).max)
  const free = Math.max(0, ...widths) - width
  const spread = free > 0 ? spreadBase(base, free, text) : { start: 0, end: 0, near: NO_HANG }
  // The start of the widest annotation from that of the base; others are as wide as the base with its room.
  const full = Math.max(width, ...widths)
  const annotations = boxes.map((annotation, i) => placedAnnotation(annotation, { own: widths[i]!, full, before: spread.start }, text))
  const most = width === 0 ? NO_HANG : hangsOf(base, boxes, text.units)
  const hang = { start: Math.min(most.start, spread.near.start), end: Math.min(most.end, spread.near.end) }
  const sides = spread.start + spread.end
  return { start: spread.start - hang.start, end: spread.end - hang.end, hang, width: full - sides, annotations }
}

function widthOfUnit(unit: Unit, { rubies, context }: RubyText): number {
  switch (unit.kind) {
    case 'open':
      return inlineEdges(unit.box.style, 0).start + (rubies.get(unit.box)?.start ?? 0)
    case 'close':
      return inlineEdges(unit.box.style, 0).end + (rubies.get(unit.box)?.end ?? 0)
    case 'text':
      return widthOfText(unit)
    case 'atomic':
      return widthContribution(unit.atom, context).max
    case 'page-number':
    case 'leader':
      return unit.width
    default:
      return 0
  }
}

function widthOfText({ run, scale, style }: TextUnit): number {
  let width = run.width * scale
  if (style.letterSpacing === 0 && style.wordSpacing === 0) return width
  for (const cluster of new Set(run.clusters)) width += spacingBehind(run.text.charCodeAt(cluster), style)
  return width
}

// ── Spreading ───────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Gaps {
  /** Of ideographs: after each of them, the last one included. */
  readonly count: number
  readonly endsInLetter: boolean
}

function gapsOf(units: readonly Unit[]): Gaps {
  let count = 0
  let endsInLetter = false
  for (const unit of units) {
    if (unit.kind === 'atomic') endsInLetter = false
    if (unit.kind !== 'text') continue
    const { spaces, letters } = gapsOfText(unit)
    count += spaces + letters
    endsInLetter = letters > 0
  }
  return { count, endsInLetter }
}

function gapsOfText(unit: TextUnit): ReturnType<typeof textGaps> {
  const { run } = unit
  return textGaps(unit, { run, fromGlyph: 0, toGlyph: run.glyphs.length, fromText: 0, toText: run.text.length })
}

/** How `free` points are spread: after each gap, and before the first and behind the last part. */
interface Spread {
  readonly share: number
  readonly start: number
  readonly end: number
}

function spreadOf({ count, endsInLetter }: Gaps, free: number, align: Style['rubyAlign'], mostInset: number): Spread {
  const inner = endsInLetter ? count - 1 : count
  if (align === 'start') return { share: 0, start: 0, end: free }
  if (align === 'center' || inner <= 0) return { share: 0, start: free / 2, end: free / 2 }
  const inset = align === 'space-between' ? 0 : Math.min(free / (inner + 1), mostInset)
  return { share: (free - inset) / inner, start: inset / 2, end: inset / 2 }
}

/** The style of a text that takes its share of the room: ideographs after each, words between them. */
function spreadStyle(style: Style, { spaces, letters }: { readonly spaces: number; readonly letters: number }, share: number): Style {
  if (letters > 0) return { ...style, letterSpacing: style.letterSpacing + share }
  return spaces > 0 ? { ...style, wordSpacing: style.wordSpacing + share } : style
}

/** Widens what is in a base and gives the room left on its sides; `near` is what of it an annotation may leave to other text. */
function spreadBase({ box, from, to }: Base, free: number, { units }: RubyText): Pick<RubyRoom, 'start' | 'end'> & { readonly near: Hang } {
  const gaps = gapsOf(units.slice(from + 1, to))
  const { share, start, end } = spreadOf(gaps, free, box.style.rubyAlign, Number.POSITIVE_INFINITY)
  if (share > 0) {
    for (let i = from + 1; i < to; i++) {
      const unit = units[i]!
      if (unit.kind === 'text') units[i] = { ...unit, style: spreadStyle(unit.style, gapsOfText(unit), share) }
    }
  }
  // Room after the last ideograph is part of it.
  return { start, end: end - (gaps.endsInLetter ? share : 0), near: { start, end } }
}

// ── Hanging ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Hang = RubyRoom['hang']

const NO_HANG: Hang = { start: 0, end: 0 }

/** How far annotations may reach over text on either side: half of their em, and half of the text. */
function hangsOf(base: Base, annotations: readonly RubyAnnotation[], units: readonly Unit[]): Hang {
  if (base.box.style.rubyOverhang === 'none') return NO_HANG
  const most = Math.min(...annotations.map(({ box }) => box.style.fontSize / 2))
  const over = (index: number, step: 1 | -1): number => {
    const beside = textBeside(units, index, step)
    return beside === undefined || beside.fontSize > base.box.style.fontSize ? 0 : Math.min(most, widthOfText(beside) / 2)
  }
  return { start: over(base.from, -1), end: over(base.to, 1) }
}

/** The text next to a base: nothing comes between but edges of inline boxes that have no annotations. */
function textBeside(units: readonly Unit[], index: number, step: 1 | -1): TextUnit | undefined {
  for (let i = index + step; i >= 0 && i < units.length; i += step) {
    const unit = units[i]!
    if (unit.kind === 'text') return unit
    if ((unit.kind !== 'open' && unit.kind !== 'close') || unit.box.annotations !== undefined) return undefined
  }
  return undefined
}

// ── Annotations ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Widths {
  /** Natural width of its margin box. */
  readonly own: number
  /** Of the base and all its annotations. */
  readonly full: number
  /** How far that begins before the base. */
  readonly before: number
}

function placedAnnotation({ box, side }: RubyAnnotation, { own, full, before }: Widths, service: RubyService): PlacedAnnotation {
  const { context } = service
  const margin = usedMargins(box.style, 0)
  const free = full - own
  const { items, spread } = free > 0 && box.kind === 'paragraph' ? spreadItems(box, free, service) : { items: undefined, spread: CENTRED }
  const width = own - margin.left - margin.right + spread.share
  const given = items === undefined || box.kind !== 'paragraph' ? box : { ...box, items, cachedText: undefined }
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  const laid = context.layout.layoutBox(given, size, context)
  const offset = spread === CENTRED ? free / 2 : spread.start
  return { box, laid, side, ...extentOf(laid, margin, context), before: before - offset - margin.left }
}

const CENTRED: Spread = { share: 0, start: 0, end: 0 }

/** Texts of an annotation that is narrower than its base. `share` is the whole width added. */
function spreadItems(
  box: ParagraphBox,
  free: number,
  { unitsOf }: RubyService,
): { readonly items: readonly InlineItem[] | undefined; readonly spread: Spread } {
  const units = unitsOf(box)
  const gaps = gapsOf(units)
  // Not more than one em of the annotation on each side.
  const spread = spreadOf(gaps, free, box.style.rubyAlign, 2 * box.style.fontSize)
  if (spread.share === 0) return { items: undefined, spread }
  const shares = new Map<Style, Style>()
  for (const unit of units) if (unit.kind === 'text') shares.set(unit.style, spreadStyle(unit.style, gapsOfText(unit), spread.share))
  const items = box.items.map((item) => (item.kind === 'text' ? { ...item, style: shares.get(item.style) ?? item.style } : item))
  return { items, spread: { ...spread, share: spread.share * gaps.count } }
}

/** Around its baseline: the em box of its font, with its borders and margins; all of it where it is more than a line. */
function extentOf(
  laid: Laid,
  margin: ReturnType<typeof usedMargins>,
  { fonts }: LayoutContext,
): Pick<PlacedAnnotation, 'above' | 'below' | 'baseline'> {
  const baseline = laid.firstBaseline ?? laid.height
  if (laid.kind !== 'paragraph' || laid.lines.length !== 1)
    return { above: margin.top + baseline, below: laid.height - baseline + margin.bottom, baseline }
  const textStyle = textStyleOf(laid.box.style, fonts)
  const em = emAround(textStyle, textStyle.fontSize, textStyle.primary.face)
  const { inset } = usedEdges(laid.box.style, 0)
  return { above: em.above + inset.top + margin.top, below: em.below + inset.bottom + margin.bottom, baseline }
}

// ── Breaks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A line breaks between bases only, unless it must. */
export function breaksAroundRuby({ at, kinds }: Breaks, units: readonly Unit[]): Breaks {
  const isKept = at.map(() => true)
  let depth = 0
  let from = 0
  let k = 0
  for (const unit of units) {
    if ((unit.kind !== 'open' && unit.kind !== 'close') || unit.box.annotations === undefined) continue
    if (unit.kind === 'open' && depth++ === 0) from = unit.from
    if (unit.kind === 'open' || --depth > 0) continue
    while (k < at.length && at[k]! <= from) k++
    for (; k < at.length && at[k]! <= unit.from; k++) isKept[k] = kinds[k] === 'forced'
  }
  const kept = [...at.keys()].filter((index) => isKept[index])
  return { at: kept.map((k) => at[k]!), kinds: kept.map((k) => kinds[k]!) }
}
