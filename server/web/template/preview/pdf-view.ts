// Pages of a PDF, one below the other. Only those near the window are painted, and keep a canvas; the old ones stay until the new ones are ready.
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { openPdf } from '../../parts/pdf-library.ts'
import { CSS_PIXELS_PER_POINT, PageView, type Size } from './page-view.ts'
import type { Box } from './places.ts'

/** A factor; or as wide as the pane; or as large as fits into it. */
export type Zoom = number | 'width' | 'page'

export interface PdfView {
  /** Resolves when the pages in view are painted; throws when `signal` aborts. */
  show(pdf: Uint8Array, signal: AbortSignal): Promise<void>
  setZoom(zoom: Zoom): void
  /** The factor at which pages are shown. */
  zoom(): number
  goTo(page: number): void
  /** Scrolls as little as shows the box. */
  reveal(page: number, box: Box): void
  /** The first and the last page of which something is in view. */
  inView(): readonly [number, number]
  /** Marks boxes by page, in place of those marked before. */
  mark(boxes: ReadonlyMap<number, readonly Box[]>): void
  /** The document that is shown. */
  document(): PDFDocumentProxy | undefined
  destroy(): void
}

interface PdfViewOptions {
  readonly parent: HTMLElement
  label(page: number): string
  /** Called when other pages are in view, or there are others. */
  onView(): void
  /** A point of a page, in points. */
  onClick(page: number, point: Pick<Box, 'x' | 'y'>): void
}

/** Text is laid over pages once they rest for so long. */
const MS_REST = 300
const MOST_ZOOM = 8

export function createPdfView(options: PdfViewOptions): PdfView {
  return new View(options)
}

class View implements PdfView {
  readonly #options: PdfViewOptions
  readonly #near: IntersectionObserver
  readonly #resizing: ResizeObserver
  readonly #nearPages = new Set<PageView>()
  #pages: PageView[] = []
  #shown: PDFDocumentProxy | undefined
  #wanted: Zoom = 'width'
  #zoom = 1
  /** Of what is painted in the background. */
  #painting = new AbortController()
  #rest: ReturnType<typeof setTimeout> | undefined
  /** Where the reader has scrolled to: shorter documents in between do not forget it. */
  #top = 0
  #isScrolling = false
  #marks: ReadonlyMap<number, readonly Box[]> = new Map()

