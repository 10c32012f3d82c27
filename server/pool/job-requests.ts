// What the pool is asked for by render, merge, compile and preview jobs.
import type { CancelSignal } from '../cancel-signal.ts'
import { sourceHash } from '../store/source-hash.ts'
import type { Tagging } from '../tagging.ts'
import type { PartLoad } from './admission.ts'
import type { JobRequest } from './pending-job.ts'
import type { AttachmentSpan, PartSpan } from './protocol.ts'
import { digestOf } from './quarantine.ts'
import type { CompileJob, Job, JobAssets, JobAttachment, PreviewJob } from './renderer.ts'

export function renderRequest(job: Job, signal: CancelSignal): JobRequest {
  const { parts, spans, files, bytes } = spansOf(job)
  const attachments = spans.length === 0 ? {} : { attachments: spans }
  const { isStrict, mayStream, isPassing = false, onProgress } = job
  const flags = { ...(isPassing ? { isPassing } : {}), ...(onProgress === undefined ? {} : { reportsParts: true }) }
  const more = { ...taggingOf(job), ...wishesOf(job), ...attachments, ...flags, ...stateOf(job) }
  const assign: JobRequest['assign'] = (id) => ({
    message: { kind: 'job', id, task: job.kind, parts, isStrict, mayStream, ...more },
    ...assetsOf(job),
    ...(onProgress === undefined ? {} : { onProgress }),
    body: [...job.parts, ...files].map(({ data }) => data),
    source: (hash) => {
      const part = job.parts.find((part) => part.hash === hash)
      return part === undefined ? Promise.reject(new Error('a worker asked for a template that is not part of its job')) : job.source(part)
    },
  })
  // Per team: one must neither quarantine a template for another that has the same nor change the estimate of its time there.
  const key = job.key ?? `${job.teamId} ${job.parts.map((part) => part.hash).join(' ')}`
  const digest = (): string => digestOf(job.parts.map((part) => part.data))
  const loads = job.parts.map((part): PartLoad => ({ key: `${job.teamId} ${part.hash}`, bytes: part.data.length }))
  const isBackground = job.isBackground === true
  return { teamId: job.teamId, key, digest, bytes, parts: loads, kind: job.kind, isBackground, assign, signal }
}

interface JobSpans {
  readonly parts: readonly PartSpan[]
  /** Files of the document as a whole. */
  readonly spans: readonly AttachmentSpan[]
  /** All files, in their order in the body. */
  readonly files: readonly JobAttachment[]
  readonly bytes: number
}

/** Where each part's data, and then each file, is in the body. */
function spansOf(job: Job): JobSpans {
  let end = 0
  const files: JobAttachment[] = []
  const place = <Item extends { readonly data: Uint8Array }>({ data, ...item }: Item) => ({
    ...item,
    start: end,
    end: (end += data.length),
  })
  const placeFile = (file: JobAttachment): AttachmentSpan => {
    files.push(file)
    return place(file)
  }
  const placed = job.parts.map(place)
  const spans = (job.attachments ?? []).map(placeFile)
  const parts = placed.map(({ attachments = [], ...part }): PartSpan => {
    return attachments.length === 0 ? part : { ...part, attachments: attachments.map(placeFile) }
  })
  return { parts, spans, files, bytes: end }
}

export function compileRequest(job: CompileJob, signal: CancelSignal): JobRequest {
  const assign: JobRequest['assign'] = (id) => ({
    message: { kind: 'compile', id, type: job.type, withSample: job.withSample === true, ...defaultsOf(job), ...stateOf(job) },
    ...assetsOf(job),
    body: [Buffer.from(job.source)],
    source: () => Promise.reject(new Error('compiling needs no other source')),
  })
  const key = `${job.teamId} ${sourceHash(job.type, job.source)}`
  const more = { digest: () => '', bytes: job.source.length, parts: [], kind: 'compile', isBackground: false } as const
  return { teamId: job.teamId, key, ...more, assign, signal }
}

/** Previews wait for everything else, and their times say nothing about those of renderings. */
export function previewRequest(job: PreviewJob, signal: CancelSignal): JobRequest {
  const { type, source, data, pageRange, withBoxes, places, withSchema = false } = job
  const hash = sourceHash(type, source)
  const { template, team } = job.defaults ?? {}
  const parts = [{ hash, type, start: 0, end: data?.length ?? 0, ...(template === undefined ? {} : { tagging: template }) }]
  const tagging = taggingOf({ ...job, teamTagging: team })
  const preview = { hasData: data !== undefined, pageRange, withBoxes, withSchema, ...(places === undefined ? {} : { places }) }
  const assign: JobRequest['assign'] = (id) => ({
    message: { kind: 'job', id, task: 'preview', parts, isStrict: false, mayStream: false, preview, ...tagging, ...stateOf(job) },
    ...assetsOf(job),
    body: data === undefined ? [] : [data],
    source: async () => source,
  })
  const bytes = source.length + (data?.length ?? 0)
  const more = { digest: () => digestOf(data === undefined ? [] : [data]), parts: [], kind: 'preview', isBackground: true } as const
  return { teamId: job.teamId, key: `${job.teamId} ${hash}`, bytes, ...more, assign, signal }
}

function taggingOf({
  tagging,
  teamTagging,
}: {
  readonly tagging?: Tagging | undefined
  readonly teamTagging?: Tagging | undefined
}): Pick<Job, 'tagging' | 'teamTagging'> {
  return { ...(tagging === undefined ? {} : { tagging }), ...(teamTagging === undefined ? {} : { teamTagging }) }
}

function wishesOf({ merging }: Job): Pick<Job, 'merging'> {
  return merging === undefined ? {} : { merging }
}

function defaultsOf({ defaults }: CompileJob): Pick<CompileJob, 'defaults'> {
  return defaults === undefined ? {} : { defaults }
}

type WithAssets = Pick<Job, 'teamId' | 'assets'>

/** What a worker caches the manifest by. */
function stateOf({ teamId, assets }: WithAssets): { readonly assets?: string } {
  return assets === undefined ? {} : { assets: JSON.stringify([teamId, assets.revision]) }
}

function assetsOf({ assets }: WithAssets): { readonly assets?: JobAssets } {
  return assets === undefined ? {} : { assets }
}
