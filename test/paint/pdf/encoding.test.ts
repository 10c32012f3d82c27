// How text is encoded: so that readers which know no CMap of a file's own find it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'

const encoding = suite('encoding of text')

encoding('fonts name predefined CMaps', async () => {
  const engine = await createEngine()
  const source = '<p>plain é ж א 中 ✓ <b>bold</b><p style="writing-mode:vertical-rl">縦'
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { objectStreams: false })
  const text = Buffer.from(pdf).toString('latin1')
  const fonts = text.match(/\/Subtype\s*\/Type0/g)?.length ?? 0
  assert.ok(fonts >= 4, String(fonts))
  assert.is(text.match(/\/Encoding\s*\/Identity-[HV]\b/g)?.length, fonts)
})

encoding.run()
