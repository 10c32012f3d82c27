// The contract of the store for jobs: many documents made by one call, row by row.

/**
 * `filling`: rows are still being added; `finishing`: all rows are made or have failed, and their documents are being put together. The last three are final.
 */
export type JobState = 'filling' | 'queued' | 'running' | 'finishing' | 'done' | 'failed' | 'cancelled'

export interface JobRecord {
  readonly id: string
  readonly teamId: string
  readonly state: JobState
  /** What is to be made, as the job service wrote it. */
  readonly spec: string
  readonly total: number
  readonly done: number
  readonly failed: number
  /** What came out besides the results of rows, as the job service wrote it; absent before the end. */
  readonly outcome: string | undefined
  /** Of the request that made it; absent when it had no Idempotency-Key. */
  readonly fingerprint: string | undefined
  readonly createdAt: number
  /** Removed from then on; later with each row that is made. */
  readonly expiresAt: number
}

export interface NewJob {
  readonly spec: string
  readonly total: number
  readonly keyed: { readonly keyHash: string; readonly fingerprint: string } | undefined
  /** Unfinished jobs that the team may have, this one included. */
  readonly most: number
  readonly expiresAt: number
  /** Until then its rows must have been added. */
  readonly fillUntil: number
}

export type CreatedJob =
  | { readonly kind: 'created'; readonly job: JobRecord }
  /** A job was made under this key before. */
  | { readonly kind: 'existing'; readonly job: JobRecord }
  | { readonly kind: 'too-many' }

export interface RowFailure {
  readonly code: string
  readonly message: string
}

export interface NewJobRow {
  /** From 0. */
  readonly n: number
  /** Index of its template in the spec. */
  readonly template: number
  /** Its data, or why it has none. */
  readonly input: { readonly data: string } | RowFailure
}

export interface WaitingRow {
  readonly n: number
  readonly template: number
  readonly data: string
}

export interface MadeRow {
  readonly kind: 'made'
  /** Where its document is, as the job service wrote it; absent when it is made later, with those of all rows. */
  readonly result: string | undefined
  /** The output file of its document, if that is one. */
  readonly outputId: string | undefined
  readonly pages: number
  readonly warnings: number
}

export interface EndedRow {
  readonly n: number
  readonly template: number
  readonly end: MadeRow | ({ readonly kind: 'failed' } & RowFailure)
}

export interface JobEnd {
  readonly state: 'done' | 'failed'
  readonly outcome: string | undefined
  readonly expiresAt: number
  /** The output files of the rows are no longer needed: they are part of another file. Otherwise they live as long as the job. */
  readonly dropsOutputs: boolean
  /** When the callback is due; absent when there is none. */
  readonly callbackAt: number | undefined
}

export type JobKey = Pick<JobRecord, 'id' | 'teamId'>

/** A job whose end is to be reported to an address. */
export interface JobCallback {
  readonly job: JobRecord
  /** Failed attempts so far. */
  readonly attempts: number
}

export interface JobStore {
  create(teamId: string, job: NewJob): Promise<CreatedJob>
  addRows(key: JobKey, rows: readonly NewJobRow[]): Promise<void>
  /** All rows are added; returns whether none of them waits. */
  start(key: JobKey): Promise<{ readonly isComplete: boolean }>
  job(key: JobKey): Promise<JobRecord | undefined>
  /** Removes a job that is still being filled, or that nothing is to be known of. */
  remove(key: JobKey): Promise<void>
  /** Rows `from` to `to` (not included) that are still to be made; none of a job that has ended. */
  waitingRows(key: JobKey, from: number, to: number): Promise<readonly WaitingRow[]>
  /** Rows that were made and whose data was kept, in order. */
  keptRows(key: JobKey, after: number, most: number): Promise<readonly WaitingRow[]>
  endedRows(key: JobKey, after: number, most: number): Promise<readonly EndedRow[]>
  /** Ends a row, once: `isTaken` is false when it had ended before, or its job has. `isComplete`: it was the last. */
  endRow(key: JobKey, row: EndedRow, options: { readonly keepsData: boolean; readonly expiresAt: number }): Promise<EndedRowAnswer>
  /** False when it is not finishing any more. */
  end(key: JobKey, end: JobEnd): Promise<boolean>
  /** Undefined when the team has no such job; false when it has ended before. */
  cancel(key: JobKey, expiresAt: number): Promise<boolean | undefined>
  /** Whether any job is not finished. */
  areAnyUnfinished(): Promise<boolean>
  /** The jobs that are not finished, and on which nothing has been done since `before`; that counts as done now. */
  claimStalled(before: number): Promise<readonly (JobKey & Pick<JobRecord, 'state' | 'total'>)[]>
  removeExpired(now: number): Promise<number>
  /** Claims callbacks that are due, until `claimedUntil`. */
  claimCallbacks(now: number, claimedUntil: number, most: number): Promise<readonly JobCallback[]>
  postponeCallback(key: JobKey, nextAt: number): Promise<void>
  removeCallback(key: JobKey): Promise<void>
}

export interface EndedRowAnswer {
  readonly isTaken: boolean
  readonly isComplete: boolean
}
