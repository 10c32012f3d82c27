// The five documents of the comparison: their data, and how often each is made.
import { invoiceData, statementData, textData } from '../documents.ts'

export interface PeerDocument {
  readonly kind: 'invoice' | 'statement' | 'text' | 'merge'
  readonly warmUp: number
  readonly runs: number
  data(index: number): unknown
}

export const DOCUMENTS: ReadonlyMap<string, PeerDocument> = new Map([
  ['invoice', { kind: 'invoice', warmUp: 30, runs: 40, data: (index: number) => invoiceData(index) }],
  ['statement-1000', { kind: 'statement', warmUp: 3, runs: 9, data: (index: number) => statementData(index, 1000) }],
  ['statement-10000', { kind: 'statement', warmUp: 1, runs: 3, data: (index: number) => statementData(index, 10_000) }],
  ['text-50-pages', { kind: 'text', warmUp: 3, runs: 7, data: (index: number) => textData(index) }],
  ['merge-10-invoices', { kind: 'merge', warmUp: 8, runs: 12, data: (index: number) => Array.from({ length: 10 }, (_, i) => invoiceData(index * 10 + i)) }],
])

export const ENGINES = ['pdfkit', 'platen', 'pdfmake', 'jspdf', 'react-pdf', 'chromium', 'typst', 'weasyprint']
