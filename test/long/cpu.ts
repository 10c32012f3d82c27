// CPU time of work that grows. Problem: timers, collections, the compiler and other processes add to each measurement. Approach: CPU time of this process only, of the fastest
// of some tries, at two sizes far apart; tries end as soon as the sizes are in proportion, so that noise costs time but no verdict, and work that really grows too fast
// fails all tries.
export const DOUBLINGS = 2
/** `security.md`: what twice the input may cost. */
const MOST = 2.6 ** DOUBLINGS
/** What timer ticks, a collection or the compiler may add, in microseconds. */
const SLACK = 20_000
const TRIES = 5
/** Work that is done sooner at the larger size says nothing of how it grows. */
const SHORTEST = 3 * SLACK

/** Microseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** What is wrong with the growth of `work` between two sizes; undefined when it is in proportion. */
export async function faultOf(work: (power: number) => Promise<unknown>, power: number): Promise<string | undefined> {
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES; i++) {
    large = Math.min(large, await cpuOf(() => work(power + DOUBLINGS)))
    if (large < SHORTEST) return undefined
    small = Math.min(small, await cpuOf(() => work(power)))
    if (large <= MOST * small + SLACK) return undefined
  }
  return `${Math.round(small / 1000)} ms for 2^${power}, ${Math.round(large / 1000)} ms for 2^${power + DOUBLINGS}`
}
