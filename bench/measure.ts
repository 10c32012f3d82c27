// Measures CPU time and memory of repeated work in one process; a noisy machine distorts CPU time least. Peers are measured by the same rule.

export interface Measurement {
  /** CPU milliseconds of one run: median, and the fastest. */
  readonly median: number
  readonly fastest: number
  readonly runs: number
  /** Documents rendered before the measurement. */
  readonly warmUp: number
  /** Peak resident memory of the process in MiB. */
  readonly peakRss: number
}

/** Work to repeat. The index grows, so that no two documents are alike; generating data is not measured. */
export interface Work<T> {
  data(index: number): T
  run(data: T): Promise<void>
  /** CPU milliseconds spent so far; absent: of this process. */
  readonly clock?: () => number
}

/**
 * V8 keeps optimising hot code for thousands of documents (merging ten invoices: 54, 41, 34, 29, 21 ms in the 1st to 5th sixty), so the warm-up is an amount of
 * CPU time, not a number of documents. A document that takes longer than all of it is warmed up by one run.
 */
export const WARM_UP_MS = 10_000
/** Runs are measured for this long, within these numbers of runs; only once if a run takes `LONG_MS`. */
const MEASURED_MS = 2000
const LEAST_RUNS = 3
const MOST_RUNS = 200
const LONG_MS = 10_000

/** Warms `work` up, then measures it. */
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

/** CPU milliseconds of this process so far, all threads included. */
export function ownMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
