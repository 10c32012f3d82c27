// How a rendering process answers for what was thrown in a job.
import type { InputError } from '../../engine/index.ts'
import { bounded } from './bounded.ts'
import type { ChildFailure, StopReason } from './protocol.ts'
import { describeThrown, exitDamaged } from './worker-end.ts'

/** Thrown in a rendering that the server asked to stop. */
export class Stopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`)
    this.reason = reason
  }
}

/** Classifies an exception. A WebAssembly trap leaves its instance unusable, so the process exits. */
export function failureOf(thrown: unknown, Input: typeof InputError, part: number | undefined): ChildFailure {
  if (thrown instanceof Error && thrown.name === 'RuntimeError') exitDamaged(thrown)
  if (thrown instanceof Stopped) return { kind: thrown.reason }
  if (thrown instanceof Input) return { kind: 'input', part, problems: bounded(thrown.diagnostics) }
  if (thrown instanceof RangeError && /call stack/.test(thrown.message)) {
    return { kind: 'input', part, problems: [{ code: 'limit-depth', severity: 'error', message: 'the document is nested too deeply' }] }
  }
  if (thrown instanceof RangeError && /allocation|Invalid (string|array|typed array) length/i.test(thrown.message))
    return { kind: 'memory' }
  return { kind: 'bug', message: describeThrown(thrown) }
}
