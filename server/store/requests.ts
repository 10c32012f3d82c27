// The contract of the store for the log of requests, which callers ask for what a call came to. It holds nothing of the data of a call.

/** What a call came to. Absent is what does not apply: a call that failed has no pages. */
export interface RequestRecord {
  readonly id: string
  readonly teamId: string
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number
  /** Such as `POST /api/templates/:id/pdf`. */
  readonly route: string
  readonly status: number
  /** Of the error. */
  readonly code: string | undefined
  /** Id of the template. */
  readonly template: string | undefined
  readonly ms: number
  readonly pages: number | undefined
  readonly bytes: number | undefined
  readonly warnings: readonly RequestWarning[]
  /** The problems of a call that failed; absent in most. */
  readonly errors?: readonly RequestWarning[] | undefined
}

interface RequestWarning {
  readonly code: string
  /** Place in the source or in the data. */
  readonly path: string | undefined
}

export interface RequestQueries {
  /** Undefined as well when the call was more than a day ago, or a million others followed. */
  request(teamId: string, id: string): Promise<RequestRecord | undefined>
  /** Calls of the last day that failed, the last first, before a time. */
  failedRequests(teamId: string, before: number, most: number): Promise<readonly RequestRecord[]>
  /** Adds calls of any teams. For the service itself. */
  addRequests(requests: readonly RequestRecord[]): Promise<void>
}
