// What is reused from one document of a template to the next must fit the next: documents in turn, each with data of its own, have the bytes that each has alone.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CompiledTemplate, createEngine } from '../engine/index.ts'
import { BUNDLED_FONTS } from '../fonts/bundled.ts'
import { TOY_FONTS } from './support/fonts.ts'
import { makeRandom } from './support/random/random.ts'
import { randomDocument } from './support/random/random-html.ts'
import { withoutCaches } from './support/without-caches.ts'

const DOCUMENTS = 300
/** Documents without caches take long: one of so many is held against itself; the number divides no number of templates. */
const CHECKED = 4
const RANDOM_TEMPLATES = 20

const engine = await createEngine({ fonts: [...BUNDLED_FONTS, ...TOY_FONTS] })

/** Templates whose static parts stand beside, before and inside of what data changes; `n`, `s`, `on`, `list` and `colour` differ from document to document. */
const SOURCES: Readonly<Record<string, string>> = {
  'margin boxes': `<style>@page { size: 90mm 60mm; @top-left { content: "No. {{n}}" } @bottom-right { content: "{{s}} " counter(page) } }</style>
    <h1>Same</h1><p>{{s}}</p><p>Still the same</p>`,
  'values in rules': `<style>@page { margin: {{n}}mm; size: 120mm } :root { --c: {{colour}} } h2 { color: var(--c) } p { width: {{n}}em } b { font-size: 2rem }</style>
    <h2>Title</h2><p>Some <b>words</b> that break</p><ul><li>one<li>two</ul>`,
  'root size': `<style>@page { size: 120mm } html { font-size: {{n}}px } p { margin: 1rem; line-height: 1rlh }</style><p>Same words</p><p>{{s}}</p>`,
  siblings: `<style>p + p { margin-left: 3mm } .on ~ p { color: red } li:nth-child(odd) { background: #eee } li:last-child { font-weight: 700 } div:has(.on) em { color: blue }
    p:not(:first-child) { padding: 2pt }</style><div>{{#if on}}<i class="on">x</i>{{/if}}<p>a<p>b <em>c</em></div><ul>{{#if on}}<li>more{{/if}}<li>one<li>two
    {{#each list}}<li class="{{this}}">{{this}}{{/each}}</ul><div class="{{#if on}}on{{/if}}"><p>after</p></div>`,
  counters: `<style>body { counter-reset: c } h2::before { counter-increment: c; content: counter(c) ". " } ol { list-style: lower-roman } q { quotes: "«" "»" }</style>
    {{#each list}}<h2>{{this}}</h2>{{/each}}<h2>Fixed</h2><ol start="{{n}}"><li>one<li>two</ol><p><q>same</q></p>{{#if on}}<h2>Second</h2>{{/if}}<h2>Last</h2>`,
  notes: `<style>@page { size: 100mm 70mm; @top-left { content: string(title) } @bottom-left { content: element(run) } } h1 { string-set: title content() }
    .note { float: footnote } .run { position: running(run) } a::after { content: target-counter(attr(href), page) }</style>
    <div class="run">Foot <b>fixed</b></div><h1>{{s}}</h1>{{#if on}}<h1>Other</h1>{{/if}}<p>Text<span class="note">A note</span> and <a href="#end">see </a></p>
    {{#each list}}<p>row {{this}}<span class="note">{{this}}</span></p>{{/each}}<p id="end">The end</p>`,
  'page sizes': `<style>@page { size: 80mm 60mm } @page wide { size: 140mm 60mm } .w { page: wide }</style><p>Words of the first page that are broken into lines</p>
    {{#if on}}<div class="w"><p>Words of the wide page that are broken into lines</p></div>{{/if}}<table><tr><th>Same<td>{{s}}<tr><th>Same<td>{{n}}</table>`,
  'right to left': `<body dir="{{#if on}}rtl{{else}}ltr{{/if}}"><p>Same text.</p><p>שלום עולם {{s}}</p><table><thead><tr><th>A<th>B</thead><tr><td>{{n}}<td>{{s}}</table><ul><li>item</ul>`,
  flex: `<style>.f { display: flex; gap: 3mm } .f > * { flex: 1 } .g { display: grid; grid-template-columns: 1fr auto } .abs { position: absolute; right: 0 }</style>
    <div class="f"><div><h3>Bill to</h3><p>{{s}}</p></div><div><h3>Pay to</h3><p>Bank of the same</p></div>{{#if on}}<p>third</p>{{/if}}</div>
    <div class="g"><p>Left</p><p>Right {{n}}</p><p>Left again</p><p>R</p></div><p>{{s}} <span class="abs">over</span></p><div style="float:right">Side</div><p>Around {{s}}</p>`,
  tables: `<style>table { border-collapse: collapse; width: 100% } td, th { border: 1pt solid } tr:nth-child(even) td { background: #eee } thead th { text-align: left }</style>
    <table><colgroup><col><col style="width: {{n}}mm"></colgroup><thead><tr><th>Description</th><th>Amount</th></tr></thead><tbody>{{#each list}}<tr><td>{{this}}</td><td>{{@index}}</td></tr>{{/each}}
    <tr><td>Total</td><td>{{n}}</td></tr></tbody><tfoot><tr><td>End</td><td>of it</td></tr></tfoot></table>`,
  languages: `<html lang="{{#if on}}de{{else}}en{{/if}}"><style>p { hyphens: auto; width: 20mm; text-transform: uppercase } :lang(de) h2 { color: red }</style><h2>Same</h2>
    <p>straße Donaudampfschiff internationalization</p><p dir="{{#if on}}rtl{{/if}}">x</p>`,
}

