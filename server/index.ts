// The package's `./server` entry: the service for embedding programs, and the interfaces of its replaceable parts.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createApp as createKoaApp } from './app.ts'
import type { AppDeps } from './http/deps.ts'

/** The HTTP application: `callback` for the program's own server, `listen` for a new one. It is a Koa application, typed without Koa's types. */
export interface App {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  listen(port?: number, host?: string): Server
}

export const createApp: (deps: AppDeps) => App = createKoaApp

export type { Clock } from './clock.ts'
export { type Config, ConfigError, readConfig, settingsTable } from './config.ts'
export type { AppDeps, AppLimits } from './http/deps.ts'
export type { RateLimiter, RateVerdict } from './http/rate-limiter.ts'
export type { OutputFiles } from './outputs/files.ts'
export { createOutputs, type Outputs } from './outputs/outputs.ts'
export { createPool, type PoolOptions } from './pool/pool.ts'
export type { Job, Renderer } from './pool/renderer.ts'
export { type RenderAllOptions, type RowFailure, type RowResult, type RowTemplate, renderAll } from './render-all.ts'
export { type Service, type ServiceOptions, startService } from './service.ts'
export { type OpenedStore, openStore } from './store/open.ts'
export { openSqliteStore } from './store/sqlite.ts'
export type { Store } from './store/store.ts'
