// Processes that the one a test runs in has started, as the system sees them.
import { spawnSync } from 'node:child_process'

/** As `ps` tells them: `T` stands still. */
export function statesOf(pids: readonly number[]): string[] {
  return String(spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')]).stdout).split('\n')
}

/** A handle of Node's that is a child process has these. */
interface Handle {
  readonly pid?: number
  readonly spawnargs?: readonly string[]
}

/** Rendering processes. */
export function childPids(): number[] {
  // Node keeps its children in a place it does not document, so its types know nothing of it.
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): readonly Handle[] }
  return handles().flatMap(({ pid, spawnargs }) =>
    pid !== undefined && spawnargs?.some((word) => /fake-child|pool.child/.test(word)) ? [pid] : [],
  )
}
