// `npm start`.
import { serve } from './serve.ts'

process.exitCode = await serve(process.env, (line) => process.stdout.write(`${line}\n`))
