// A job on its way through the pool: the request, the estimate of its time, and where its outcome goes.
import type { CancelSignal } from '../cancel-signal.ts'
import type { JobEstimate, PartLoad } from './admission.ts'
import { PieceStream } from './piece-stream.ts'
import type { Compiled, Failure, Previewed, Rendered, Streaming } from './renderer.ts'
import type { Assignment, Reply, WorkerProcess } from './worker-process.ts'

export type Outcome = Rendered | Compiled | Previewed | Failure

/** What a caller asks of the pool. */
export interface JobRequest {
  readonly teamId: string
  /** Quarantine refuses this key, */
  readonly key: string
  /** together with the data that has this digest. */
  readonly digest: () => string
  /** Memory that the data takes while the job waits. */
  readonly bytes: number
  readonly parts: readonly PartLoad[]
  readonly kind: 'render' | 'merge' | 'compile' | 'preview'
  /** It starts only while no other job can. */
  readonly isBackground: boolean
  readonly assign: (id: number) => Pick<Assignment, 'message' | 'body' | 'source' | 'assets' | 'onProgress'>
  readonly signal: CancelSignal
}

export class PendingJob implements JobEstimate {
  readonly request: JobRequest
  readonly teamId: string
  readonly msEstimate: number
  readonly isLong: boolean
  readonly isBackground: boolean
  readonly queuedAt: number
  /** How often it was put back after its worker exited. */
  retries = 0
  /** Its worker was asked to stop it. */
  isStopping = false
  /** Absent while it waits for its first try. */
  startedAt: number | undefined
  /** The worker that runs it; absent while it waits. */
  worker: WorkerProcess | undefined
  /** Cancel the timers that are set while it runs. */
  readonly cancelTimers: (() => void)[] = []
  /** Carries its document when that comes in pieces. */
  #stream: PieceStream | undefined
  readonly #onCancel: () => void
  readonly outcome: Promise<Outcome | Streaming>
  #resolve!: (outcome: Outcome | Streaming) => void
  #reject!: (error: unknown) => void

  /** `onCancel` is called when the caller cancels before there is an outcome. */
  constructor(request: JobRequest, { msEstimate, isLong }: JobEstimate, queuedAt: number, onCancel: () => void) {
    this.request = request
    this.queuedAt = queuedAt
    this.#onCancel = onCancel
    request.signal.addEventListener('abort', onCancel)
    this.teamId = request.teamId
    this.msEstimate = msEstimate
    this.isLong = isLong
    this.isBackground = request.isBackground
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** The caller was given a stream already: the job cannot be tried again. */
  get isStreaming(): boolean {
    return this.#stream !== undefined
  }

  /** Takes bytes that come before the end; false when the next should wait until `onRoom` is called. The first resolve the outcome with a stream. */
  push(bytes: Uint8Array, onRoom: () => void): boolean {
    if (this.#stream === undefined) {
      this.#stream = new PieceStream(onRoom)
      this.#resolve(this.#stream)
    }
    return this.#stream.push(bytes)
  }

  finish(outcome: Outcome): void {
    this.request.signal.removeEventListener('abort', this.#onCancel)
    if (this.#stream === undefined) this.#resolve(outcome)
    else endStream(this.#stream, outcome)
  }

  fail(error: unknown): void {
    this.request.signal.removeEventListener('abort', this.#onCancel)
    this.#reject(error)
  }
}

/** The outcome that the answer of a worker stands for. */
export function outcomeOf({ message, body }: Extract<Reply, { message: object }>): Outcome {
  if (message.kind === 'failed') return message.failure
  if (message.kind === 'compiled') {
    const { variables, assets, warnings } = message
    return { kind: 'compiled', variables, assets, warnings }
  }
  if (message.kind === 'examined') throw new Error('a job ended as an examination')
  const { pages, warningCount, warnings, preview } = message
  const summary = { pdf: body, pages, warningCount, warnings }
  return preview === undefined ? { kind: 'rendered', ...summary } : { kind: 'previewed', ...summary, ...preview }
}

/** Passes on the last bytes of a document, or its failure. */
function endStream(stream: PieceStream, outcome: Outcome): void {
  if (outcome.kind === 'compiled' || outcome.kind === 'previewed') throw new Error(`a stream ended as ${outcome.kind}`)
  if (outcome.kind !== 'rendered') return stream.break(outcome)
  const { pdf, pages, warningCount, warnings } = outcome
  stream.push(pdf)
  stream.end({ pages, warningCount, warnings })
}
