// Streams a statement of N rows to nowhere and prints what it took: run in a process with a small heap. A second argument: without tags.
import { readFileSync } from 'node:fs'
import { statementData } from '../../bench/documents.ts'
import { createEngine } from '../../engine/index.ts'
import { sampleSource } from './samples.ts'

const rows = Number(process.argv[2])
const engine = await createEngine({ limits: { pages: 100_000 } })
const template = engine.compile({ type: 'html', source: sampleSource('statement.html') })
let bytes = 0
let pages = 0
const data = statementData(1, rows)
for await (const chunk of engine.stream(template, data, { tagged: process.argv[3] === undefined, onEnd: (end) => (pages = end.pages) }))
  bytes += chunk.length
console.log(JSON.stringify({ bytes, pages, rss: peakMemory() }))

/** In bytes. Linux counts the memory of the process that started this one as part of `maxRSS` (getrusage), so its own mark is read where there is one. */
function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
