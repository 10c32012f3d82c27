// Merges N invoices and prints the number of pages and the megabytes of heap in use after it. Run by memory.test.ts with `--expose-gc`.
import { invoiceData } from '../../bench/documents.ts'
import { createEngine } from '../../engine/index.ts'
import { sampleSource } from './samples.ts'

const engine = await createEngine()
const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
const parts = Array.from({ length: Number(process.argv[2]) }, (_, i) => ({ template, data: invoiceData(i) }))
const { pages } = await engine.merge(parts)
globalThis.gc?.()
console.log(JSON.stringify({ pages, megabytes: process.memoryUsage().heapUsed / 2 ** 20 }))
