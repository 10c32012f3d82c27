// The documents of the comparison with peers; every run gets new data.
import { invoiceData, logoInvoiceData, mergeData, statementData, textData, wrappedStatementData } from '../documents.ts'
import { mixedTextData, naturalTextData } from '../natural-text.ts'

export interface PeerDocument {
  /** What is drawn by hand; an engine whose template differs by document looks at `template` first. */
  readonly kind: 'invoice' | 'statement' | 'text' | 'merge'
  readonly template?: 'logo-invoice' | 'mixed-text' | 'hyphens' | 'mixed-hyphens'
  data(index: number): unknown
}

export const DOCUMENTS: ReadonlyMap<string, PeerDocument> = new Map([
  ['invoice', { kind: 'invoice', data: (index: number) => invoiceData(index) }],
  ['merge-10-invoices', { kind: 'merge', data: (index: number) => mergeData(index, 10) }],
  ['statement-1000', { kind: 'statement', data: (index: number) => statementData(index, 1000) }],
  ['text-50-pages', { kind: 'text', data: (index: number) => textData(index) }],
  ['invoice-logo', { kind: 'invoice', template: 'logo-invoice', data: (index: number) => logoInvoiceData(index) }],
  ['wrapped-1000', { kind: 'statement', data: (index: number) => wrappedStatementData(index, 1000) }],
  ['wrapped-10000', { kind: 'statement', data: (index: number) => wrappedStatementData(index, 10_000) }],
  ['text-natural', { kind: 'text', data: (index: number) => naturalTextData(index) }],
  ['text-hyphens', { kind: 'text', template: 'hyphens', data: (index: number) => naturalTextData(index) }],
  ['text-mixed', { kind: 'text', template: 'mixed-text', data: (index: number) => mixedTextData(index) }],
  ['text-mixed-hyphens', { kind: 'text', template: 'mixed-hyphens', data: (index: number) => mixedTextData(index) }],
  ['statement-10000', { kind: 'statement', data: (index: number) => statementData(index, 10_000) }],
])

export const ENGINES = ['pdfkit', 'limit', 'platen', 'platen-untagged', 'typst', 'chromium', 'pdfmake', 'jspdf', 'react-pdf', 'weasyprint']
