// Linear or not. Noise only ever adds, so the best of several tries is compared, and the bound lies between linear and quadratic. Limits: work
// so short that the slack covers it passes whatever its growth.

const TRIES = 5
/** What a timer tick or a collection may add, in microseconds. */
const SLACK = 20_000
/** Times linear that still counts as linear. */
const FACTOR = 2

/** CPU microseconds of `work`. */
export function cpuOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** What is wrong with the growth of `cost` from `small` to `large`; undefined when it is in proportion, give or take a factor of two. */
export function growthFault(cost: (size: number) => number, small: number, large: number, slack = SLACK): string | undefined {
  let [atSmall, atLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < TRIES; i++) {
    atSmall = Math.min(atSmall, cost(small))
    atLarge = Math.min(atLarge, cost(large))
    if (atLarge < FACTOR * (large / small) * atSmall + slack) return undefined
  }
  return `${atSmall} µs for ${small}, ${atLarge} µs for ${large}`
}
