// Pages of a PDF on canvases. Only those near the window are painted; the old ones stay until the new ones are ready.
import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Address of the script of the worker; written by the build. */
declare const PDF_WORKER: string

const CSS_PIXELS_PER_POINT = 96 / 72
const MOST_PIXEL_RATIO = 2

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string | URL }
}

let library: Promise<typeof import('pdfjs-dist')> | undefined

function loadLibrary(): Promise<typeof import('pdfjs-dist')> {
  library ??= import('pdfjs-dist').then((module) => {
    // Trusted Types: the only address from which this application starts a worker.
    const types = (window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes
    const policy = types?.createPolicy('platen', { createScriptURL: (url) => (url === PDF_WORKER ? url : '') })
    const url = policy?.createScriptURL(PDF_WORKER) ?? PDF_WORKER
    module.GlobalWorkerOptions.workerPort = new Worker(url as string, { type: 'module' })
    return module
  })
  return library
}

export interface PdfPages {
  /** Resolves when the pages in view are painted; rejects when `signal` aborts. */
  show(pdf: Uint8Array, signal: AbortSignal): Promise<void>
  /** 0: pages are as wide as the parent. */
  setZoom(zoom: number): Promise<void>
  destroy(): void
}

export function createPdfPages(parent: HTMLElement, label: (page: number) => string): PdfPages {
  let shown: PDFDocumentProxy | undefined
  let wanted = 0
  let zoom = 1
  let observer: IntersectionObserver | undefined
  const paint = async (document_: PDFDocumentProxy, canvas: HTMLCanvasElement): Promise<void> => {
    if (canvas.dataset['painted'] === String(zoom)) return
    canvas.dataset['painted'] = String(zoom)
    const page = await document_.getPage(Number(canvas.dataset['page']))
    const ratio = Math.min(MOST_PIXEL_RATIO, devicePixelRatio)
    const viewport = page.getViewport({ scale: zoom * CSS_PIXELS_PER_POINT * ratio })
    const fresh = document.createElement('canvas')
    Object.assign(fresh, { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) })
    await page.render({ canvas: fresh, viewport }).promise
    canvas.width = fresh.width
    canvas.height = fresh.height
    canvas.getContext('2d')?.drawImage(fresh, 0, 0)
  }
  const observe = (document_: PDFDocumentProxy): void => {
    observer?.disconnect()
    observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && target instanceof HTMLCanvasElement) paint(document_, target).catch(() => {})
        }
      },
      { root: parent, rootMargin: '50% 0px' },
    )
    for (const canvas of parent.children) observer.observe(canvas)
  }
  return {
    async show(pdf, signal) {
      const { getDocument } = await loadLibrary()
      const next = await getDocument({ data: pdf, isEvalSupported: false, useSystemFonts: false }).promise
      if (signal.aborted) {
        await next.loadingTask.destroy()
        return
      }
      zoom = await zoomFor(next, parent, wanted)
      const canvases = await canvasesOf(next, parent, { label, zoom })
      const inView = canvases.filter((canvas) => isNear(canvas, parent))
      await Promise.all((inView.length === 0 ? canvases.slice(0, 1) : inView).map((canvas) => paint(next, canvas)))
      if (signal.aborted) return
      parent.replaceChildren(...canvases)
      observe(next)
      const before = shown
      shown = next
      await before?.loadingTask.destroy()
    },
    async setZoom(next) {
      wanted = next
      if (shown !== undefined) zoom = await zoomFor(shown, parent, wanted)
      for (const canvas of parent.children) if (canvas instanceof HTMLCanvasElement) size(canvas, zoom)
      if (shown !== undefined) observe(shown)
    },
    destroy() {
      observer?.disconnect()
      void shown?.loadingTask.destroy()
    },
  }
}

async function zoomFor(document_: PDFDocumentProxy, parent: HTMLElement, wanted: number): Promise<number> {
  if (wanted > 0) return wanted
  const { width } = (await document_.getPage(1)).getViewport({ scale: CSS_PIXELS_PER_POINT })
  const { paddingLeft, paddingRight } = getComputedStyle(parent)
  return Math.max(0.1, (parent.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)) / width)
}

/** An empty canvas for each page, as large as the page will be, so that scrolling stays where it was. */
async function canvasesOf(
  document_: PDFDocumentProxy,
  parent: HTMLElement,
  { label, zoom }: { label(page: number): string; zoom: number },
): Promise<HTMLCanvasElement[]> {
  const { width, height } = (await document_.getPage(1)).getViewport({ scale: 1 })
  return Array.from({ length: document_.numPages }, (_, i) => {
    const canvas = document.createElement('canvas')
    const old = parent.children[i]
    canvas.dataset['page'] = String(i + 1)
    canvas.dataset['width'] = String(width)
    canvas.dataset['height'] = String(height)
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', label(i + 1))
    if (old instanceof HTMLCanvasElement) canvas.dataset['top'] = String(old.offsetTop)
    size(canvas, zoom)
    return canvas
  })
}

function size(canvas: HTMLCanvasElement, zoom: number): void {
  canvas.style.width = `${Number(canvas.dataset['width']) * zoom * CSS_PIXELS_PER_POINT}px`
  canvas.style.height = `${Number(canvas.dataset['height']) * zoom * CSS_PIXELS_PER_POINT}px`
}

function isNear(canvas: HTMLCanvasElement, parent: HTMLElement): boolean {
  const top = canvas.dataset['top']
  if (top === undefined) return false
  return Math.abs(Number(top) - parent.offsetTop - parent.scrollTop) < parent.clientHeight
}
