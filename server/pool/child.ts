// Entry of a worker process. Started by pool/worker-process.ts, never by hand.
import { createEngine, InputError } from '../../engine/index.ts'
import { serveJobs } from './job-server.ts'

await serveJobs({ createEngine, InputError })
