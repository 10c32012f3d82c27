// What tags cost in a long table: objects and bytes a row, which do not depend on the machine. Times: `bench/tags.ts`.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'

const cost = suite('cost of tags')
const engine = await createEngine()
const COLUMNS = 4

interface Size {
  readonly bytes: number
  readonly objects: number
}

async function sizeOf(rows: number, tagged: boolean): Promise<Size> {
  const cells = Array.from({ length: COLUMNS }, (_, c) => `<td>{{c${c}}}</td>`).join('')
  const head = Array.from({ length: COLUMNS }, () => '<th>Head</th>').join('')
  const source = `<html lang="en"><title>T</title><table><thead><tr>${head}</tr></thead><tr data-repeat="rows">${cells}</tr></table></html>`
  const data = { rows: Array.from({ length: rows }, (_, i) => ({ c0: i, c1: (i * 7919) % 1000, c2: 'text', c3: `ref ${i}` })) }
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), data, { tagged })
  const [, size] = /\/Size (\d+)/.exec(Buffer.from(pdf).toString('latin1')) ?? []
  return { bytes: pdf.length, objects: Number(size) }
}

async function perRow(what: keyof Size): Promise<number> {
  const [few, many] = [200, 600]
  const added = async (rows: number): Promise<number> => (await sizeOf(rows, true))[what] - (await sizeOf(rows, false))[what]
  return ((await added(many)) - (await added(few))) / (many - few)
}

cost('a row is an object, a cell is one more', async () => {
  const objects = await perRow('objects')
  // Pages have a list of owners each, and object streams hold 400 objects.
  assert.ok(objects >= COLUMNS + 1 && objects < COLUMNS + 1.2, `${objects} objects a row`)
})

cost('a cell adds less than 22 bytes to the file, its share of the row included', async () => {
  const bytes = (await perRow('bytes')) / COLUMNS
  assert.ok(bytes > 5 && bytes < 22, `${bytes} bytes a cell`)
})

cost.run()
