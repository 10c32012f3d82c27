// Every budget ends in a coded error: whatever a document or its data does, a render ends.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError, type Limits } from '../engine/index.ts'
import { ListCanvas } from './support/list-canvas.ts'

async function codesOf(source: string, data: unknown, limits: Partial<Limits>): Promise<string> {
  const engine = await createEngine({ limits })
  try {
    await engine.render(engine.compile({ type: 'html', source: `<!DOCTYPE html>${source}` }), data)
    return 'none'
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return [...new Set(thrown.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code))].join(' ')
  }
}

const list = (length: number): number[] => Array.from({ length }, (_, i) => i)
/** A list in CSS. */
const again = (item: string, times: number): string => Array.from({ length: times }, () => item).join(', ')

const limits = suite('limits')

limits('nodes of a template: elements and texts', async () => {
  // html, head and body; each paragraph and its text
  assert.is(await codesOf('<p>x'.repeat(48), {}, { nodes: 100 }), 'none')
  assert.is(await codesOf('<p>x'.repeat(52), {}, { nodes: 100 }), 'limit-nodes')
})

limits('nodes of a document that cannot be streamed', async () => {
  const kinds = [
    '<div style="display: flex; flex-wrap: wrap">{{#each a}}<i>{{this}}</i>{{/each}}</div>',
    '<div style="display: grid">{{#each a}}<i>{{this}}</i>{{/each}}</div>',
    '<p>{{#each a}}<i>{{this}}</i> {{/each}}</p>',
    '<table style="float: left">{{#each a}}<tr><td>{{this}}</td></tr>{{/each}}</table>',
    '<svg width="9" height="9">{{#each a}}<rect width="{{this}}" height="1"/>{{/each}}</svg>',
    '<ul style="columns: 2">{{#each a}}<li>{{this}}</li>{{/each}}</ul>',
  ]
  for (const source of kinds) {
    assert.is(await codesOf(source, { a: list(40) }, { nodes: 1_000 }), 'none', source)
    assert.is(await codesOf(source, { a: list(1_200) }, { nodes: 1_000 }), 'limit-nodes', source)
  }
})

limits('as many of a kind as the budget allows, without stack overflow', async () => {
  const many = 150_000
  const kinds = [
    '<table style="float: left">{{#each a}}<tr></tr>{{/each}}</table>',
    `<p style="width: min(${'1px,'.repeat(many)}1px); font-size: max(${'1px,'.repeat(many)}1px)">x`,
    `<style>@page a${',a'.repeat(many)} { size: a5 } p { page: a }</style><p>x`,
    `<p style="text-wrap: pretty">${'a '.repeat(many)}`,
  ]
  for (const source of kinds) assert.is(await codesOf(source, { a: list(many) }, {}), 'none', source.slice(0, 80))
})

limits('long texts count as several nodes', async () => {
  assert.is(await codesOf('<p>{{text}}</p>', { text: 'word '.repeat(500) }, { nodes: 100 }), 'none')
  assert.is(await codesOf('<p>{{text}}</p>', { text: 'word '.repeat(5_000) }, { nodes: 100 }), 'limit-nodes')
})

limits('generated texts count as others do', async () => {
  const source = (items: number): string =>
    `<style>p::before { content: ${'"a" '.repeat(items)} }</style><div style="float: left"><p></div>`
  assert.is(await codesOf(source(50), {}, { nodes: 100 }), 'none')
  assert.is(await codesOf(source(200), {}, { nodes: 100 }), 'limit-nodes')
  assert.is(
    await codesOf('<style>p::before { content: attr(title) }</style><p title="{{a}}">', { a: 'a'.repeat(8_000) }, { nodes: 100 }),
    'limit-nodes',
  )
})

