// Problem: finished PDFs become parts of a document of ours. Approach: the objects that draw their pages are copied (`copier.ts`), without active content and
// references to other files; what says what pages mean (structure, outline, names, labels, fields, layers) is read, reduced to the chosen pages and joined with that of
// the document; afterwards equal objects (fonts, pictures, forms) are stored once, and the file is written anew. Each step is a file of this folder.
// Limits: scripts, actions, attached files, media and signatures are left out, with a warning.
import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import { CLAIM_SEAL, type Claims } from '../conformance.ts'
import { type Diagnostic, error, InputError, warning } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import { Annotations } from './annotations.ts'
import { DocumentFiles } from './attached-files.ts'
import { Destinations } from './destinations.ts'
import { DocumentForm, readForm } from './forms.ts'
import { checkHeadingOrder } from './heading-order.ts'
import { DocumentLayers } from './layers.ts'
import type { OpenedPdf } from './opened.ts'
import { type OutlineEntry, outlineOfPart, readOutline, underTitle, writeOutline } from './outline.ts'
import { type Label, labelsOf, plainLabels, writeLabels } from './page-labels.ts'
import { PageCopies } from './pages.ts'
import { PartCopy } from './part-copy.ts'
import { equalObjects } from './sharing.ts'
import { tooManyPages, withFileErrors } from './source.ts'
import { DocumentStructure } from './structure.ts'
import { arrayAt, dictAt, entry, nameAt, resolved, textAt } from './values.ts'
import { writeFile } from './writer.ts'

/** A part of the document, in order: its next pages, or a finished PDF. */
export type JoinedPart =
  | { readonly kind: 'rendered'; readonly pages: number }
  /** `headingShift`: levels that its headings are moved down. */
  | { readonly kind: 'pdf'; readonly pdf: OpenedPdf; readonly headingShift: number }

export interface JoinOptions {
  readonly limits: Limits
  /** False: no structure tree, whatever the parts have. */
  readonly isTagged: boolean
  /** Outlines of the parts follow one another, or stand below an entry for each part (that of rendered parts does already), or are left out. */
  readonly outline: 'joined' | 'parts' | 'none'
  /** Pages without labels count from 1 in each part, or through the document. */
  readonly pageNumbers: 'part' | 'document'
  readonly hasObjectStreams: boolean
  /** What the document claims, which all of its parts do. */
  readonly claims?: Claims | undefined
}

export interface JoinedPdf {
  readonly pdf: Uint8Array
  readonly pages: number
  readonly warnings: readonly Diagnostic[]
}

/** Joins parts to one file. `document` has the pages of all rendered parts; undefined when there are none. Equal inputs give equal bytes. */
export async function joinPdfs(document: Uint8Array | undefined, parts: readonly JoinedPart[], options: JoinOptions): Promise<JoinedPdf> {
  const base =
    document === undefined
      ? await PDFDocument.create({ updateMetadata: false })
      : await PDFDocument.load(document, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY })
  const joining = new Joining(base.context, base.catalog, options)
  for (const part of parts) {
    if (part.kind === 'rendered') joining.addRendered(part.pages)
    else await withFileErrors(part.pdf.name, () => joining.addPdf(part.pdf, part.headingShift))
  }
  return joining.finish()
}

/** A part whose pages are in the document. */
interface PlacedPart {
  readonly copy: PartCopy
  readonly pdf: OpenedPdf
  readonly first: number
  readonly headingShift: number
}

class Joining {
  readonly #context: PDFContext
  readonly #catalog: PDFDict
  readonly #options: JoinOptions
  readonly #rendered: readonly PDFRef[]
  readonly #pages: PDFRef[] = []
  readonly #placed: PlacedPart[] = []
  /** Parts of pages without tags. */
  readonly #untagged: { readonly pages: readonly PDFRef[]; readonly first: number; readonly language?: PDFObject | undefined }[] = []
  readonly #destinations: Destinations
  readonly #form: DocumentForm
  readonly #layers: DocumentLayers
  readonly #files: DocumentFiles
  readonly #outline: OutlineEntry[] = []
  /** That of the rendered parts, and how much of it is in the outline. */
  readonly #ownOutline: readonly OutlineEntry[]
  #ownSoFar = 0
  readonly #labels: Label[] = []
  readonly #warnings: Diagnostic[] = []
  readonly #isOwnTagged: boolean
  #renderedSoFar = 0
  #hasLabels = false

