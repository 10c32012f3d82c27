// The fast path for empty blocks must give what block flow gives, whatever their style and size.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sequenceOf } from '../../../engine/collections/sequence.ts'
import { layoutEmpty } from '../../../engine/layout/block/empty-block.ts'
import { layoutFlow } from '../../../engine/layout/block/flow.ts'
import { INDEPENDENT } from '../../../engine/layout/block/flow-parts.ts'
import type { LayoutSize } from '../../../engine/layout/context.ts'
import type { LaidBlock } from '../../../engine/layout/laid.ts'
import { finishPositioned } from '../../../engine/layout/positioned/finish.ts'
import { block, percent, type StyleChange, text } from '../../support/boxes.ts'
import { makeRandom } from '../../support/random/random.ts'
import { testContext } from '../layout-tools.ts'

const empty = suite('empty blocks')

const CHANGES: readonly StyleChange[] = [
  { padding: 3 },
  { paddingTop: percent(10) },
  { border: 2 },
  { margin: 7 },
  { height: 40 },
  { height: percent(50) },
  { minHeight: 25 },
  { maxHeight: 5 },
  { boxSizing: 'border-box' },
  { aspectRatio: { ratio: 2, isAuto: false } },
  { display: 'table-cell' },
  { display: 'flow-root' },
  { overflowX: 'hidden', overflowY: 'hidden' },
  { position: 'relative', left: 4, top: percent(10) },
  { alignContent: 'center' },
]

const SIZES: readonly Partial<LayoutSize>[] = [
  {},
  { height: 70 },
  { containingHeight: 120 },
  { border: { top: 1, right: 2, bottom: 3, left: 4 } },
]

const plain = ({ children, ...rest }: LaidBlock): unknown => ({ ...rest, first: children.at(0) })

empty('the fast path gives what block flow gives', () => {
  const random = makeRandom(11)
  for (let i = 0; i < 2000; i++) {
    const changes = Array.from({ length: random.int(0, 3) }, () => random.pick(CHANGES))
    const box = block(Object.assign({}, ...changes))
    const size: LayoutSize = { width: 100, height: undefined, containingWidth: 100, containingHeight: undefined, ...random.pick(SIZES) }
    const context = { ...testContext(), isQuirks: random.chance(0.25) }
    const general = finishPositioned(layoutFlow(box, size, INDEPENDENT, context).laid, size, context)
    const fast = layoutEmpty(box, size)
    assert.ok(fast !== undefined)
    assert.equal(plain(finishPositioned(fast, size, context)), plain(general), JSON.stringify(changes))
  }
})

empty('a block with content, a marker or a stream is not empty', () => {
  const size: LayoutSize = { width: 100, height: undefined, containingWidth: 100, containingHeight: undefined }
  const box = block({})
  assert.is(layoutEmpty({ ...box, children: sequenceOf([text('x')]) }, size), undefined)
  assert.is(layoutEmpty({ ...box, isStreamed: true }, size), undefined)
  assert.is(layoutEmpty({ ...box, marker: { kind: 'text', text: '•', style: box.style } }, size), undefined)
})

empty.run()
