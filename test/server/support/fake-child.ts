import { serveJobs } from '../../../server/pool/job-server.ts'
import { fakeEngine } from './fake-engine.ts'

await serveJobs(fakeEngine)
