// One page of a preview: its canvas, the text that can be selected over it, and the boxes that are marked on it.
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { loadPdfLibrary } from '../../parts/pdf-library.ts'
import type { Box } from './places.ts'

export const CSS_PIXELS_PER_POINT = 96 / 72
const MOST_PIXEL_RATIO = 2
/** Of one canvas; a page that is larger is painted coarser. */
const MOST_PIXELS = 16_000_000

export interface Size {
  readonly width: number
  readonly height: number
}

/** What was painted, and how large. */
interface Painting {
  readonly document: PDFDocumentProxy
  readonly zoom: number
}

export class PageView {
  readonly element: HTMLElement
  readonly number: number
  /** In points. */
  #size: Size
  #canvas: HTMLCanvasElement | undefined
  #text: HTMLElement | undefined
  #textOf: Painting | undefined
  #painted: Painting | undefined
  #marks: HTMLElement[] = []

  constructor(number: number, size: Size, label: string) {
    this.number = number
    this.#size = size
    this.element = document.createElement('div')
    this.element.className = 'sheet'
    this.element.dataset['page'] = String(number)
    this.element.setAttribute('role', 'img')
    this.element.setAttribute('aria-label', label)
  }

  get size(): Size {
    return this.#size
  }

  resize(zoom: number, size: Size = this.#size): void {
    this.#size = size
    const { style } = this.element
    style.setProperty('--zoom', String(zoom * CSS_PIXELS_PER_POINT))
    style.width = `${size.width * zoom * CSS_PIXELS_PER_POINT}px`
    style.height = `${size.height * zoom * CSS_PIXELS_PER_POINT}px`
  }

  isPainted({ document, zoom }: Painting): boolean {
    return this.#painted?.document === document && this.#painted.zoom === zoom
  }

  /** Paints on a canvas of its own; the function that is returned shows it in place of the old one. */
  async paint(painting: Painting, signal: AbortSignal): Promise<() => void> {
    const page = await painting.document.getPage(this.number)
    const canvas = await paintPage(page, painting.zoom, signal)
    const { width, height } = page.getViewport({ scale: 1 })
    return () => {
      this.resize(painting.zoom, { width, height })
      if (this.#canvas === undefined) this.element.prepend(canvas)
      else this.#canvas.replaceWith(canvas)
      release(this.#canvas)
      this.#canvas = canvas
      this.#painted = painting
      this.element.dataset['painted'] = String(painting.zoom)
    }
  }

  /** Lays the text over the page, so that it can be selected. */
  async showText(painting: Painting, signal: AbortSignal): Promise<void> {
    if (this.#textOf?.document === painting.document && this.#textOf.zoom === painting.zoom) return
    const { TextLayer } = await loadPdfLibrary()
    const page = await painting.document.getPage(this.number)
    const container = document.createElement('div')
    container.className = 'page-text'
    // The picture of the page names it for screen readers; its text would be read without its structure.
    const viewport = page.getViewport({ scale: painting.zoom * CSS_PIXELS_PER_POINT })
    signal.throwIfAborted()
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport })
    // Before its document is closed: what the worker says of texts that it was still sending is nobody's to catch.
    const cancel = (): void => layer.cancel()
    signal.addEventListener('abort', cancel)
    try {
      await layer.render()
    } finally {
      signal.removeEventListener('abort', cancel)
    }
    if (signal.aborted || !this.isPainted(painting)) return
    this.#text?.remove()
    this.#text = container
    this.#textOf = painting
    this.element.append(container)
  }

  /** Gives back the memory of its canvas; the page stays as large as it is. */
  clear(): void {
    this.#canvas?.remove()
    release(this.#canvas)
    this.#text?.remove()
    this.#canvas = undefined
    this.#text = undefined
    this.#textOf = undefined
    this.#painted = undefined
    delete this.element.dataset['painted']
  }

  mark(boxes: readonly Box[]): void {
    for (const mark of this.#marks) mark.remove()
    this.#marks = boxes.map(({ x, y, width, height }) => {
      const mark = document.createElement('div')
      mark.className = 'place-mark'
      const { style } = mark
      for (const [name, points] of [
        ['left', x],
        ['top', y],
        ['width', width],
        ['height', height],
      ] as const)
        style.setProperty(name, `calc(var(--zoom) * ${points}px)`)
      return mark
    })
    this.element.append(...this.#marks)
  }
}

/** A canvas with the picture of a page; throws when it is cancelled. */
export async function paintPage(page: PDFPageProxy, zoom: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const ratio = Math.min(MOST_PIXEL_RATIO, devicePixelRatio)
  const wanted = page.getViewport({ scale: zoom * CSS_PIXELS_PER_POINT * ratio })
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (wanted.width * wanted.height)))
  const viewport = wanted.clone({ scale: wanted.scale * scale })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) })
  signal.throwIfAborted()
  const task = page.render({ canvas, viewport })
  const cancel = (): void => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return canvas
}

/** A canvas that is dropped keeps its memory until garbage is collected, unless it is made small. */
function release(canvas: HTMLCanvasElement | undefined): void {
  if (canvas !== undefined) Object.assign(canvas, { width: 0, height: 0 })
}
