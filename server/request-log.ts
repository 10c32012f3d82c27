// Problem: callers ask later what a call came to, but writing a row for each while it is answered would cost every call a commit.
// Approach: rows wait in memory and are written every two seconds, 250 by one commit, with pauses: the embedded store does nothing else meanwhile.
// What waits is found in memory.
// Limits: rows that wait are lost with the process; other servers find them after two seconds. Beyond a bound, new ones are dropped and counted.
import type { RequestRecord } from './store/requests.ts'
import type { Store } from './store/store.ts'

const MS_BETWEEN = 2000
const MOST_WAITING = 10_000
const MOST_WRITTEN = 250
const MS_PAUSE = 5
/** Warnings kept of one call. */
const MOST_WARNINGS = 200

interface RequestLogOptions {
  readonly store: Pick<Store, 'request' | 'addRequests'>
  /** Calls were dropped: so many wait, or the store failed. */
  readonly onDropped: (count: number) => void
  readonly onError: (error: unknown) => void
}

export class RequestLog {
  readonly #options: RequestLogOptions
  /** By id: a UUID, which no two teams share. */
  readonly #waiting = new Map<string, RequestRecord>()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> | undefined

  constructor(options: RequestLogOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.write(), MS_BETWEEN).unref()
  }

  /** Returns at once. */
  add(request: RequestRecord): void {
    if (this.#waiting.size >= MOST_WAITING) return this.#options.onDropped(1)
    const { warnings } = request
    const kept = warnings.length > MOST_WARNINGS ? { ...request, warnings: warnings.slice(0, MOST_WARNINGS) } : request
    this.#waiting.set(request.id, kept)
  }

  async find(teamId: string, id: string): Promise<RequestRecord | undefined> {
    const waiting = this.#waiting.get(id)
    return waiting?.teamId === teamId ? waiting : this.#options.store.request(teamId, id)
  }

  /** Writes what waits. One write runs at a time; the promise does not reject. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    // A write may have begun before the last calls were added.
    await this.write()
    await this.write()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const requests = firstOf(this.#waiting.values(), MOST_WRITTEN)
      try {
        await this.#options.store.addRequests(requests)
      } catch (thrown) {
        // They wait for the next write, within the bound.
        this.#options.onError(thrown)
        return
      }
      for (const { id } of requests) this.#waiting.delete(id)
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, MS_PAUSE))
    }
  }
}

function firstOf<T>(items: Iterable<T>, most: number): readonly T[] {
  const first: T[] = []
  for (const item of items) if (first.push(item) === most) break
  return first
}
