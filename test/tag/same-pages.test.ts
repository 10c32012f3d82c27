// Tags change nothing that is seen: pages with and without them are painted by the same paths, glyphs and pictures at the same places, in the same order.
// Here of each fifth golden case, of all in `long/`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { mergeCases, parseCase } from '../support/case.ts'
import { paintingByMupdf } from '../support/pdf-tools.ts'
import { SAMPLES, sampleData, sampleSource } from '../support/samples.ts'
import { SHARE } from '../support/share.ts'

const engine = await createEngine()
const pages = suite('pages with tags')
const folder = fileURLToPath(new URL('../cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()
  .filter((_, i) => i % SHARE === 0)

/** In points. Places in a text are sums of widths, which are rounded elsewhere where marks part the text. */
const ROUNDING = 0.02
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g

function assertSamePages(tagged: Uint8Array, untagged: Uint8Array): void {
  const [ours, theirs] = [paintingByMupdf(tagged), paintingByMupdf(untagged)]
  if (ours === undefined || theirs === undefined) return
  assert.ok(ours.length > 5)
  const at = theirs.findIndex((line, i) => !isSame(line, ours[i] ?? ''))
  if (at >= 0) assert.is(ours.slice(at - 3, at + 3).join('\n'), theirs.slice(at - 3, at + 3).join('\n'))
  assert.is(ours.length, theirs.length)
}

function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const numbers = b.match(NUMBER) ?? []
  const isNear = (a.match(NUMBER) ?? []).every((number, i) => Math.abs(Number(number) - Number(numbers[i])) < ROUNDING)
  return isNear && a.replace(NUMBER, '0') === b.replace(NUMBER, '0')
}

for (const { name, type, file } of SAMPLES) {
  pages(`of the ${name} look the same`, async () => {
    const template = engine.compile({ type, source: sampleSource(file) })
    const { pdf } = await engine.render(template, sampleData(name))
    assertSamePages(pdf, (await engine.render(template, sampleData(name), { tagged: false })).pdf)
  })
}

pages('of spaced lines look the same: spaces at their ends number no glyphs', async () => {
  const template = engine.compile({ type: 'html', source: '<p style="letter-spacing: 4pt; width: 30pt">ab cd ef</p>' })
  const { pdf } = await engine.render(template, {}, { tagged: true })
  assertSamePages(pdf, (await engine.render(template, {}, { tagged: false })).pdf)
})

for (const area of new Set(files.map((file) => dirname(file)))) {
  pages(`of the cases of ${area} look the same`, async () => {
    const cases = files.filter((file) => dirname(file) === area).map((file) => parseCase(readFileSync(join(folder, file), 'utf8'), file))
    assertSamePages(await mergeCases(cases), await mergeCases(cases, { tagged: false }))
  })
}

pages.run()
