// Finished PDFs as they are handed in: opened, with the pages that were chosen, and what they say of themselves.
import { PDFBool } from 'pdf-lib'
import { error, InputError } from '../diagnostic.ts'
import { Refusal } from './reader-limits.ts'
import { openSource, type Source, type SourcePage, tooManyPages, withFileErrors } from './source.ts'
import { asDict, dictAt, resolved, textAt } from './values.ts'

/** Pages of a file, from 1; both ends belong to the range. */
export interface PageSpan {
  readonly first: number
  /** Absent: to the end. */
  readonly last?: number | undefined
}

export interface GivenPdf {
  /** In diagnostics. */
  readonly name: string
  readonly bytes: Uint8Array
  /** In this order; absent: all. */
  readonly pages?: readonly PageSpan[] | undefined
  /** Of its entry in the outline. */
  readonly title?: string | undefined
}

export interface OpenedPdf extends GivenPdf {
  readonly source: Source
  readonly chosen: readonly SourcePage[]
  /** Its own title and language; undefined for none. */
  readonly ownTitle: string | undefined
  readonly language: string | undefined
  readonly isTagged: boolean
}

/** Pages of a file of which some are chosen. */
const MOST_PAGES_OF_FILE = 100_000

/** Opens files; of equal ones, one. Throws InputError (`bad-pdf`, `limit-pages`, `page-range`). */
export async function openPdfs(given: readonly GivenPdf[], pageLimit: number): Promise<readonly OpenedPdf[]> {
  const sources = new Map<Uint8Array, Source>()
  const opened: OpenedPdf[] = []
  let pages = 0
  for (const pdf of given) {
    const most = pdf.pages === undefined ? pageLimit - pages : MOST_PAGES_OF_FILE
    const source = sources.get(pdf.bytes) ?? (await withFileErrors(pdf.name, () => openSource(pdf.bytes, most)))
    if (source === 'too-many') throw tooManyPages(pdf.name, pdf.pages === undefined ? pageLimit : most)
    sources.set(pdf.bytes, source)
    const chosen = chosenPages(pdf, source)
    pages += chosen.length
    if (pages > pageLimit) throw tooManyPages(pdf.name, pageLimit)
    opened.push(await withFileErrors(pdf.name, () => ({ ...pdf, source, chosen, ...saysOf(source) })))
  }
  return opened
}

function chosenPages({ name, pages }: GivenPdf, source: Source): readonly SourcePage[] {
  if (pages === undefined) return source.pages
  const count = source.pages.length
  const chosen = new Set<number>()
  for (const { first, last = count } of pages) {
    const isRange = Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first
    if (!isRange || first > count)
      throw noSuchPages(`${name} has ${count} ${count === 1 ? 'page' : 'pages'}, and no pages ${first} to ${last}`)
    for (let page = first; page <= Math.min(last, count); page++) {
      if (chosen.has(page)) throw noSuchPages(`page ${page} of ${name} is chosen twice`)
      chosen.add(page)
    }
  }
  if (chosen.size === 0) throw noSuchPages(`no page of ${name} is chosen`)
  return [...chosen].map((page) => source.pages[page - 1]!)
}

function noSuchPages(message: string): InputError {
  return new InputError([error('page-range', undefined, message)])
}

function saysOf({ catalog, context }: Source): Pick<OpenedPdf, 'ownTitle' | 'language' | 'isTagged'> {
  if (resolved(catalog, 'NeedsRendering') === PDFBool.True)
    throw new Refusal('its pages are drawn by an XFA form, which is no part of PDF any more')
  const information = asDict(context.lookup(context.trailerInfo.Info))
  const title = information && textAt(information, 'Title')?.trim()
  const mark = dictAt(catalog, 'MarkInfo')
  const isMarked = mark !== undefined && resolved(mark, 'Marked') === PDFBool.True
  return {
    ownTitle: title === '' ? undefined : title,
    language: textAt(catalog, 'Lang'),
    isTagged: isMarked && dictAt(catalog, 'StructTreeRoot') !== undefined,
  }
}
