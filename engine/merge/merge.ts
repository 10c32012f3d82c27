// Joins the parts of a merged document in their order: rendered pages, which are in one file already, and finished PDFs between them.
import type { Limits } from '../limits.ts'
import type { JoinedPart, JoinedPdf, JoinOptions } from './join.ts'
import type { GivenPdf, OpenedPdf } from './opened.ts'

export type { GivenPdf, JoinOptions, OpenedPdf }

/** A part as it is given. */
export type MergedPart = (GivenPdf & { readonly kind: 'pdf' }) | Extract<JoinedPart, { kind: 'rendered' }>

/** Opens finished PDFs. */
export async function openFinished(parts: readonly GivenPdf[], pageLimit: number): Promise<readonly OpenedPdf[]> {
  // Loading pdf-lib takes as long as rendering an invoice: only merges with finished PDFs need it.
  const { openPdfs } = await import('./opened.ts')
  return openPdfs(parts, pageLimit)
}

/** Joins parts to one file. */
export async function joinOpened(document: Uint8Array | undefined, parts: readonly JoinedPart[], options: JoinOptions): Promise<JoinedPdf> {
  const { joinPdfs } = await import('./join.ts')
  return joinPdfs(document, parts, options)
}

const DEFAULTS = { isTagged: true, outline: 'joined', pageNumbers: 'part', hasObjectStreams: true } as const

/**
 * Joins all parts to one PDF. `document` has the pages of all 'rendered' parts; undefined when there are none. Rejects with InputError
 * (`bad-pdf`, `limit-pages`, `limit-output`, `page-range`).
 */
export async function joinParts(
  document: Uint8Array | undefined,
  parts: readonly MergedPart[],
  limits: Limits,
  options: Partial<JoinOptions> = {},
): Promise<JoinedPdf> {
  const given = parts.filter((part) => part.kind === 'pdf')
  const rendered = parts.reduce((sum, part) => sum + (part.kind === 'rendered' ? part.pages : 0), 0)
  if (given.length === 0 && document !== undefined) return { pdf: document, pages: rendered, warnings: [] }
  const opened = await openFinished(given, limits.pages - rendered)
  let next = 0
  const joined = parts.map((part) => (part.kind === 'rendered' ? part : ({ kind: 'pdf', pdf: opened[next++]!, headingShift: 0 } as const)))
  return joinOpened(document, joined, { ...DEFAULTS, ...options, limits })
}
