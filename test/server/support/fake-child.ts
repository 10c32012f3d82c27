import { serveJobs } from '../../../server/pool/serve.ts'
import { makeFakeEngine } from './fake-engine.ts'

await serveJobs(makeFakeEngine)
