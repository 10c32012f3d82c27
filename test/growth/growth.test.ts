// Work in proportion to the document, whatever its shape: counted, never timed. Rows, paragraphs and siblings cost the same in long documents as in short ones, and what
// is nested costs the same at every depth.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome } from './count.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const output = execFileSync(process.execPath, ['--import', 'tsx', '--import', at('steps.ts'), at('count.ts')], { encoding: 'utf8' })
// What `count.ts` prints.
const outcomes = JSON.parse(output) as readonly Outcome[]

/** More than linear by this much is a fault: room for a logarithm, none for a square. */
const ROOM = 1.5

const growth = suite('growth')

for (const { name, kind, small, large, power, atSmall, atLarge } of outcomes) {
  const times = (large / small) ** power
  const what = `${atSmall} steps for ${small}, ${atLarge} for ${large}`
  if (kind === 'square') growth('counting sees a square', () => assert.ok(atLarge > ROOM * times * atSmall, what))
  else growth(`${name}: in proportion`, () => assert.ok(atSmall > 0 && atLarge <= ROOM * times * atSmall, what))
}

growth.run()
