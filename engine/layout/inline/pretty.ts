// `text-wrap: pretty` (CSS Text 4 §6.4): lines of a paragraph chosen together.
//
// Problem: the longest line that fits may leave the next ones loose, hyphens on top of each other, or one short word at the end.
// Approach: total fit after Knuth and Plass (1981). Every place where a line may end, hyphenation points included, is a node; of all ways
// that lead to it only the one of the least demerits is kept, one for each class of looseness. Browsers never shrink spaces, so a
// line either fits or it does not, and only stretching counts; unjustified lines are measured as if they had a little glue at their ends.
// Limits: no floats beside the text, no tabs, no words too long for a line: those paragraphs are filled line by line.
import type { ParagraphBox } from '../../box/box.ts'
import { addAll } from '../../collections/lists.ts'
import type { LayoutContext } from '../context.ts'
import { type Cut, LineFitter } from './fit.ts'
import { indentOf } from './indent.ts'
import { isWordSeparator, type MeasuredText } from './measure.ts'
import { TOLERANCE } from './prepared-text.ts'

/** Longer paragraphs are hardly ever of text. */
const MOST_NODES = 20_000

/** Demerits as in TeX (squares of badness and penalty, and sums for what stands side by side), hyphens dearer since spaces do not shrink. */
const LINE_PENALTY = 10
const HYPHEN_PENALTY = 100
const DOUBLE_HYPHEN = 50_000
const LAST_HYPHEN = 5_000
const UNLIKE_NEIGHBOURS = 5_000
const SHORT_LAST_LINE = 2_000_000
const WORST = 10_000

/** A last line shorter than this part of the room looks lost. */
const SHORT = 0.15
/** Glue of lines that are not justified, and how far a space may stretch without harm: parts of an em. */
const RAGGED = 2
const SPACE_STRETCH = 0.25

/** A place where a line may end. */
interface Node {
  readonly end: number
  /** Of what is before, spaces that vanish not counted; a hyphen included. */
  readonly reach: number
  readonly isHyphen: boolean
  readonly cutFrom: (start: number) => Cut
}

/** The best way to a node whose last line is of some class. */
interface Way {
  readonly node: number
  readonly looseness: number
  readonly demerits: number
  readonly before: Way | undefined
}

/** The lines of a paragraph, or undefined where they have to be found one by one. */
export function prettyCuts(box: ParagraphBox, measured: MeasuredText, width: number, context: LayoutContext): readonly Cut[] | undefined {
  const { prepared } = measured
  if (prepared.hasTabs || prepared.text.length > MOST_NODES) return undefined
  const fitter = new LineFitter(measured, context)
  const cuts: Cut[] = []
  let start = 0
  for (let next = 0; next < prepared.breaks.at.length; ) {
    const last = lastOfPart(measured, next)
    const order = { isFirst: start === 0, isAfterBreak: true }
    const part = new ForcedSegment(measured, fitter, { start, next, last })
    const lines = part.lines((line) => width - indentOf(box.style, line === 0 ? order : { isFirst: false, isAfterBreak: false }, width))
    if (lines === undefined) return undefined
    addAll(cuts, lines)
    start = lines.at(-1)?.end ?? start
    next = last + 1
  }
  return cuts
}

/** Index of the break that ends the part of the text which break `next` is in: the next forced one. */
function lastOfPart({ prepared: { breaks } }: MeasuredText, next: number): number {
  const forced = breaks.kinds.indexOf('forced', next)
  return forced === -1 ? breaks.at.length - 1 : forced
}

/** What stands between two forced breaks. */
class ForcedSegment {
  readonly #measured: MeasuredText
  readonly #start: number
  readonly #nodes: readonly Node[]
  /** By slot: word separators before it. */
  readonly #spaces: Uint32Array
  readonly #em: number
  readonly #isJustified: boolean

  constructor(
    measured: MeasuredText,
    fitter: LineFitter,
    { start, next, last }: { readonly start: number; readonly next: number; readonly last: number },
  ) {
    this.#measured = measured
    this.#start = start
    const { text, root } = measured.prepared
    this.#em = root.fontSize
    this.#isJustified = root.style.textAlign === 'justify' || root.style.textAlign === 'justify-all'
    this.#nodes = nodesOf(measured, fitter, { start, next, last })
    this.#spaces = new Uint32Array(text.length + 1)
    for (let i = 0; i < text.length; i++) this.#spaces[i + 1] = this.#spaces[i]! + (isWordSeparator(text.charCodeAt(i)) ? 1 : 0)
  }

