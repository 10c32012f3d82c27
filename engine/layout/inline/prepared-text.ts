// The nouns of inline layout. An inline formatting context becomes one string of slots: characters of texts, and one stand-in for
// everything else. Positions, widths, break opportunities and bidi levels are all by slot.
import type { Box, BoxMark, Origin, PageItem, ParagraphBox, RubyAnnotation } from '../../box/box.ts'
import type { FaceMatch, GlyphRun, ShapingStyle } from '../../font/font.ts'
import { LAYOUT_UNIT } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Laid } from '../laid.ts'
import type { TextStyle } from './text-style.ts'

/** Stand-in for what is neither seen nor broken at: inline box edges, floats, marks. A noncharacter, so no text holds it. */
export const NOTHING = '\uffff'
/** Stand-in for atomic boxes and leaders: class CB of UAX #14, ON of UAX #9. */
export const OBJECT = '\ufffc'
/** A forced break: ends a bidi paragraph. */
export const BREAK = '\n'
/** A number that is known later breaks like a digit. */
export const NUMBER = '0'

/** Points: a layout unit, as in browsers. Sums of many advances differ in the last bits from what they were when a box shrank to fit them. */
export const TOLERANCE = LAYOUT_UNIT

interface UnitBase {
  /** Slots `from` (inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
  /** The inline box it is in; undefined directly in the paragraph. An open or close unit names its own box. */
  readonly box: InlineBox | undefined
}

/** One shaped run: one face, script, direction, style. */
export interface TextUnit extends UnitBase {
  readonly kind: 'text'
  readonly run: GlyphRun
  readonly shaping: ShapingStyle
  readonly match: FaceMatch
  readonly textStyle: TextStyle
  readonly style: Style
  readonly fontSize: number
  /** Points in a font unit. */
  readonly scale: number
  readonly origin: Origin
  readonly level: number
  /** What extraction gives instead of the run's text. */
  readonly source: string | undefined
  /** By character of the run: the first glyph of what begins there. Undefined when glyph i is character i. */
  readonly glyphOf: Uint32Array | undefined
}

/** A preserved tab: room up to the next tab stop. */
export interface TabUnit extends UnitBase {
  readonly kind: 'tab'
  readonly textStyle: TextStyle
  readonly style: Style
  readonly level: number
}

interface EdgeUnit extends UnitBase {
  readonly kind: 'open' | 'close'
  readonly box: InlineBox
}

export interface AtomicUnit extends UnitBase {
  readonly kind: 'atomic'
  readonly atom: Box
  readonly level: number
}

interface NumberUnit extends UnitBase {
  readonly kind: 'page-number'
  readonly content: PageItem
  readonly width: number
  readonly textStyle: TextStyle
  readonly style: Style
  readonly origin: Origin
  readonly level: number
}

export interface LeaderUnit extends UnitBase {
  readonly kind: 'leader'
  readonly text: string
  readonly textStyle: TextStyle
  readonly style: Style
  readonly origin: Origin
  readonly level: number
  /** Width of one repetition: what the leader takes at least. */
  readonly width: number
}

interface BreakUnit extends UnitBase {
  readonly kind: 'break'
  readonly clear: Style['clear']
}

/** Out of flow: floats are placed while lines are filled, positioned boxes note where they would stand. */
export interface OutOfFlowUnit extends UnitBase {
  readonly kind: 'float' | 'positioned'
  readonly outOfFlow: Box
}

interface MarkUnit extends UnitBase {
  readonly kind: 'mark'
  readonly mark: BoxMark
}

export type Unit = TextUnit | TabUnit | EdgeUnit | AtomicUnit | NumberUnit | LeaderUnit | BreakUnit | OutOfFlowUnit | MarkUnit

/** What has a place of its own on the line. */
export type LeafUnit = TextUnit | TabUnit | AtomicUnit | NumberUnit | LeaderUnit