function dataOf(index: number): unknown {
  const random = makeRandom(index)
  return {
    n: random.int(5, 14),
    s: `text ${random.int(0, 1e6)}`,
    on: random.chance(0.5),
    colour: random.pick(['red', '#123456', 'rgb(1 2 3)', 'teal']),
    list: Array.from({ length: random.int(0, 4) }, () => random.pick(['on', 'off', 'longer words', 'z'])),
  }
}

interface Kind {
  readonly name: string
  readonly template: CompiledTemplate
  readonly data: (index: number) => unknown
}

/** Random templates get the data of another one half of the time: what is missing prints nothing, and conditions fall the other way. */
function kinds(): readonly Kind[] {
  const written = Object.entries(SOURCES).map(([name, source]) => ({
    name,
    template: engine.compile({ type: 'html', source }),
    data: dataOf,
  }))
  const random = Array.from({ length: RANDOM_TEMPLATES }, (_, seed) => {
    const { source, data } = randomDocument(makeRandom(seed))
    const others = [data, randomDocument(makeRandom(seed + 1)).data, {}]
    return {
      name: `random ${seed}`,
      template: engine.compile({ type: 'html', source }),
      data: (index: number) => others[index % others.length],
    }
  })
  return [...written, ...random]
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const reuse = suite('reuse')

reuse('documents in turn have the bytes that each has alone', async () => {
  const all = kinds()
  for (let index = 0; index < DOCUMENTS; index++) {
    const { name, template, data } = all[index % all.length]!
    const document = data(index)
    const { pdf } = await engine.render(template, document)
    if (index % CHECKED !== 0) continue
    const alone = await withoutCaches(() => engine.render(template, document))
    assert.ok(same(pdf, alone.pdf), `${name}, document ${index}`)
  }
})

reuse('lengths in characters follow the fonts that each document brings', async () => {
  const source = `<style>@page { size: 200mm 40mm; margin: 2ch; @top-left { content: "page"; font-family: Brand; width: 12ch } } @font-face { font-family: Brand; src: url(brand.ttf) }
    p { font-family: Brand; width: 10ch; margin-left: 2ex; border: 1px solid } html { font-family: Brand }</style><p>x</p>`
  const template = engine.compile({ type: 'html', source })
  const files = ['Arimo', 'Cousine', 'Tinos', 'Arimo'].map((family) => BUNDLED_FONTS.find((font) => font.family === family)!.data)
  for (const [index, data] of files.entries()) {
    const options = { assets: { 'brand.ttf': typeof data === 'function' ? data() : data } }
    const { pdf } = await engine.render(template, {}, options)
    const alone = await withoutCaches(() => engine.render(template, {}, options))
    assert.ok(same(pdf, alone.pdf), `font ${index}`)
  }
})

reuse('merged documents of several templates have the bytes that they have without caches', async () => {
  const all = kinds().slice(0, Object.keys(SOURCES).length)
  for (let index = 0; index < 5; index++) {
    const parts = Array.from({ length: 20 }, (_, i) => ({ template: all[(i * 7) % all.length]!.template, data: dataOf(index * 20 + i) }))
    const { pdf } = await engine.merge(parts)
    const alone = await withoutCaches(() => engine.merge(parts))
    assert.ok(same(pdf, alone.pdf), `merge ${index}`)
  }
})

reuse.run()
