// CPU time and memory of repeated work, in one process: what a noisy machine distorts least.

export interface Measurement {
  /** CPU milliseconds of one run: median, and the fastest. */
  readonly median: number
  readonly fastest: number
  readonly runs: number
  /** Of the whole process, MiB. */
  readonly peakRss: number
}

/** Runs `work` with a growing index: `warmUp` times unmeasured, then until `runs` are done. */
export async function measure(work: (index: number) => Promise<void>, warmUp: number, runs: number): Promise<Measurement> {
  for (let i = 0; i < warmUp; i++) await work(i)
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage()
    await work(warmUp + i)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  return { median: times[times.length >> 1] ?? 0, fastest: times[0] ?? 0, runs, peakRss: process.resourceUsage().maxRSS / 1024 }
}
