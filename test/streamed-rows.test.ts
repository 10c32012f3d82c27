// Streamed rows: read ahead of pages, no further than needed, and closed when the caller wants no more.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, type Engine, InputError } from '../engine/index.ts'
import { textByPoppler } from './support/pdf-tools.ts'

const ROWS = 9_000
const FIXED = `<!DOCTYPE html><style>@page { size: A5; margin: 10mm } table { table-layout: fixed; width: 100% }</style>
<table><thead><tr><th>no</th><th>in {{carry "v"}}</th></tr></thead><tfoot data-on="last"><tr><td></td><td>sum {{add (carry "v") (pagesum "v")}}</td></tr></tfoot>
<tbody><tr data-repeat="rows"><td>#{{n}}</td><td>{{v}}</td></tr></tbody></table>`

interface Row {
  readonly n: number
  readonly v: number
}

const row = (n: number): Row => ({ n, v: 0.1 })
const list = (count: number): Row[] => Array.from({ length: count }, (_, n) => row(n))

/** A source that notes how far it was read and whether it was closed. */
class Source {
  read = 0
  isClosed = false
  readonly #count: number

  constructor(count: number) {
    this.#count = count
  }

  async *rows(): AsyncGenerator<Row, undefined> {
    try {
      for (let n = 0; n < this.#count; n++) {
        this.read++
        if (n % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
        yield row(n)
      }
    } finally {
      this.isClosed = true
    }
    return undefined
  }
}

const engine: Engine = await createEngine({ limits: { pages: 5_000, rows: 9_500 } })
const template = (source: string) => engine.compile({ type: 'html', source })

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.map(({ code }) => code).join(' ')
  }
}

const streamed = suite('streamed rows')

streamed('give the same file as an array', async () => {
  const fixed = template(FIXED)
  const { pdf } = await engine.render(fixed, { rows: list(3_000) })
  const async = await gathered(engine.stream(fixed, { rows: new Source(3_000).rows() }))
  assert.ok(Buffer.from(pdf).equals(async))
  const whole = await engine.render(fixed, { rows: new Source(3_000).rows() })
  assert.ok(Buffer.from(pdf).equals(Buffer.from(whole.pdf)))
  const once = await gathered(engine.stream(fixed, { rows: list(3_000).values() }))
  assert.ok(Buffer.from(pdf).equals(once))
})

streamed('are read no further than pages need them', async () => {
  const source = new Source(ROWS)
  let chunks = 0
  let most = 0
  for await (const _ of engine.stream(template(FIXED), { rows: source.rows() })) {
    if (++chunks === 5) most = source.read
  }
  assert.ok(most > 0 && most < ROWS / 2, `${most} rows were read for the first chunks`)
  assert.is(source.read, ROWS)
  assert.ok(source.isClosed)
})

streamed('are closed when the reader stops', async () => {
  const source = new Source(ROWS)
  for await (const _ of engine.stream(template(FIXED), { rows: source.rows() })) break
  assert.ok(source.isClosed)
  assert.ok(source.read < ROWS)
})

streamed('are closed when the caller aborts, also while waiting', async () => {
  const control = new AbortController()
  let isClosed = false
  const stuck: AsyncIterable<Row> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        setImmediate(() => control.abort(new Error('enough')))
        return new Promise(() => undefined)
      },
      return: async () => {
        isClosed = true
        return { done: true, value: undefined }
      },
    }),
  }
  try {
    await gathered(engine.stream(template(FIXED), { rows: stuck }, { signal: control.signal }))
    assert.unreachable()
  } catch (thrown) {
    assert.is((thrown as Error).message, 'enough')
  }
  assert.ok(isClosed)
})

streamed('pass on errors of their source', async () => {
  async function* broken(): AsyncGenerator<Row, undefined> {
    yield* list(5_000)
    throw new Error('connection lost')
  }
  for (const work of [gathered(engine.stream(template(FIXED), { rows: broken() })), engine.render(template(FIXED), { rows: broken() })]) {
    try {
      await work
      assert.unreachable()
    } catch (thrown) {
      assert.is((thrown as Error).message, 'connection lost')
    }
  }
})

