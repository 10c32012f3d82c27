import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contextForTest, lay, paragraph, places, span } from '../../support/paragraphs.ts'
import { toyFont } from '../../support/toy-font.ts'

const joining = suite('shaping across inline boxes')
const { context } = await contextForTest([
  { family: 'Toy', weight: 400, style: 'normal', data: toyFont({ kerning: { AV: -200 }, isExactAtTenPoints: true }) },
])
const RED = { red: 1, green: 0, blue: 0, alpha: 1 }

const first = (...items: Parameters<typeof span>[1][]): string[] => places(lay(paragraph({}, ...items), 200, context).lines[0]!)

joining('pairs are kerned where only the colour changes', () => {
  assert.equal(first('A', span({ color: RED }, 'V')), ['0 "A" 8', '8 "V" 10']) // 10 − 2
  assert.equal(first(span({ color: RED }, 'xA'), 'Vx'), ['0 "xA" 18', '18 "Vx" 20'])
})

joining('not across padding, sizes, spaces or another font', () => {
  assert.equal(first('A', span({ paddingLeft: 1.5 }, 'V')), ['0 "A" 10', '11.5 "V" 10'])
  assert.equal(first('A', span({ fontSize: 20 }, 'V')), ['0 "A" 10', '10 "V" 20'])
  assert.equal(first('A ', span({ color: RED }, 'V')), ['0 "A " 20', '20 "V" 10'])
  assert.equal(first('A', span({ verticalAlign: 2 }, 'V')), ['0 "A" 10', '10 "V" 10'])
})

joining.run()
