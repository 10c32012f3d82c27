// The contract between the HTTP side and the pool: what a job is and every way it can end.
import type { Diagnostic, ElementBox, MergeOptions, PageRange, Variable } from '../../engine/index.ts'
import type { CancelSignal } from '../cancel-signal.ts'
import type { TemplateType } from '../store/store.ts'
import type { DefaultTagging, Tagging } from '../tagging.ts'
import type { Places } from './places.ts'

/** An asset of a team: the name that templates use, and the SHA-256 of its bytes in lower-case hexadecimals. */
export interface AssetEntry {
  readonly name: string
  readonly hash: string
  /** Its media type, such as `image/png`. */
  readonly type: string
}

/** The assets of the team of a job. Workers cache them, so both functions are called only for what a worker lacks. */
export interface JobAssets {
  /** Names one state of the team's assets: where it is equal, the manifest is equal. */
  readonly revision: number | string
  readonly manifest: () => Promise<readonly AssetEntry[]>
  /** The bytes behind a hash, of this team only; undefined when they are gone. */
  readonly bytes: (hash: string) => Promise<Uint8Array | undefined>
}

/** A file inside the PDF. */
export interface JobAttachment {
  readonly name: string
  readonly data: Uint8Array
  readonly mime?: string | undefined
  /** One that the engine knows. */
  readonly relationship?: string | undefined
  readonly description?: string | undefined
  readonly modified?: string | undefined
}

/** What is said of a part of a merge. */
export interface PartWish {
  readonly title?: string
  readonly headingShift?: number
}

/** What is said of a merge. */
export interface MergeWish extends Pick<MergeOptions, 'outline' | 'pageNumbers'> {
  readonly title?: string
}

/** One template with its data, as JSON bytes that the worker parses. */
export interface JobPart extends PartWish {
  readonly hash: string
  readonly type: TemplateType
  readonly data: Uint8Array
  readonly attachments?: readonly JobAttachment[]
  /** What the template's field in the store says. */
  readonly tagging?: Tagging
}

export interface Job {
  /** The team whose share of the renderer the job counts for. */
  readonly teamId: string
  /** The key under which the job is quarantined, with its data, when workers die of it twice; absent: team and templates. */
  readonly key?: string
  readonly kind: 'render' | 'merge'
  readonly parts: readonly JobPart[]
  /** Variables missing from the data are an error. */
  readonly isStrict: boolean
  /** What the request says. */
  readonly tagging?: Tagging
  /** The default of the team. */
  readonly teamTagging?: Tagging
  readonly attachments?: readonly JobAttachment[]
  /** Of a merge. */
  readonly merging?: MergeWish
  /** A large PDF may come in pieces, as `streaming`; otherwise it is whole, whatever its size. */
  readonly mayStream: boolean
  /** The template came with the request: compiled, it must not push stored ones out of the caches of workers. Absent: false. */
  readonly isPassing?: boolean
  /** It starts only while no other job can; absent: false. */
  readonly isBackground?: boolean
  /** Of a merge: called a few times a second with the number of parts that are painted, while it grows. */
  readonly onProgress?: (parts: number) => void
  /** The source behind a part's hash; asked for only when the renderer does not hold it. */
  readonly source: (part: JobPart) => Promise<string>
  /** Absent: the team has none. */
  readonly assets?: JobAssets
}

export interface CompileJob {
  readonly teamId: string
  readonly type: TemplateType
  readonly source: string
  /** Where shared parts and style sheets come from. Absent: the team has none. */
  readonly assets?: JobAssets
  /** Renders the template as well, with sample data: problems of style sheets and fonts only show there, as further warnings. */
  readonly withSample?: boolean
  /** What counts where the source says nothing of claims and tags. */
  readonly defaults?: DefaultTagging
}

/** A template as it would look, for an author at work on it. It counts as a background job. */
export interface PreviewJob {
  readonly teamId: string
  readonly type: TemplateType
  readonly source: string
  /** Absent: made up by the variables of the template. */
  readonly data: Uint8Array | undefined
  /** Absent: all pages. */
  readonly pageRange: PageRange | undefined
  readonly withBoxes: boolean
  readonly withSchema?: boolean
  /** Pages of which is told where the elements of the source stand; absent: none. */
  readonly places?: PageRange | undefined
  /** What the request says of claims and tags. */
  readonly tagging?: Tagging
  /** What counts where the source says nothing of claims and tags. */
  readonly defaults?: DefaultTagging
  /** Absent: the team has none. */
  readonly assets?: JobAssets
}

