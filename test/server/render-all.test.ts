// One template for many rows of a program, in processes of their own.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/index.ts'
import { type RowResult, renderAll } from '../../server/render-all.ts'
import { childPids } from './support/children.ts'
import { until } from './support/until.ts'

const rows = suite('render all')
const template = { type: 'html', source: '<p>Row {{n}}</p><p data-repeat="more" style="break-before: page">{{name}}</p>' } as const
/** Row n has n pages. */
const row = (n: number): unknown => ({ n, more: Array.from({ length: n - 1 }, (_, i) => ({ name: `page ${i + 2}` })) })

rows('gives documents in the order of the rows, and says which row failed', async () => {
  const results: RowResult[] = []
  async function* given(): AsyncGenerator<unknown> {
    yield* [row(3), row(1), 'no object', row(2)]
  }
  for await (const result of renderAll(template, given(), { workers: 2 })) results.push(result)
  assert.equal(
    results.map((result) => (result.kind === 'rendered' ? [result.index, result.pages] : [result.index, result.failure.kind])),
    [
      [0, 3],
      [1, 1],
      [2, 'no-object'],
      [3, 2],
    ],
  )
  const [first] = results
  assert.is(first?.kind === 'rendered' && Buffer.from(first.pdf.subarray(0, 5)).toString(), '%PDF-')
  await until(() => childPids().length === 0)
})

rows('reads no more rows than its processes need, and ends them with the loop', async () => {
  let read = 0
  function* endless(): Generator<unknown> {
    for (;;) {
      read++
      yield row(1)
    }
  }
  let seen = 0
  for await (const { kind } of renderAll(template, endless(), { workers: 1 })) {
    assert.is(kind, 'rendered')
    if (++seen === 3) break
  }
  assert.ok(read <= seen + 6, `${read} rows were read`)
  await until(() => childPids().length === 0)
})

rows('throws the errors of the template, before any row', async () => {
  const all = renderAll({ type: 'html', source: '{{#each' }, [row(1)], { workers: 1 })
  try {
    await all.next()
    assert.unreachable()
  } catch (thrown) {
    assert.instance(thrown, InputError)
  }
})

rows.run()
