// Invoices that prove which request they answer: each contains a unique text as plain bytes in the PDF.
import { randomInt, randomUUID } from 'node:crypto'
import { invoiceData, sampleSource } from './documents.ts'

/** The sample invoice with the nonce as its title, which is plain text in the PDF's metadata. */
export const NONCE_SOURCE = sampleSource('invoice.html')
  .replace(/<title>[^<]*<\/title>/, '')
  .replace('<head>', '<head><title>{{nonce}}</title>')

/** Generated in advance, since a driver on the same machine should take little CPU time from the service. */
const INVOICES = Array.from({ length: 200 }, (_, seed) => invoiceData(seed))

export function nonce(): string {
  return `nonce${randomUUID().replaceAll('-', '')}`
}

/** A random one of the invoices with this text in it. */
export function dataWith(text: string): object {
  return { ...INVOICES[randomInt(INVOICES.length)], nonce: text }
}

const INVOICE_TEXTS = INVOICES.map((invoice) => JSON.stringify(invoice).slice(1))

/** The JSON request body of such an invoice, joined from serialised text. */
export function bodyWith(text: string): string {
  return `{"data":{"nonce":"${text}",${INVOICE_TEXTS[randomInt(INVOICES.length)]}}`
}

/** Checks that a PDF is complete and contains these texts; returns what is wrong, else undefined. */
export function faultOf(bytes: Buffer, ...texts: readonly string[]): string | undefined {
  const isWhole = bytes.subarray(0, 5).toString() === '%PDF-' && bytes.lastIndexOf('%%EOF') > bytes.length - 10
  return isWhole && texts.every((text) => bytes.includes(text)) ? undefined : 'another document'
}
