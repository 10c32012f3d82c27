// Assembles the service and listens. Started by main.ts, `platen serve` and the tests.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Accounts } from './accounts/accounts.ts'
import type { PasswordCost } from './accounts/password.ts'
import { createApp } from './app.ts'
import type { Assets } from './assets/assets.ts'
import { openAssets } from './assets/open.ts'
import type { Clock } from './clock.ts'
import { type Config, corsOriginsOf, trustedProxiesOf } from './config.ts'
import { makeTextCipher } from './encryption.ts'
import { startHousekeeping } from './housekeeping.ts'
import { BodyScheduler } from './http/body-scheduler.ts'
import { Connections, defaultConnectionLimit } from './http/connections.ts'
import type { AppDeps } from './http/deps.ts'
import { drainOf } from './http/drain.ts'
import { createRecorder } from './http/idempotency.ts'
import { listenerOptions, onClientError, onConnect, refuseConnection } from './http/listener.ts'
import { listenForMetrics } from './http/metrics-listener.ts'
import { createRateLimiter } from './http/rate-limiter.ts'
import { RecentTokenCache } from './http/recent-token-cache.ts'
import { shedBefore } from './http/shed.ts'
import { SpoolBudget } from './http/spool.ts'
import { createLog } from './log.ts'
import { boundedLabel, createMetrics, type Metrics } from './metrics.ts'
import { openFiles } from './outputs/open.ts'
import { createOutputs, type Outputs } from './outputs/outputs.ts'
import { startSweeper } from './outputs/sweeper.ts'
import { packageVersion } from './package-root.ts'
import type { PoolEvent } from './pool/pool.ts'
import type { Renderer } from './pool/renderer.ts'
import { startPool } from './pool/start.ts'
import { RequestLog } from './request-log.ts'
import { openJobs } from './start-jobs.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { makeWebApplication } from './web-application.ts'
import { type DispatcherOptions, startDispatcher } from './webhooks/dispatcher.ts'

export interface Service {
  readonly store: Store
  readonly accounts: Accounts
  readonly renderer: Renderer
  readonly assets: Assets
  /** No team existed when the store was opened. */
  readonly isNew: boolean
  readonly port: number
  /** The URL under which clients reach the service. */
  readonly publicUrl: string
  /** Drains: accepts no more connections, waits for requests in progress (at most for the configured time) and releases everything. */
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly config: Config
  /** Logs to standard error at the configured level when absent. */
  readonly log?: Logger
  /** Absent outside tests. */
  readonly clock?: Clock
  readonly childScript?: URL
  readonly passwordCost?: PasswordCost
}

