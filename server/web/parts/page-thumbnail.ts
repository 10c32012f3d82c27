// A thumbnail of the first page of a PDF, for cards in lists.
import { loadPdfLibrary } from './pdf-library.ts'

/** In device pixels: twice the width of a card, for screens with two pixels to a CSS pixel. */
const WIDTH = 560
const MAX_HEIGHT = 1000
const QUALITY = 0.82

/** The upper part of the first page, `width` pixels wide: WebP where the browser writes it, else PNG. */
export async function pageThumbnail(pdf: Uint8Array, width = WIDTH): Promise<Blob> {
  const { getDocument } = await loadPdfLibrary()
  const pdfDocument = await getDocument({ data: pdf, isEvalSupported: false, useSystemFonts: false }).promise
  try {
    const page = await pdfDocument.getPage(1)
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.max(1, Math.min(MAX_HEIGHT, Math.round(viewport.height)))
    await page.render({ canvas, viewport, background: '#ffffff' }).promise
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('a canvas gave no picture')) : resolve(blob)), 'image/webp', QUALITY)
    })
  } finally {
    await pdfDocument.loadingTask.destroy()
  }
}

export function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
