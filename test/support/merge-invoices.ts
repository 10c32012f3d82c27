// Merges N invoices and prints the number of pages. Run by memory.test.ts in a process with a small heap.
import { invoiceData } from '../../bench/documents.ts'
import { createEngine } from '../../engine/index.ts'
import { sampleSource } from './samples.ts'

const engine = await createEngine()
const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
const parts = Array.from({ length: Number(process.argv[2]) }, (_, i) => ({ template, data: invoiceData(i) }))
const { pages } = await engine.merge(parts)
console.log(JSON.stringify({ pages }))