/** Most templates with metrics of their own. */
const MOST_TEMPLATE_LABELS = 500
/** Least rate at which a request body must arrive after its first seconds. */
export const BYTES_PER_SECOND = 64 * 1024
/** Time to write a generated file: a row that is pending for longer than a rendering and this belongs to a request that died. */
const MS_WRITE = 60_000
/** A client that reads nothing of an answer for longer than a rendering and this has gone. */
const MS_IDLE = 30_000

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log = createLog(config.logLevel) } = options
  const metrics = createMetrics()
  const onLost = (error: Error): void => log.warn({ err: error }, 'a connection to the store was lost')
  const onUnconfined = (): void =>
    log.warn('the role of DATABASE_URL owns the tables or may bypass row-level security: see PLATEN_DATABASE_OWNER_URL')
  const { store, isNew, shared, clock } = await openStore(config, { clock: options.clock, onLost, onUnconfined })
  const files = await openFiles(config, shared)
  const msPending = config.renderSeconds * 1000 + MS_WRITE
  const outputs = await createOutputs({ store, files, clock, msLife: config.urlSeconds * 1000, msPending })
  const renderer = startObservedPool({ config, log, childScript: options.childScript }, clock, metrics)
  const onDeriveError = (error: unknown): void => log.warn({ err: error }, 'variables of templates could not be derived anew')
  const assets = await openAssets({ config, store, shared, clock, renderer, onDeriveError })
  const signingKey = await store.signingKey()
  const { wholeBytes } = config
  const recorder = createRecorder({ store, outputs, now: () => clock.now(), signingKey, msLease: msPending, wholeBytes })
  const state = { isDraining: false, publicUrl: config.publicUrl ?? '', lastRenderAt: Number.NEGATIVE_INFINITY }
  const now = { publicUrl: () => state.publicUrl, lastRenderAt: () => state.lastRenderAt }
  const jobParts = { store, outputs, assets, renderer, clock, signingKey, log, metrics, ...now }
  const jobs = await openJobs(config, jobParts)
  const requestLog = openRequestLog(store, log, metrics)
  const templateLabel = boundedLabel(MOST_TEMPLATE_LABELS)
  const recentTokens = new RecentTokenCache(clock)
  const server = createServer(listenerOptions(config))
  const connections = new Connections(server, { most: config.connections || defaultConnectionLimit(), refuse: refuseConnection })
  const web = makeWebApplication({
    store,
    clock,
    config,
    signingKey,
    shared,
    publicUrl: () => state.publicUrl,
    passwordCost: options.passwordCost,
  })
  const deps: AppDeps = {
    onRendered: (id, ms) => {
      state.lastRenderAt = performance.now()
      metrics.observe('platen_template_seconds', ms / 1000, { template: templateLabel(id) })
    },
    ...{ store, outputs, assets, renderer, recorder, jobs, requestLog, clock, metrics, log },
    ...{ limiter: createRateLimiter(config.rate, shared), recentTokens, connections },
    limits: appLimits(config, new BodyScheduler(() => renderer.health().busy > 0)),
    spoolBudget: new SpoolBudget(),
    version: packageVersion(),
    corsOrigins: corsOriginsOf(config),
    isTrustedProxy: trustedProxiesOf(config),
    publicUrl: () => state.publicUrl,
    isDraining: () => state.isDraining,
    web,
  }
  const handle = connections.only(shedBefore(createApp(deps).callback(), recentTokens, deps))
  server.on('request', handle)
  const drain = drainOf(server, connections)
  // With a listener for this event, 100 Continue is sent only when the body is to be read: a refused upload never starts.
  server.on('checkContinue', handle)
  // Other expectations are ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', handle)
  server.on('clientError', onClientError)
  server.on('connect', onConnect)
  const release = async (): Promise<void> => {
    await renderer.close()
    await requestLog.close()
    await store.close()
  }
  const orRelease = async (thrown: unknown): Promise<never> => {
    await release()
    throw thrown
  }
  const { metricsPort, metricsHost: host } = config
  const stopMetrics = metricsPort === 0 ? undefined : await listenForMetrics(metrics, { port: metricsPort, host }).catch(orRelease)
  const port = await listen(server, config).catch((thrown: unknown) => {
    stopMetrics?.()
    return orRelease(thrown)
  })
  // A connection could not be accepted, mostly for lack of file descriptors.
  server.on('error', (error) => log.warn({ err: error }, 'a connection could not be accepted'))
  state.publicUrl ||= `http://localhost:${port}`
  jobs.start()
  const stopSweeping = sweep(outputs, log, metrics)
  const stopErasing = startHousekeeping([store, web.accounts], clock, (error) =>
    log.warn({ err: error }, 'expired rows could not be erased'),
  )
  const stopSweepingAssets = sweepAssets(assets, log)
  const stopSending = sendEvents({ store, outputs, clock, cipher: makeTextCipher(signingKey, 'events') }, config, log, metrics)
  const close = async (): Promise<void> => {
    state.isDraining = true
    const msGrace = config.drainSeconds * 1000
    await Promise.all([drain(msGrace), jobs.close(msGrace)])
    stopMetrics?.()
    await Promise.all([stopSweeping(), stopSweepingAssets(), stopErasing(), stopSending()])
    await release()
  }
  let closing: Promise<void> | undefined
  return { store, accounts: web.accounts, renderer, assets, isNew, port, publicUrl: state.publicUrl, close: () => (closing ??= close()) }
}

function openRequestLog(store: Store, log: Logger, metrics: Metrics): RequestLog {
  return new RequestLog({
    store,
    onDropped: (count) => metrics.count('platen_requests_unlogged_total', {}, count),
    onError: (error) => log.warn({ err: error }, 'the log of requests could not be written'),
  })
}

function sweep(outputs: Outputs, log: Logger, metrics: Metrics): () => Promise<void> {
  let lag = 0
  metrics.gauge('platen_output_expiry_lag_seconds', () => lag / 1000)
  return startSweeper(outputs, {
    onSwept: ({ removed, msLag }) => {
      metrics.count('platen_outputs_removed_total', {}, removed)
      lag = msLag
    },
    onReconciled: (result) => log.debug(result, 'reconciled generated files with their rows'),
    onError: (error) => log.warn({ err: error }, 'expired files could not be removed'),
  })
}

