// UAX #9, X1 to I2 and L1: the levels of a text.
// Problem: a text may be megabytes of anything: numbers without a letter before them, isolates in a row, tabs after tabs.
// Approach: every rule is one pass over a paragraph or over an isolating run sequence. What rules look back for (the last strong type, the white space before a separator) is carried
// along, matching isolates are a stack, and brackets are resolved in the order they open, so that their context is what the pass has seen.
// Limits: characters that X9 removes have the level of what stands before them.
import * as classOf from './bidi-classes.ts'
import { resolveSequence, type Sequence } from './bidi-sequence.ts'

const { L, R, AL, BN, LRE, RLE, LRO, RLO, PDF, B, S, WS, LRI, FSI, RLI, PDI } = classOf

const MAX_DEPTH = 125

/** Units of a text, by class and by level so far; levels are written in place. */
interface Resolving {
  readonly text: string
  readonly classes: Uint8Array
  readonly levels: Uint8Array
}

interface Stretch {
  readonly start: number
  /** Behind the last. */
  readonly end: number
}

interface BidiParagraph {
  readonly start: number
  readonly level: number
}

interface BidiLevels {
  readonly levels: Uint8Array
  readonly paragraphs: readonly BidiParagraph[]
}

export function resolveLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): BidiLevels {
  const classes = classOf.classesOf(text)
  const resolving = { text, classes, levels: new Uint8Array(text.length) }
  const paragraphs: BidiParagraph[] = []
  for (let start = 0; start < text.length; ) {
    const separator = classes.indexOf(B, start)
    const end = separator < 0 ? text.length : separator + 1
    paragraphs.push({ start, level: resolveParagraph(resolving, { start, end }, direction) })
    start = end
  }
  return { levels: resolving.levels, paragraphs }
}

/** Whether X9 removes it. */
function isRemoved(bidiClass: number): boolean {
  return bidiClass >= BN && bidiClass <= PDF
}

function isIsolate(bidiClass: number): boolean {
  return bidiClass >= LRI && bidiClass <= FSI
}

/** Gives the paragraph's own level. */
function resolveParagraph(resolving: Resolving, stretch: Stretch, direction: 'ltr' | 'rtl' | 'auto'): number {
  const { own, isolates } = firstStrongs(resolving.classes, stretch)
  const level = direction === 'auto' ? Number(own === R) : Number(direction === 'rtl')
  const types = resolving.classes.slice(stretch.start, stretch.end)
  explicitLevels({ ...resolving, types, isolates }, stretch, level)
  for (const sequence of sequencesOf({ ...resolving, types }, stretch, level)) resolveSequence(sequence, resolving)
  finishLevels(resolving, stretch, level)
  return level
}

// ── P2, P3, X5c ──────────────────────────────────────────────────────────────────────────────────────────────────────────

interface FirstStrongs {
  readonly own: number | undefined
  /** Of each isolate that looks for its direction. */
  readonly isolates: ReadonlyMap<number, number>
}

/** The first strong type, as L or R, of the paragraph and of each isolate in it: what stands in an inner isolate does not count. */
function firstStrongs(classes: Uint8Array, { start, end }: Stretch): FirstStrongs {
  const isolates = new Map<number, number>()
  const open: number[] = []
  let own: number | undefined
  for (let i = start; i < end; i++) {
    const bidiClass = classes[i]!
    if (isIsolate(bidiClass)) open.push(i)
    else if (bidiClass === PDI) open.pop()
    else if (bidiClass <= AL) {
      const strong = bidiClass === L ? L : R
      const around = open.at(-1)
      if (around === undefined) own ??= strong
      else if (classes[around] === FSI && !isolates.has(around)) isolates.set(around, strong)
    }
  }
  return { own, isolates }
}

// ── X1 to X8 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Status {
  readonly level: number
  /** What characters are made; undefined leaves them. */
  readonly override: number | undefined
  readonly isIsolate: boolean
}

interface Explicit extends Resolving {
  /** Classes under overrides, from the start of the paragraph. */
  readonly types: Uint8Array
  readonly isolates: ReadonlyMap<number, number>
}

/** The stack of X1, with its counts of what it has no room for. */
class Embeddings {
  private readonly stack: Status[]
  private isolatesBeyond = 0
  private embeddingsBeyond = 0
  private isolates = 0

  constructor(level: number) {
    this.stack = [{ level, override: undefined, isIsolate: false }]
  }

  get top(): Status {
    return this.stack[this.stack.length - 1]!
  }