streamed('are all read where a sum over them comes first', async () => {
  const total = template(`<p>{{count rows}} rows, {{sum rows "v"}}</p>${FIXED}`)
  const pdf = await gathered(engine.stream(total, { rows: new Source(5_000).rows() }))
  const text = textByPoppler(pdf)
  if (text === undefined) return
  assert.match(text, /5000 rows, 500\b/)
  assert.match(text, /sum 500\b/)
})

streamed('may hold streams', async () => {
  async function* groups(): AsyncGenerator<unknown, undefined> {
    for (let n = 0; n < 3; n++) yield { name: `g${n}`, rows: new Source(2).rows() }
    return undefined
  }
  const nested = template('{{#each groups}}<h2>{{name}}</h2>{{#each rows}}<p>{{../name}}r{{n}}</p>{{/each}}{{/each}}')
  const text = textByPoppler(await gathered(engine.stream(nested, { groups: groups() })))
  if (text === undefined) return
  assert.equal(text.match(/g\dr\d/g), ['g0r0', 'g0r1', 'g1r0', 'g1r1', 'g2r0', 'g2r1'])
})

streamed('cannot be read twice after their pages', async () => {
  const twice = template(`${FIXED}<p style="break-before: page">{{#each rows}}{{n}}{{/each}}</p>`)
  assert.is(await codeOf(gathered(engine.stream(twice, { rows: new Source(ROWS).rows() }))), 'async-rows')
  assert.is(await codeOf(engine.render(twice, { rows: new Source(30).rows() })), 'none')
})

streamed('are bounded', async () => {
  assert.is(await codeOf(engine.render(template(FIXED), { rows: new Source(10_000).rows() })), 'limit-rows')
  assert.is(await codeOf(gathered(engine.stream(template(FIXED), { rows: new Source(10_000).rows() }))), 'limit-rows')
})

streamed('a merge in pieces is the merge as a whole, with the same end', async () => {
  const part = { template: template(FIXED), data: { rows: list(2_000) } }
  const whole = await engine.merge([part, part])
  let end: unknown
  const pieces = await gathered(engine.streamMerge([part, part], { onEnd: (known) => (end = known) }))
  assert.ok(Buffer.from(whole.pdf).equals(Buffer.from(pieces)))
  assert.equal(end, { pages: whole.pages, warnings: whole.warnings, warningCount: 0 })
  const fromRows = [part, { ...part, data: { rows: new Source(2_000).rows() } }]
  assert.ok(Buffer.from(await gathered(engine.streamMerge(fromRows))).equals(Buffer.from(whole.pdf)))
})

streamed('measure columns by the first of them, with a warning', async () => {
  const auto = template('<table><tr data-repeat="rows"><td>{{n}}</td><td>{{v}}</td></tr></table>')
  const warnings: string[] = []
  const onEnd = (end: { readonly warnings: readonly { readonly code: string }[] }): void =>
    void warnings.push(...end.warnings.map(({ code }) => code))
  await gathered(engine.stream(auto, { rows: new Source(5_000).rows() }, { onEnd }))
  assert.equal(warnings, ['sampled-columns'])
})

streamed('of an array are all measured, and no more of them at a time than the budget of nodes lets live', async () => {
  const source = '<table><tr data-repeat="rows"><td>{{n}}</td><td>{{v}}</td></tr></table>'
  const small = await createEngine({ limits: { nodes: 12_000 } })
  const { pdf, warnings } = await small.render(small.compile({ type: 'html', source }), { rows: list(4_000) })
  assert.equal(warnings, [])
  assert.ok(Buffer.from(pdf).equals(Buffer.from((await engine.render(template(source), { rows: list(4_000) })).pdf)))
})

streamed.run()
