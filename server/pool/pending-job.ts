// A job on its way through the pool: who wants it, what it is likely to take, and where its outcome goes.
import type { Leave } from '../cancel-signal.ts'
import type { Expected, Load } from './admission.ts'
import { PieceStream } from './piece-stream.ts'
import type { Compiled, Failure, Rendered, Streaming } from './renderer.ts'
import type { Assignment, RenderProcess } from './worker-process.ts'

export type Outcome = Rendered | Compiled | Failure

/** What is asked of the pool. */
export interface Wanted {
  readonly teamId: string
  /** What is blamed when a process dies of it, */
  readonly key: string
  /** together with its data, of which this is a digest. */
  readonly digest: () => string
  /** What it holds in memory while it waits. */
  readonly bytes: number
  readonly parts: readonly Load[]
  readonly job: 'render' | 'merge' | 'compile'
  readonly assign: (id: number) => Pick<Assignment, 'message' | 'body' | 'source'>
  readonly signal: Leave
}

export class Ticket implements Expected {
  readonly wanted: Wanted
  readonly teamId: string
  readonly msGuess: number
  readonly isLong: boolean
  readonly queuedAt: number
  attempts = 0
  /** It was told to end. */
  isEnding = false
  /** Absent while it waits for its first try. */
  startedAt: number | undefined
  /** What works at it; absent while it waits. */
  process: RenderProcess | undefined
  /** Timers to be called off when that ends. */
  readonly callOff: (() => void)[] = []
  /** Where its document goes once that comes in pieces. */
  #stream: PieceStream | undefined
  readonly #onLeave: () => void
  readonly outcome: Promise<Outcome | Streaming>
  #resolve!: (outcome: Outcome | Streaming) => void
  #reject!: (error: unknown) => void

  /** `onLeave` is called when its caller goes before there is an outcome. */
  constructor(wanted: Wanted, { msGuess, isLong }: Expected, queuedAt: number, onLeave: () => void) {
    this.wanted = wanted
    this.queuedAt = queuedAt
    this.#onLeave = onLeave
    wanted.signal.addEventListener('abort', onLeave)
    this.teamId = wanted.teamId
    this.msGuess = msGuess
    this.isLong = isLong
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Its caller has something of it already. */
  get hasBegun(): boolean {
    return this.#stream !== undefined
  }

  /** Takes bytes that come before the end; false when the next should wait until `onRoom` is called. The caller gets what there is from the first on. */
  push(bytes: Uint8Array, onRoom: () => void): boolean {
    if (this.#stream === undefined) {
      this.#stream = new PieceStream(onRoom)
      this.#resolve(this.#stream)
    }
    return this.#stream.push(bytes)
  }

  finish(outcome: Outcome): void {
    this.wanted.signal.removeEventListener('abort', this.#onLeave)
    if (this.#stream === undefined) this.#resolve(outcome)
    else endStream(this.#stream, outcome)
  }

  fail(error: unknown): void {
    this.wanted.signal.removeEventListener('abort', this.#onLeave)
    this.#reject(error)
  }
}

/** The last of a document, or that there is none. */
function endStream(stream: PieceStream, outcome: Outcome): void {
  if (outcome.kind === 'compiled') throw new Error('compiling gives no document')
  if (outcome.kind !== 'rendered') return stream.break(outcome)
  const { pdf, pages, warningCount, warnings } = outcome
  stream.push(pdf)
  stream.end({ pages, warningCount, warnings })
}
