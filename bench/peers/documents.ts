// The five documents of the comparison with peers; every run gets new data.
import { invoiceData, mergeData, statementData, textData } from '../documents.ts'

export interface PeerDocument {
  readonly kind: 'invoice' | 'statement' | 'text' | 'merge'
  data(index: number): unknown
}

export const DOCUMENTS: ReadonlyMap<string, PeerDocument> = new Map([
  ['invoice', { kind: 'invoice', data: (index: number) => invoiceData(index) }],
  ['merge-10-invoices', { kind: 'merge', data: (index: number) => mergeData(index, 10) }],
  ['statement-1000', { kind: 'statement', data: (index: number) => statementData(index, 1000) }],
  ['text-50-pages', { kind: 'text', data: (index: number) => textData(index) }],
  ['statement-10000', { kind: 'statement', data: (index: number) => statementData(index, 10_000) }],
])

export const ENGINES = ['pdfkit', 'platen', 'typst', 'chromium', 'pdfmake', 'jspdf', 'react-pdf', 'weasyprint']
