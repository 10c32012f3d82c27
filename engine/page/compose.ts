// Problem: footnotes take their room from the page whose text calls them, so the more text a page has, the less room it leaves for text (GCPM 3 §2.5).
// Approach: fragmentation is pure, so a page may be cut more than once. Cut it without footnotes; then look for the most room for text that still leaves
// enough for the notes it calls. Less room never calls more notes, so halving over how many notes get room of their own finds it: a page with n notes is cut
// about log n times, one without notes once. Where that would leave much of the page empty, a note is cut after a few of its lines and continues on the next page,
// or moves there as a whole, unless its `footnote-policy` keeps it with its line or paragraph.
// Limits: notes take their room from the whole page area, also where they are called in columns.
import type { Box, BoxMark } from '../box/box.ts'
import type { Fragment, Outcome, Overhang, PageEnd } from '../fragment/fragment.ts'
import type { Laid } from '../layout/laid.ts'
import { type FilledArea, type Foot, fillArea, forceArea, NO_NOTES, type WaitingNotes } from './note-area.ts'

/** Questions about pieces, which the fragment stage answers. */
export interface PieceFunctions {
  /** The marks of the boxes that begin on it. */
  marksOf(root: Fragment): readonly BoxMark[]
  /** How many of its marks come before anything visible. */
  countAtStart(root: Fragment): number
  /** Footnotes that are called in a piece, or in all of a box, in order. */
  calledIn(root: Fragment | Laid): readonly Box[]
  /** Top of the paragraph that begins in this piece and calls the note on a later page; undefined when there is none. */
  topOfParagraph(root: Fragment, note: Box): number | undefined
  /** Where the content of a piece ends. */
  contentBottom(piece: Fragment): number
  /** The deepest boxes that show something below the end of the page. */
  overhangsOf(root: Fragment, end: PageEnd): readonly Overhang[]
}

/** A page to be filled. */
export interface PageTask {
  /** Of the page area. */
  readonly height: number
  /** Boxes that are on every page. */
  readonly fixed: readonly Fragment[]
  /** Cuts what flows on this page to a height: at the top of an empty page when `forced`. */
  fragment(height: number, forced: boolean): Outcome
  /** Called only when there are footnotes. */
  foot(): Foot
  readonly pieces: PieceFunctions
}

export interface ComposedPage {
  /** 'none': this page has room for footnotes only. */
  readonly outcome: Outcome
  readonly footnotes: Fragment | undefined
  readonly waiting: WaitingNotes
  readonly marks: readonly BoxMark[]
}

/** Share of a page that may stay empty so that a note is whole and on the page of its call. */
const MOST_WASTE = 1 / 5
/** Heights are equal but for rounding. */
const EPSILON = 0.01
/** Share of a page: how exactly the least room for a line is searched. */
const PRECISION = 1 / 500

/** Fills a page with what flows and the footnotes it calls, after those that wait. Always makes progress with one of them. */
export function composePage(task: PageTask, waiting: WaitingNotes): ComposedPage {
  if (waiting.rest !== undefined || waiting.boxes.length > 0) return new Composer(task, waiting, false).compose()
  const outcome = task.fragment(task.height, true)
  const marks = outcome.kind === 'none' ? [] : task.pieces.marksOf(outcome.piece)
  const hasNotes = marks.some(({ kind }) => kind === 'footnote') || task.fixed.some((fragment) => task.pieces.calledIn(fragment).length > 0)
  if (!hasNotes) return { outcome, footnotes: undefined, waiting: NO_NOTES, marks }
  const fixed = task.fixed.flatMap((fragment) => task.pieces.calledIn(fragment))
  return new Composer(task, { rest: undefined, boxes: fixed }, true).compose()
}

/** A page of footnotes alone: the flow has ended, or a forced break comes before its next piece. */
export function composeNotes(task: PageTask, waiting: WaitingNotes): ComposedPage {
  const filled = forceArea(waiting, task.foot())
  return finished({ kind: 'none' }, filled, task)
}

type Cut = Exclude<Outcome, { kind: 'none' }>

/** What flows in `room`, and the notes it calls. */
interface Attempt {
  readonly room: number
  readonly cut: Cut
  readonly called: readonly Box[]
}

class Composer {
  readonly #task: PageTask
  readonly #foot: Foot
  /** Notes that come before those of this page. */
  readonly #before: WaitingNotes
  readonly #isForced: boolean

  constructor(task: PageTask, before: WaitingNotes, isForced: boolean) {
    this.#task = task
    this.#foot = task.foot()
    this.#isForced = isForced
    this.#before = { ...before, boxes: this.#withNested(before.boxes) }
  }

