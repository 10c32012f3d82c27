// What a preview shows: the last document, what the engine says about it, and the place in the source that is marked on its pages.
import { signal } from '@preact/signals'
import type { Previewed } from './live-preview.ts'
import type { PdfView } from './pdf-view.ts'
import { type Box, boxesOf, firstShown, knows, type Places, pagesOf, placeAt } from './places.ts'

interface PreviewModelOptions {
  /** The places of a page of the last document; undefined when they are not to be had. */
  placesOn(page: number): Promise<Places | undefined>
}

/** As often are places asked for again because the document has changed meanwhile. */
const MOST_TRIES = 3

export class PreviewModel {
  readonly previewed = signal<Previewed | undefined>(undefined)
  /** Why there is no preview, in the words of the service. */
  readonly problem = signal('')
  readonly isBusy = signal(false)
  /** The service cannot be reached. */
  readonly isOffline = signal(false)
  /** The pages in view. */
  readonly inView = signal<readonly [number, number]>([1, 1])
  /** Of the document that is shown: it stays while the source has errors. */
  readonly pages = signal(0)
  /** Counts the documents that were shown. */
  readonly shown = signal(0)
  /** The bytes of the document that is shown. */
  pdf: Uint8Array | undefined
  readonly #options: PreviewModelOptions
  #view: PdfView | undefined
  #places: Places | undefined
  /** From inside out. */
  #pointed: readonly string[] = []

  constructor(options: PreviewModelOptions) {
    this.#options = options
  }

  get view(): PdfView | undefined {
    return this.#view
  }

  attach(view: PdfView | undefined): void {
    this.#view = view
  }

  /** Shows a preview; resolves when its pages are painted. `since`: when its source was typed, which the measure counts from. */
  async take(previewed: Previewed, abort: AbortSignal, since: number): Promise<void> {
    const answeredAt = performance.now()
    this.problem.value = ''
    this.isOffline.value = false
    this.previewed.value = previewed
    if (previewed.pdf === null || this.#view === undefined) return
    const pdf = bytesOf(previewed.pdf)
    this.pdf = pdf.slice()
    await this.#view.show(pdf, abort)
    this.pages.value = previewed.pages
    this.#places = previewed.places
    this.#mark()
    // The reader may have gone to other pages since they were asked for.
    if (this.#isInView(this.#nearestPage())) void this.#markInView()
    this.shown.value++
    performance.measure('platen-answer', { start: since, end: answeredAt })
    performance.measure('platen-preview', { start: since, detail: { pages: previewed.pages, bytes: this.pdf.length } })
  }

  /** Marks the innermost of these places on the pages; `isMoving`: the caret was moved there, so that the page is to be seen. */
  pointAt(places: readonly string[], isMoving: boolean): void {
    this.#pointed = places
    this.#mark()
    if (isMoving) void this.#reveal()
  }

  /** The place in the source at a point of a page. */
  async placeAt(page: number, point: Pick<Box, 'x' | 'y'>): Promise<string | undefined> {
    await this.#know(page)
    return this.#places && placeAt(this.#places, page, point)
  }

  #mark(): void {
    const place = this.#places && firstShown(this.#places, this.#pointed)
    this.#view?.mark(place === undefined || this.#places === undefined ? new Map() : boxesOf(this.#places, place))
  }

  async #reveal(): Promise<void> {
    const page = this.#nearestPage()
    if (page === undefined || this.#view === undefined) return
    if (!this.#isInView(page)) this.#view.goTo(page)
    const boxes = await this.#markInView()
    // One of the boxes in view is enough.
    const [first] = boxes?.get(page) ?? []
    if (first !== undefined) this.#view.reveal(page, first)
  }

  /** The page nearest to those in view that shows the place where the caret is. */
  #nearestPage(): number | undefined {
    const place = this.#places && firstShown(this.#places, this.#pointed)
    const pages = place === undefined || this.#places === undefined ? undefined : pagesOf(this.#places, place)
    if (pages === undefined || this.#view === undefined) return undefined
    const [from] = this.#view.inView()
    return Math.min(Math.max(from, pages[0]), pages[1])
  }

  #isInView(page: number | undefined): boolean {
    const [from, to] = this.#view?.inView() ?? [1, 0]
    return page !== undefined && page >= from && page <= to
  }

  /** Marks the place of the caret once its boxes are known; undefined when the caret has moved meanwhile. */
  async #markInView(): Promise<ReadonlyMap<number, readonly Box[]> | undefined> {
    const pointed = this.#pointed
    const page = this.#nearestPage()
    if (page === undefined) return undefined
    await this.#know(page)
    const place = this.#places && firstShown(this.#places, pointed)
    if (pointed !== this.#pointed || place === undefined || this.#places === undefined) return undefined
    this.#mark()
    return boxesOf(this.#places, place)
  }

  /** Fetches the places of a page that was not in view when the document was asked for. */
  async #know(page: number): Promise<void> {
    for (let i = 0; i < MOST_TRIES && !(this.#places !== undefined && knows(this.#places, page)); i++) {
      const before = this.#places
      const found = await this.#options.placesOn(page)
      if (found === undefined) return
      // Else another preview has come meanwhile, of other pages perhaps.
      if (before === this.#places) this.#places = found
    }
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