  constructor(context: PDFContext, catalog: PDFDict, options: JoinOptions) {
    this.#context = context
    this.#catalog = catalog
    this.#options = options
    const tree = dictAt(catalog, 'Pages')
    this.#rendered =
      (tree &&
        arrayAt(tree, 'Kids')
          ?.asArray()
          .filter((kid) => kid instanceof PDFRef)) ??
      []
    this.#destinations = new Destinations(catalog)
    this.#form = new DocumentForm(catalog)
    this.#layers = new DocumentLayers(catalog)
    this.#files = new DocumentFiles(catalog)
    this.#isOwnTagged = this.#rendered.length > 0 && dictAt(catalog, 'StructTreeRoot') !== undefined
    this.#ownOutline = readOutline(catalog, (item) => {
      const place = entry(item, 'Dest')
      return place && { key: 'Dest', value: place }
    })
  }

  addRendered(pages: number): void {
    const first = this.#pages.length
    const own = this.#rendered.slice(this.#renderedSoFar, this.#renderedSoFar + pages)
    this.#renderedSoFar += pages
    this.#pages.push(...own)
    if (!this.#isOwnTagged) this.#untagged.push({ pages: own, first })
    this.#addLabels(undefined, pages)
    for (const item of this.#outlineOf(new Set(own))) this.#outline.push(item)
  }

  /** Entries of our own outline that lead to pages, with those below them. */
  #outlineOf(pages: ReadonlySet<PDFRef>): OutlineEntry[] {
    const entries: OutlineEntry[] = []
    for (; this.#ownSoFar < this.#ownOutline.length; this.#ownSoFar++) {
      const next = this.#ownOutline[this.#ownSoFar]
      const place = next?.goal?.value
      const page = place instanceof PDFArray ? place.get(0) : undefined
      if (next === undefined || (next.depth === 0 && page instanceof PDFRef && !pages.has(page))) break
      entries.push(next)
    }
    return entries
  }

  addPdf(pdf: OpenedPdf, headingShift: number): void {
    const first = this.#pages.length
    const copy = new PartCopy(pdf.source, pdf.chosen, this.#context)
    for (let lost = this.#files.addPart(copy); lost > 0; lost--) copy.omit('attached files without bytes')
    for (const [name, what] of leftOutOf(pdf)) if (name) copy.omit(what)
    const form = readForm({ source: pdf.source, omit: (what) => copy.omit(what) })
    const destinations = this.#destinations.addPart(copy)
    const annotations = new Annotations(copy, destinations, form?.widgets ?? new Set())
    const pages = new PageCopies(copy)
    for (const [i, page] of pdf.chosen.entries()) {
      const reference = copy.references[i]!
      const dictionary = pages.copy(page)
      const list = annotations.ofPage(page, reference)
      if (list !== undefined) dictionary.set(PDFName.of('Annots'), list)
      this.#context.assign(reference, dictionary)
      this.#pages.push(reference)
    }
    if (this.#pages.length > this.#options.limits.pages) throw tooManyPages(pdf.name, this.#options.limits.pages)
    if (form !== undefined) this.#form.addPart(copy, form)
    this.#layers.addPart(copy)
    this.#addLabels(pdf, pdf.chosen.length)
    this.#addOutline(outlineOfPart(pdf.source.catalog, destinations), pdf.title, copy.references[0])
    this.#placed.push({ copy, pdf, first, headingShift })
  }

  #addOutline(entries: readonly OutlineEntry[], title: string | undefined, page: PDFRef | undefined): void {
    if (this.#options.outline === 'none') return
    const isTitled = this.#options.outline === 'parts' && title !== undefined && page !== undefined
    // Not by spreading: an outline may have any number of entries.
    for (const item of isTitled ? underTitle(title, page, entries, this.#context) : entries) this.#outline.push(item)
  }

  #addLabels(pdf: OpenedPdf | undefined, count: number): void {
    const own = pdf && labelsOf(pdf.source.catalog, pdf.source.pages.length)
    this.#hasLabels ||= own !== undefined
    const from = this.#options.pageNumbers === 'document' ? this.#labels.length + 1 : 1
    if (pdf === undefined || own === undefined) for (const label of plainLabels(from, count)) this.#labels.push(label)
    else {
      const numbers = new Map(pdf.source.pages.map((page, i) => [page, i]))
      for (const page of pdf.chosen) this.#labels.push(own[numbers.get(page) ?? 0]!)
    }
  }

  async finish(): Promise<JoinedPdf> {
    const { limits, hasObjectStreams, claims } = this.#options
    this.#writePages()
    if (this.#options.isTagged) await this.#writeStructure()
    if (claims?.isAccessible === true) checkHeadingOrder(this.#catalog)
    this.#destinations.finish(this.#catalog)
    this.#form.finish()
    this.#layers.finish()
    this.#files.finish()
    if (this.#hasLabels) writeLabels(this.#catalog, this.#labels)
    writeOutline(this.#catalog, this.#outline)
    this.#setLanguage()
    for (const { pdf, copy } of this.#placed) this.#warnings.push(...warningsOf(pdf.name, copy))
    const replaced = equalObjects(this.#catalog, this.#pages)
    const pdf = writeFile(this.#context, { replaced, hasObjectStreams, seal: claims && CLAIM_SEAL })
    if (pdf.length > limits.outputBytes)
      throw new InputError([error('limit-output', undefined, `the PDF is larger than ${limits.outputBytes} bytes`)])
    return { pdf, pages: this.#pages.length, warnings: this.#warnings }
  }

  /** One list of all pages. */
  #writePages(): void {
    const root = entry(this.#catalog, 'Pages')
    const tree = this.#context.obj({ Type: 'Pages', Count: this.#pages.length, Kids: [...this.#pages] })
    const reference = root instanceof PDFRef ? root : this.#context.nextRef()
    this.#context.assign(reference, tree)
    this.#catalog.set(PDFName.of('Pages'), reference)
    for (const page of this.#pages) this.#context.lookup(page, PDFDict).set(PDFName.of('Parent'), reference)
  }

  async #writeStructure(): Promise<void> {
    const hasTags = this.#isOwnTagged || this.#placed.some(({ pdf }) => pdf.isTagged)
    if (!hasTags) {
      for (const key of ['StructTreeRoot', 'MarkInfo']) this.#catalog.delete(PDFName.of(key))
      return
    }
    const structure = new DocumentStructure(this.#catalog, new Map(this.#pages.map((page, i) => [page, i])))
    const own = textAt(this.#catalog, 'Lang') ?? this.#firstLanguage()
    for (const { copy, pdf, first, headingShift } of this.#placed) {
      const language = pdf.language === undefined || pdf.language === own ? undefined : resolved(pdf.source.catalog, 'Lang')
      const part = { copy, first, language, shift: headingShift }
      const isAdded = pdf.isTagged && (await withFileErrors(pdf.name, () => structure.addPart(part)))
      if (isAdded) this.#setTabs(copy.references)
      else {
        this.#untagged.push({ pages: copy.references, first, language })
        this.#warnings.push(untagged(pdf.name))
      }
    }
    for (const { pages, first, language } of this.#untagged) structure.addUntagged(pages, first, language)
    structure.finish()
  }

  /** Annotations come in the order of the structure (PDF/UA-1, 7.18.3). */
  #setTabs(pages: readonly PDFRef[]): void {
    for (const page of pages) {
      const dictionary = this.#context.lookup(page, PDFDict)
      if (dictionary.has(PDFName.of('Annots'))) dictionary.set(PDFName.of('Tabs'), PDFName.of('S'))
    }
  }

  #firstLanguage(): string | undefined {
    return this.#rendered.length > 0 ? undefined : this.#placed.find(({ pdf }) => pdf.language !== undefined)?.pdf.language
  }

  #setLanguage(): void {
    const language = this.#firstLanguage()
    if (language !== undefined && !this.#catalog.has(PDFName.of('Lang')))
      this.#catalog.set(PDFName.of('Lang'), PDFString.of(language.replace(/[^\w-]/g, '')))
  }
}

// ── Warnings ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function untagged(name: string): Diagnostic {
  return warning(
    'pdf-untagged',
    undefined,
    `${name} has no tags: screen readers get the text of each of its pages as one paragraph`,
    'make the file with tags, or leave out tags altogether with tagged: false',
  )
}

/** What a whole file has that no document of ours has. */
function* leftOutOf({ source: { catalog } }: OpenedPdf): Generator<readonly [boolean, string]> {
  const names = dictAt(catalog, 'Names')
  const opening = resolved(catalog, 'OpenAction')
  const isScript = opening instanceof PDFDict && nameAt(opening, 'S') !== 'GoTo'
  const scripts = names && dictAt(names, 'JavaScript')
  yield [isScript || scripts !== undefined || dictAt(catalog, 'AA') !== undefined, 'scripts and actions of the document']
  yield [dictAt(catalog, 'Perms') !== undefined, 'signatures, which do not hold for a merged document']
}

function warningsOf(name: string, { leftOut }: PartCopy): Diagnostic[] {
  return [...leftOut].map(([what, count]) =>
    warning('pdf-left-out', undefined, `of ${name} is left out: ${what}${count > 1 ? ` (${count})` : ''}`),
  )
}
