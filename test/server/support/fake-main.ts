import { serve } from '../../../server/serve.ts'

process.exitCode = await serve(process.env, (line) => process.stdout.write(`${line}\n`), new URL('./fake-child.ts', import.meta.url))
