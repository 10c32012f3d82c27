// Problem: under more work than there are processors for, a line that fills to its end makes everybody wait for nothing; but bursts, and
// many callers who each wait for their answer, are no overload and must all be served.
// Approach: work that arrives is compared with what the processes can do, over half a second and over four. Callers who wait never bring
// more than is done; a burst is over before it counts. While more comes than can be done, whoever would wait longer than a few
// renderings take is refused at once, and what already waits that long is given up, newest first.
// Limits: how long a template takes is learnt from its earlier renderings with about as much data; the first of each count nothing.

/** What is known of a part of a job beforehand, for guessing how long it takes. */
export interface Load {
  /** The hash of its template. */
  readonly key: string
  /** Of its data. */
  readonly bytes: number
}

interface Window {
  readonly ms: number
  /** More work than this share of what can be done in the window is too much. */
  readonly mostLoad: number
}

const WINDOWS: readonly Window[] = [
  { ms: 500, mostLoad: 1.2 },
  { ms: 4000, mostLoad: 1.03 },
]
const MS_SLOT = 50
const SLOTS = Math.max(...WINDOWS.map((window) => window.ms)) / MS_SLOT
/** So many renderings may come at once on top of that: callers who start together, and are then done in turn. */
const BURST = 40
/** Whoever waits for less than so many renderings still gets an answer two and a half times as late as usual at the most. */
const RENDERINGS_TO_WAIT = 4
/** Below this, waits are noise. */
const MS_NOISE = 25
const MOST_KEYS = 5000
/** A rendering is long when it takes more than so many ordinary ones, and no less than so many milliseconds. */
const LONG = { renderings: 8, ms: 250 }
/** A rendering that takes longer than so many ordinary ones counts as so many in the mean: one slow document does not make the others slow. */
const MOST_IN_MEAN = 4
/** Data up to this is one class of size, then every doubling is. */
const BYTES_SMALL = 8192
const CLASSES = 20
/** Share of a new measurement in the mean. */
const WEIGHT = 1 / 8

export class Admission {
  readonly #processes: number
  readonly #now: () => number
  /** By template, then by class of size. */
  readonly #msByKey = new Map<string, (number | undefined)[]>()
  /** Milliseconds of work that arrived, a slot each; the slot of a moment is found by its number. */
  readonly #slots = new Float64Array(SLOTS)
  #slot = 0
  #msMean = 0

  constructor(processes: number, now: () => number = () => performance.now()) {
    this.#processes = processes
    this.#now = now
  }

  /** Mean time of a rendering; 0 before the first. */
  get msMean(): number {
    return this.#msMean
  }

  /** How long a job of these parts is likely to take. */
  guess(parts: readonly Load[]): number {
    let ms = 0
    for (const part of parts) ms += this.#nearest(part).ms
    return ms
  }

  /** A job of these parts is likely to hold a process for much longer than most do. Of more data than was ever seen the worst is thought. */
  isLong(parts: readonly Load[]): boolean {
    let ms = 0
    for (const part of parts) {
      const known = this.#nearest(part)
      ms += known.ms * 2 ** Math.max(0, classOf(part) - known.sizeClass)
    }
    return this.isLongTime(ms)
  }

  isLongTime(ms: number): boolean {
    return ms > Math.max(LONG.ms, LONG.renderings * this.#msMean)
  }

  /** A job of these parts took so long. */
  learn(parts: readonly Load[], ms: number): void {
    const counted = this.#msMean === 0 ? ms : Math.min(ms, MOST_IN_MEAN * this.#msMean)
    this.#msMean += this.#msMean === 0 ? ms : (counted - this.#msMean) * WEIGHT
    if (this.#msByKey.size > MOST_KEYS) this.#msByKey.clear()
    for (const part of parts) {
      const classes = this.#msByKey.get(part.key) ?? []
      this.#msByKey.set(part.key, classes)
      const known = classes[classOf(part)]
      const share = ms / parts.length
      classes[classOf(part)] = known === undefined ? share : known + (share - known) * WEIGHT
    }
  }

  /** What is known of the template with the most like amount of data. */
  #nearest({ key, bytes }: Load): { readonly ms: number; readonly sizeClass: number } {
    const classes = this.#msByKey.get(key)
    const wanted = classOf({ bytes })
    for (let off = 0; classes !== undefined && off < CLASSES; off++) {
      for (const sizeClass of [wanted - off, wanted + off]) {
        const ms = classes[sizeClass]
        if (ms !== undefined) return { ms, sizeClass }
      }
    }
    return { ms: 0, sizeClass: wanted }
  }

  /** Work arrived, whether it is taken or not. */
  arrive(ms: number): void {
    this.#forget()
    this.#slots[this.#slot % SLOTS]! += ms
  }

  /** More work arrives than can be done. */
  isOverloaded(): boolean {
    this.#forget()
    const burst = BURST * this.#msMean
    return WINDOWS.some(({ ms, mostLoad }) => this.#arrivedWithin(ms) > ms * this.#processes * mostLoad + burst)
  }

  /** While too much arrives, a job waits at most for so many milliseconds of work before it, on all processes together. */
  mostAhead(ms: number): number {
    return this.#processes * Math.max(MS_NOISE, RENDERINGS_TO_WAIT * Math.max(this.#msMean, ms))
  }

  #arrivedWithin(ms: number): number {
    let sum = 0
    for (let back = 0; back < ms / MS_SLOT; back++) sum += this.#slots[(this.#slot - back + SLOTS) % SLOTS]!
    return sum
  }

  /** Empties the slots of time that has passed since they were last written. */
  #forget(): void {
    const present = Math.floor(this.#now() / MS_SLOT)
    const passed = Math.min(SLOTS, present - this.#slot)
    for (let i = 1; i <= passed; i++) this.#slots[(this.#slot + i) % SLOTS] = 0
    if (passed > 0) this.#slot = present
    if (passed === SLOTS) this.#slots.fill(0)
  }
}

function classOf({ bytes }: Pick<Load, 'bytes'>): number {
  return Math.min(CLASSES - 1, Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / BYTES_SMALL))))
}
