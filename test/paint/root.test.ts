import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { ListCanvas } from '../support/list-canvas.ts'

const root = suite('background of the root')
const engine = await createEngine()

/** Fills of a page of 100 × 100 pt without margins. */
function fills(doctype: string, style: string): string[] {
  const canvas = new ListCanvas()
  const sheet = `<style>@page { size: 100pt 100pt; margin: 0 } body { margin: 0 } ${style}</style>`
  engine.paint(engine.compile({ type: 'html', source: `${doctype}${sheet}<div style="height: 60pt"></div>` }), {}, canvas)
  return canvas.lines.map((line) => line.trim()).filter((line) => line.startsWith('fill'))
}

const GRADIENT = 'background: linear-gradient(red, blue)'

root('without a doctype it is as high as the page area, as the root is', () => {
  for (const element of ['html', 'body']) {
    const [only, ...more] = fills('', `${element} { ${GRADIENT} }`)
    assert.match(only ?? '', /^fill \[0,0 [\d.]+×100\]/)
    assert.equal(more, [])
  }
})

root('with a doctype it is as high as the content, and repeated', () => {
  const found = fills('<!DOCTYPE html>', `html { ${GRADIENT} }`)
  assert.is(found.length, 2)
  assert.match(found[0] ?? '', /^fill \[0,0 [\d.]+×60\]/)
})

root.run()
