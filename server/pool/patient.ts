// Rendering for callers who can wait.
import { type CancelSignal, NEVER_CANCELLED } from '../cancel-signal.ts'
import type { Failure, Job, Rendered, Renderer, Streaming } from './renderer.ts'

/** Tries before the pool is taken to be unable to render. */
const MOST_TRIES = 20
const MS_BETWEEN_TRIES = 250

/** Renders again what the pool refuses as overloaded, such as while killed processes are replaced; unless `isWanted`, asked before, says no. */
export async function renderPatiently(
  pool: Pick<Renderer, 'render'>,
  job: Job,
  { signal = NEVER_CANCELLED, isWanted = () => true }: { readonly signal?: CancelSignal; readonly isWanted?: () => boolean } = {},
): Promise<Rendered | Streaming | Failure> {
  for (let tries = 1; ; tries++) {
    const outcome = await pool.render(job, signal)
    if (outcome.kind !== 'overloaded' || tries === MOST_TRIES || !isWanted()) return outcome
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_TRIES))
  }
}