  /** `roomOf` gives the room of the first line (0) and of all others (1). */
  lines(roomOf: (line: number) => number): readonly Cut[] | undefined {
    const rooms = [roomOf(0), roomOf(1)] as const
    const ways: (readonly Way[])[] = []
    const begin: Way = { node: -1, looseness: 1, demerits: 0, before: undefined }
    const lastNode = this.#nodes.length - 1
    // The first node from which a line still reaches; the first line has a room of its own.
    let oldest = 0
    let reachesBegin = true
    for (let node = 0; node <= lastNode; node++) {
      const best = new Map<number, Way>()
      const add = (before: readonly Way[], from: number, room: number): boolean => {
        const free = room - this.#widthOf(from, node)
        if (free < -TOLERANCE) return false
        for (const way of before) {
          const next = this.#extend(way, node, free, room)
          const known = best.get(next.looseness)
          if (known === undefined || next.demerits < known.demerits) best.set(next.looseness, next)
        }
        return true
      }
      // Whatever is further away than what does not fit does not fit either, here or after here.
      for (let from = node - 1; from >= oldest; from--) if (!add(ways[from]!, from, rooms[1])) oldest = from + 1
      if (reachesBegin) reachesBegin = add([begin], -1, rooms[0])
      ways.push([...best.values()])
    }
    const found = ways[lastNode]?.reduce(
      (best: Way | undefined, way) => (best === undefined || way.demerits < best.demerits ? way : best),
      undefined,
    )
    return found === undefined ? undefined : this.#cutsOf(found)
  }

  #startOf(from: number): number {
    return from === -1 ? this.#start : this.#nodes[from]!.end
  }

  #widthOf(from: number, node: number): number {
    return this.#nodes[node]!.reach - this.#measured.reach[this.#startOf(from)]!
  }

  #extend(way: Way, node: number, free: number, room: number): Way {
    const isLast = node === this.#nodes.length - 1
    const { isHyphen, end } = this.#nodes[node]!
    const spaces = this.#spaces[end]! - this.#spaces[this.#startOf(way.node)]! - (isHyphen ? 0 : 1)
    const glue = this.#isJustified ? Math.max(0, spaces) * this.#em * SPACE_STRETCH : this.#em * RAGGED
    const ratio = isLast ? 0 : free <= TOLERANCE ? 0 : glue > 0 ? free / glue : Number.POSITIVE_INFINITY
    const badness = Math.min(WORST, 100 * ratio ** 3)
    const looseness = ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3
    const wasHyphen = way.node >= 0 && this.#nodes[way.node]!.isHyphen
    let demerits = (LINE_PENALTY + badness) ** 2 + (isHyphen ? HYPHEN_PENALTY ** 2 : 0)
    if (wasHyphen && isHyphen) demerits += DOUBLE_HYPHEN
    if (wasHyphen && isLast) demerits += LAST_HYPHEN
    if (Math.abs(looseness - way.looseness) > 1) demerits += UNLIKE_NEIGHBOURS
    if (isLast && way.node >= 0 && room - free < room * SHORT) demerits += SHORT_LAST_LINE
    return { node, looseness, demerits: way.demerits + demerits, before: way }
  }

  #cutsOf(last: Way): readonly Cut[] {
    const cuts: Cut[] = []
    for (let way: Way | undefined = last; way?.before !== undefined; way = way.before) {
      cuts.push(this.#nodes[way.node]!.cutFrom(this.#startOf(way.before.node)))
    }
    return cuts.reverse()
  }
}

function nodesOf(
  measured: MeasuredText,
  fitter: LineFitter,
  { start, next, last }: { readonly start: number; readonly next: number; readonly last: number },
): readonly Node[] {
  const { prepared, reach, hangs } = measured
  const { at, kinds } = prepared.breaks
  const nodes: Node[] = []
  let from = start
  for (let k = next; k <= last; k++) {
    const end = at[k]!
    for (const cut of fitter.divisions(from, end, k)) {
      nodes.push({
        end: cut.end,
        reach: reach[cut.end]! + cut.width,
        isHyphen: true,
        cutFrom: (slot) => ({ ...cut, width: reach[cut.end]! - reach[slot]! + cut.width }),
      })
    }
    const isHyphen = kinds[k] === 'hyphen' && k < at.length - 1
    const whole = reach[kinds[k] === 'forced' ? end - 1 : end]! - hangs[k]! + (isHyphen ? fitter.hyphenWidth(end) : 0)
    nodes.push({ end, reach: whole, isHyphen, cutFrom: (slot) => fitter.cutAt(slot, k) })
    from = end
  }
  return nodes
}
