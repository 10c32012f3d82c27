// CPU time and memory of repeated work, in one process: what a noisy machine distorts least. Peers are measured by the very same rule.

export interface Measurement {
  /** CPU milliseconds of one run: median, and the fastest. */
  readonly median: number
  readonly fastest: number
  readonly runs: number
  /** Documents that were made before. */
  readonly warmUp: number
  /** Of the whole process, MiB. */
  readonly peakRss: number
}

/** What is run over and over. Numbers grow, so that no two documents are alike; data is made outside of what is measured. */
export interface Work<T> {
  data(index: number): T
  run(data: T): Promise<void>
  /** CPU milliseconds spent so far; of this process when absent. */
  readonly clock?: () => number
}

/**
 * V8 goes on compiling what is hot for thousands of documents (ten invoices as one: 54, 41, 34, 29, 21 ms in the 1st to 5th sixty), so warm is who has had this much
 * CPU time, not who has made so many documents. What takes longer than all of it is warmed up by one.
 */
export const WARM_UP_MS = 10_000
/** Runs are measured for this long, but so many at least and at most, and once only what takes `LONG_MS`. */
const MEASURED_MS = 2000
const LEAST_RUNS = 3
const MOST_RUNS = 200
const LONG_MS = 10_000

/** Runs `work` until it is warm, then measures it. */
export async function measure<T>({ data, run, clock = ownMilliseconds }: Work<T>): Promise<Measurement> {
  let index = 0
  const timed = async (): Promise<number> => {
    const document = data(index++)
    const before = clock()
    await run(document)
    return clock() - before
  }
  for (let spent = 0; spent < WARM_UP_MS; ) spent += await timed()
  const warmUp = index
  const times: number[] = []
  let spent = 0
  while (times.length < MOST_RUNS && spent < (times.length < LEAST_RUNS ? LONG_MS : MEASURED_MS)) {
    const time = await timed()
    times.push(time)
    spent += time
  }
  times.sort((a, b) => a - b)
  const peakRss = process.resourceUsage().maxRSS / 1024
  return { median: times[times.length >> 1] ?? 0, fastest: times[0] ?? 0, runs: times.length, warmUp, peakRss }
}

/** CPU milliseconds of this process so far, all its threads together. */
export function ownMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
