// Joins the parts of a merged document in their order: rendered pages, which are in one file already, and foreign PDFs between them.
import { error, InputError } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import type { InsertedPdf, JoinedPdf } from './existing-pdf.ts'

type MergePart =
  /** The next `pages` pages of the rendered document. */
  | { readonly kind: 'rendered'; readonly pages: number }
  /** A foreign PDF; `name` identifies it in diagnostics. */
  | { readonly kind: 'pdf'; readonly name: string; readonly bytes: Uint8Array }

/**
 * Joins all parts to one PDF. `document` has the pages of all 'rendered' parts; undefined when there are none. Rejects with InputError
 * (`bad-pdf`, `limit-pages`, `limit-output`).
 */
export async function joinParts(document: Uint8Array | undefined, parts: readonly MergePart[], limits: Limits): Promise<JoinedPdf> {
  const inserted: InsertedPdf[] = []
  let rendered = 0
  for (const part of parts) {
    if (part.kind === 'rendered') rendered += part.pages
    else inserted.push({ name: part.name, bytes: part.bytes, before: rendered })
  }
  if (inserted.length === 0 && document !== undefined) return { pdf: document, pages: rendered }
  // Loading pdf-lib takes as long as rendering an invoice: only merges with foreign PDFs need it.
  const { insertPdfs } = await import('./existing-pdf.ts')
  const joined = await insertPdfs(document, inserted, limits.pages)
  if (joined.pdf.length > limits.outputBytes) {
    throw new InputError([error('limit-output', undefined, `the PDF is larger than ${limits.outputBytes} bytes`)])
  }
  return joined
}
