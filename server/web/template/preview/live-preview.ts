// Problem: previews follow typing: soon, without one for each key, and never an older one over a newer one.
// Approach: the first key after a pause asks at once, the next ones when typing pauses. One preview is under way at a time: keys that follow it closely wait for its
// end, so that slow ones are seen while typing goes on; one that takes longer than typing rests is cancelled, on the server too. What fails for want of a connection or a session is asked for again by itself.
import { ApiFailure, type FieldProblem } from '../../state/api.ts'
import type { DataSchema } from '../data/check-data.ts'
import type { Variable } from '../source/completion.ts'
import type { Places } from './places.ts'

const MS_PAUSE = 120
/** A preview under way is given up for a newer one after so long without a key. */
const MS_GIVE_UP = 250
/** Between tries while the service cannot be reached. */
const MS_RETRY = { first: 500, most: 8000 }

export interface Previewed {
  /** Base64; null where the source has errors. */
  readonly pdf: string | null
  readonly pages: number
  readonly diagnostics: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
  readonly variables: readonly Variable[]
  /** Of the data; absent where the source cannot be compiled. */
  readonly schema?: DataSchema
  readonly sample?: object
  readonly places?: Places
}

export interface PreviewRequest {
  readonly id: string
  /** Absent, as the source, for those who may only look at what is stored. */
  readonly type?: 'html' | 'editor'
  readonly source?: string
  /** JSON as it was typed; blank: made up by the service. */
  readonly data: string
  /** The answer has the form of the data. */
  readonly schema?: true
}

export interface LivePreview {
  /** Asks for a preview of this; what was asked for before is dropped. */
  want(request: PreviewRequest): void
  /** Tries again at once what failed. */
  retry(): void
  stop(): void
}

interface Listener {
  ask(request: PreviewRequest, signal: AbortSignal): Promise<Previewed>
  /** `since`: when the text was typed, on the clock of `performance`. */
  onPreview(previewed: Previewed, signal: AbortSignal, since: number): Promise<void>
  onFailure(failure: ApiFailure): void
  onBusy(isBusy: boolean): void
}

interface Wanted {
  readonly request: PreviewRequest
  readonly since: number
}

export function livePreview(listener: Listener): LivePreview {
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller: AbortController | undefined
  let wanted: Wanted | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  const start = (): void => {
    if (wanted === undefined) return
    controller?.abort()
    controller = new AbortController()
    startedAt = performance.now()
    listener.onBusy(true)
    void run(wanted, controller)
  }
  const startAfter = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(start, ms)
  }
  const run = async (asked: Wanted, own: AbortController): Promise<void> => {
    const { signal } = own
    try {
      const previewed = await listener.ask(asked.request, signal)
      if (signal.aborted) return
      failures = 0
      await listener.onPreview(previewed, signal, asked.since)
      if (wanted === asked) wanted = undefined
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof ApiFailure)) throw thrown
      listener.onFailure(thrown)
      if (!maySucceedLater(thrown)) wanted = wanted === asked ? undefined : wanted
      else if (wanted === asked) startAfter(Math.min(MS_RETRY.most, MS_RETRY.first * 2 ** failures++))
    } finally {
      if (controller === own) {
        controller = undefined
        if (wanted !== undefined && wanted !== asked) startAfter(0)
        else listener.onBusy(false)
      }
    }
  }
  const retry = (): void => {
    failures = 0
    if (controller === undefined && wanted !== undefined) startAfter(0)
  }
  addEventListener('online', retry)
  return {
    want(request) {
      const since = performance.now()
      wanted = { request, since }
      if (controller !== undefined) return startAfter(MS_GIVE_UP)
      startAfter(since - startedAt >= MS_PAUSE ? 0 : MS_PAUSE)
    },
    retry,
    stop() {
      clearTimeout(timer)
      wanted = undefined
      controller?.abort()
      removeEventListener('online', retry)
    },
  }
}

/** The service is away or busy, or the session has ended: not what is wrong with the request. */
function maySucceedLater({ status }: ApiFailure): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}
