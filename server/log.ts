import { destination, type Logger, pino } from 'pino'

/** Logs go to standard error as JSON lines; standard output is for people. Requests are logged by route, never by address or header. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, destination({ dest: 2, sync: false }))
}
