// Problem: thousands of rows are to be rendered beside requests whose callers wait, each row's document is to be there exactly once, and any server may die at
// any moment, lose its disk or be told to stop.
// Approach: a few consumers take tasks (some rows each) from a queue and render row by row, as background jobs of the pool. A row ends in one transaction of the
// store, which refuses it a second time; a task that was not finished is delivered again and skips the rows that have ended. What may pass (no room in the
// pool, a full disk, a store that is away) gives the task back after a pause; everything else is the failure of a row.
// The rows of a merged document are rendered together (`merged.ts`).
// Limits: a row that was rendered when its server died is rendered again; a file that it wrote then is removed when it expires.

import { HangUpSignal } from '../cancel-signal.ts'
import type { Clock } from '../clock.ts'
import type { JobKey } from '../store/jobs.ts'
import { finishJob } from './finish.ts'
import type { JobSpec } from './job.ts'
import { mergeAtOnce } from './merged.ts'
import { makeRow, NotNow, type RowJob, type RowTools } from './row.ts'
import { type ClaimedTask, type JobTask, rowTasks, type TaskQueue } from './task-queue.ts'

export interface RunnerEvents {
  readonly onRow: (outcome: 'made' | 'failed' | 'dropped') => void
  readonly onEnded: (status: 'done' | 'failed') => void
  readonly onError: (error: unknown) => void
}

export interface RunnerOptions extends RunnerEvents {
  readonly tools: RowTools
  readonly clock: Clock
  /** Opened with the first job, since most services have none. */
  readonly openQueue: () => Promise<TaskQueue>
  /** Servers share the queue: their tasks come back by its leases. */
  readonly isShared: boolean
  /** Rows in progress at a time, */
  readonly consumers: number
  /** and one while callers wait for renderings: storing documents takes processor and disk from them, too. */
  readonly areCallersWaiting: () => boolean
  /** A job on which nothing is done for so long has lost its tasks. */
  readonly msStalled: number
}

const MS_POLL = 1000
/** A task is given back after this long, since its lease is a few times longer. */
const MS_TASK = 15_000
/** How often a consumer looks whether it may go on. */
const MS_YIELD = 25
/** Rows that fail while all are rendered as one document, before the others are rendered alone. */
const MOST_FAILED = 4
const MS_PAUSE = { least: 500, most: 5000 }

export class JobRunner {
  readonly #options: RunnerOptions
  #queue: Promise<TaskQueue> | undefined
  #consumers: readonly Promise<void>[] = []
  /** Signals of the rows in progress, by job. */
  readonly #signals = new Map<string, Set<HangUpSignal>>()
  readonly #sleepers = new Set<() => void>()
  /** Consumers ask the queue one after the other: while there is nothing to do, only one of them does. */
  #asking: Promise<unknown> = Promise.resolve()
  #isEnding = false
  #rows = 0

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Rows in progress. */
  get rows(): number {
    return this.#rows
  }

  start(): void {
    this.#consumers = Array.from({ length: this.#options.consumers }, () => this.#consume())
  }

  /** Tasks of a job whose rows are all stored, and of which some wait. */
  begin({ id, teamId }: JobKey, total: number, output: JobSpec['output']): Promise<void> {
    return this.#add(output === 'merged' ? [{ id, teamId, kind: 'merge', failed: 0 }] : rowTasks({ id, teamId }, total))
  }

  /** The task of a job whose rows have all ended. */
  finish({ id, teamId }: JobKey): Promise<void> {
    return this.#add([{ id, teamId, kind: 'finish' }])
  }

