// The messages between server and worker, which frames carry.
import type { Diagnostic, PageRange, Variable } from '../../engine/index.ts'
import type { TemplateType } from '../store/store.ts'
import type { DefaultTagging, Tagging } from '../tagging.ts'
import type { Failure, JobAttachment, MergeWish, PartWish, PreviewNotes } from './renderer.ts'

/** The limits of a worker's engine, sent first. */
export interface ChildLimits {
  readonly pages: number
  readonly rows: number
  readonly outputBytes: number
  /** A PDF that grows beyond so many bytes is sent in pieces, if the job allows. */
  readonly wholeBytes: number
}

/** A part of a job; its data is this span of the frame's body. */
export interface PartSpan extends PartWish {
  readonly hash: string
  readonly type: TemplateType
  readonly start: number
  readonly end: number
  /** What the template's field says of claims and tags. */
  readonly tagging?: Tagging
  readonly attachments?: readonly AttachmentSpan[]
}

/** A file inside the PDF; its bytes are this span of the frame's body. */
export interface AttachmentSpan extends Omit<JobAttachment, 'data'> {
  readonly start: number
  readonly end: number
}

export interface PreviewOptions {
  /** Otherwise the worker makes data up. */
  readonly hasData: boolean
  readonly pageRange: PageRange | undefined
  readonly withBoxes: boolean
  /** The answer has the JSON schema of the data, and sample data. */
  readonly withSchema?: boolean
  /** Pages whose places are wanted; absent: none. */
  readonly places?: PageRange
}

export type ToChild =
  /** A disposable process takes one job and is killed: it does not warm up. */
  | { readonly kind: 'init'; readonly limits: ChildLimits; readonly isDisposable: boolean }
  | {
      readonly kind: 'job'
      readonly id: number
      readonly task: 'render' | 'merge' | 'preview'
      readonly parts: readonly PartSpan[]
      readonly isStrict: boolean
      readonly mayStream: boolean
      /** What the request says. */
      readonly tagging?: Tagging
      readonly teamTagging?: Tagging
      readonly merging?: MergeWish
      /** Of the document as a whole. Bytes of files are spans of the body, behind the data. */
      readonly attachments?: readonly AttachmentSpan[]
      /** The template came with the request, and is not likely to be rendered again. */
      readonly isPassing?: boolean
      /** Of a merge: tells how many parts are painted. */
      readonly reportsParts?: boolean
      /** Of a preview. */
      readonly preview?: PreviewOptions
      /** Names the team and the state of its assets; absent when it has none. */
      readonly assets?: string
    }
  /** Body: the source. */
  | {
      readonly kind: 'compile'
      readonly id: number
      readonly type: TemplateType
      readonly withSample: boolean
      readonly assets?: string
      readonly defaults?: DefaultTagging
    }
  /** Body: an uploaded file. */
  | { readonly kind: 'examine'; readonly id: number; readonly type: string }
  /** Body: the source behind the hash. */
  | { readonly kind: 'template'; readonly hash: string }
  /** The assets of the current job's team. Body: a JSON object, from names to hashes. */
  | { readonly kind: 'manifest' }
  /** Body: the bytes behind the hash, unless they are gone. */
  | { readonly kind: 'asset'; readonly hash: string; readonly isGone: boolean }
  /** Stops the job, which then ends as a failure of this kind. Read between two pages. */
  | { readonly kind: 'stop'; readonly id: number; readonly reason: StopReason }

export type StopReason = 'timeout' | 'cancelled'

export type FromChild =
  | { readonly kind: 'ready' }
  /** The job continues when all of these were sent. */
  | { readonly kind: 'need'; readonly id: number; readonly hashes: readonly string[] }
  /** Asks for the manifest of the job's assets. */
  | { readonly kind: 'need-manifest'; readonly id: number }
  /** Asks for the bytes of assets; the job continues when all of them were sent. */
  | { readonly kind: 'need-assets'; readonly id: number; readonly hashes: readonly string[] }
  /** So many parts of a merge are painted; more than before. */
  | { readonly kind: 'progress'; readonly id: number; readonly parts: number }
  /** Body: the next bytes of the PDF. */
  | { readonly kind: 'piece'; readonly id: number }
  /** Body: the PDF, or the rest of it after the pieces. */
  | {
      readonly kind: 'rendered'
      readonly id: number
      readonly pages: number
      readonly warningCount: number
      readonly warnings: readonly Diagnostic[]
      /** Of a preview. */
      readonly preview?: PreviewNotes
    }
  | {
      readonly kind: 'compiled'
      readonly id: number
      readonly variables: readonly Variable[]
      readonly assets: readonly string[]
      readonly warnings: readonly Diagnostic[]
    }
  /** `problem`: why no document can use the file. */
  | { readonly kind: 'examined'; readonly id: number; readonly problem?: Diagnostic }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ChildFailure }

export type ChildFailure = Extract<Failure, { kind: 'input' | 'missing' | 'memory' | 'bug' | StopReason }>

/** Assets that one job may ask for, and names that a template may tell. */
export const MOST_ASSETS = 20_000

/** Exit code of a worker whose engine the current job may have damaged. */
export const EXIT_DAMAGED = 70
