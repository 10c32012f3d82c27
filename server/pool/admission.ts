// Problem: a queue that fills to its end under overload makes every caller wait for nothing; but bursts, and many callers who each wait
// for their answer, are no overload and must all be served.
// Approach: a leaky bucket. Work that arrives raises its level, and it drains at the rate at which the workers render. Callers who wait for
// their answer never bring more work than is done, and a burst does not fill the bucket. While it is full, a job that would wait longer than
// a few renderings take is refused at once, and queued jobs that would wait that long are shed, newest first. The scheduler starts short jobs before long
// ones, so too many long jobs are no reason to refuse short ones: short jobs have a bucket of their own, long ones are judged by the bucket of all. A new
// worker renders at a fraction of its later speed until V8 has compiled its code (JIT warm-up). That passes, so times of cold workers count for nothing
// once warm ones are known, and the buckets are larger meanwhile. Until a first worker is warm the capacity is unknown, and no load is overload.
// Limits: the time of a template is estimated from its earlier renderings with about as much data; until the first it counts as 0, or as what a first one that
// turned out to be long has taken so far.

/** One template of a job and the size of its data: what an estimate of its rendering time is based on. */
export interface PartLoad {
  /** Team and hash of the template. */
  readonly key: string
  /** Length of the data. */
  readonly bytes: number
}

export interface JobEstimate {
  /** Expected rendering time. */
  readonly msEstimate: number
  /** The job is likely to take much longer than most. */
  readonly isLong: boolean
}

/** Drain rate, as a multiple of what the workers can do: estimates are not exact, and a load at capacity must never fill the bucket. */
const DRAIN_RATE = 1.05
/** Capacity of the bucket: so many renderings, and no less than all workers do in so many milliseconds. Callers who start together are then served in turn. */
const BURST = { renderings: 50, ms: 150 }
/** What a new worker loses in all until it is warm: its own renderings take longer, and so do those that compete with it for processors. */
const MS_TO_WARM = 8000
/** The level may exceed the capacity by as much work as all workers do in this time. */
const MS_MOST_EXCESS = 1000
/** A job that waits for fewer renderings than this is answered two and a half times as late as usual at the most. */
const RENDERINGS_TO_WAIT = 4
/** Longest wait of a job that is admitted under overload. */
const MS_TO_WAIT = 5000
/** Waits below this are noise. */
const MS_NOISE = 12
const MOST_KEYS = 5000
/** A rendering is long when it takes more than so many mean ones, and no less than so many milliseconds. */
const LONG = { renderings: 8, ms: 250 }
/**
 * Most mean renderings that one counts for in the mean: one slow document, or one that a cold worker rendered, does not make the estimate of the others
 * slow.
 */
const MOST_IN_MEAN = 4
/** Data up to this length is the first size class; each doubling is another. */
const BYTES_SMALL = 8192
const SIZE_CLASSES = 20
/** Share of a new measurement in the mean (exponential moving average), once there are as many. */
const WEIGHT = 1 / 8

/** Moving average of rendering times. */
interface Mean {
  readonly ms: number
  readonly count: number
  /** Warm workers alone were measured; their first measurement replaces those of cold ones. */
  readonly isWarm: boolean
}

const NOTHING: Mean = { ms: 0, count: 0, isWarm: false }

/** The time that a job took, on a worker that was warm or not. */
interface Measured {
  readonly ms: number
  readonly isWarm: boolean
}

interface AdmissionOptions {
  /** Workers that render at the same time. */
  readonly workers: number
  /** How many of them are not warm yet; one that is halfway there counts as half. */
  readonly coldWorkers: () => number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

export class Admission {
  readonly #options: AdmissionOptions
  /** By template, then by size class. */
  readonly #byKey = new Map<string, (Mean | undefined)[]>()
  /** Levels of the two buckets when they were last drained. */
  #msLevel = { short: 0, all: 0 }
  #drainedAt = Number.NEGATIVE_INFINITY
  #mean = NOTHING

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Mean time of a rendering; 0 until there was one. */
  get msMean(): number {
    return this.#mean.ms
  }

  /** Expected milliseconds of a job of these parts. */
  estimate(parts: readonly PartLoad[]): number {
    let ms = 0
    for (const part of parts) ms += this.#nearest(part).ms
    return ms
  }