  async #add(tasks: readonly JobTask[]): Promise<void> {
    // They are added by another server, or at the next start.
    if (this.#isEnding) return
    await (await this.#open()).add(tasks)
    this.#wake()
  }

  /** Stops the rows of a job that are in progress here. */
  cancel({ id }: JobKey): void {
    for (const signal of this.#signals.get(id) ?? []) signal.abort()
  }

  /** Adds the tasks of jobs that have lost theirs: with a server that died between storing rows and adding tasks, or, in memory, with the last process. */
  async rescue(isStart: boolean): Promise<void> {
    const { tools, clock, isShared, msStalled } = this.#options
    if (!isShared && !isStart) return
    const before = clock.now() - (isShared ? msStalled : 0)
    for (const { state, total, ...key } of await tools.store.jobs.claimStalled(before)) {
      // Its tasks may only be waiting for room in the pool.
      if (await (await this.#open()).has(key)) continue
      const record = state === 'finishing' ? undefined : await tools.store.jobs.job(key)
      await (record === undefined ? this.finish(key) : this.begin(key, total, tools.codec.specOf(record.spec).output))
    }
  }

  /** Rows in progress have `msGrace` to end; then they are stopped, and given back. */
  async close(msGrace: number): Promise<void> {
    this.#isEnding = true
    this.#wake()
    const timer = setTimeout(() => {
      for (const signals of this.#signals.values()) for (const signal of signals) signal.abort()
    }, msGrace)
    await Promise.all(this.#consumers)
    clearTimeout(timer)
    await (await this.#queue?.catch(() => undefined))?.close()
  }

  #open(): Promise<TaskQueue> {
    this.#queue ??= this.#options.openQueue().catch((thrown: unknown) => {
      this.#queue = undefined
      throw thrown
    })
    return this.#queue
  }

  async #consume(): Promise<void> {
    while (!this.#isEnding) {
      try {
        const asked = this.#asking.then(() => this.#next())
        this.#asking = asked.catch(() => {})
        const claimed = await asked
        if (claimed !== undefined) await this.#work(claimed)
      } catch (thrown) {
        this.#options.onError(thrown)
        await this.#sleep(MS_PAUSE.most)
      }
    }
  }

  async #next(): Promise<ClaimedTask | undefined> {
    if (this.#isEnding) return undefined
    // Also asked before a queue is opened at all.
    const isAnything = await this.#options.tools.store.jobs.areAnyUnfinished()
    const claimed = isAnything && !this.#isEnding ? await (await this.#open()).next() : undefined
    if (claimed === undefined) await this.#sleep(MS_POLL)
    return claimed
  }

  async #work(claimed: ClaimedTask): Promise<void> {
    const { task } = claimed
    try {
      if (task.kind === 'rows') await this.#makeRows(task)
      else await (task.kind === 'merge' ? this.#merge(task) : this.#finish(task))
    } catch (thrown) {
      const isExpected = thrown instanceof NotNow
      if (!isExpected) this.#options.onError(thrown)
      const ms = isExpected ? thrown.secondsToWait * 1000 : MS_PAUSE.most
      await this.#sleep(Math.min(MS_PAUSE.most, Math.max(MS_PAUSE.least, ms)))
      return claimed.release()
    }
    return claimed.finish()
  }

  async #makeRows(task: Extract<JobTask, { kind: 'rows' }>): Promise<void> {
    const { store, codec } = this.#options.tools
    const record = await store.jobs.job(task)
    if (record === undefined) return
    if (record.state === 'finishing') return this.finish(task)
    const rows = await store.jobs.waitingRows(task, task.from, task.to)
    const spec = codec.specOf(record.spec)
    const started = performance.now()
    for (const row of rows) {
      while (this.#rows > 0 && this.#options.areCallersWaiting() && performance.now() - started <= MS_TASK) await this.#sleep(MS_YIELD)
      if (this.#isEnding) throw new NotNow(0)
      if (performance.now() - started > MS_TASK) return (await this.#open()).add([{ ...task, from: row.n }])
      const signal = new HangUpSignal()
      if ((await this.#tracked(task, signal, () => this.#makeRow({ key: task, spec, signal }, row))) === 'ended') return
    }
  }

  /** Resolves to `ended` when nothing of this job is to be made any more. */
  async #makeRow(job: RowJob, row: Parameters<typeof makeRow>[1]): Promise<'ended' | 'continues'> {
    const { tools, clock, onRow } = this.#options
    const { key, spec } = job
    const ended = await makeRow(job, row, tools)
    const options = { keepsData: spec.output === 'merged', expiresAt: clock.now() + tools.msRunning }
    const { outputId } = ended.end.kind === 'made' ? ended.end : {}
    const removeFile = async (): Promise<void> => (outputId === undefined ? undefined : tools.outputs.remove(key.teamId, outputId))
    const { isTaken, isComplete } = await tools.store.jobs.endRow(key, ended, options).catch(async (thrown: unknown) => {
      await removeFile().catch(() => {})
      throw thrown
    })
    if (isComplete) {
      onRow(ended.end.kind)
      await this.finish(key)
      return 'ended'
    }
    if (isTaken) {
      onRow(ended.end.kind)
      return 'continues'
    }
    onRow('dropped')
    await removeFile()
    const state = (await tools.store.jobs.job(key))?.state
    return state === 'queued' || state === 'running' ? 'continues' : 'ended'
  }

  async #merge(task: Extract<JobTask, { kind: 'merge' }>): Promise<void> {
    const { tools, clock, onRow, onEnded } = this.#options
    const record = await tools.store.jobs.job(task)
    if (record?.state === 'finishing') return this.finish(task)
    if (record?.state !== 'queued' && record?.state !== 'running') return
    const key = { id: task.id, teamId: task.teamId }
    const job = { key, spec: tools.codec.specOf(record.spec), signal: new HangUpSignal() }
    const context: Parameters<typeof mergeAtOnce>[2] = {
      ...{ tools, now: () => clock.now() },
      endRow: async (row) => {
        const answer = await tools.store.jobs.endRow(key, row, { keepsData: true, expiresAt: clock.now() + tools.msRunning })
        onRow(answer.isTaken ? row.end.kind : 'dropped')
        return answer
      },
    }
    const end = await this.#tracked(key, job.signal, () => mergeAtOnce(record, job, context))
    if (end.kind === 'finish') return this.finish(key)
    if (end.kind === 'again' && task.failed + 1 < MOST_FAILED) return this.#add([{ ...task, failed: task.failed + 1 }])
    if (end.kind !== 'ended') return this.#add(rowTasks(key, record.total))
    if (end.state !== undefined) onEnded(end.state)
  }

  async #tracked<T>({ id }: JobKey, signal: HangUpSignal, work: () => Promise<T>): Promise<T> {
    const signals = this.#signals.get(id) ?? new Set()
    this.#signals.set(id, signals.add(signal))
    this.#rows++
    try {
      return await work()
    } finally {
      this.#rows--
      signals.delete(signal)
      if (signals.size === 0) this.#signals.delete(id)
    }
  }

  async #finish(key: JobKey): Promise<void> {
    const { tools, clock, onEnded } = this.#options
    const record = await tools.store.jobs.job(key)
    if (record?.state !== 'finishing') return
    const status = await finishJob(record, clock.now(), tools)
    if (status !== undefined) onEnded(status)
  }

  #sleep(ms: number): Promise<void> {
    if (this.#isEnding) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#sleepers.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#sleepers.add(end)
    })
  }

  #wake(): void {
    for (const end of [...this.#sleepers]) end()
  }
}
