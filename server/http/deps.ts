import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import type { Outputs } from '../outputs/outputs.ts'
import type { Renderer } from '../pool/renderer.ts'
import type { Store } from '../store/store.ts'
import type { BodyLimits } from './body.ts'
import type { Connections } from './connections.ts'
import type { CallRecorder } from './idempotency.ts'
import type { RateLimiter } from './limiter.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'
import type { SpoolRoom } from './spool.ts'

/** Everything the HTTP application stands on; each of them can be replaced. */
export interface AppDeps {
  readonly store: Store
  readonly outputs: Outputs
  readonly renderer: Renderer
  readonly recorder: CallRecorder
  readonly limiter: RateLimiter
  readonly recentTokens: RecentTokenCache
  readonly connections: Pick<Connections, 'noteToken' | 'hasToken'>
  /** A template was rendered, well or not. */
  readonly onRendered: (templateId: string, ms: number) => void
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
  readonly limits: AppLimits
  /** For large answers to callers who read slowly. */
  readonly spoolRoom: SpoolRoom
  /** Of the program. */
  readonly version: string
  /** The address clients see, without a slash at the end. */
  readonly publicUrl: () => string
  /** True once the service is to end: it answers, but asks callers to go elsewhere. */
  readonly isDraining: () => boolean
}

export interface AppLimits {
  readonly body: BodyLimits
  readonly parts: number
  readonly pages: number
  /** Larger documents are sent in pieces. */
  readonly wholeBytes: number
  /** How long an answer in pieces may stand still. */
  readonly msIdle: number
  readonly ratePerMinute: number
}