/** What is known of a document once it is complete. */
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

/** A large document that is still being rendered. */
export interface Streaming {
  readonly kind: 'streaming'
  /** To be read once. Rendering is paused while they are not read; a reader that stops must abort the job. Throws `BrokenStream` when rendering fails. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** Callable after the last piece. */
  readonly summary: () => Summary
}

/** Rendering failed after the first pieces of a document were sent. */
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
  /** Names of the assets that the template refers to, sorted, whether they exist or not. Names that come from data are not among them. */
  readonly assets: readonly string[]
  readonly warnings: readonly Diagnostic[]
}

/** A file that was uploaded: it is opened in a process of its own, which ends with the examination. */
export interface ExamineJob {
  readonly bytes: Uint8Array
  /** The media type that the bytes claim, such as `font/woff2`. Texts and unknown types are not opened. */
  readonly type: string
}

export interface Examined {
  readonly kind: 'examined'
  /** Why a document cannot use the file; absent when it can. */
  readonly problem?: Diagnostic
}

/** `pdf` is empty when the template cannot be compiled, or not be rendered with this data; `diagnostics` then say why. */
export interface Previewed extends Summary, PreviewNotes {
  readonly kind: 'previewed'
  readonly pdf: Uint8Array
}

/** What a preview says besides the document. */
export interface PreviewNotes {
  readonly variables: readonly Variable[]
  /** Of the template, and errors of rendering. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of the elements on the pages of the range, the first of them; absent when they were not asked for. */
  readonly boxes?: readonly ElementBox[]
  /** Absent when they were not asked for. */
  readonly places?: Places
  /** Of the data; absent when it was not asked for, or the template cannot be compiled. */
  readonly dataForm?: DataForm
}

/** What data a template expects. */
export interface DataForm {
  /** A JSON schema. */
  readonly schema: object
  /** Made-up data that renders without warnings. */
  readonly sample: object
}

/** Why a job gave no document. */
export type Failure =
  /** The template or its data is wrong. `part` is the index in a merge, when one part is at fault. */
  | { readonly kind: 'input'; readonly part: number | undefined; readonly problems: readonly Diagnostic[] }
  /** Strict handling, and these variables are absent from the data. */
  | { readonly kind: 'missing'; readonly part: number; readonly variables: readonly string[] }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'memory' }
  /** The same job ended workers before and is refused for a while. */
  | { readonly kind: 'quarantined' }
  /** `reason` is absent when too many renderings wait. */
  | { readonly kind: 'overloaded'; readonly secondsToWait: number; readonly reason?: string }
  | { readonly kind: 'cancelled' }
  /** A fault of the service; `message` is for the log alone. */
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
  /** Compiles in a worker too: an uploaded template is no more trusted than data. */
  compile(job: CompileJob, signal: CancelSignal): Promise<Compiled | Failure>
  /** Opens a picture, font or PDF as a rendering would, in a process that is thrown away afterwards. Waits while others are examined. */
  examine(job: ExamineJob, signal: CancelSignal): Promise<Examined | Failure>
  preview(job: PreviewJob, signal: CancelSignal): Promise<Previewed | Failure>
  /** More jobs arrive than the workers can do: some may be refused. */
  isOverloaded(): boolean
  /** A short job of this team would be refused at present. Asking does not count as an arrival. */
  isRefusing(teamId: string): boolean
  /** Counts the arrival of a job that is refused after `isRefusing`, and returns the failure to answer with. */
  refuse(): Extract<Failure, { kind: 'overloaded' }>
  /** Why a job of this team would be refused at present, judged before its body is read: by the team alone, or by an estimate of its part. */
  refusal(teamId: string, part?: PartEstimate): Extract<Failure, { kind: 'overloaded' }> | undefined
  health(): RendererHealth
  /** Resolves when the first worker is ready; rejects when none could be started. */
  ready(): Promise<void>
  close(): Promise<void>
}