limits('long values that each element makes of its own', async () => {
  const long = (elements: number): string =>
    `<style>:root { --long: ${'x'.repeat(60_000)} } p { --a: attr(id) var(--long); --b: attr(id) var(--long) }</style>${list(elements)
      .map((i) => `<p id=i${i}>x`)
      .join('')}`
  assert.is(await codesOf(long(200), {}, {}), 'none') // 200 × 2 × 60,000 = 24 million characters
  assert.is(await codesOf(long(400), {}, {}), 'limit-css')
})

limits('streamed rows come and go', async () => {
  const source = '<table style="table-layout: fixed; width: 9cm">{{#each a}}<tr><td>{{this}}</td></tr>{{/each}}</table>'
  assert.is(await codesOf(source, { a: list(20_000) }, { nodes: 30_000 }), 'none')
  assert.is(await codesOf(source, { a: list(20_000) }, { rows: 19_999 }), 'limit-rows')
  assert.is(await codesOf(source, { a: list(20_000) }, { steps: 10_000 }), 'limit-steps')
  assert.is(await codesOf(source, { a: list(20_000) }, { pages: 10 }), 'limit-pages')
})

/** Whether a document is refused, and how many rows of tables were laid out until then. */
async function refusal(source: string, data: unknown): Promise<{ readonly codes: string; readonly rows: number; readonly shaped: number }> {
  const engine = await createEngine()
  const codes = await engine.render(engine.compile({ type: 'html', source: `<!DOCTYPE html>${source}` }), data).then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof InputError ? thrown.diagnostics.map(({ code }) => code).join(' ') : String(thrown)),
  )
  const { rowsLaid = Number.NaN, shapeCalls = Number.NaN } = engine.counters()
  return { codes, rows: rowsLaid, shaped: shapeCalls }
}

// security.md: rows × rows explosion
limits('security.md rows: rows that cannot fit the pages are not laid out', async () => {
  const square = (item: string): string => `{{#each a}}{{#each ../a}}${item}{{/each}}{{/each}}`
  const row = '<tr><td>{{this}}</td><td>b</td></tr>'
  for (const [source, length] of [
    [`<table>${square(row)}</table>`, 362],
    [`<table style="table-layout: fixed">${square(row)}</table>`, 600],
    [square('<div>{{this}}</div>'), 362],
    [square('<div style="display: flex"><p>{{this}}</p><p>b</p></div>'), 362],
    [square('{{#if this}}<p>a <b>{{this}}</b></p>{{/if}}'), 500],
    ['<table>{{#each a}}<tr><td><table>{{#each ../a}}<tr><td>{{this}}</td></tr>{{/each}}</table></td></tr>{{/each}}</table>', 600],
    [`<table>{{#each a}}${row}{{/each}}</table>`, 1_000_000],
  ] as const) {
    const { codes, rows, shaped } = await refusal(source, { a: list(length) })
    assert.is(codes, 'limit-pages', source)
    assert.ok(rows < 1_000 && shaped < 3_000, `${source}: ${rows} rows laid out, ${shaped} texts shaped`)
  }
  const table = `<table>${square(row)}</table>`
  assert.is(await codesOf(table, { a: list(1000) }, { rows: 1000, pages: 100_000 }), 'limit-rows')
})

limits('rows are not counted ahead where they may show nothing, nor where later ones are far denser', async () => {
  const fixed = (rows: string): string => `<table style="table-layout: fixed">${rows}</table>`
  const hidden = fixed('{{#each a}}{{#if @first}}<tr><td>{{this}}</td></tr>{{/if}}{{/each}}')
  assert.is(await codesOf(hidden, { a: list(20_000) }, { pages: 2 }), 'none')
  const classes = `<style>.no { display: none }</style>${fixed('{{#each a}}<tr class="{{#if @first}}yes{{else}}no{{/if}}"><td>{{this}}</td></tr>{{/each}}')}`
  assert.is(await codesOf(classes, { a: list(20_000) }, { pages: 2 }), 'none')
  const thin = '<div style="font-size: 0.1pt; line-height: 0.1pt">{{#each a}}<div>{{this}}</div>{{/each}}</div>'
  assert.is(await codesOf(thin, { a: list(12_000) }, { pages: 3 }), 'none') // 12,000 × 0.09 pt = 1.4 pages
  // 110 pages of a row each, then some 50 to a page.
  const source = fixed('{{#each a}}<tr><td style="height: {{h}}">{{h}}</td></tr>{{/each}}')
  const tall = Array.from({ length: 110 }, () => ({ h: '20cm' }))
  const short = Array.from({ length: 12_000 }, () => ({ h: '4mm' }))
  assert.is(await codesOf(source, { a: [...tall, ...short] }, { pages: 110 + 12_000 / 30 }), 'none')
})

