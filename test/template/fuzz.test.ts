// Random templates. Of arbitrary fragments: nothing throws. Of well-nested parts: binding results in the same tree as expanding the blocks in
// the text first and parsing the resulting html, as Handlebars and a browser would.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/diagnostic.ts'
import { bind } from '../support/binding.ts'
import { makeRandom, type Random } from '../support/random/random.ts'

const fuzz = suite('fuzz')

const FRAGMENTS =
  `<p|</p>|<table>|<tr>|<td>|</td>|</tr>|</table>|<ul>|<li>|</ul>|<b>|</b>|<i|>|/>|<select><option>|<svg><path d="|<style>|</style>|a{b:|<title>|<textarea>
<!--|-->|<html lang="|<body>|</body></html>|<head>|<script>|</script>|"|'| class="| style="color:|;url(|)| data-repeat="a"| data-if='b'|&#xF0000;|\u{F0001}|&amp;| |\n|x|<|&|=|\0
{{a}}|{{#a}}|{{/a}}|{{#if b}}|{{else}}|{{else if c}}|{{/if}}|{{#each l}}|{{/each}}|{{this}}|{{../a}}|{{@index}}|{{{r}}}|{{upper a}}|{{qrcode a}}|{{~|~}}|{{|}}|\\\\{{|{{!|--|{{#with o}}|{{/with}}|{{sum l}}|{{"|<!doctype html>`
    .split(/[|\n]/)
    .concat('\n')

const DATA = { a: 'x', b: true, l: [1, 2], o: { a: 1 }, r: '<b>r</b>' }

fuzz('fragments in any order never throw', () => {
  for (let seed = 1; seed <= 800; seed++) {
    const random = makeRandom(seed)
    const html = Array.from({ length: random.int(1, 25) }, () => random.pick(FRAGMENTS)).join('')
    try {
      bind(html, DATA)
    } catch (thrown) {
      if (!(thrown instanceof InputError)) assert.unreachable(`seed ${seed}: ${JSON.stringify(html)}\n${(thrown as Error).stack}`)
    }
  }
})

/** A piece of a template, and its text after its blocks are expanded. */
interface Pair {
  readonly template: string
  readonly html: string
}

const join = (pairs: readonly Pair[]): Pair => ({
  template: pairs.map((pair) => pair.template).join(''),
  html: pairs.map((pair) => pair.html).join(''),
})

type Make = (random: Random, depth: number) => Pair

const many = (make: Make, random: Random, depth: number): Pair =>
  join(Array.from({ length: random.int(0, 3) }, () => make(random, depth - 1)))

/** Elements whose end tag may be omitted before an element of the same kind, or before the end of the parent. */
function element(tag: string, inner: Pair, random: Random): Pair {
  const end = random.chance(0.4) ? '' : `</${tag}>`
  return join([{ template: `<${tag}>`, html: `<${tag}>` }, inner, { template: end, html: end }])
}

/** At random, a block around the piece that `make` returns. */
function blocked(make: Make): Make {
  return (random, depth) => {
    const body = make(random, depth)
    if (random.chance(0.5) || depth <= 0) return body
    const { template, html } = many(make, random, depth)
    const gap = random.pick(['', ' ', '\n'])
    const both = (open: string, close: string, kept: string): Pair => ({ template: `${open}${gap}${body.template}${close}`, html: kept })
    return random.pick([
      () => both('{{#if yes}}', '{{/if}}', gap + body.html),
      () => both('{{#if no}}', '{{/if}}', ''),
      () => both('{{#each two}}', '{{/each}}', (gap + body.html).repeat(2)),
      () => both('{{#if no}}', `{{else}}${template}{{/if}}`, html),
      () => both('{{#unless no}}', `{{else}}${template}{{/unless}}`, gap + body.html),
    ])()
  }
}

let count = 0
const text: Make = () => {
  count++
  return { template: `t${count}`, html: `t${count}` }
}

const inline: Make = blocked((random, depth) =>
  depth <= 0 || random.chance(0.5) ? text(random, depth) : closed('b', many(inline, random, depth)),
)
const item: Make = blocked((random, depth) => element('li', many(inline, random, depth), random))
const cell: Make = blocked((random, depth) => element(random.pick(['td', 'th']), many(inline, random, depth), random))
const row: Make = blocked((random, depth) => element('tr', many(cell, random, depth), random))
const block: Make = blocked((random, depth) =>
  random.pick([
    () => closed('ul', many(item, random, depth)),
    () => closed('table', many(row, random, depth)),
    // The end tag is never omitted: whether a following block is in the paragraph would depend on its branches.
    () => closed('p', many(inline, random, depth)),
    () => inline(random, depth),
    () => closed('div', depth <= 0 ? text(random, depth) : many(block, random, depth)),
  ])(),
)

const closed = (tag: string, inner: Pair): Pair => ({
  template: `<${tag}>${inner.template}</${tag}>`,
  html: `<${tag}>${inner.html}</${tag}>`,
})

fuzz('blocks nest after the html parser as they do in the text', () => {
  let compared = 0
  for (let seed = 1; seed <= 6000; seed++) {
    count = 0
    const random = makeRandom(seed)
    const { template, html } = many(block, random, 5)
    const bound = bind(`<!doctype html>${template}`, { yes: true, two: [1, 2] })
    if (bound.problems.length > 0) continue
    compared++
    const expected = bind(`<!doctype html>${html}`).text
    assert.is(squeeze(bound.text), squeeze(expected), `seed ${seed}: ${template}`)
  }
  assert.ok(compared > 500, `only ${compared} were comparable`)
})

/** Without white space, and without implied `tbody`s. */
const squeeze = (html: string): string => html.replace(/\s+/g, '').replaceAll('<tbody></tbody>', '')

fuzz.run()
