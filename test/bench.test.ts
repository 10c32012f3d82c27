// Bounds the engine's work by its counters: a change that makes the engine do more work than `bench/baseline.json` fails on any machine.
// `PLATEN_UPDATE=1` writes the baseline.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Counts } from '../bench/counters.ts'

const script = fileURLToPath(new URL('../bench/counters.ts', import.meta.url))
const baselineFile = new URL('../bench/baseline.json', import.meta.url)

/** Features may add a little work; an increase by a tenth is a mistake. */
const TOLERANCE = 1.1

// The script prints Counts, and the baseline was written from them.
const counts = JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })) as Counts
if (process.env['PLATEN_UPDATE'] !== undefined) writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`)
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Counts

const bench = suite('counters')

bench('every workload has a baseline', () => {
  assert.equal(Object.keys(counts), Object.keys(baseline))
})

for (const [name, expected] of Object.entries(baseline)) {
  bench(`${name} does no more work than before`, () => {
    const found = counts[name] ?? {}
    const more = Object.entries(expected).filter(([key, value]) => (found[key] ?? Number.POSITIVE_INFINITY) > value * TOLERANCE)
    assert.equal(
      more.map(([key, value]) => `${key}: ${found[key]} instead of ${value}`),
      [],
    )
    assert.is(found['pages'], expected['pages'])
  })
}

bench('a second document of a template computes no styles again', () => {
  for (const [name, found] of Object.entries(counts)) {
    if (name.startsWith('invoice, again') || name.startsWith('statement-1000, again')) assert.is(found['stylesComputed'], 0, name)
  }
})

bench.run()
