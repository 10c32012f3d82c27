// pdf.js, loaded when a PDF is shown first, with its worker.
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { loadModule } from '../state/modules.ts'

/** Address of the script of the worker; written by the build. */
declare const PDF_WORKER: string

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string | URL }
}

type Library = typeof import('pdfjs-dist')

let library: Promise<Library> | undefined

export function loadPdfLibrary(): Promise<Library> {
  library ??= load()
  return library
}

async function load(): Promise<Library> {
  // Trusted Types: the only address from which this application starts a worker.
  const types = (window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = types?.createPolicy('platen', { createScriptURL: (url) => (url === PDF_WORKER ? url : '') })
  const url = policy?.createScriptURL(PDF_WORKER) ?? PDF_WORKER
  const [module, port] = await Promise.all([loadModule(() => import('pdfjs-dist')), loadModule(() => startWorker(url))])
  const worker = new module.PDFWorker({ port } as never) // its types want a null port
  // Documents share the worker: one that is closed must not end it for the others.
  return { ...module, getDocument: (options) => module.getDocument({ ...(options as object), worker }) }
}

/** pdf.js waits for ever for a worker whose script cannot be loaded. Its own says that it is there. */
function startWorker(url: string | URL): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url as string, { type: 'module' })
    worker.addEventListener('message', () => resolve(worker), { once: true })
    worker.addEventListener('error', () => reject(new Error(`${PDF_WORKER} cannot be loaded`)), { once: true })
  })
}

/** Opens a PDF of the service; its bytes go to the worker. */
export async function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await loadPdfLibrary()
  // Glyphs as outlines: each font that the page loads would have Chromium lay out all of the page again, 20 to 40 ms for every key typed.
  return await getDocument({ data, useSystemFonts: false, disableFontFace: true }).promise
}
