// The work of all jobs in pieces. A task that its server does not finish, because it died or had to end, is delivered again; so all of its effects are ones
// that happen once (a row ends once, a job ends once).
import type { JobKey } from '../store/jobs.ts'

export type JobTask = JobKey &
  (
    | { readonly kind: 'rows'; readonly from: number; readonly to: number }
    /** All rows are to be rendered as one document; `failed`: rows that have failed such attempts. */
    | { readonly kind: 'merge'; readonly failed: number }
    /** All rows have ended: their documents are to be put together. */
    | { readonly kind: 'finish' }
  )

export interface ClaimedTask {
  readonly task: JobTask
  finish(): Promise<void>
  /** Gives it back, to be delivered again. */
  release(): Promise<void>
}

export interface TaskQueue {
  add(tasks: readonly JobTask[]): Promise<void>
  /** Undefined when nothing waits. */
  next(): Promise<ClaimedTask | undefined>
  /** Whether any task of the job waits or is being worked on. */
  has(key: JobKey): Promise<boolean>
  close(): Promise<void>
}

/** A task takes about this many rows. Small enough that a few rows are rendered at the same time, and that little is done twice after a crash. */
const MOST_ROWS = 20
const LEAST_TASKS = 40

/** The rows of a job as tasks. */
export function rowTasks({ id, teamId }: JobKey, total: number): readonly JobTask[] {
  const size = Math.min(MOST_ROWS, Math.max(1, Math.ceil(total / LEAST_TASKS)))
  const tasks: JobTask[] = []
  for (let from = 0; from < total; from += size) tasks.push({ id, teamId, kind: 'rows', from, to: Math.min(total, from + size) })
  return tasks
}

/**
 * Greater goes first. The first rows of every job go before the later rows of any other, so that a short job does not wait for the end of a long one that
 * was there before.
 */
export function priorityOf(task: JobTask): number {
  if (task.kind === 'rows') return -task.from
  return task.kind === 'finish' ? 1 : 0
}

/** The queue of a server that has its store alone. It is filled from the store at each start. */
export class MemoryQueue implements TaskQueue {
  /** By priority, the greatest last; among equals, the oldest last. */
  readonly #tasks: JobTask[] = []

  async add(tasks: readonly JobTask[]): Promise<void> {
    for (const task of tasks) this.#insert(task)
  }

  async next(): Promise<ClaimedTask | undefined> {
    const task = this.#tasks.pop()
    return task && { task, finish: async () => {}, release: async () => this.#insert(task) }
  }

  async has({ id }: JobKey): Promise<boolean> {
    return this.#tasks.some((task) => task.id === id)
  }

  async close(): Promise<void> {
    this.#tasks.length = 0
  }

  #insert(task: JobTask): void {
    const priority = priorityOf(task)
    let [low, high] = [0, this.#tasks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (priorityOf(this.#tasks[middle]!) < priority) low = middle + 1
      else high = middle
    }
    this.#tasks.splice(low, 0, task)
  }
}
