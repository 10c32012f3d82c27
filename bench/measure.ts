// CPU time and memory of repeated work, in one process: what a noisy machine distorts least.

export interface Measurement {
  /** CPU milliseconds of one run: median, and the fastest. */
  readonly median: number
  readonly fastest: number
  readonly runs: number
  /** Of the whole process, MiB. */
  readonly peakRss: number
}

/** What is run over and over. Numbers grow, so that no two documents are alike; data is made outside of what is measured. */
export interface Work<T> {
  readonly warmUp: number
  readonly runs: number
  data(index: number): T
  run(data: T): Promise<void>
}

/** Runs `work` first `warmUp` times unmeasured, then `runs` times. */
export async function measure<T>({ warmUp, runs, data, run }: Work<T>): Promise<Measurement> {
  for (let i = 0; i < warmUp; i++) await run(data(i))
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const document = data(warmUp + i)
    const before = process.cpuUsage()
    await run(document)
    times.push(millisecondsSince(before))
  }
  times.sort((a, b) => a - b)
  return { median: times[times.length >> 1] ?? 0, fastest: times[0] ?? 0, runs, peakRss: process.resourceUsage().maxRSS / 1024 }
}

/** CPU milliseconds of this process, all its threads together. */
export function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
