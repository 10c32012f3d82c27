import type { AppDeps, WebApplication } from '../deps.ts'

/** What the routes of the web application need. */
export interface AppRouteDeps extends Pick<AppDeps, 'store' | 'clock' | 'limits' | 'publicUrl' | 'log'>, Omit<WebApplication, 'limiter'> {}
