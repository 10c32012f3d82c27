// Floats anchored in a paragraph: each goes beside the line it is in when there is room after what comes before it there, else below (CSS2 9.5).
import type { FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidParagraph } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { usedWidth } from '../sizing/width.ts'
import type { Cut } from './fit.ts'
import type { MeasuredText } from './measure.ts'
import type { InlineBox, OutOfFlowUnit, Unit } from './prepared-text.ts'

interface FloatRoom {
  readonly size: LayoutSize
  readonly contentWidth: number
  readonly context: LayoutContext
}

/** Where a line begins: its first slot, and the index of the unit that holds it. */
interface LineStart {
  readonly slot: number
  readonly unitIndex: number
}

/** The floats of one paragraph, while its lines are made. */
export class ParagraphFloats {
  readonly placed: LaidParagraph['floats'][number][] = []
  /** The inline boxes that the placed floats stand in. */
  readonly anchors: (InlineBox | undefined)[] = []
  readonly #measured: MeasuredText
  readonly #space: FloatSpace
  readonly #room: FloatRoom
  readonly #done = new Set<OutOfFlowUnit>()
  readonly #waiting: OutOfFlowUnit[] = []

  constructor(measured: MeasuredText, space: FloatSpace, room: FloatRoom) {
    this.#measured = measured
    this.#space = space
    this.#room = room
  }

  gapAt(y: number, height: number): { readonly left: number; readonly right: number } {
    return this.#space.lineAt(y, height)
  }

  nextY(y: number): number | undefined {
    return this.#space.nextY(y)
  }

  /** Places floats that come before anything on a line. */
  placeLeading({ slot, unitIndex }: LineStart, y: number): void {
    const { units } = this.#measured.prepared
    for (let i = unitIndex; i < units.length; i++) {
      const unit = units[i]!
      // A text may have begun on an earlier line.
      const isHere = unit.from >= slot || unit.to > slot
      if (isHere && unit.kind === 'float') this.#place(unit, y)
      else if (isHere && isSeen(unit)) return
    }
  }

  /** Places floats inside of a line where there is room; the others wait for its end. True when the line must be fitted anew. */
  placeWithin({ slot, unitIndex }: LineStart, cut: Cut, y: number, room: number): boolean {
    const { prepared, reach } = this.#measured
    for (let i = unitIndex; i < prepared.units.length; i++) {
      const unit = prepared.units[i]!
      if (unit.from >= cut.end || (unit.kind === 'break' && unit.from >= slot)) break
      if (unit.kind !== 'float' || unit.from < slot || this.#done.has(unit) || this.#waiting.includes(unit)) continue
      const before = reach[unit.from]! - reach[slot]!
      if (this.#waiting.length === 0 && before + this.#outerWidth(unit) <= room + 0.01) {
        this.#place(unit, y)
        return true
      }
      this.#waiting.push(unit)
    }
    return false
  }

  /**
   * Ends a line at `bottom`: floats that waited go below it, and a forced break may clear. Answers where the next line may begin. The last
   * line takes in what follows its break when that is floats alone: they are placed below what it clears.
   */
  endLine(cut: Cut, unitIndex: number, bottom: number): number {
    for (const unit of this.#waiting.splice(0)) this.#place(unit, bottom)
    const { units } = this.#measured.prepared
    let next = bottom
    for (let i = unitIndex; i < units.length && units[i]!.from < cut.end; i++) {
      const unit = units[i]!
      if (unit.kind === 'break' && unit.clear !== 'none') next = this.#space.clearY(unit.clear, next)
      else if (unit.kind === 'float') this.#place(unit, next)
    }
    return next
  }

  #place(unit: OutOfFlowUnit, y: number): void {
    if (this.#done.has(unit)) return
    this.#done.add(unit)
    this.placed.push({ ...this.#space.place(unit.outOfFlow, y), slot: unit.from })
    this.anchors.push(unit.box)
  }

  #outerWidth({ outOfFlow }: OutOfFlowUnit): number {
    const { size, contentWidth, context } = this.#room
    const margins = usedMargins(outOfFlow.style, contentWidth)
    const across = margins.left + margins.right
    const space = {
      containingWidth: contentWidth,
      containingHeight: size.containingHeight,
      available: contentWidth - across,
      auto: 'shrink',
    } as const
    return usedWidth(outOfFlow, space, context) + across
  }
}

function isSeen({ kind }: Unit): boolean {
  return kind !== 'open' && kind !== 'close' && kind !== 'mark' && kind !== 'positioned' && kind !== 'float'
}
