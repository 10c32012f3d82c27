// Blocks that hold nothing but floats have no height, and their floats reach below them: the rows of grids made of floats, without a clearfix. Fragmentation
// takes such floats as those of the box around the block: they are of the same formatting context, and only there is it known what stands below them.
import { isWhole, itemsOf, type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidBlock } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import { EPSILON } from '../cut.ts'

interface Flow {
  readonly children: Sequence<FlowChild>
  /** Which child of the block each of them is, or comes from; undefined where they are those of the block. */
  readonly origins: readonly number[] | undefined
}

const flows = new WeakMap<LaidBlock, Flow>()

/** The children of a block, with the floats of blocks that hold nothing else after those blocks. The children themselves where there are none. */
export function flowOf(laid: LaidBlock): Sequence<FlowChild> {
  return laid.isOpen || !isWhole(laid.children) ? laid.children : wholeFlowOf(laid).children
}

/** Which child of the block a child of its flow is, or comes from. */
export function originOf(laid: LaidBlock, index: number): number {
  return laid.isOpen || !isWhole(laid.children) ? index : (wholeFlowOf(laid).origins?.[index] ?? index)
}

function wholeFlowOf(laid: LaidBlock): Flow {
  let flow = flows.get(laid)
  if (flow === undefined) {
    const children = [...itemsOf(laid.children)]
    const flat = children.some(isFloatWrapper) ? children.map(unwrapped) : undefined
    const origins = flat?.flatMap((items, origin) => items.map(() => origin))
    flow = { children: flat === undefined ? laid.children : sequenceOf(flat.flat()), origins }
    flows.set(laid, flow)
  }
  return flow
}

const NO_CHILDREN = sequenceOf<FlowChild>([])

/** The block, emptied, where its first float begins, and its floats. */
function unwrapped(child: FlowChild): FlowChild[] {
  const { laid, x, y } = child
  if (laid.kind !== 'block' || !isFloatWrapper(child)) return [child]
  const inner = [...itemsOf(laid.children)].map((own) => ({ ...own, x: x + own.x, y: y + own.y })).flatMap(unwrapped)
  const top = Math.min(...inner.filter(({ role }) => role === 'float').map((float) => float.y))
  return [{ ...child, role: 'float', y: top, laid: { ...laid, children: NO_CHILDREN } }, ...inner]
}

function isFloatWrapper({ role, laid }: FlowChild): boolean {
  if (role === 'float' || laid.kind !== 'block' || laid.isOpen || laid.height > EPSILON || !isWhole(laid.children)) return false
  if (laid.positioned.length > 0 || laid.marker !== undefined || !isPlain(laid.box.style)) return false
  let hasFloat = false
  for (const child of itemsOf(laid.children)) {
    if (child.role === 'float' || isFloatWrapper(child)) hasFloat = true
    else if (!isEmpty(child.laid)) return false
  }
  return hasFloat
}

function isEmpty(laid: Laid): boolean {
  return (
    laid.kind === 'block' && !laid.isOpen && laid.height <= EPSILON && laid.positioned.length === 0 && laid.children.at(0) === undefined
  )
}

/** Nothing is done to the block as a whole: its content may be painted, and broken, without it. */
function isPlain(style: Style): boolean {
  return (
    style.position === 'static' &&
    style.overflowY === 'visible' &&
    style.overflowX === 'visible' &&
    style.opacity === 1 &&
    style.mixBlendMode === 'normal' &&
    style.isolation === 'auto' &&
    style.filter.length === 0 &&
    style.clipPath === 'none' &&
    style.transform.length === 0 &&
    style.breakBefore === 'auto' &&
    style.breakAfter === 'auto' &&
    style.breakInside === 'auto' &&
    style.page === ''
  )
}
