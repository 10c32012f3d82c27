// Problem: under more work than there are processors for, a line that fills to its end makes everybody wait for nothing; but bursts, and
// many callers who each wait for their answer, are no overload and must all be served.
// Approach: work that arrives fills a vessel, and what the processes can do runs out of it. Callers who wait never bring more than is
// done, and a burst does not fill it. While it is full, whoever would wait longer than a few renderings take is refused at once, and
// what already waits that long is given up, newest first. Short jobs go before long ones, so too many of the latter are no reason to
// refuse the former: work of short jobs has a vessel of its own, and long ones are judged by that of all. A process that is new renders
// at a fraction of its later speed until V8 has compiled what it runs; that passes, so its times count for nothing where others are known,
// and the vessels hold more meanwhile. Before any process is warm nothing is known of what can be done, and nothing is too much.
// Limits: how long a template takes is learnt from its earlier renderings with about as much data; the first of each count nothing.

/** What is known of a part of a job beforehand, for guessing how long it takes. */
export interface Load {
  /** Team and hash of its template. */
  readonly key: string
  /** Of its data. */
  readonly bytes: number
}

/** What is thought of a job. */
export interface Expected {
  /** How long it is likely to take. */
  readonly msGuess: number
  /** It is likely to take much longer than most. */
  readonly isLong: boolean
}

/** More runs out than the processes can do: what is guessed is not exact, and as much as can be done must never fill the vessel. */
const DRAIN = 1.05
/** So much work may come at once: renderings, and no less than all processes do in so many milliseconds. Then callers who start together are done in turn. */
const BURST = { renderings: 50, ms: 150 }
/** So much longer a new process takes for what it renders until it is warm, all in all, and makes others take that compete with it for processors. */
const MS_TO_WARM = 8000
/** Too much is remembered for as long as all processes need for so much work. */
const MS_REMEMBERED = 1000
/** Whoever waits for less than so many renderings still gets an answer two and a half times as late as usual at the most. */
const RENDERINGS_TO_WAIT = 4
/** Nor is anybody to wait for longer than this, who is not yet given up by then. */
const MS_TO_WAIT = 5000
/** Below this, waits are noise. */
const MS_NOISE = 12
const MOST_KEYS = 5000
/** A rendering is long when it takes more than so many ordinary ones, and no less than so many milliseconds. */
const LONG = { renderings: 8, ms: 250 }
/**
 * A rendering that takes longer than so many ordinary ones counts as so many in the mean: one slow document, or one that met a process that has yet to
 * compile everything, does not make the others slow.
 */
const MOST_IN_MEAN = 4
/** Data up to this is one class of size, then every doubling is. */
const BYTES_SMALL = 8192
const CLASSES = 20
/** Share of a new measurement in the mean, once there are as many. */
const WEIGHT = 1 / 8

/** Mean of what was measured, in which the latest counts most. */
interface Mean {
  readonly ms: number
  readonly count: number
  /** Of warm processes alone; what cold ones take is nothing to go by as soon as more is known. */
  readonly isWarm: boolean
}

const NOTHING: Mean = { ms: 0, count: 0, isWarm: false }

/** How long a job took, on a process that was warm or not. */
export interface Measured {
  readonly ms: number
  readonly isWarm: boolean
}

export interface AdmissionOptions {
  readonly processes: number
  /** How many of those that work have yet to get warm; one that is halfway there is half a one. */
  readonly cold: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

export class Admission {
  readonly #options: AdmissionOptions
  /** By template, then by class of size. */
  readonly #byKey = new Map<string, (Mean | undefined)[]>()
  /** Milliseconds of work in the vessels when they were last looked at. */
  #msHeld = { short: 0, all: 0 }
  #lookedAt = Number.NEGATIVE_INFINITY
  #mean = NOTHING

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Mean time of a rendering; 0 before the first. */
  get msMean(): number {
    return this.#mean.ms
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
    return ms > Math.max(LONG.ms, LONG.renderings * this.#mean.ms)
  }

  /** A job of these parts took so long. */
  learn(parts: readonly Load[], { ms, isWarm }: Measured): void {
    // What came before was guessed to take as long as on processes that had just started.
    if (isWarm && !this.#mean.isWarm) this.#msHeld = { short: 0, all: 0 }
    this.#mean = meanWith(this.#mean, { ms, isWarm })
    if (this.#byKey.size > MOST_KEYS) this.#byKey.clear()
    for (const part of parts) {
      const classes = this.#byKey.get(part.key) ?? []
      this.#byKey.set(part.key, classes)
      classes[classOf(part)] = meanWith(classes[classOf(part)], { ms: ms / parts.length, isWarm })
    }
  }

  /** What is known of the template with the most like amount of data. */
  #nearest({ key, bytes }: Load): { readonly ms: number; readonly sizeClass: number } {
    const classes = this.#byKey.get(key)
    const wanted = classOf({ bytes })
    for (let off = 0; classes !== undefined && off < CLASSES; off++) {
      for (const sizeClass of [wanted - off, wanted + off]) {
        const known = classes[sizeClass]
        if (known !== undefined) return { ms: known.ms, sizeClass }
      }
    }
    return { ms: 0, sizeClass: wanted }
  }

  /** Work arrived, whether it is taken or not. */
  arrive({ msGuess, isLong }: Expected): void {
    this.#drain()
    const most = this.#msMost() + this.#options.processes * MS_REMEMBERED
    const { short, all } = this.#msHeld
    this.#msHeld = { short: isLong ? short : Math.min(short + msGuess, most), all: Math.min(all + msGuess, most) }
  }

  /** More short jobs arrive than can be done. */
  isOverloaded(): boolean {
    this.#drain()
    return this.#mean.isWarm && this.#msHeld.short > this.#msMost()
  }

  /** More arrives than can be done, with what is long. */
  isOverloadedWithLong(): boolean {
    this.#drain()
    return this.#mean.isWarm && this.#msHeld.all > this.#msMost()
  }

  /** While too much arrives, a job waits at most for so many milliseconds of work before it, on all processes together. */
  mostAhead(msGuess: number): number {
    const ms = Math.max(MS_NOISE, RENDERINGS_TO_WAIT * Math.max(this.#mean.ms, msGuess))
    return this.#options.processes * Math.min(ms, MS_TO_WAIT)
  }

  /** That a vessel holds. */
  #msMost(): number {
    return Math.max(BURST.renderings * this.#mean.ms, this.#options.processes * BURST.ms) + this.#options.cold() * MS_TO_WARM
  }

  #drain(): void {
    const present = this.#options.now()
    const ms = (present - this.#lookedAt) * this.#options.processes * DRAIN
    this.#msHeld = { short: Math.max(0, this.#msHeld.short - ms), all: Math.max(0, this.#msHeld.all - ms) }
    this.#lookedAt = present
  }
}

function meanWith(mean: Mean = NOTHING, measured: Measured): Mean {
  const { ms, count, isWarm } = mean
  if (isWarm && !measured.isWarm) return mean
  if (count === 0) return { ...measured, count: 1 }
  const counted = Math.min(measured.ms, MOST_IN_MEAN * ms)
  if (!isWarm && measured.isWarm) return { ms: counted, count: 1, isWarm: true }
  return { ms: ms + (counted - ms) * Math.max(WEIGHT, 1 / (count + 1)), count: count + 1, isWarm }
}

function classOf({ bytes }: Pick<Load, 'bytes'>): number {
  return Math.min(CLASSES - 1, Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / BYTES_SMALL))))
}
