// What a job makes, and what is known of it: the contract between the HTTP side and the room that does the work.
import type { JobAttachment } from '../pool/renderer.ts'
import type { RowFailure } from '../store/jobs.ts'
import type { TemplateType } from '../store/store.ts'
import type { DefaultTagging, Tagging } from '../tagging.ts'

export const JOB_OUTPUTS = ['url', 'zip', 'merged', 's3'] as const
/** A URL for each document, one file of all (zip or PDF), or an object in the bucket for each. */
export type JobOutput = (typeof JOB_OUTPUTS)[number]

/** The version of a template that all rows of the job use. */
export interface JobTemplate {
  readonly id: string
  readonly hash: string
  readonly type: TemplateType
  readonly name: string
  /** What counts where its source says nothing, as it was when the job was submitted. Absent in jobs of earlier versions. */
  readonly tagging?: DefaultTagging
}

/** What the store keeps of the request, encrypted. */
export interface JobSpec {
  readonly output: JobOutput
  readonly isStrict: boolean
  /** Absent in jobs of earlier versions. */
  readonly tagging?: Tagging
  readonly templates: readonly JobTemplate[]
  readonly callback?: string
  /** Files inside each document. */
  readonly attachments?: readonly JobAttachment[]
}

/** What the document of a row is made of. */
export interface RowInput {
  /** JSON. */
  readonly data: Uint8Array
  readonly attachments?: readonly JobAttachment[]
}

export interface RequestedRow {
  /** Index of its template. */
  readonly template: number
  readonly input: RowInput | RowFailure
}

export interface JobRequest extends JobSpec {
  readonly rows: readonly RequestedRow[]
  /** The Idempotency-Key, hashed, with the hash of the request. */
  readonly keyed: { readonly keyHash: string; readonly fingerprint: string } | undefined
}

export type Submitted =
  | { readonly kind: 'submitted'; readonly id: string; readonly isReplayed: boolean; readonly callbackSecret: string }
  /** The key was used for another request. */
  | { readonly kind: 'other' }
  /** A request under this key is storing its rows. */
  | { readonly kind: 'running' }
  | { readonly kind: 'too-many' }

/** A document of a job, or the file that holds them all. */
export interface JobResult {
  /** From 0; absent for the file of all. */
  readonly row?: number
  readonly url?: string
  /** Name of the object in the bucket. */
  readonly key?: string
  readonly pages?: number
  readonly warnings?: number
}

export interface JobError extends RowFailure {
  /** Null for an error of the job as a whole. */
  readonly row: number | null
}

export interface JobView {
  readonly id: string
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly output: JobOutput
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly results: readonly JobResult[]
  readonly errors: readonly JobError[]
  readonly createdAt: number
  readonly expiresAt: number
}

export interface Jobs {
  /** Whether documents can be written to a bucket. */
  readonly hasBucket: boolean
  /** Why the end of a job cannot be reported to this address; undefined when it can, as far as that is known without a DNS look-up. */
  problemWith(callback: string): string | undefined
  submit(teamId: string, request: JobRequest): Promise<Submitted>
  /** Without `withResults`, results and errors of rows are left out. Undefined when the team has no such job. */
  find(teamId: string, id: string, withResults: boolean): Promise<JobView | undefined>
  /** Undefined when the team has no such job; nothing happens to one that has ended. */
  cancel(teamId: string, id: string): Promise<boolean | undefined>
  /** Ends after the rows in progress, or after `msGrace`; the others are made after the next start, or by another server. */
  close(msGrace: number): Promise<void>
}
