// When a worker ends by itself: when its server has died, and when an exception may have left the engine damaged.
import { Worker as Thread } from 'node:worker_threads'
import { EXIT_DAMAGED } from './protocol.ts'

/**
 * Starts a thread that kills the process when its server has died, which shows in a new parent process: a rendering that hangs would never
 * see the pipe close. The code is a string rather than a file, since TypeScript loaders do not reach into threads.
 */
export function startOrphanWatch(): void {
  const code = `const { workerData } = require('node:worker_threads')
    setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Thread(code, { eval: true, workerData: process.ppid, env: {}, stdout: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}

/** Prints the reason to standard error and exits with the code by which the supervisor knows this end. */
export function exitDamaged(thrown: unknown): never {
  process.stderr.write(`${describeThrown(thrown)}\n`)
  process.exit(EXIT_DAMAGED)
}

export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
