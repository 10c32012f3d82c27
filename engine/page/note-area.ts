// The footnote area of one page: as many footnotes as have room; the rest waits for the next page.
import type { Box } from '../box/box.ts'
import type { BreakToken, Fragment, Outcome, Space } from '../fragment/fragment.ts'
import type { Size } from '../geometry.ts'
import type { Laid, LaidNote, LaidNoteArea } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'

/** What the layout stage does for footnotes. */
export interface NoteFunctions {
  layArea(style: Style, page: Size): LaidNoteArea
  layNotes(boxes: readonly Box[], area: LaidNoteArea): readonly LaidNote[]
  /** The rest of a note, for an area of another width; the same where it cannot be laid out again. */
  layRest(rest: RestOfNote, area: LaidNoteArea): RestOfNote
}

/** A note that continues. */
interface RestOfNote {
  readonly note: LaidNote
  readonly token: BreakToken
}

/** Footnotes whose calls are on earlier pages: the rest of one, then those not begun. */
export interface WaitingNotes {
  readonly rest: RestOfNote | undefined
  readonly boxes: readonly Box[]
}

export const NO_NOTES: WaitingNotes = Object.freeze({ rest: undefined, boxes: [] })

/** The footnote area of a page, and how notes are laid out and cut for it. */
export interface Foot {
  readonly area: LaidNoteArea
  readonly pageHeight: number
  readonly functions: NoteFunctions
  fragment(laid: Laid, token: BreakToken | undefined, space: Space): Outcome
}

/** The area with its notes; `height` includes its margins, and is 0 when no note is in it. */
export interface FilledArea {
  readonly fragment: Fragment | undefined
  readonly height: number
  readonly left: WaitingNotes
}

/** Waiting notes, laid out again where the area of this page has another width. */
export function notesForPage(waiting: WaitingNotes, foot: () => Foot): WaitingNotes {
  const { rest, boxes } = waiting
  if (rest === undefined) return waiting
  const { area, functions } = foot()
  return rest.note.areaWidth === area.contentWidth ? waiting : { rest: functions.layRest(rest, area), boxes }
}

/** Puts notes into `room` in order: whole notes only, or with 'cut' also the first part of one where it breaks well. */
export function fillArea(notes: WaitingNotes, room: number, effort: 'whole' | 'cut', foot: Foot): FilledArea {
  return new AreaFiller(foot, Math.min(room, maxHeight(foot)), effort).take(notes)
}

/** Always takes some of the notes: beyond the area's `max-height` when no line fits in it, and a slice of a line that is taller than the page. */
export function forceArea(notes: WaitingNotes, foot: Foot): FilledArea {
  const filled = fillArea(notes, foot.pageHeight, 'cut', foot)
  if (filled.fragment !== undefined) return filled
  const first = notes.rest === undefined ? { rest: undefined, boxes: notes.boxes.slice(0, 1) } : { rest: notes.rest, boxes: [] }
  const later = notes.rest === undefined ? notes.boxes.slice(1) : notes.boxes
  const whole = new AreaFiller(foot, foot.pageHeight, 'cut').take(first)
  const forced = whole.fragment === undefined ? new AreaFiller(foot, foot.pageHeight, 'forced').take(first) : whole
  return { ...forced, left: { rest: forced.left.rest, boxes: [...forced.left.boxes, ...later] } }
}

function maxHeight({ area }: Foot): number {
  return area.maxHeight + area.margin.top + area.margin.bottom
}

class AreaFiller {
  readonly #foot: Foot
  readonly #effort: 'whole' | 'cut' | 'forced'
  /** Height that notes may have, inside the area. */
  readonly #room: number
  readonly #pieces: Fragment[] = []
  #bottom = 0
  #marginBelow = 0

  constructor(foot: Foot, room: number, effort: 'whole' | 'cut' | 'forced') {
    this.#foot = foot
    this.#effort = effort
    this.#room = room - this.#around
  }

  take({ rest, boxes }: WaitingNotes): FilledArea {
    const { area, functions } = this.#foot
    if (rest !== undefined) {
      const left = this.#place(rest.note, rest.token)
      if (left !== undefined) return this.#filled({ rest: left === 'all' ? rest : left, boxes })
    }
    const notes = functions.layNotes(boxes, area)
    for (const [i, note] of notes.entries()) {
      const left = this.#place(note, undefined)
      if (left === undefined) continue
      const later = notes.slice(left === 'all' ? i : i + 1).flatMap((one) => one.boxes)
      return this.#filled({ rest: left === 'all' ? undefined : left, boxes: later })
    }
    return this.#filled(NO_NOTES)
  }

  /** Places a note, or what fits of it; returns what remains. */
  #place(note: LaidNote, token: BreakToken | undefined): 'all' | WaitingNotes['rest'] {
    const marginTop = token === undefined ? note.marginTop : 0
    const y = this.#bottom + (this.#pieces.length === 0 ? marginTop : Math.max(this.#marginBelow, marginTop))
    const forced = this.#effort === 'forced' && this.#pieces.length === 0
    const height = this.#room - y
    if (height <= 0 && !forced) return 'all'
    // The page's own margin lies below its notes.
    const outcome = this.#foot.fragment(note.laid, token, { height, full: this.#foot.pageHeight, forced, keepsOverflow: true })
    if (outcome.kind === 'none') return 'all'
    if (outcome.kind === 'part' && !forced && (this.#effort === 'whole' || outcome.isFlawed)) return 'all'
    const { border, padding } = this.#foot.area.laid
    this.#pieces.push({ ...outcome.piece, x: border.left + padding.left + note.x, y: border.top + padding.top + y })
    this.#bottom = y + outcome.piece.height
    this.#marginBelow = outcome.kind === 'whole' ? note.marginBottom : 0
    return outcome.kind === 'whole' ? undefined : { note, token: outcome.next }
  }

  /** Margins, borders and padding of the area above and below the notes. */
  get #around(): number {
    const { laid, margin } = this.#foot.area
    return margin.top + margin.bottom + laid.border.top + laid.border.bottom + laid.padding.top + laid.padding.bottom
  }

  #filled(left: WaitingNotes): FilledArea {
    if (this.#pieces.length === 0) return { fragment: undefined, height: 0, left }
    const { area, pageHeight } = this.#foot
    const { margin, laid } = area
    // The last margin shrinks before a note moves.
    const content = Math.max(this.#bottom, Math.min(this.#bottom + this.#marginBelow, this.#room))
    const height = Math.max(laid.height, content + this.#around - margin.top - margin.bottom)
    const fragment: Fragment = {
      laid,
      x: margin.left,
      y: pageHeight - margin.bottom - height,
      height,
      isFirst: true,
      isLast: true,
      content: { kind: 'children', children: this.#pieces },
    }
    return { fragment, height: height + margin.top + margin.bottom, left }
  }
}
