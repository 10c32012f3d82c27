// Where each line ends: the last opportunity whose content fits, else what `hyphens` and `overflow-wrap` allow, else overflow.
import type { LayoutContext } from '../context.ts'
import { clusterStarts } from '../line-break/opportunities.ts'
import { hangOf } from './hang.ts'
import { divisionsBetween, unitAt } from './hyphens.ts'
import { type MeasuredText, reachOf } from './measure.ts'
import { widthOf } from './prepare.ts'
import type { TextUnit } from './prepared-text.ts'
import { TOLERANCE } from './prepared-text.ts'
import { LineTabs } from './tabs.ts'
import type { TextStyle } from './text-style.ts'

/** A line from some slot to `end`. */
export interface Cut {
  /** Slot with which the next line begins. */
  readonly end: number
  /** Slot after the last one that is not a hanging or vanishing space. */
  readonly contentEnd: number
  /** Of the content, hyphen included, hanging spaces not. */
  readonly width: number
  /** A hyphen is set after the content, in the style of this unit. */
  readonly hyphen: TextUnit | undefined
  /** The content was cut short; this follows it, in the paragraph's style. */
  readonly marker?: string
  /** It was cut short because it overflowed: it begins at the start edge, however it is aligned (CSS Text 3 §7.1). */
  readonly isStartAligned?: true
  readonly isForced: boolean
  /** Index of the first break after `end`. */
  readonly nextBreak: number
}

/** What stands between two opportunities; `nextBreak` is the index of the first break after `from`. */
interface Word {
  readonly from: number
  readonly to: number
  readonly nextBreak: number
}

/** What a line is cut short to make room for. */
interface Shortening {
  readonly room: number
  readonly marker: string
  readonly width: number
}

/** Finds lines one after another in a measured text. */
export class LineFitter {
  readonly #measured: MeasuredText
  readonly #context: LayoutContext
  #clusters: Uint8Array | undefined
  /** A line may ask for each division of a word. */
  readonly #hyphens = new Map<TextStyle, number>()

  constructor(measured: MeasuredText, context: LayoutContext) {
    this.#measured = measured
    this.#context = context
  }

