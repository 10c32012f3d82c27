// Platen from its build.
import { readFileSync } from 'node:fs'

const { createEngine } = await import(new URL('../../.dist/engine/index.js', import.meta.url).href)
const engine = await createEngine()
const source = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
const compile = (text) => engine.compile({ type: 'html', source: text })
const read = (path) => compile(source(path))
const hyphenated = (path) => compile(source(path).replace('text-align: justify', 'text-align: justify; hyphens: auto'))
const invoice = read('../../server/samples/invoice.html')
const statement = read('../../server/samples/statement.html')
const text = read('../templates/text.html')
const mixed = read('../templates/mixed-text.html')
const hyphens = hyphenated('../templates/text.html')
const mixedHyphens = hyphenated('../templates/mixed-text.html')
const logo = compile(source('../../server/samples/invoice.html').replace('<div class="mark">{{seller.initials}}</div>', '<img class="mark" src="{{logo}}" alt="">'))
const pdf = async (result) => (await result).pdf

/** Options are those of `render`: `bench/tags.ts` turns tags off. */
export const documents = {
  invoice: (data, options) => pdf(engine.render(invoice, data, options)),
  statement: (data, options) => pdf(engine.render(statement, data, options)),
  'logo-invoice': (data, options) => pdf(engine.render(logo, data, options)),
  'mixed-text': (data, options) => pdf(engine.render(mixed, data, options)),
  hyphens: (data, options) => pdf(engine.render(hyphens, data, options)),
  'mixed-hyphens': (data, options) => pdf(engine.render(mixedHyphens, data, options)),
  text: (data, options) => pdf(engine.render(text, data, options)),
  merge: (all, options) => pdf(engine.merge(all.map((data) => ({ template: invoice, data })), options)),
}