  /** The next odd or even level; undefined beyond the depth that is allowed. */
  private next(isRtl: boolean): number | undefined {
    const { level } = this.top
    const next = isRtl ? (level + 1) | 1 : (level + 2) & ~1
    return next <= MAX_DEPTH && this.isolatesBeyond === 0 && this.embeddingsBeyond === 0 ? next : undefined
  }

  embed(isRtl: boolean, override: number | undefined): void {
    const level = this.next(isRtl)
    if (level !== undefined) this.stack.push({ level, override, isIsolate: false })
    else if (this.isolatesBeyond === 0) this.embeddingsBeyond++
  }

  isolate(isRtl: boolean): void {
    const level = this.next(isRtl)
    if (level === undefined) this.isolatesBeyond++
    else {
      this.isolates++
      this.stack.push({ level, override: undefined, isIsolate: true })
    }
  }

  closeIsolate(): void {
    if (this.isolatesBeyond > 0) this.isolatesBeyond--
    else if (this.isolates > 0) {
      this.embeddingsBeyond = 0
      while (!this.top.isIsolate) this.stack.pop()
      this.stack.pop()
      this.isolates--
    }
  }

  closeEmbedding(): void {
    if (this.isolatesBeyond > 0) return
    if (this.embeddingsBeyond > 0) this.embeddingsBeyond--
    else if (!this.top.isIsolate && this.stack.length > 1) this.stack.pop()
  }
}

function explicitLevels({ classes, levels, types, isolates }: Explicit, { start, end }: Stretch, level: number): void {
  const embeddings = new Embeddings(level)
  for (let i = start; i < end; i++) {
    const bidiClass = classes[i]!
    if (bidiClass === PDI) embeddings.closeIsolate()
    else if (bidiClass === PDF) embeddings.closeEmbedding()
    const { level: around, override } = embeddings.top
    levels[i] = bidiClass === B ? level : around
    if (override !== undefined && bidiClass !== B && !isRemoved(bidiClass)) types[i - start] = override
    if (bidiClass === LRE || bidiClass === RLE) embeddings.embed(bidiClass === RLE, undefined)
    else if (bidiClass === LRO || bidiClass === RLO) embeddings.embed(bidiClass === RLO, bidiClass === RLO ? R : L)
    else if (isIsolate(bidiClass)) embeddings.isolate(bidiClass === RLI || (bidiClass === FSI && isolates.get(i) === R))
  }
}

// ── X10 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface OpenSequence {
  readonly places: number[]
  readonly level: number
  readonly before: number
}

/** Level runs, joined across isolates. A run that begins with the end of an isolate continues the sequence whose run the isolate's start ended: the last that was left open. */
function sequencesOf({ classes, levels, types }: Resolving & Pick<Explicit, 'types'>, { start, end }: Stretch, own: number): Sequence[] {
  const sequences: Sequence[] = []
  const open: OpenSequence[] = []
  let current: OpenSequence | undefined
  let last = start - 1
  const close = (sequence: OpenSequence, after: number): void => {
    const { places, level, before } = sequence
    const sequenceTypes = Uint8Array.from(places, (place) => types[place - start]!)
    const edge = (other: number): number => ((Math.max(other, level) & 1) === 1 ? R : L)
    sequences.push({ places, types: sequenceTypes, level, before: edge(before), after: edge(after) })
  }
  for (let i = start; i < end; i++) {
    const bidiClass = classes[i]!
    if (isRemoved(bidiClass)) continue
    const level = levels[i]!
    const before = last < start ? own : levels[last]!
    if (current === undefined || level !== current.level) {
      if (current !== undefined && isIsolate(classes[last]!)) open.push(current)
      else if (current !== undefined) close(current, level)
      current = (bidiClass === PDI ? open.pop() : undefined) ?? { places: [], level, before }
    }
    current.places.push(i)
    last = i
  }
  // An isolate that nothing ends is ended by the paragraph.
  if (current !== undefined) close(current, own)
  for (const sequence of open) close(sequence, own)
  return sequences
}

// ── X9, L1 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Levels of what was removed, and of separators and the white space before them. */
function finishLevels({ classes, levels }: Resolving, { start, end }: Stretch, own: number): void {
  for (let i = start; i < end; i++) {
    const bidiClass = classes[i]!
    if (bidiClass === B || bidiClass === S) levels[i] = own
    else if (isRemoved(bidiClass)) levels[i] = i === start ? own : levels[i - 1]!
  }
  let isTrailing = true
  for (let i = end - 1; i >= start; i--) {
    const bidiClass = classes[i]!
    if (bidiClass === B || bidiClass === S) isTrailing = true
    else if (bidiClass !== WS && bidiClass < LRI && !isRemoved(bidiClass)) isTrailing = false
    if (isTrailing) levels[i] = own
  }
}
