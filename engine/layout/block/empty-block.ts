// Fast path for blocks without content: empty cells, spacers. It gives exactly what block flow gives (a test holds both side by side), without floats, margins
// and a pass over children.
import type { BlockBox } from '../../box/box.ts'
import { type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { LayoutSize } from '../context.ts'
import type { FlowChild, LaidBlock } from '../laid.ts'
import { relativeShift } from '../positioned/finish.ts'
import { usedEdges, usedHeight } from '../sizing/sizing.ts'

const NOTHING: readonly never[] = []
const NO_CHILDREN: Sequence<FlowChild> = sequenceOf<FlowChild>(NOTHING)

/** An empty block container as the root of a formatting context; undefined when there is something in it. */
export function layoutEmpty(box: BlockBox, size: LayoutSize): LaidBlock | undefined {
  if (box.isStreamed || box.marker !== undefined || box.children.at(0) !== undefined) return undefined
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  return {
    kind: 'block',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, edges.height),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: NOTHING,
    shift: relativeShift(box.style, size),
    children: NO_CHILDREN,
    isOpen: false,
    marker: undefined,
    breakSummary: undefined,
  }
}
