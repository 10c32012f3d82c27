/** Milliseconds since 1970. Everything in the server that asks for the time asks one of these, so that tests can move it. */
export interface Clock {
  now(): number
}

/**
 * The wall clock, made unable to run backwards or stand still: a set-back (NTP, an operator) would otherwise prolong download
 * URLs, whose 15 minutes are a promise. A jump forwards is believed, since after a suspend it is the truth.
 */
export function steadyClock(wall: () => number = Date.now, elapsed: () => number = () => performance.now()): Clock {
  let base = wall() - elapsed()
  return {
    now: () => {
      const steady = base + elapsed()
      const ahead = wall() - steady
      if (ahead > 0) base += ahead
      return Math.floor(steady + Math.max(0, ahead))
    },
  }
}
