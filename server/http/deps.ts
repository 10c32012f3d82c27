import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import type { EmbedSessions } from '../accounts/embed-session.ts'
import type { ProvidedUsers } from '../accounts/provided-users.ts'
import type { SignInProvider } from '../accounts/provider.ts'
import type { Assets } from '../assets/assets.ts'
import type { TrustedProxies } from '../client-address.ts'
import type { Clock } from '../clock.ts'
import type { TextCipher } from '../encryption.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Metrics } from '../metrics.ts'
import type { Outputs } from '../outputs/outputs.ts'
import type { Renderer } from '../pool/renderer.ts'
import type { RequestLog } from '../request-log.ts'
import type { Store } from '../store/store.ts'
import type { BodyLimits } from './body.ts'
import type { Connections } from './connections.ts'
import type { CallRecorder } from './idempotency.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'
import type { SpoolBudget } from './spool.ts'

/** What the web application adds. */
export interface WebApplication {
  readonly accounts: Accounts
  /** Requests of a user. */
  readonly limiter: RateLimiter
  readonly isPrivateWebhookAllowed: boolean
  readonly embed: EmbedSessions
  /** Absent where people sign in with passwords alone. */
  readonly provider?: ProviderAccess
}

/** Signing in at a provider. */
interface ProviderAccess {
  readonly signIn: SignInProvider
  readonly users: ProvidedUsers
  /** On the button. */
  readonly label: string
  /** For what the browser keeps meanwhile. */
  readonly cipher: TextCipher
  /** Whether signing out ends the session there too. */
  readonly endsThere: boolean
}

/** Dependencies of the HTTP application. An embedding program may replace each of them. */
export interface AppDeps {
  readonly store: Store
  readonly outputs: Outputs
  readonly assets: Assets
  readonly renderer: Renderer
  readonly recorder: CallRecorder
  readonly jobs: Jobs
  readonly limiter: RateLimiter
  readonly recentTokens: RecentTokenCache
  readonly connections: Pick<Connections, 'noteToken' | 'hasToken'>
  /** Called after each rendering of a single template, successful or not. */
  readonly onRendered: (templateId: string, ms: number) => void
  readonly requestLog: Pick<RequestLog, 'add' | 'find'>
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
  readonly limits: AppLimits
  /** Disk budget for buffering large responses to slow readers. */
  readonly spoolBudget: SpoolBudget
  /** Version of the package. */
  readonly version: string
  /** The base URL that clients use, without a trailing slash. */
  readonly publicUrl: () => string
  /** Proxies whose report of the client's address counts. */
  readonly isTrustedProxy: TrustedProxies
  /** Origins whose pages may call from a browser. */
  readonly corsOrigins: ReadonlySet<string>
  /** True during shutdown: requests are still answered, with `Connection: close`. */
  readonly isDraining: () => boolean
  /** Absent: nothing is served under `/app`. */
  readonly web?: WebApplication
}

export interface AppLimits {
  readonly body: BodyLimits
  /** The body of an upload of an asset. */
  readonly asset: BodyLimits
  readonly parts: number
  /** Of one job. */
  readonly jobRows: number
  readonly pages: number
  /** PDFs up to this size are sent with Content-Length; larger ones are streamed. */
  readonly wholeBytes: number
  /** A streamed response whose client reads nothing for this long is aborted. */
  readonly msIdle: number
  readonly ratePerMinute: number
}
