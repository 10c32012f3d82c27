// The part of the client for jobs: many documents by one call, in the background.
import type { Call } from './call.ts'
import type { Job, JobRequest } from './openapi.data.ts'
import { preferencesOf, type RenderOptions } from './rendering.ts'
import { type CallOptions, pause } from './transport.ts'

export interface JobOptions extends CallOptions, Pick<RenderOptions, 'conformance' | 'isTagged'> {
  /** A request repeated under its key gets the job of the first one, so that it may be sent again safely. */
  readonly idempotencyKey?: string | undefined
  /** Rows that lack variables of their template fail. */
  readonly isStrict?: boolean | undefined
}

export interface WaitOptions extends CallOptions {
  /** Called with every state that was read, without results. */
  readonly onProgress?: ((job: Job) => void) | undefined
}

export interface Jobs {
  createJob(request: JobRequest, options?: JobOptions): Promise<Job>
  job(id: string, options?: CallOptions): Promise<Job>
  /** The job with its results, when it has ended in any way. */
  waitForJob(id: string, options?: WaitOptions): Promise<Job>
  /** What it has made stays until it expires. */
  cancelJob(id: string, options?: CallOptions): Promise<void>
}

/** The first wait is short for small jobs; later ones leave most of the 60 requests a minute to others. */
const MS_FIRST = 250
const MS_LONGEST = 5000

export function makeJobs(call: Call): Jobs {
  const waitForJob: Jobs['waitForJob'] = async (id, { onProgress, ...options } = {}) => {
    for (let ms = MS_FIRST; ; ms = Math.min(MS_LONGEST, ms * 1.5)) {
      const job = await call('getJob', { path: { id }, query: { results: 'no' } }, options)
      onProgress?.(job)
      if (job.status !== 'queued' && job.status !== 'running') return call('getJob', { path: { id } }, options)
      await pause(ms, options.signal)
    }
  }
  return {
    createJob: (body, { idempotencyKey, isStrict, conformance, isTagged, ...options } = {}) => {
      const key = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
      const preferences = preferencesOf({ isStrict, conformance, isTagged })
      return call(
        'createJob',
        { headers: { ...key, ...(preferences.length === 0 ? {} : { Prefer: preferences.join(', ') }) }, body },
        options,
      )
    },
    job: (id, options) => call('getJob', { path: { id } }, options),
    waitForJob,
    cancelJob: (id, options) => call('cancelJob', { path: { id } }, options),
  }
}
