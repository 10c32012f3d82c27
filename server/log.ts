import { destination, type Logger, pino } from 'pino'

/** Lines are written together: one by one, each goes through the thread pool and costs as much as the request's routing. What is held at an orderly end or a crash of ours is written then. */
const HELD = { minLength: 4096, periodicFlush: 100 }

/** Logs go to standard error as JSON lines; standard output is for people. Requests are logged by route, never by address or header. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: false, ...HELD }),
  )
}
