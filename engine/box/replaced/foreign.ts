// HTML in drawings (SVG 2 §12.3): each `foreignObject` is a block container of its own size, laid out by itself and painted where the drawing has it.

import { parseLength } from '../../drawing-length.ts'
import { PX, type Size } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Style, StyledElement } from '../../style/style.ts'
import type { ForeignContent } from '../box.ts'
import type { BoxScope, BuildContext } from '../context.ts'
import { NO_MARKS } from '../context.ts'
import { enterElement } from '../element.ts'
import { boxIn } from '../turned-box.ts'

/** `element` stands for `node` in a drawing. */
export interface FoundForeign {
  readonly element: VectorElement
  readonly node: StyledElement
}

/** What only the drawing around it has is not its box's. Nothing positioned leaves it, as in browsers. */
const OWN: Partial<Style> = {
  position: 'relative',
  containment: { size: false, inlineSize: false, layout: true, paint: false, style: false },
}

/** The boxes of what was found in the drawing of `root`; `scope` is that inside of the drawing. */
export function foreignContents(
  found: readonly FoundForeign[],
  root: VectorElement,
  scope: BoxScope,
  context: BuildContext,
): readonly ForeignContent[] | undefined {
  if (found.length === 0) return undefined
  const viewports = new Map<VectorElement, VectorElement>()
  findViewports(root, root, viewports)
  return found.map(({ element, node }) => foreignContent(element, node, viewports.get(element) ?? root, { scope, context }))
}

/** Each element, and the one whose viewport its percentages are of. */
function findViewports(element: VectorElement, viewport: VectorElement, found: Map<VectorElement, VectorElement>): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    found.set(child, viewport)
    findViewports(child, child.tag === 'svg' || child.tag === 'symbol' ? child : viewport, found)
  }
}

interface Place {
  readonly scope: BoxScope
  readonly context: BuildContext
}

function foreignContent(element: VectorElement, node: StyledElement, viewport: VectorElement, { scope, context }: Place): ForeignContent {
  const { builders, styles } = context
  const inside: BoxScope = {
    ...scope,
    decorations: [],
    mayStream: false,
    firstLine: undefined,
    lead: undefined,
    frame: 'none',
    container: undefined,
  }
  const entered = enterElement(node, inside, context)
  const box = builders.containerBox(
    {
      style: styles.with(styles.anonymous(node.style, 'block'), 'foreign object', OWN),
      ...{ origin: entered.origin, isAnonymous: false, marks: NO_MARKS, marker: undefined, lead: undefined, generated: undefined },
      ...{ children: node.children, scope: entered.scope, decorations: [] },
      leave: () => context.state.counters.leave(),
    },
    context,
  )
  const fontSize = node.style.fontSize / PX
  const [, , width, height] = (viewport.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const length = (name: string, own: number | undefined, around: number): number =>
    Math.max(0, parseLength(element.attributes.get(name), own !== undefined && own > 0 ? own : around, fontSize) ?? 0) * PX
  const size = (around: Size): Size => ({ width: length('width', width, around.width), height: length('height', height, around.height) })
  return { element, box: boxIn(box, 'none'), size }
}
