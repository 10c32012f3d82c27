import { buffer } from 'node:stream/consumers'
import { loadEngine } from '../../../server/local-engine.ts'
import { run } from '../../../server/program.ts'

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: (what) => void process.stdout.write(what),
  err: (text) => void process.stderr.write(text),
  input: () => buffer(process.stdin),
  isOutTerminal: false,
  isErrTerminal: false,
  loadEngine,
  childScript: new URL('./fake-child.ts', import.meta.url),
})
