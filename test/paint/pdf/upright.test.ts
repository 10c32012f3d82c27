import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ContentStream } from '../../../engine/paint/pdf/content-stream.ts'
import { uprightMatrix, writeMatrix } from '../../../engine/paint/pdf/upright.ts'

const upright = suite('first transformation of a page')

upright('shows all a hair further up and to the left than the page box as it is written', () => {
  const stream = new ContentStream()
  // 297 mm are 841.88976 pt, and 841.89 in the file.
  writeMatrix(uprightMatrix(841.88976), stream)
  assert.is(Buffer.from(stream.view).toString('latin1'), '1 0 0 -1 -0.0001 841.8901 cm\n')
})

upright.run()