limits('streamed content may be invisible, or in a root of any kind', async () => {
  const many = '{{#each a}}<p></p>{{/each}}'
  const kinds = [
    many,
    `<html style="display: table"><body>${many}`,
    `<html style="display: table"><body style="display: table-row">{{#each a}}<p style="display: table-cell">x</p>{{/each}}`,
    `<body style="align-content: center"><table>{{#each a}}<tr><td>{{this}}</td></tr>{{/each}}</table>`,
  ]
  for (const source of kinds) assert.is(await codesOf(source, { a: list(12_000) }, {}), 'none', source)
})

limits('steps of ending a page', async () => {
  // Each of the nested tables tries its page with the foot of the last one and without; what was tried is remembered by height.
  const foot = '<tfoot><tr data-on="last"><td>end</td></tr></tfoot>'
  const nested = (depth: number): string =>
    depth === 0 ? '<p>x</p>'.repeat(120) : `<table>${foot}<tr><td>${nested(depth - 1)}</td></tr></table>`
  assert.is(await codesOf(nested(3), {}, { steps: 3_000 }), 'none')
  assert.is(await codesOf(nested(24), {}, { steps: 20_000 }), 'none')
  assert.is(await codesOf(nested(24), {}, { steps: 3_000 }), 'limit-steps')
})

limits('shadows of a document: those beyond the budget are left out, their boxes are not', async () => {
  const most = 2_000
  const engine = await createEngine({ limits: { shadows: most } })
  const lines = (source: string): { count: number; texts: number; codes: readonly string[] } => {
    const canvas = new ListCanvas()
    const { warnings } = engine.paint(engine.compile({ type: 'html', source: `<!DOCTYPE html>${source}` }), {}, canvas)
    const texts = canvas.lines.filter((line) => /text .*"casts"$/.test(line)).length
    return { count: canvas.lines.length, texts, codes: warnings.map(({ code }) => code).filter((code) => code === 'limit-shadows') }
  }
  const nested = (depth: number): string =>
    `${'<div style="filter: drop-shadow(1px 1px 2px red)">'.repeat(depth)}casts${'</div>'.repeat(depth)}`
  const kinds: Readonly<Record<string, string>> = {
    'drop shadows nested': nested(60),
    'drop shadows of a list': `<div style="filter: ${'drop-shadow(1px 1px 2px red) '.repeat(60)}">casts</div>`.repeat(40),
    'box shadows': `<div style="box-shadow: ${again('0 0 9px red', 5_000)}">casts</div>`,
    'sharp box shadows': `<div style="box-shadow: ${again('1px 1px red', 5_000)}">casts</div>`,
    'inner shadows': `<div style="box-shadow: ${again('inset 0 0 9px red', 5_000)}">casts</div>`,
    'text shadows': `<p style="text-shadow: ${again('0 0 2px red', 5_000)}">casts</p>`,
    'sharp text shadows': `<p style="text-shadow: ${again('1px 1px red', 5_000)}">casts</p>`,
  }
  for (const [name, source] of Object.entries(kinds)) {
    const { count, texts, codes } = lines(source)
    assert.ok(count < 4 * most, `${name}: ${count} lines painted`)
    assert.ok(texts > 0, `${name}: nothing casts`)
    assert.equal(codes, ['limit-shadows'], name)
  }
  assert.equal(lines(nested(1)).codes, [])
})

limits.run()
