// Entry of a rendering process. Started by pool/process.ts, never by hand.
import type { MakeEngine } from './engine.ts'
import { serveJobs } from './serve.ts'

const engine = new URL('../../engine/index.js', import.meta.url).href
const { createEngine } = (await import(engine)) as { createEngine: MakeEngine }
await serveJobs(createEngine)
