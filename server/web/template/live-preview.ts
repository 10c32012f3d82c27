// Previews follow typing: after a pause, one under way at a time, and never an older one over a newer one.
import { ApiFailure, call, type FieldProblem, ofTeam } from '../state/api.ts'
import type { Variable } from './completion.ts'

const MS_PAUSE = 120

export interface Previewed {
  /** Base64; null where the source has errors. */
  readonly pdf: string | null
  readonly pages: number
  readonly diagnostics: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
  readonly variables: readonly Variable[]
}

export interface PreviewRequest {
  readonly id: string
  readonly type: 'html' | 'editor'
  readonly source: string
  /** Absent: made up by the service. */
  readonly data: unknown
}

export interface LivePreview {
  /** Asks for a preview of this; what was asked for before is dropped. */
  want(request: PreviewRequest): void
  stop(): void
}

interface Listener {
  onPreview(previewed: Previewed, signal: AbortSignal): Promise<void>
  onFailure(failure: ApiFailure): void
  onBusy(isBusy: boolean): void
}

export function livePreview(teamId: string, listener: Listener): LivePreview {
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller = new AbortController()
  const run = async (request: PreviewRequest): Promise<void> => {
    const { signal } = controller
    listener.onBusy(true)
    try {
      const body = { ...request, ...(request.data === undefined ? { data: undefined } : {}) }
      const previewed = await call<Previewed>(ofTeam(teamId, '/preview'), { method: 'POST', body, signal })
      if (!signal.aborted) await listener.onPreview(previewed, signal)
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof ApiFailure)) throw thrown
      listener.onFailure(thrown)
    } finally {
      if (!signal.aborted) listener.onBusy(false)
    }
  }
  return {
    want(request) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        controller.abort()
        controller = new AbortController()
        void run(request)
      }, MS_PAUSE)
    },
    stop() {
      clearTimeout(timer)
      controller.abort()
    },
  }
}
