/** Milliseconds since 1970. All of the server reads the time from a Clock, so that tests can set it. */
export interface Clock {
  now(): number
}

/**
 * The wall clock, made monotonic: turned back (by NTP or an operator), it would extend the life of download URLs, whose 15 minutes are a
 * promise. Jumps forward are followed, since after a suspend of the machine they are correct.
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
