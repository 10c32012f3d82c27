// Problem: servers that share a store expire and sweep each other's files; by its own clock, a server that is ahead would expire what another has
// just written.
// Approach: all use the database's time, asked now and then; between two answers the elapsed time is added. An answer is out of date by
// the time it arrives, so no server is ever ahead of the database, and none is behind it by more than a message takes.
// Limits: `rate-limiter-flexible` counts its minutes by the server's own clock.
import type { Pool } from 'pg'
import { type Clock, steadyClock } from '../clock.ts'

/** Between two questions. After a suspend of the machine, a server may be behind for so long. */
const MS_BETWEEN = 10_000

/** Asks the database until the pool is ended. */
export async function openDatabaseClock(pool: Pool): Promise<Clock> {
  let asked = await ask(pool)
  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer)
    // While the database is away, the clock continues from the last answer.
    ask(pool).then(
      (answer) => (asked = answer),
      () => {},
    )
  }, MS_BETWEEN).unref()
  return steadyClock(() => asked.time + (performance.now() - asked.at))
}

/** The database's time in milliseconds since 1970, and when it arrived by `performance.now`. */
async function ask(pool: Pool): Promise<{ readonly time: number; readonly at: number }> {
  const { rows } = await pool.query<{ ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms')
  const [row] = rows
  if (row === undefined) throw new Error('the query for the time gave no row')
  return { time: row.ms, at: performance.now() }
}
