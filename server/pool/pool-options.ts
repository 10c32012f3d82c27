// What a pool is told at its start, what it reports, and what another pool beside it may ask.
import type { Clock } from '../clock.ts'
import type { JobRequest } from './pending-job.ts'
import type { Renderer } from './renderer.ts'
import type { SchedulerOptions } from './scheduler.ts'
import type { SupervisorOptions } from './supervisor.ts'
import type { Death } from './worker-process.ts'

export interface PoolOptions extends SupervisorOptions, Pick<SchedulerOptions, 'processors' | 'othersRunning'> {
  readonly queue: number
  readonly msDeadline: number
  readonly clock: Clock
  /** Workers that the jobs of one team may end within ten minutes; 10 when absent. */
  readonly deathsOfTeam?: number
  /** Calls after so long, unless the function that it returns is called before; absent outside tests. */
  readonly after?: (ms: number, call: () => void) => () => void
  readonly onEvent?: (event: PoolEvent) => void
  /** More or fewer jobs run than before. */
  readonly onRunning?: () => void
}

/** A pool beside which another one runs on the same processors. */
export interface RenderPool extends Renderer {
  readonly running: number
  /** Suspends and resumes jobs: others have started or ended. */
  rebalance(): void
}

export type PoolEvent =
  | { readonly kind: 'death'; readonly death: Death }
  | { readonly kind: 'started' }
  | { readonly kind: 'retry' }
  | {
      readonly kind: 'done'
      readonly job: JobRequest['kind']
      readonly outcome: string
      readonly ms: number
      readonly msWaited: number
    }