  compose(): ComposedPage {
    const before = this.#heightOf([])
    if (before === undefined) return this.#overfull()
    const most = this.#attempt(this.#task.height - before, this.#isForced)
    if (most === undefined) return finished({ kind: 'none' }, this.#fill([], this.#task.height, 'whole'), this.#task)
    if (most.called.length === 0) return this.#end(most)
    const { best, excluded } = this.#withWholeNotes(most)
    if (excluded === undefined && best !== undefined) return this.#end(best)
    const missed = excluded ?? most.called[0]
    if (missed === undefined) throw new Error('page: no note is missed')
    if (best !== undefined && this.#mayEndBefore(best, most, missed)) return this.#end(this.#beforeBlock(best, missed))
    return this.#withoutWhole(most, best, missed)
  }

  /** Notes of earlier pages fill the area; text takes the room that they leave. */
  #overfull(): ComposedPage {
    const filled = forceArea(this.#before, this.#foot)
    const room = this.#task.height - filled.height
    const rest = room > 0 || this.#isForced ? this.#attempt(Math.max(0, room), this.#isForced) : undefined
    const { left } = filled
    const boxes = [...left.boxes, ...(rest?.called ?? [])]
    return finished(rest?.cut ?? { kind: 'none' }, { ...filled, left: { ...left, boxes } }, this.#task)
  }

  /** The most text whose notes all fit the page, and the first note for which there was no room. */
  #withWholeNotes(most: Attempt): { readonly best: Attempt | undefined; readonly excluded: Box | undefined } {
    const { called } = most
    let best: Attempt | undefined
    let low = 0
    let high = called.length
    for (let count = high; low <= high; count = (low + high) >> 1) {
      const height = this.#heightOf(called.slice(0, count))
      const attempt = height === undefined ? undefined : this.#attempt(this.#task.height - height, false)
      if (attempt === undefined) high = count - 1
      else if ((this.#heightOf(attempt.called) ?? Number.POSITIVE_INFINITY) > this.#task.height - attempt.room + EPSILON) low = count + 1
      else {
        best = attempt
        high = count - 1
        low = Math.max(low, Math.min(count, attempt.called.length))
      }
    }
    const excluded = best === undefined ? called[Math.max(0, low - 1)] : called.find((note) => !best?.called.includes(note))
    return { best, excluded }
  }

  /** The page may end before the line that calls `missed`. */
  #mayEndBefore({ cut, called }: Attempt, most: Attempt, { style }: Box): boolean {
    if (style.footnotePolicy !== 'auto') return true
    if (cut.kind === 'part' && cut.isFlawed && !(most.cut.kind === 'part' && most.cut.isFlawed)) return false
    const notes = this.#heightOf(called) ?? 0
    return this.#task.height - notes - this.#task.pieces.contentBottom(cut.piece) <= MOST_WASTE * this.#task.height + EPSILON
  }

  /** `footnote-policy: block`: the paragraph that calls the missed note is not begun on this page, if anything else is. */
  #beforeBlock(best: Attempt, missed: Box): Attempt {
    if (missed.style.footnotePolicy !== 'block') return best
    const top = this.#task.pieces.topOfParagraph(best.cut.piece, missed)
    return (top === undefined || top <= EPSILON ? undefined : this.#attempt(top, false)) ?? best
  }

  /** The line of `missed` stays here: the note begins on this page if it can be cut well, or on the next one. */
  #withoutWhole(most: Attempt, best: Attempt | undefined, missed: Box): ComposedPage {
    const least = this.#leastWith(missed, best?.room ?? 0, most)
    const filled = this.#fill(least.called, this.#task.height - least.room, 'cut')
    if (filled.left.rest?.note.boxes.includes(missed) === true) return finished(least.cut, filled, this.#task)
    const done = most.called.slice(0, most.called.indexOf(missed))
    const room = this.#task.height - (this.#heightOf(done) ?? 0)
    const all = room < most.room ? (this.#attempt(room, false) ?? least) : most
    // Some empty space at the end of this page is better than a page of notes alone.
    const isLonely = all.cut.kind === 'whole' && least.cut.kind === 'part'
    const waste = room - this.#task.pieces.contentBottom(least.cut.piece)
    return this.#end(isLonely && waste <= MOST_WASTE * this.#task.height + EPSILON ? least : all)
  }

  /** What flows in the least room that calls `note`. */
  #leastWith(note: Box, from: number, most: Attempt): Attempt {
    let low = from
    let least = most
    while (least.room - low > this.#task.height * PRECISION) {
      const middle = (low + least.room) / 2
      const attempt = this.#attempt(middle, false)
      if (attempt?.called.includes(note) === true) least = attempt
      else low = middle
    }
    const exact = this.#attempt(this.#task.pieces.contentBottom(least.cut.piece), false)
    return exact?.called.includes(note) === true ? exact : least
  }

  #attempt(room: number, forced: boolean): Attempt | undefined {
    if (room <= 0 && !forced) return undefined
    const cut = this.#task.fragment(room, forced)
    if (cut.kind === 'none') return undefined
    const waiting = new Set([...this.#before.boxes, ...(this.#before.rest?.note.boxes ?? [])])
    return { room, cut, called: this.#withNested(this.#task.pieces.calledIn(cut.piece).filter((box) => !waiting.has(box))) }
  }

  /** Notes that are called in notes come right after these. */
  #withNested(boxes: readonly Box[]): readonly Box[] {
    const { functions, area } = this.#foot
    return boxes.flatMap((box) => {
      const inner = functions.layNotes([box], area).flatMap(({ laid }) => this.#task.pieces.calledIn(laid))
      return inner.length === 0 ? [box] : [box, ...this.#withNested(inner)]
    })
  }

  /** Height of the area with these notes; undefined when they do not fit the page. */
  #heightOf(called: readonly Box[]): number | undefined {
    const { height, left } = this.#fill(called, this.#task.height, 'whole')
    return left === NO_NOTES ? height : undefined
  }

  #fill(called: readonly Box[], room: number, effort: 'whole' | 'cut'): FilledArea {
    return fillArea({ ...this.#before, boxes: [...this.#before.boxes, ...called] }, room, effort, this.#foot)
  }

  #end({ room, cut, called }: Attempt): ComposedPage {
    return finished(cut, this.#fill(called, this.#task.height - room, 'whole'), this.#task)
  }
}

function finished(outcome: Outcome, { fragment, left }: FilledArea, { pieces: { marksOf } }: PageTask): ComposedPage {
  const pieces = [...(outcome.kind === 'none' ? [] : [outcome.piece]), ...(fragment === undefined ? [] : [fragment])]
  return { outcome, footnotes: fragment, waiting: left, marks: pieces.flatMap(marksOf) }
}
