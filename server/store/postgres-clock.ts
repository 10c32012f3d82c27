// Problem: what one server makes another serves, ends and sweeps; if each went by its own clock, the one that is ahead would end what was
// just made.
// Approach: the time is the database's, asked now and then; between two answers the time that has passed is added. An answer is older when it
// arrives than what it says, so nobody is ever ahead of the database, and all are behind it by no more than a message takes.
// Limits: `rate-limiter-flexible` counts its minutes by the server's own clock.
import type { Pool } from 'pg'
import { type Clock, steadyClock } from '../clock.ts'

/** After a suspend, a server may be behind for so long. */
const MS_BETWEEN = 10_000

/** Runs until the connections are ended. */
export async function openDatabaseClock(pool: Pool): Promise<Clock> {
  let asked = await ask(pool)
  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer)
    // Without its database, time goes on as it did.
    ask(pool).then(
      (answer) => (asked = answer),
      () => {},
    )
  }, MS_BETWEEN).unref()
  return steadyClock(() => asked.time + (performance.now() - asked.at))
}

/** The database's time in milliseconds since 1970, and when it came in our own. */
async function ask(pool: Pool): Promise<{ readonly time: number; readonly at: number }> {
  const { rows } = await pool.query<{ ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms')
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return { time: row.ms, at: performance.now() }
}
