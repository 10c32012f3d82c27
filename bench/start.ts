// Cold start: CPU time of a fresh process for importing the package, and up to its first invoice. Each run is a separate process.
import { spawnSync } from 'node:child_process'

export interface Starts {
  readonly importing: Spread
  readonly firstPdf: Spread
}

interface Spread {
  readonly median: number
  readonly fastest: number
}

const RUNS = 9
const entry = new URL('../.dist/engine/index.js', import.meta.url).href
const samples = new URL('../server/samples/', import.meta.url).href

const IMPORT = `await import(${JSON.stringify(entry)})`
const FIRST = `
const { readFileSync } = await import('node:fs')
const { createEngine } = await import(${JSON.stringify(entry)})
const read = (name) => readFileSync(new URL(name, ${JSON.stringify(samples)}), 'utf8')
const engine = await createEngine()
const template = engine.compile({ type: 'html', source: read('invoice.html') })
await engine.render(template, JSON.parse(read('invoice.data.json')))`

/** Of a fresh process: Node reads the certificates that this variable adds whenever it starts, for twice as long as it needs for the rest of its start. */
export const FRESH_ENV = { ...process.env, NODE_EXTRA_CA_CERTS: undefined }

/** CPU milliseconds of the whole process, Node's own start included. */
export function measureStarts(): Starts {
  return { importing: spread(IMPORT), firstPdf: spread(FIRST) }
}

function spread(script: string): Spread {
  const times = Array.from({ length: RUNS }, () => cpuOf(script)).sort((a, b) => a - b)
  return { median: times[RUNS >> 1] ?? 0, fastest: times[0] ?? 0 }
}

function cpuOf(script: string): number {
  const tail = '\nconst { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script + tail], {
    encoding: 'utf8',
    env: FRESH_ENV,
  })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout.trim().split('\n').at(-1))
}
