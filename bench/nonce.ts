// Invoices that prove whose they are: each has a text of its own as plain bytes in the file.
import { invoiceData, sampleSource } from './documents.ts'

/** The invoice of the samples with a title that only one request knows: it stands as plain text in the PDF's metadata. */
export const NONCE_SOURCE = sampleSource('invoice.html')
  .replace(/<title>[^<]*<\/title>/, '')
  .replace('<head>', '<head><title>{{nonce}}</title>')

/** Made ahead: whoever drives a service on its own machine should cost it little. */
const INVOICES = Array.from({ length: 200 }, (_, seed) => invoiceData(seed))

let count = 0

export function nonce(): string {
  return `nonce${(count++).toString(36)}x${Math.random().toString(36).slice(2, 10)}x`
}

/** Another invoice at every call, with this text in it. */
export function dataWith(text: string): object {
  return { ...INVOICES[count % INVOICES.length], nonce: text }
}

const INVOICE_TEXTS = INVOICES.map((invoice) => JSON.stringify(invoice).slice(1))

/** The body of a request with such an invoice, written without looking at it. */
export function bodyWith(text: string): string {
  return `{"data":{"nonce":"${text}",${INVOICE_TEXTS[count % INVOICES.length]}}`
}

/** What is wrong with a PDF that should be whole and have these texts; undefined when nothing is. */
export function faultOf(bytes: Buffer, ...texts: readonly string[]): string | undefined {
  const isWhole = bytes.subarray(0, 5).toString() === '%PDF-' && bytes.lastIndexOf('%%EOF') > bytes.length - 10
  return isWhole && texts.every((text) => bytes.includes(text)) ? undefined : 'another document'
}