  constructor(options: PdfViewOptions) {
    this.#options = options
    const { parent } = options
    this.#near = new IntersectionObserver((entries) => this.#onNear(entries), { root: parent, rootMargin: '50% 0px' })
    this.#resizing = new ResizeObserver(() => this.#fit())
    this.#resizing.observe(parent)
    parent.addEventListener('scroll', this.#onScroll, { passive: true })
    parent.addEventListener('click', this.#onClick)
  }

  async show(pdf: Uint8Array, signal: AbortSignal): Promise<void> {
    const next = await openPdf(pdf)
    try {
      signal.throwIfAborted()
      const first = (await next.getPage(1)).getViewport({ scale: 1 })
      this.#arrange(next.numPages, first)
      const [from, to] = this.inView()
      const visible = this.#pages.slice(from - 1, to)
      const painting = { document: next, zoom: this.#zoom }
      const showAll = await Promise.all(visible.map((page) => page.paint(painting, signal)))
      signal.throwIfAborted()
      for (const showOne of showAll) showOne()
    } catch (thrown) {
      void next.loadingTask.destroy()
      throw thrown
    }
    const before = this.#shown
    this.#shown = next
    this.#paintNear()
    this.#options.onView()
    void before?.loadingTask.destroy()
  }

  setZoom(zoom: Zoom): void {
    this.#wanted = zoom
    this.#fit()
  }

  zoom(): number {
    return this.#zoom
  }

  goTo(page: number): void {
    const view = this.#pages[Math.min(this.#pages.length, Math.max(1, page)) - 1]
    if (view !== undefined) this.#options.parent.scrollTop = view.element.offsetTop - this.#pages[0]!.element.offsetTop
  }

  reveal(page: number, box: Box): void {
    const { parent } = this.#options
    const view = this.#pages[page - 1]
    if (view === undefined) return
    const points = this.#zoom * CSS_PIXELS_PER_POINT
    const top = view.element.offsetTop - parent.offsetTop + box.y * points
    const bottom = top + Math.min(box.height * points, parent.clientHeight)
    if (top >= parent.scrollTop && bottom <= parent.scrollTop + parent.clientHeight) return
    parent.scrollTop = top - parent.clientHeight / 3
  }

  inView(): readonly [number, number] {
    const { parent } = this.#options
    const top = parent.scrollTop + parent.offsetTop
    const bottom = top + parent.clientHeight
    const isIn = ({ element }: PageView): boolean => element.offsetTop + element.offsetHeight > top && element.offsetTop < bottom
    const first = this.#pages.findIndex(isIn)
    if (first < 0) return [1, 1]
    let last = first
    while (last + 1 < this.#pages.length && isIn(this.#pages[last + 1]!)) last++
    return [first + 1, last + 1]
  }

  mark(boxes: ReadonlyMap<number, readonly Box[]>): void {
    for (const page of new Set([...this.#marks.keys(), ...boxes.keys()])) this.#pages[page - 1]?.mark(boxes.get(page) ?? [])
    this.#marks = boxes
  }

  document(): PDFDocumentProxy | undefined {
    return this.#shown
  }

  destroy(): void {
    clearTimeout(this.#rest)
    this.#painting.abort()
    this.#near.disconnect()
    this.#resizing.disconnect()
    this.#options.parent.removeEventListener('scroll', this.#onScroll)
    this.#options.parent.removeEventListener('click', this.#onClick)
    for (const page of this.#pages) page.clear()
    void this.#shown?.loadingTask.destroy()
  }

  /** As many pages as there are; pages that stay keep their place and what is painted on them. */
  #arrange(count: number, size: Size): void {
    const { parent, label } = this.#options
    for (const page of this.#pages.splice(count)) {
      this.#near.unobserve(page.element)
      this.#nearPages.delete(page)
      page.clear()
      page.element.remove()
    }
    if (this.#pages.length === 0) this.#zoom = this.#zoomFor(size)
    const added: PageView[] = []
    for (let number = this.#pages.length + 1; number <= count; number++) {
      const page = new PageView(number, size, label(number))
      page.resize(this.#zoom)
      added.push(page)
    }
    this.#pages.push(...added)
    parent.append(...added.map(({ element }) => element))
    for (const { element } of added) this.#near.observe(element)
    if (parent.scrollTop !== this.#top) this.#scrollTo(this.#top)
  }

  #scrollTo(top: number): void {
    this.#isScrolling = true
    this.#options.parent.scrollTop = top
  }

  readonly #onScroll = (): void => {
    // What a shorter document did is not what the reader wants.
    const isOwn = this.#isScrolling
    this.#isScrolling = false
    const { parent } = this.#options
    const isAtEnd = parent.scrollTop + parent.clientHeight >= parent.scrollHeight - 1
    if (!isOwn && !(isAtEnd && this.#top > parent.scrollTop)) this.#top = parent.scrollTop
    this.#options.onView()
  }

  readonly #onClick = (event: MouseEvent): void => {
    const { target } = event
    const element = target instanceof Element ? target.closest<HTMLElement>('.sheet') : null
    // Text that was selected is copied, not looked for.
    if (element === null || getSelection()?.isCollapsed === false) return
    const { left, top } = element.getBoundingClientRect()
    const points = this.#zoom * CSS_PIXELS_PER_POINT
    this.#options.onClick(Number(element.dataset['page']), { x: (event.clientX - left) / points, y: (event.clientY - top) / points })
  }

  #onNear(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const page = this.#pages[Number((target as HTMLElement).dataset['page']) - 1] // the elements that are observed
      if (page === undefined) continue
      if (isIntersecting) this.#nearPages.add(page)
      else {
        this.#nearPages.delete(page)
        page.clear()
      }
    }
    this.#paintNear()
  }

  /** Paints what is near and not painted yet, those in view first; then, once all rests, lays the text over them. */
  #paintNear(): void {
    this.#painting.abort()
    this.#painting = new AbortController()
    clearTimeout(this.#rest)
    const { signal } = this.#painting
    const document = this.#shown
    if (document === undefined) return
    const painting = { document, zoom: this.#zoom }
    const [from, to] = this.inView()
    const isInView = ({ number }: PageView): boolean => number >= from && number <= to
    // While a longer document is made ready there are more pages than are shown.
    const near = [...this.#nearPages]
      .filter(({ number }) => number <= document.numPages)
      .sort((a, b) => Number(isInView(b)) - Number(isInView(a)) || a.number - b.number)
    const paintAll = async (): Promise<void> => {
      for (const page of near) if (!page.isPainted(painting)) (await page.paint(painting, signal))()
      this.#rest = setTimeout(() => void showTexts().catch(rethrowUnless(signal)), MS_REST)
    }
    const showTexts = async (): Promise<void> => {
      for (const page of near) if (!signal.aborted) await page.showText(painting, signal)
    }
    paintAll().catch(rethrowUnless(signal))
  }

  /** Zooms anew, and stays at the same place of the same page. */
  #fit(): void {
    const [first] = this.inView()
    const { parent } = this.#options
    const page = this.#pages[first - 1]
    if (page === undefined) return
    const zoom = this.#zoomFor(page.size)
    if (zoom === this.#zoom) return
    const share = (parent.scrollTop + parent.offsetTop - page.element.offsetTop) / page.element.offsetHeight
    this.#zoom = zoom
    for (const each of this.#pages) each.resize(zoom)
    parent.scrollTop = page.element.offsetTop - parent.offsetTop + share * page.element.offsetHeight
    this.#paintNear()
    this.#options.onView()
  }

  #zoomFor({ width, height }: Size): number {
    if (typeof this.#wanted === 'number') return this.#wanted
    const { parent } = this.#options
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(parent)
    const across = (parent.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)) / width
    const down = (parent.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) / height
    const fitting = this.#wanted === 'width' ? across : Math.min(across, down)
    return Math.min(MOST_ZOOM, Math.max(0.1, fitting / CSS_PIXELS_PER_POINT))
  }
}

/** A document that is closed while it is painted fails: nothing of it is wanted any more. */
function rethrowUnless(signal: AbortSignal): (thrown: unknown) => void {
  return (thrown) => {
    if (!signal.aborted) throw thrown
  }
}
