import { destination, type Logger, pino } from 'pino'

/** Lines are buffered: a write per line goes through the thread pool and costs as much as routing the request. pino flushes at exit and after an uncaught error. */
const BUFFERING = { minLength: 4096, periodicFlush: 100 }

/** Logs JSON lines to standard error; standard output is for messages to the operator. Requests are logged by route, never by URL or header. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: false, ...BUFFERING }),
  )
}
