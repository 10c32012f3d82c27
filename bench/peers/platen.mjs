// Platen from its build.
import { readFileSync } from 'node:fs'

const { createEngine } = await import(new URL('../../.dist/engine/index.js', import.meta.url).href)
const engine = await createEngine()
const read = (path) => engine.compile({ type: 'html', source: readFileSync(new URL(path, import.meta.url), 'utf8') })
const invoice = read('../../server/samples/invoice.html')
const statement = read('../../server/samples/statement.html')
const text = read('../templates/text.html')
const pdf = async (result) => (await result).pdf

export const documents = {
  invoice: (data) => pdf(engine.render(invoice, data)),
  statement: (data) => pdf(engine.render(statement, data)),
  text: (data) => pdf(engine.render(text, data)),
  merge: (all) => pdf(engine.merge(all.map((data) => ({ template: invoice, data })))),
}
