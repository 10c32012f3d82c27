// The contract between the HTTP side and whatever renders: what a job is and every way it can end.
import type { Diagnostic, Variable } from '../../engine/index.ts'
import type { CancelSignal } from '../cancel-signal.ts'
import type { TemplateType } from '../store/store.ts'

/** One template with its data, as raw JSON bytes: the side that renders parses them. */
export interface Part {
  readonly hash: string
  readonly type: TemplateType
  readonly data: Uint8Array
}

export interface Job {
  /** The team for whose share of the renderer this counts. */
  readonly teamId: string
  /** What is refused for a while with the same data when processes die of it twice; absent: what this team makes of these templates. */
  readonly key?: string
  readonly kind: 'render' | 'merge'
  readonly parts: readonly Part[]
  /** Variables missing from the data are an error. */
  readonly isStrict: boolean
  /** A large PDF may come in pieces, as `streaming`; otherwise it is whole, whatever its size. */
  readonly mayStream: boolean
  /** The source behind a part's hash; asked for only when the renderer does not hold it. */
  readonly source: (part: Part) => Promise<string>
}

export interface CompileJob {
  readonly teamId: string
  readonly type: TemplateType
  readonly source: string
  /** Renders it as well, with made-up data: what style sheets and fonts lack only shows there, as further warnings. */
  readonly isTried?: boolean
}

/** What is known of a document once it is done. */
export interface Summary {
  readonly pages: number
  /** Of all warnings; `warnings` may be the first of them. */
  readonly warningCount: number
  readonly warnings: readonly Diagnostic[]
}

export interface Rendered extends Summary {
  readonly kind: 'rendered'
  readonly pdf: Uint8Array
}

/** A large document under way. */
export interface Streaming {
  readonly kind: 'streaming'
  /** To be read once. Rendering waits while nobody reads; whoever stops reading must abort the job. Throws `BrokenStream` when there is no more. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** Callable after the last piece. */
  readonly summary: () => Summary
}

/** A document that was begun and will not be finished. */
export class BrokenStream extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`rendering broke off: ${failure.kind}`)
    this.failure = failure
  }
}

export interface Compiled {
  readonly kind: 'compiled'
  readonly variables: readonly Variable[]
  readonly warnings: readonly Diagnostic[]
}

/** Why nothing was rendered. */
export type Failure =
  /** The template or its data is wrong. `part` is the index in a merge, when one part is at fault. */
  | { readonly kind: 'input'; readonly part: number | undefined; readonly problems: readonly Diagnostic[] }
  /** Strict handling, and these variables are absent from the data. */
  | { readonly kind: 'missing'; readonly part: number; readonly variables: readonly string[] }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'memory' }
  /** The same job stopped the renderer before and is refused for a while. */
  | { readonly kind: 'quarantined' }
  /** `reason` is absent where too many renderings wait. */
  | { readonly kind: 'overloaded'; readonly secondsToWait: number; readonly reason?: string }
  | { readonly kind: 'cancelled' }
  /** Our fault; `message` is for the log alone. */
  | { readonly kind: 'bug'; readonly message: string }

/** A part of a job before its data is there. */
export interface PartEstimate {
  /** Of its template. */
  readonly hash: string
  /** Of its data, about. */
  readonly bytes: number
}

export interface RendererHealth {
  readonly ready: number
  readonly busy: number
  readonly waiting: number
}

export interface Renderer {
  render(job: Job, signal: CancelSignal): Promise<Rendered | Streaming | Failure>
  /** Compiles away from the caller's process too: what authors upload is no more trusted than data. */
  compile(job: CompileJob, signal: CancelSignal): Promise<Compiled | Failure>
  /** More arrives than can be done: some may be refused. */
  isOverloaded(): boolean
  /** `refusal` would say why; asking counts for nothing. */
  isRefusing(teamId: string): boolean
  /** What a job hears that is refused unasked, after `isRefusing`. */
  refuse(): Extract<Failure, { kind: 'overloaded' }>
  /** Why a job of this team would not be taken at present, as far as that is known without it, or by its template and size; so much can be said unread. */
  refusal(teamId: string, part?: PartEstimate): Extract<Failure, { kind: 'overloaded' }> | undefined
  health(): RendererHealth
  /** Resolves when the first process can take a job; rejects when none could be started. */
  ready(): Promise<void>
  close(): Promise<void>
}
