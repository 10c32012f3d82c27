// A picture of a page of a PDF, as small as lists show it.
import { loadPdfLibrary } from './pdf-library.ts'

/** Twice what a card is wide, for screens with two pixels for one. */
const WIDTH = 560
const MOST_HEIGHT = 1000
const QUALITY = 0.82

/** WebP where the browser writes it, else PNG. */
export async function pagePicture(pdf: Uint8Array, width = WIDTH): Promise<Blob> {
  const { getDocument } = await loadPdfLibrary()
  const document_ = await getDocument({ data: pdf, isEvalSupported: false, useSystemFonts: false }).promise
  try {
    const page = await document_.getPage(1)
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.max(1, Math.min(MOST_HEIGHT, Math.round(viewport.height)))
    await page.render({ canvas, viewport, background: '#ffffff' }).promise
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('a canvas gave no picture')) : resolve(blob)), 'image/webp', QUALITY)
    })
  } finally {
    await document_.loadingTask.destroy()
  }
}

export function bytesOfBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
