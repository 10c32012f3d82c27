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

export const documents = {
  invoice: (data) => pdf(engine.render(invoice, data)),
  statement: (data) => pdf(engine.render(statement, data)),
  'logo-invoice': (data) => pdf(engine.render(logo, data)),
  'mixed-text': (data) => pdf(engine.render(mixed, data)),
  hyphens: (data) => pdf(engine.render(hyphens, data)),
  'mixed-hyphens': (data) => pdf(engine.render(mixedHyphens, data)),
  text: (data) => pdf(engine.render(text, data)),
  merge: (all) => pdf(engine.merge(all.map((data) => ({ template: invoice, data })))),
}
