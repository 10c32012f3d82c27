// Problem: an uploaded font, picture or PDF may be made to take over what opens it, and would then be in every rendering after it.
// Approach: each file is opened in a process of its own, which renders nothing for anybody and ends with it. Few at a time; the others wait.
import type { CancelSignal } from '../cancel-signal.ts'
import { usageOf } from './process-usage.ts'
import type { Examined, ExamineJob, Failure } from './renderer.ts'
import { type Death, type ProcessOptions, type Reply, WorkerProcess } from './worker-process.ts'

export interface ExaminerOptions extends ProcessOptions {
  readonly memoryBytes: number
  readonly msDeadline: number
}

/** Processes at a time: each has to start, which takes a processor for half a second. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 20
/** From where the process has started: what a busy machine takes for that says nothing about the file. */
const MS_DEADLINE = 15_000
const MS_STARTUP = 30_000
const MS_INSPECT = 100
/** Of a file that waits when there is room again. */
const SECONDS_TO_WAIT = 5

const OPENED = /^(?:image|font)\/|^application\/pdf$/

export class Examiner {
  readonly #options: ExaminerOptions
  readonly #running = new Set<WorkerProcess>()
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #isClosed = false

  constructor(options: ExaminerOptions) {
    this.#options = options
  }

  async examine(job: ExamineJob, signal: CancelSignal): Promise<Examined | Failure> {
    if (!OPENED.test(job.type)) return { kind: 'examined' }
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) return { kind: 'overloaded', secondsToWait: SECONDS_TO_WAIT }
    if (this.#busy >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#busy++
    try {
      if (this.#isClosed || signal.aborted) return { kind: 'cancelled' }
      return await this.#run(job, signal)
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#busy--
      else next()
    }
  }

  close(): void {
    this.#isClosed = true
    for (const process of this.#running) process.kill('closed')
  }

  #run({ bytes, type }: ExamineJob, signal: CancelSignal): Promise<Examined | Failure> {
    return new Promise((resolve) => {
      const { memoryBytes, msDeadline } = this.#options
      let outcome: Examined | Failure | undefined
      const end = (of: Examined | Failure): void => {
        outcome ??= of
        // Whatever the file did to the process ends here.
        if (worker instanceof WorkerProcess) worker.kill('recycled')
      }
      const worker: ReturnType<typeof WorkerProcess.start> = WorkerProcess.start(
        { ...this.#options, isDisposable: true },
        {
          onReady: () => {
            clearTimeout(deadline)
            deadline = setTimeout(() => end({ kind: 'timeout' }), Math.min(msDeadline, MS_DEADLINE))
            const assignment = { message: { kind: 'examine', id: 1, type }, body: [bytes], source: noSource, onPiece: () => true } as const
            if (worker instanceof WorkerProcess && !worker.isDead)
              worker.run(assignment).then((reply) => end(outcomeOf(reply, type)), noSource)
          },
          onDeath: (death) => {
            clearInterval(inspection)
            clearTimeout(deadline)
            signal.removeEventListener('abort', cancel)
            if (worker instanceof WorkerProcess) this.#running.delete(worker)
            resolve(outcome ?? failureOf(death, type))
          },
        },
      )
      if (!(worker instanceof WorkerProcess)) return resolve({ kind: 'overloaded', secondsToWait: SECONDS_TO_WAIT })
      this.#running.add(worker)
      const cancel = (): void => end({ kind: 'cancelled' })
      signal.addEventListener('abort', cancel)
      let deadline = setTimeout(() => end({ kind: 'overloaded', secondsToWait: SECONDS_TO_WAIT }), MS_STARTUP)
      const inspection = setInterval(() => {
        if ((usageOf(worker.pid ?? 0)?.residentBytes ?? 0) > memoryBytes) end({ kind: 'memory' })
      }, MS_INSPECT)
    })
  }
}

function noSource(): Promise<never> {
  return Promise.reject(new Error('an examination needs no source'))
}

function outcomeOf(reply: Reply, type: string): Examined | Failure {
  if ('death' in reply) return failureOf(reply.death, type)
  const { message } = reply
  if (message.kind === 'failed') return message.failure
  if (message.kind !== 'examined') throw new Error(`an examination ended as ${message.kind}`)
  return { kind: 'examined', ...(message.problem === undefined ? {} : { problem: message.problem }) }
}

/** A process that died without an answer died of the file. */
function failureOf(death: Death, type: string): Examined | Failure {
  if (death.kind === 'heap') return { kind: 'memory' }
  if (death.kind === 'start-failed' || death.kind === 'external-signal') return { kind: 'overloaded', secondsToWait: SECONDS_TO_WAIT }
  if (death.kind === 'killed') return death.reason === 'closed' ? { kind: 'cancelled' } : { kind: 'timeout' }
  const code = type.startsWith('font/') ? 'bad-font' : type.startsWith('image/') ? 'bad-image' : 'bad-pdf'
  return { kind: 'examined', problem: { code, severity: 'error', message: 'the file ends the process that opens it' } }
}