/** Unused files of assets are kept for minutes anyway, so looking for them each second would find nothing. */
const MS_SWEEP_ASSETS = 5 * 60 * 1000

function sweepAssets(assets: Assets, log: Logger): () => Promise<void> {
  return startSweeper(
    assets,
    {
      onSwept: ({ removed }) => log.debug({ removed }, 'removed files of assets that are no longer used'),
      onReconciled: (result) => log.debug(result, 'reconciled files of assets with their rows'),
      onError: (error) => log.warn({ err: error }, 'unused files of assets could not be removed'),
    },
    { msSweep: MS_SWEEP_ASSETS },
  )
}

function sendEvents(
  parts: Pick<DispatcherOptions, 'store' | 'outputs' | 'clock' | 'cipher'>,
  config: Config,
  log: Logger,
  metrics: Metrics,
): () => Promise<void> {
  return startDispatcher({
    ...parts,
    isPrivateAllowed: config.webhooksPrivate === 'yes',
    onSent: () => metrics.count('platen_webhook_deliveries_total', { outcome: 'sent' }),
    onFailed: ({ id, webhook, attempts }, error, isLast) => {
      metrics.count('platen_webhook_deliveries_total', { outcome: isLast ? 'given-up' : 'failed' })
      log[isLast ? 'error' : 'warn'](
        { event: id, webhook: webhook.id, attempts: attempts + 1, err: error },
        'the delivery of an event failed',
      )
    },
    onError: (error) => log.warn({ err: error }, 'events could not be sent'),
  })
}

function appLimits(config: Config, scheduler: BodyScheduler): AppDeps['limits'] {
  const { bodyBytes: bytes, jsonDepth: depth, bodySeconds } = config
  const body = { bytes, depth, msTimeout: bodySeconds * 1000, bytesPerSecond: BYTES_PER_SECOND, scheduler }
  const asset = { ...body, bytes: config.assetBytes }
  const { parts, pages, wholeBytes, rate: ratePerMinute } = config
  return { body, asset, parts, jobRows: config.jobRows, pages, wholeBytes, ratePerMinute, msIdle: config.renderSeconds * 1000 + MS_IDLE }
}

function startObservedPool(
  { config, log, childScript }: { config: Config; log: Logger; childScript: URL | undefined },
  clock: Clock,
  metrics: Metrics,
): Renderer {
  const onConfined = (measures: readonly string[]): void =>
    log.info({ measures }, measures.length === 0 ? 'rendering processes are not confined' : 'rendering processes are confined')
  const pool = startPool(config, { childScript, clock, onConfined, onEvent: (event) => recordPoolEvent(event, log, metrics) })
  metrics.gauge('platen_children_ready', () => pool.health().ready)
  metrics.gauge('platen_children_busy', () => pool.health().busy)
  metrics.gauge('platen_queue_length', () => pool.health().waiting)
  metrics.gauge('platen_resident_bytes', () => process.memoryUsage.rss())
  metrics.gauge('platen_heap_bytes', () => process.memoryUsage().heapUsed)
  metrics.gauge('platen_open_resources', () => process.getActiveResourcesInfo().length)
  return pool
}

function recordPoolEvent(event: PoolEvent, log: Logger, metrics: Metrics): void {
  if (event.kind === 'started') metrics.count('platen_child_starts_total')
  else if (event.kind === 'retry') metrics.count('platen_render_retries_total')
  else if (event.kind === 'done') {
    metrics.observe('platen_render_seconds', event.ms / 1000, { kind: event.job, outcome: event.outcome })
    metrics.observe('platen_render_wait_seconds', event.msWaited / 1000)
  } else {
    const { death } = event
    const cause = death.kind === 'killed' ? death.reason : death.kind
    metrics.count('platen_child_deaths_total', { cause })
    if (cause === 'closed' || cause === 'recycled') log.debug({ cause }, 'a rendering process ended')
    else log.warn({ cause, text: 'text' in death ? death.text : undefined }, 'a rendering process died')
  }
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: config.port, ...(config.host === undefined ? {} : { host: config.host }) }, () => {
      server.off('error', reject)
      // A TCP server has an address of this kind once it listens.
      resolve((server.address() as AddressInfo).port)
    })
  })
}
