// Problem: under more work than there are processors for, a line that fills to its end makes everybody wait for nothing; but bursts, and
// many callers who each wait for their answer, are no overload and must all be served.
// Approach: work that arrives fills a vessel, and what the processes can do runs out of it. Callers who wait never bring more than is
// done, and a burst does not fill it. While it is full, whoever would wait longer than a few renderings take is refused at once, and
// what already waits that long is given up, newest first.
// Limits: how long a template takes is learnt from its earlier renderings with about as much data; the first of each count nothing.

/** What is known of a part of a job beforehand, for guessing how long it takes. */
export interface Load {
  /** The hash of its template. */
  readonly key: string
  /** Of its data. */
  readonly bytes: number
}

/** More runs out than the processes can do: what is guessed is not exact, and as much as can be done must never fill the vessel. */
const DRAIN = 1.05
/** So much work may come at once: renderings, and no less than all processes do in so many milliseconds. Then callers who start together are done in turn. */
const BURST = { renderings: 50, ms: 460 }
/** Too much is remembered for as long as all processes need for so much work. */
const MS_REMEMBERED = 1000
/** Whoever waits for less than so many renderings still gets an answer two and a half times as late as usual at the most. */
const RENDERINGS_TO_WAIT = 4
/** Below this, waits are noise. */
const MS_NOISE = 12
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
  /** Milliseconds of work in the vessel when it was last looked at. */
  #msHeld = 0
  #lookedAt = Number.NEGATIVE_INFINITY
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
    this.#drain()
    this.#msHeld = Math.min(this.#msHeld + ms, this.#msBurst() + this.#processes * MS_REMEMBERED)
  }

  /** More work arrives than can be done. */
  isOverloaded(): boolean {
    this.#drain()
    return this.#msHeld > this.#msBurst()
  }

  /** While too much arrives, a job waits at most for so many milliseconds of work before it, on all processes together. */
  mostAhead(ms: number): number {
    return this.#processes * Math.max(MS_NOISE, RENDERINGS_TO_WAIT * Math.max(this.#msMean, ms))
  }

  #msBurst(): number {
    return Math.max(BURST.renderings * this.#msMean, this.#processes * BURST.ms)
  }

  #drain(): void {
    const present = this.#now()
    this.#msHeld = Math.max(0, this.#msHeld - (present - this.#lookedAt) * this.#processes * DRAIN)
    this.#lookedAt = present
  }
}

function classOf({ bytes }: Pick<Load, 'bytes'>): number {
  return Math.min(CLASSES - 1, Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / BYTES_SMALL))))
}
