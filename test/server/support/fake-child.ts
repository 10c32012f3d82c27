import { serveJobs } from '../../../server/pool/serve.ts'
import { fakeEngine } from './fake-engine.ts'

await serveJobs(fakeEngine)
