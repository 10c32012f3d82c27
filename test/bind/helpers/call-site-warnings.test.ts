// Results that a call site caches from one document to the next must not suppress warnings.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'

const test = suite('call site warnings')

test('every document of a template warns of invalid arguments of helpers', async () => {
  const engine = await createEngine()
  const sources = [
    '{{date d "no form"}}',
    '{{currency n "Taler"}}',
    '{{number n locale="?"}}',
    '{{date d timeZone="Mars"}}',
    '{{number n decimals="x"}}',
  ]
  for (const source of sources) {
    const template = engine.compile({ type: 'html', source: `{{#each rows}}${source}{{/each}}` })
    const rows = Array.from({ length: 3 }, () => ({ d: '2026-01-31', n: 1 }))
    const counts: number[] = []
    for (let i = 0; i < 3; i++) counts.push((await engine.render(template, { rows })).warnings.length)
    assert.equal(counts, [1, 1, 1], source)
  }
})

test.run()