  /** The line that begins at slot `start`; `next` is the index of the first break after it. `isWhole` keeps words whole where they do not fit. */
  fit(start: number, next: number, available: number, isWhole = false): Cut {
    const { prepared, reach, hangs, contentEnds } = this.#measured
    const { at, kinds } = prepared.breaks
    const room = available + TOLERANCE - this.#startAt(start)
    let isFull = false
    const tabs = prepared.hasTabs ? new LineTabs(prepared, this.#measured, start) : undefined
    const from = reach[start]!
    let best = -1
    let k = next
    for (; k < at.length; k++) {
      tabs?.settle(at[k]!)
      // A space that hangs is beyond the edge, and so is what follows it, even where a negative margin takes that back inside: browsers never fetch it back.
      if (isFull && contentEnds[k]! > at[k - 1]!) break
      const width = reachOf(prepared.breaks, reach, k) - from - hangs[k]! + this.#endAt(at[k]!)
      if (width > room && width - this.#hangAt(start, k, room - width) > room) break
      const kind = kinds[k]
      if (kind !== 'hyphen' || width + this.hyphenWidth(at[k]!) <= room) best = k
      if (kind === 'forced') break
      isFull ||= width + hangs[k]! > room
    }
    const isOver = k < at.length && kinds[best] !== 'forced'
    if (isOver) {
      const word = best === -1 ? { from: start, to: at[k]!, nextBreak: next } : { from: at[best]!, to: at[k]!, nextBreak: best + 1 }
      const divided = this.#hyphenate(start, word, room)
      if (divided !== undefined) return divided
      if (best === -1) return (isWhole ? undefined : this.#emergency(start, next, room)) ?? this.cutAt(start, this.#firstUsable(next))
    }
    return this.cutAt(start, best, room)
  }

  /** Of cloned boxes, at the start of a line. */
  #startAt(slot: number): number {
    return this.#measured.cloned?.starts[slot] ?? 0
  }

  #endAt(slot: number): number {
    return this.#measured.cloned?.ends[slot] ?? 0
  }

  /** Nothing fits: the first opportunity, over the edge. */
  #firstUsable(next: number): number {
    return Math.min(next, this.#measured.prepared.breaks.at.length - 1)
  }

  /** Points that hang out of a line from `start` to break `k`, which leaves `free` points. */
  #hangAt(start: number, k: number, free: number): number {
    const { prepared, contentEnds } = this.#measured
    const { at, kinds } = prepared.breaks
    const isLast = kinds[k] === 'forced' || k === at.length - 1
    const hang = hangOf(prepared.root.style, this.#measured, { start, end: contentEnds[k]!, isFirst: start === 0, isLast, free })
    return hang.start + hang.end
  }

  /** The line that ends at break `k`. `room`: what it has to fit into, where something may hang to make it fit. */
  cutAt(start: number, k: number, room = Number.POSITIVE_INFINITY): Cut {
    const { prepared, reach, hangs, contentEnds } = this.#measured
    const { at, kinds } = prepared.breaks
    const end = at[k]!
    const isLast = k === at.length - 1
    const hyphen = kinds[k] === 'hyphen' && !isLast ? this.#textAt(end - 1) : undefined
    const whole =
      reachOf(prepared.breaks, reach, k) - reach[start]! - hangs[k]! + (hyphen === undefined ? 0 : this.hyphenWidth(end)) + this.#endAt(end)
    const width = whole - this.#hangAt(start, k, room - whole) + this.#startAt(start)
    return { end, contentEnd: Math.max(start, contentEnds[k]!), width, hyphen, isForced: kinds[k] === 'forced' || isLast, nextBreak: k + 1 }
  }

  /** The same line cut short so that its content and an ellipsis fit; one cluster stays even where they do not (CSS Overflow 4 §4). */
  cutShort(start: number, cut: Cut, { room: available, marker, width: markerWidth }: Shortening): Cut {
    const { prepared, reach } = this.#measured
    const room = available + TOLERANCE - markerWidth
    this.#clusters ??= clusterStarts(prepared.text)
    let end = start
    for (let slot = start + 1; slot <= cut.contentEnd; slot++) {
      if (this.#clusters[slot] !== 1) continue
      const isSeen = reach[end]! > reach[start]!
      if (isSeen && reach[slot]! - reach[start]! > room) break
      end = slot
    }
    return { ...cut, contentEnd: end, width: reach[end]! - reach[start]! + markerWidth, hyphen: undefined, marker }
  }

  // ── Hyphens ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Of the hyphen that shows when the line ends before a slot. */
  hyphenWidth(slot: number): number {
    const unit = this.#textAt(slot - 1)
    return unit === undefined ? 0 : this.#hyphenWidthIn(unit.textStyle)
  }

  #hyphenWidthIn(textStyle: TextStyle): number {
    let width = this.#hyphens.get(textStyle)
    if (width === undefined) this.#hyphens.set(textStyle, (width = widthOf(hyphenCharacter(textStyle), textStyle, this.#context)))
    return width
  }

  /** Divides the word that does not fit between two opportunities, as late as possible. */
  #hyphenate(start: number, { from, to, nextBreak }: Word, room: number): Cut | undefined {
    const { reach } = this.#measured
    let found: Cut | undefined
    for (const cut of this.divisions(from, to, nextBreak)) {
      const width = reach[cut.end]! - reach[start]! + cut.width + this.#endAt(cut.end)
      if (cut.end > start && width <= room) found = { ...cut, width: width + this.#startAt(start) }
    }
    return found
  }

  /** Where `hyphens: auto` may divide what stands between two opportunities: cuts whose width is the hyphen's only. */
  divisions(from: number, to: number, nextBreak: number): readonly Cut[] {
    return divisionsBetween(this.#measured.prepared, from, to).map(({ end, unit }) => {
      const width = this.#hyphenWidthIn(unit.textStyle)
      return { end, contentEnd: end, width, hyphen: unit, isForced: false, nextBreak }
    })
  }

  // ── Emergencies ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** `overflow-wrap`: between any two clusters when the line has no other opportunity. At least one cluster is on a line, and the spaces that hang behind it. */
  #emergency(start: number, nextBreak: number, room: number): Cut | undefined {
    const { prepared, reach, contentEnds } = this.#measured
    const limit = contentEnds[nextBreak]!
    let found: number | undefined
    for (let slot = start + 1; slot < limit; slot++) {
      const unit = this.#textAt(slot - 1)
      if (unit === undefined || !breaksAnywhere(unit)) continue
      this.#clusters ??= clusterStarts(prepared.text)
      if (this.#clusters[slot] !== 1) continue
      if (found !== undefined && reach[slot]! - reach[start]! + this.#endAt(slot) > room) break
      if (reach[slot]! === reach[start]!) continue // nothing seen yet: edges of boxes, zero-width characters
      found = slot
    }
    if (found === undefined) return undefined
    const width = reach[found]! - reach[start]! + this.#startAt(start) + this.#endAt(found)
    return { end: found, contentEnd: found, width, hyphen: undefined, isForced: false, nextBreak }
  }

  /** The text unit a slot belongs to. */
  #textAt(slot: number): TextUnit | undefined {
    const unit = unitAt(this.#measured.prepared.units, slot)
    return unit?.kind === 'text' ? unit : undefined
  }
}

function breaksAnywhere({ style, textStyle }: TextUnit): boolean {
  return textStyle.wraps && (style.overflowWrap !== 'normal' || style.wordBreak === 'break-word')
}

/** What shows at the end of a line where a word is divided. */
export function hyphenCharacter({ style, primary }: TextStyle): string {
  if (style.hyphenateCharacter !== 'auto') return style.hyphenateCharacter
  return primary.face.hasGlyph(0x2010) ? '\u2010' : '-'
}
