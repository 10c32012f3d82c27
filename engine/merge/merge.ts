// Parts of a merged document in their order: pages the engine made (all in one file already) and finished PDFs between them.
import { error, InputError } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import type { InsertedPdf, JoinedPdf } from './existing-pdf.ts'

export type MergePart =
  /** The next `pages` pages of the engine's document. */
  | { readonly kind: 'made'; readonly pages: number }
  /** A PDF from elsewhere; `name` is how diagnostics call it. */
  | { readonly kind: 'pdf'; readonly name: string; readonly bytes: Uint8Array }

/**
 * One PDF of all parts. `document` holds the pages of all 'made' parts; undefined when there are none. Rejects with InputError
 * (`bad-pdf`, `limit-pages`, `limit-output`).
 */
export async function joinParts(document: Uint8Array | undefined, parts: readonly MergePart[], limits: Limits): Promise<JoinedPdf> {
  const inserted: InsertedPdf[] = []
  let made = 0
  for (const part of parts) {
    if (part.kind === 'made') made += part.pages
    else inserted.push({ name: part.name, bytes: part.bytes, before: made })
  }
  if (inserted.length === 0 && document !== undefined) return { pdf: document, pages: made }
  // pdf-lib takes as long to load as an invoice takes to make: only those who hand in PDFs wait for it.
  const { insertPdfs } = await import('./existing-pdf.ts')
  const joined = await insertPdfs(document, inserted, limits.pages)
  if (joined.pdf.length > limits.outputBytes) {
    throw new InputError([error('limit-output', undefined, `the PDF is larger than ${limits.outputBytes} bytes`)])
  }
  return joined
}
