// PDFs among the assets that templates use as pictures: read before layout begins, since reading them waits.
import { findAsset } from './assets.ts'
import type { ObjectCache } from './collections/cache.ts'
import type { CompiledTemplate } from './compile.ts'
import { InputError } from './diagnostic.ts'
import type { PdfPages } from './image/image.ts'
import type { Assets } from './options.ts'

const NONE: ReadonlyMap<Uint8Array, PdfPages> = new Map()

/** The PDFs that templates name themselves, by their bytes. */
export async function openLetterheads(
  templates: readonly CompiledTemplate[],
  assets: Assets | undefined,
  cache: ObjectCache<Uint8Array, PdfPages>,
): Promise<ReadonlyMap<Uint8Array, PdfPages>> {
  const names = new Set(templates.flatMap((template) => template.assets.filter((name) => /\.pdf$/i.test(name))))
  if (names.size === 0 || assets === undefined) return NONE
  // Loading pdf-lib takes as long as rendering an invoice.
  const { readPageForms } = await import('./merge/page-forms.ts')
  const opened = new Map<Uint8Array, PdfPages>()
  for (const name of names) {
    const bytes = findAsset(assets, name)
    if (bytes === undefined) continue
    const pages = cache.get(bytes) ?? (await pagesOf(name, bytes, readPageForms))
    cache.set(bytes, pages)
    opened.set(bytes, pages)
  }
  return opened
}

async function pagesOf(
  name: string,
  bytes: Uint8Array,
  read: (name: string, bytes: Uint8Array) => Promise<Extract<PdfPages, readonly unknown[]>>,
): Promise<PdfPages> {
  try {
    return await read(name, bytes)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return { problem: thrown.diagnostics[0]?.message.replace(/^.* cannot be read: /s, '') ?? 'it cannot be read' }
  }
}