  /** A job of these parts is likely to hold a worker much longer than most do. More data than was ever measured is taken to need proportional time. */
  isLong(parts: readonly PartLoad[]): boolean {
    let ms = 0
    for (const part of parts) {
      const known = this.#nearest(part)
      ms += known.ms * 2 ** Math.max(0, sizeClassOf(part) - known.sizeClass)
    }
    return this.isLongTime(ms)
  }

  isLongTime(ms: number): boolean {
    return ms > Math.max(LONG.ms, LONG.renderings * this.#mean.ms)
  }

  /** Notes how long a job of these parts took. */
  learn(parts: readonly PartLoad[], { ms, isWarm }: Measured): void {
    // The level so far was estimated by the times of cold workers.
    if (isWarm && !this.#mean.isWarm) this.#msLevel = { short: 0, all: 0 }
    this.#mean = meanWith(this.#mean, { ms, isWarm })
    for (const part of parts) {
      const classes = this.#classesOf(part)
      classes[sizeClassOf(part)] = meanWith(classes[sizeClassOf(part)], { ms: ms / parts.length, isWarm })
    }
  }

  /** Notes for how long a job of these parts has run that still runs, on a warm worker: what was never measured takes at least as long. */
  learnRunning(parts: readonly PartLoad[], ms: number): void {
    // Until then nobody knows what is long.
    if (!this.#mean.isWarm) return
    for (const part of parts) {
      const classes = this.#classesOf(part)
      if ((classes[sizeClassOf(part)]?.count ?? 0) === 0) classes[sizeClassOf(part)] = { ...NOTHING, ms: ms / parts.length }
    }
  }

  #classesOf({ key }: PartLoad): (Mean | undefined)[] {
    if (this.#byKey.size > MOST_KEYS) this.#byKey.clear()
    const classes = this.#byKey.get(key) ?? []
    this.#byKey.set(key, classes)
    return classes
  }

  /** The mean of the template in the nearest size class that was measured. */
  #nearest({ key, bytes }: PartLoad): { readonly ms: number; readonly sizeClass: number } {
    const classes = this.#byKey.get(key)
    const own = sizeClassOf({ bytes })
    for (let distance = 0; classes !== undefined && distance < SIZE_CLASSES; distance++) {
      for (const sizeClass of [own - distance, own + distance]) {
        const known = classes[sizeClass]
        if (known !== undefined) return { ms: known.ms, sizeClass }
      }
    }
    return { ms: 0, sizeClass: own }
  }

  /** Raises the levels by a job that arrived, whether it is admitted or not. */
  arrive({ msEstimate, isLong }: JobEstimate): void {
    this.#drain()
    const most = this.#msCapacity() + this.#options.workers * MS_MOST_EXCESS
    const { short, all } = this.#msLevel
    this.#msLevel = { short: isLong ? short : Math.min(short + msEstimate, most), all: Math.min(all + msEstimate, most) }
  }

  /** More short jobs arrive than the workers can do. */
  isOverloaded(): boolean {
    this.#drain()
    return this.#mean.isWarm && this.#msLevel.short > this.#msCapacity()
  }

  /** More jobs, short and long, arrive than the workers can do. */
  isOverloadedWithLong(): boolean {
    this.#drain()
    return this.#mean.isWarm && this.#msLevel.all > this.#msCapacity()
  }

  /** Under overload, the most milliseconds of work that a job of this estimate may have ahead of it in the queue. */
  msMostAhead(msEstimate: number): number {
    const ms = Math.max(MS_NOISE, RENDERINGS_TO_WAIT * Math.max(this.#mean.ms, msEstimate))
    return this.#options.workers * Math.min(ms, MS_TO_WAIT)
  }

  /** Of either bucket. */
  #msCapacity(): number {
    return Math.max(BURST.renderings * this.#mean.ms, this.#options.workers * BURST.ms) + this.#options.coldWorkers() * MS_TO_WARM
  }

  #drain(): void {
    const present = this.#options.now()
    const ms = (present - this.#drainedAt) * this.#options.workers * DRAIN_RATE
    this.#msLevel = { short: Math.max(0, this.#msLevel.short - ms), all: Math.max(0, this.#msLevel.all - ms) }
    this.#drainedAt = present
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

function sizeClassOf({ bytes }: Pick<PartLoad, 'bytes'>): number {
  return Math.min(SIZE_CLASSES - 1, Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / BYTES_SMALL))))
}
