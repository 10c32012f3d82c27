// Streams a statement of N rows to nowhere and prints what it took: run in a process with a small heap. A second argument: without tags.
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
console.log(JSON.stringify({ bytes, pages, rss: process.resourceUsage().maxRSS * 1024 }))