/** An inline box: an element, over all its lines. */
export interface InlineBox {
  readonly style: Style
  readonly textStyle: TextStyle
  readonly origin: Origin
  readonly marks: readonly BoxMark[]
  readonly parent: InlineBox | undefined
  /** Of a ruby base: what stands over or under it, innermost first. */
  readonly annotations: readonly RubyAnnotation[] | undefined
  /** Draws the decoration of a block around; has no height of its own (CSS Text Decoration 4 §2). */
  readonly isDecoration: boolean
}

/** A ruby base with its annotations, and the room that they take on its sides beyond its own width. */
export interface RubyRoom {
  readonly start: number
  readonly end: number
  /** How much of either side an annotation leaves to the text beside it: not at the ends of a line. */
  readonly hang: { readonly start: number; readonly end: number }
  /** Of the base's content, as far as annotations spread it. */
  readonly width: number
  readonly annotations: readonly PlacedAnnotation[]
}

export interface PlacedAnnotation {
  readonly box: Box
  readonly laid: Laid
  readonly side: 'over' | 'under'
  /** Above and below its baseline. */
  readonly above: number
  readonly below: number
  /** Its baseline from the top of its border box. */
  readonly baseline: number
  /** How far it begins before the start edge of the base's content; negative behind it. */
  readonly before: number
}

/** A paragraph ready for lines of any width. */
export interface PreparedText {
  readonly kind: 'prepared'
  readonly box: ParagraphBox
  readonly text: string
  /** In order of slots, covering all of them. */
  readonly units: readonly Unit[]
  readonly breaks: Breaks
  /** Base direction of each bidi paragraph is odd for right to left; by slot. Undefined when everything runs left to right. */
  readonly levels: Uint8Array | undefined
  /** Direction of the first bidi paragraph, for alignment. */
  readonly isRtl: boolean
  /** Slots at which another bidi paragraph begins that runs the other way than the one before (`unicode-bidi: plaintext`). */
  readonly turns: readonly number[]
  readonly root: TextStyle
  /** Undefined without ruby. */
  readonly rubies: ReadonlyMap<InlineBox, RubyRoom> | undefined
  readonly hasTabs: boolean
  /** Widths need no container: no atomic boxes, no percentages. */
  readonly isFixed: boolean
}

/** Where lines may end, in order; the last is the end of the text. */
export interface Breaks {
  /** Slot with which the next line begins. */
  readonly at: readonly number[]
  readonly kinds: readonly BreakKind[]
}

/** `hyphen`: a hyphen becomes visible when the line ends here. */
export type BreakKind = 'soft' | 'hyphen' | 'forced'

/** Base direction of the bidi paragraph that a slot is in. */
export function isRtlAt({ isRtl, turns }: PreparedText, slot: number): boolean {
  // Every line asks, and every line may be a turn: how many lie at or before the slot, by halving.
  let low = 0
  let high = turns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (turns[middle]! <= slot) low = middle + 1
    else high = middle
  }
  return isRtl !== ((low & 1) === 1)
}

/** A stretch of a line: a unit or a part of it, or text that is not the author's. */
interface Stretch {
  readonly unit: { readonly from: number; readonly to: number }
  readonly isSynthetic: boolean
}

/** The lowest level between each stretch and the one before it, which is that of an isolate's edges; undefined where nothing is between. */
export function levelsBetween(stretches: readonly Stretch[], { levels = NO_LEVELS }: PreparedText): readonly (number | undefined)[] {
  return stretches.map(({ unit, isSynthetic }, i) => {
    const before = stretches[i - 1]
    if (before === undefined || before.isSynthetic || isSynthetic) return undefined
    let lowest: number | undefined
    for (let slot = before.unit.to; slot < unit.from; slot++) lowest = Math.min(lowest ?? MOST_LEVELS, levels[slot]!)
    return lowest
  })
}

const NO_LEVELS = new Uint8Array(0)
const MOST_LEVELS = 255
