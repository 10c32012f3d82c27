// Renders every sample and prints one line `name sha256` each: run in other processes, time zones and languages.
import { createHash } from 'node:crypto'
import { createEngine } from '../../engine/index.ts'
import { SAMPLES, sampleData, sampleSource } from './samples.ts'

const engine = await createEngine()
for (const { name, type, file } of SAMPLES) {
  const { pdf } = await engine.render(engine.compile({ type, source: sampleSource(file) }), sampleData(name))
  console.log(`${name} ${createHash('sha256').update(pdf).digest('hex')}`)
}
