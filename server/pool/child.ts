// Entry of a rendering process. Started by pool/process.ts, never by hand.
import { createEngine, InputError } from '../../engine/index.ts'
import { serveJobs } from './serve.ts'

await serveJobs({ createEngine, InputError })
