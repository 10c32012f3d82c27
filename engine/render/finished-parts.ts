// Finished PDFs among the parts of a merge: opened before anything is rendered, held against what is claimed, and joined with what was rendered.
import { type Claims, refuseFinished } from '../conformance.ts'
import { error, InputError } from '../diagnostic.ts'
import type { JoinedPart } from '../merge/join.ts'
import { type JoinOptions, joinOpened, type OpenedPdf, openFinished } from '../merge/merge.ts'
import type { MergeOptions, PdfPart } from '../options.ts'
import type { DocumentMetadata } from '../paint/canvas.ts'
import type { RenderContext, RenderResult } from '../services.ts'
import type { DocumentPart } from './part.ts'

/** What is merged: templates with their data, and finished PDFs. */
type AnyPart = DocumentPart | PdfPart

/** The finished PDFs of a merge by their place among its parts. */
export type FinishedParts = ReadonlyMap<number, OpenedPdf>

/** Opens the finished PDFs of a merge; an empty map when there are none. */
export async function openFinishedParts(parts: readonly AnyPart[], options: MergeOptions, context: RenderContext): Promise<FinishedParts> {
  const places = parts.flatMap((part, i) => ('pdf' in part ? [i] : []))
  if (places.length === 0) return new Map()
  if (options.pageRange !== undefined)
    throw new InputError([
      error(
        'page-range',
        undefined,
        'a merge with finished PDFs has no pageRange',
        'choose pages of each PDF: { pdf, pages: [{ first: 1, last: 2 }] }',
      ),
    ])
  const given = places.map((i) => {
    const { pdf: bytes, pages, title } = parts[i] as PdfPart // its place says so
    return { name: `parts[${i}]`, bytes, pages, title }
  })
  const opened = await openFinished(given, context.limits.pages)
  return new Map(places.map((place, i) => [place, opened[i]!]))
}

/** Throws InputError when the claims do not hold for one of the PDFs, with every reason. */
export async function checkFinishedParts(finished: FinishedParts, claims: Claims | undefined): Promise<void> {
  if (claims === undefined || finished.size === 0) return
  const { claimFaults } = await import('../merge/claims.ts')
  refuseFinished(
    claims,
    [...finished.values()].map((pdf) => ({ name: pdf.name, faults: claimFaults(pdf, claims) })),
  )
}

/** Title and language of a merge whose first part is a finished PDF, unless the caller says otherwise. */
export function metadataOfFinished(parts: readonly AnyPart[], finished: FinishedParts): DocumentMetadata {
  const first = finished.get(0)
  if (first === undefined || parts.some((part) => 'template' in part)) return {}
  const { ownTitle, language } = first
  return { ...(ownTitle === undefined ? {} : { title: ownTitle }), ...(language === undefined ? {} : { language }) }
}

/** What was rendered: the file, and the number of pages of each part. */
interface Rendered {
  readonly pdf: Uint8Array
  readonly pages: readonly number[]
}

/** Joins what was rendered with the finished PDFs. Their warnings go to the reporter. */
export async function joinFinishedParts(
  { parts, finished, rendered }: { readonly parts: readonly AnyPart[]; readonly finished: FinishedParts; readonly rendered: Rendered },
  options: MergeOptions & { readonly claims: Claims | undefined },
  context: RenderContext,
): Promise<Pick<RenderResult, 'pdf' | 'pages'>> {
  const counts = rendered.pages[Symbol.iterator]()
  const joined = parts.map((part, i): JoinedPart => {
    const pdf = finished.get(i)
    if (pdf === undefined || 'template' in part) return { kind: 'rendered', pages: counts.next().value ?? 0 }
    return { kind: 'pdf', pdf: { ...pdf, title: pdf.title ?? pdf.ownTitle ?? `${i + 1}` }, headingShift: part.headingShift ?? 0 }
  })
  const { pdf, pages, warnings } = await joinOpened(rendered.pdf, joined, joinOptions(options, context))
  context.reporter.part = undefined
  for (const warning of warnings) context.reporter.report(warning)
  return { pdf, pages }
}

function joinOptions(
  { outline = 'joined', pageNumbers = 'part', tagged, objectStreams, claims }: MergeOptions & { readonly claims: Claims | undefined },
  { limits }: RenderContext,
): JoinOptions {
  return { limits, outline, pageNumbers, isTagged: tagged !== false, hasObjectStreams: objectStreams !== false, claims }
}
