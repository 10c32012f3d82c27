// Writes the code that V8 makes of the bundle, under the flags it is run with, for processes that start with the same flags.
// It holds what was run up to then: the samples are rendered, so that a first document needs little compiling.
import { readFileSync, writeFileSync } from 'node:fs'
import { cacheFile, engine, script } from '../.dist/engine/load.js'

const read = (name) => readFileSync(new URL(`../server/samples/${name}`, import.meta.url), 'utf8')
const SAMPLES = [
  ['html', 'invoice', 'invoice.html'],
  ['html', 'statement', 'statement.html'],
  ['editor', 'letter', 'letter.json'],
]

const { createEngine } = engine
const made = await createEngine()
for (const [type, name, file] of SAMPLES) {
  const template = made.compile({ type, source: read(file) })
  await made.render(template, JSON.parse(read(`${name}.data.json`)))
}
writeFileSync(cacheFile, script.createCachedData())
