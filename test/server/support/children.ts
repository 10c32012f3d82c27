// Child processes of the test's own process, as the system reports them.
import { spawnSync } from 'node:child_process'

/** States as `ps` prints them: `T` is suspended. */
export function statesOf(pids: readonly number[]): string[] {
  return String(spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')]).stdout).split('\n')
}

/** The fields of Node's handle of a child process. */
interface Handle {
  readonly pid?: number
  readonly spawnargs?: readonly string[]
}

/** Of all workers. */
export function childPids(): number[] {
  // Undocumented in Node, so absent from its types.
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): readonly Handle[] }
  return handles().flatMap(({ pid, spawnargs }) =>
    pid !== undefined && spawnargs?.some((word) => /(?:fake|evil)-child|(?:pool|batch).child/.test(word)) ? [pid] : [],
  )
}
