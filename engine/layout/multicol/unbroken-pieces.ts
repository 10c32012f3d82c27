// The stretches of one column of content that no break may cut, from top to bottom, and which of them begin behind a forced break.
import { type BreakContext, forcedBy, isAvoided, mayForce } from '../../box/break-values.ts'
import { largest } from '../../collections/lists.ts'
import type { Style } from '../../style/style.ts'
import type { BreakValue } from '../../style/value.ts'
import type { LaidParagraph } from '../laid.ts'

/** A stretch of the flow that stays whole. */
export interface UnbrokenPiece {
  readonly top: number
  readonly bottom: number
  /** A break before it is forced. */
  readonly isForced: boolean
  /** What it ends with: lines of this paragraph from `first` on. */
  readonly lines?: { readonly paragraph: LaidParagraph; readonly first: number }
  /** Empty: a column may end anywhere in it. */
  readonly isSpace?: boolean
}

export class UnbrokenPieces {
  readonly #context: BreakContext
  /** Lines stay together as `orphans` and `widows` ask. */
  readonly keepsLines: boolean
  /** How many multi-column containers lie between the pieces and the one that is balanced. */
  readonly nesting: number
  #leastHeight = 0
  readonly #pieces: UnbrokenPiece[] = []
  /** Values of the break point between the last piece and the next. */
  #ends: BreakValue[] = []
  #starts: BreakValue[] = []
  #isJoined = false
  #hasForcedBreaks = false

  constructor(context: BreakContext, keepsLines = true, nesting = 0) {
    this.#context = context
    this.keepsLines = keepsLines
    this.nesting = nesting
  }

  get count(): number {
    return this.#pieces.length
  }

  /** A break is forced in them, which may be one of pages. */
  get hasForcedBreaks(): boolean {
    return this.#hasForcedBreaks
  }

  /** What columns are at least as tall as: the tallest piece, and what `requireHeight` was given. */
  get leastHeight(): number {
    return Math.max(
      this.#leastHeight,
      largest(
        this.#pieces.map(({ top, bottom, isSpace }) => (isSpace === true ? 0 : bottom - top)),
        0,
      ),
    )
  }

  /** Columns are at least this tall. */
  requireHeight(height: number): void {
    this.#leastHeight = Math.max(this.#leastHeight, height)
  }

  /** A box begins: its `break-before` counts for whatever comes first in it. */
  beginBox(style: Style): void {
    const { breakBefore } = style
    this.#hasForcedBreaks ||= mayForce(style)
    if (breakBefore !== 'auto') this.#starts.push(breakBefore)
  }

  endBox({ breakAfter }: Style): void {
    if (breakAfter !== 'auto') this.#ends.push(breakAfter)
  }

  /** No break lies between the piece added last and the next one. */
  join(): void {
    this.#isJoined = true
  }

  add(top: number, height: number, kind: Pick<UnbrokenPiece, 'lines' | 'isSpace'> = {}): void {
    const [ends, starts] = [this.#ends, this.#starts]
    const hasValues = ends.length > 0 || starts.length > 0
    const isForced = hasValues && this.count > 0 && forcedBy(ends, starts, this.#context) !== undefined
    const isAvoidedHere = hasValues && (isAvoided(ends, this.#context) || isAvoided(starts, this.#context))
    const last = this.#pieces.at(-1)
    const bottom = top + height
    if (last !== undefined && !isForced && (this.#isJoined || isAvoidedHere))
      this.#pieces[this.count - 1] = { ...last, bottom: Math.max(last.bottom, bottom), ...kind, isSpace: false }
    else this.#pieces.push({ top, bottom, isForced, ...kind })
    if (hasValues) [this.#ends, this.#starts] = [[], []]
    this.#isJoined = false
  }

  /** A float, say: no break point lies before it, and what stands in it is broken for itself. */
  addOutOfFlow(collect: (pieces: UnbrokenPieces) => void): void {
    const own = new UnbrokenPieces(this.#context, this.keepsLines, this.nesting)
    collect(own)
    this.requireHeight(own.#leastHeight)
    this.#hasForcedBreaks ||= own.#hasForcedBreaks
    for (const { lines: _, ...piece } of own.#pieces) this.#pieces.push({ ...piece, isForced: false })
  }

  /** A piece without a break point before it. */
  addLoose(top: number, height: number): void {
    this.#pieces.push({ top, bottom: top + height, isForced: false })
  }

  /** The piece added after the first `count` ones begins at `top`. */
  raise(count: number, top: number): void {
    const piece = this.#pieces[count]
    if (piece !== undefined) this.#pieces[count] = { ...piece, top }
  }

  /** Content side by side in a stretch from `top`: one break goes through all of it. Breaks that are forced in there are those of one part only. */
  addParallel(top: number, height: number, parts: readonly ((pieces: UnbrokenPieces) => void)[]): void {
    const all: UnbrokenPiece[] = []
    for (const collect of parts) {
      const own = new UnbrokenPieces(this.#context, this.keepsLines, this.nesting)
      collect(own)
      own.raise(0, top)
      this.requireHeight(own.#leastHeight)
      this.#hasForcedBreaks ||= own.#hasForcedBreaks
      all.push(...own.#pieces.map(({ lines: _, ...piece }) => piece))
    }
    all.sort((a, b) => a.top - b.top)
    const end = largest(
      all.map(({ bottom }) => bottom),
      top,
    )
    if (end < top + height) all.push({ top: end, bottom: top + height, isForced: false, isSpace: true })
    const first = all[0]
    if (first !== undefined) this.add(first.top, first.bottom - first.top, first.isSpace === true ? { isSpace: true } : {})
    for (const piece of all.slice(1)) this.#pieces.push(piece)
  }

  /** All of them; without the forced breaks when there are more than `most`, as fragmentation drops them where no page follows. */
  atMostForced(most: number): readonly UnbrokenPiece[] {
    const forced = this.#pieces.filter(({ isForced }) => isForced).length
    return forced <= most ? this.#pieces : this.#pieces.map((piece) => ({ ...piece, isForced: false }))
  }
}
