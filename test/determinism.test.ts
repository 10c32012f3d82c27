// Law 6: same template, data, options and fonts give the same bytes, whatever the process, what ran before, the time zone or the language.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../engine/index.ts'
import { SAMPLES, sampleData, sampleSource } from './support/samples.ts'

const script = fileURLToPath(new URL('support/hash-samples.ts', import.meta.url))

function hashesIn(environment: Record<string, string>, flags: readonly string[] = []): string {
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  return execFileSync(process.execPath, ['--import', 'tsx', ...flags, script], { encoding: 'utf8', env })
}

const determinism = suite('determinism')

determinism('another process, time zone and language give the same bytes', () => {
  const here = hashesIn({ TZ: 'UTC', LANG: 'C' })
  assert.is(here.trim().split('\n').length, SAMPLES.length)
  assert.is(hashesIn({ TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }), here)
})

determinism('what an engine rendered before does not show', async () => {
  const engine = await createEngine()
  const render = async ({ name, type, file }: (typeof SAMPLES)[number]): Promise<string> => {
    const { pdf } = await engine.render(engine.compile({ type, source: sampleSource(file) }), sampleData(name))
    return createHash('sha256').update(pdf).digest('hex')
  }
  const forwards = []
  for (const sample of SAMPLES) forwards.push(await render(sample))
  const backwards = []
  for (const sample of [...SAMPLES].reverse()) backwards.push(await render(sample))
  assert.equal(backwards.reverse(), forwards)
})

determinism('the engine works where code generation from strings is forbidden', () => {
  assert.is(hashesIn({}, ['--disallow-code-generation-from-strings']), hashesIn({}))
})

determinism.run()
