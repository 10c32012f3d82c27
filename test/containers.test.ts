// Documents whose styles depend on the sizes of containers: laid out again, whatever they are made of.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CompiledTemplate, createEngine, type Engine } from '../engine/index.ts'

const containers = suite('containers')

const STYLE = `<style>@page { size: 400px 300px; margin: 0 } body, p { margin: 0 } div { container-type: inline-size }
@container (width > 200px) { p { margin-left: 50px } }</style>`
const rows = (count: number): { w: number }[] => Array.from({ length: count }, (_, i) => ({ w: i % 2 === 0 ? 100 : 300 }))

let engine: Engine
containers.before(async () => {
  engine = await createEngine()
})

const compile = (source: string): CompiledTemplate => engine.compile({ type: 'html', source: `<!doctype html>${source}` })

/** Left edges of the paragraphs, in pixels. */
async function edges(template: CompiledTemplate, data: Readonly<Record<string, unknown>>): Promise<number[]> {
  const { boxes } = await engine.inspect(template, data)
  return boxes.filter(({ path }) => path.includes('>p:')).map(({ x }) => x)
}

containers('each render of a template has its own sizes', async () => {
  const template = compile(`${STYLE}<div style="width: {{w}}px"><p>x</p></div>`)
  assert.equal(await edges(template, { w: 300 }), [50])
  assert.equal(await edges(template, { w: 100 }), [0])
  assert.equal(await edges(template, { w: 300 }), [50])
})

containers('items of a repeat, beyond what is made ahead of layout', async () => {
  const template = compile(`${STYLE}<div data-repeat="rows" style="width: {{w}}px; height: 20px"><p>x</p></div>`)
  const found = await edges(template, { rows: rows(4_000) })
  assert.is(found.length, 4_000)
  assert.ok(found.every((x, i) => x === (i % 2 === 0 ? 0 : 50)))
})

containers('streamed rows are read to their end', async () => {
  const template = compile(`${STYLE}<table><tr data-repeat="rows"><td><div style="width: {{w}}px"><p>x</p></div></td></tr></table>`)
  const stream = async function* (): AsyncGenerator<{ w: number }, undefined> {
    yield* rows(1_000)
    return undefined
  }
  const [listed, streamed] = [await engine.render(template, { rows: rows(1_000) }), await engine.render(template, { rows: stream() })]
  assert.is(streamed.pages, listed.pages)
  assert.equal(await engine.render(template, { rows: stream() }), streamed)
})

containers('an element that loses its box leaves no size behind', async () => {
  const template = compile(`${STYLE}<style>.a { width: 250px } .b { width: 50cqw }
    @container (width > 120px) { .b div { display: none } }</style><div class="a"><div class="b"><div><p>x</p></div></div></div><p>y</p>`)
  assert.equal(await edges(template, {}), [0])
})

containers('nesting without end is reported', async () => {
  const nested = (depth: number): string => (depth === 0 ? '<p>x</p>' : `<div>${nested(depth - 1)}</div>`)
  const style = `${STYLE}<style>div { width: 390px } @container (width > 1px) { div { width: calc(100cqw - 1px) } }</style>`
  const warned = async (depth: number): Promise<string[]> =>
    (await engine.render(compile(style + nested(depth)), {})).warnings.map(({ code }) => code)
  assert.equal(await warned(8), [])
  assert.equal(await warned(12), ['nested-containers'])
})

containers('warnings are of the layout that is kept', async () => {
  const hidden = '<style>@container (width > 200px) { p { display: none } }</style>'
  const template = compile(`${STYLE}${hidden}<div style="width: {{w}}px"><p><a href="javascript:x">x</a></p></div>`)
  const warned = async (w: number): Promise<string[]> => (await engine.render(template, { w })).warnings.map(({ code }) => code)
  assert.equal(await warned(300), [])
  assert.equal(await warned(100), ['blocked-url'])
})

containers('documents that ask for no size are laid out once', async () => {
  const shaped = async (css: string): Promise<number> => {
    const rowsLaid = (): number => engine.counters()['rowsLaid'] ?? 0
    const before = rowsLaid()
    await engine.render(compile(`<style>div { container-type: inline-size } ${css}</style><div><table><tr><td>x</table></div>`), {})
    return rowsLaid() - before
  }
  const once = await shaped('')
  assert.is(await shaped('@container style(--x) { td { color: red } }'), once)
  assert.is(await shaped('@container not style(--x) { td { color: red } }'), once)
  assert.ok((await shaped('@container (width > 1px) { td { color: red } }')) > once)
})

containers.run()
