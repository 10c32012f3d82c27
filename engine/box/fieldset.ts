// A fieldset with a legend: the legend stands in the border, everything else in an anonymous box that has the padding (HTML "The fieldset and legend elements").
import { sequenceOf } from '../collections/sequence.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Display } from '../style/value.ts'
import type { BlockBox, Box } from './box.ts'
import { isOutOfFlow } from './box-kinds.ts'
import { type BoxScope, type BuildContext, type Container, NO_MARKS } from './context.ts'

/** Its nodes around the rendered legend; undefined of other elements, and of fieldsets without one. */
interface FieldsetNodes {
  readonly legend: StyledElement
  readonly others: readonly StyledNode[]
}

export function fieldsetNodes({ element, pseudo, children }: StyledElement): FieldsetNodes | undefined {
  if (element.tag !== 'fieldset' || element.node.namespace !== 'html' || pseudo !== 'none') return undefined
  const nodes = [...children]
  const place = nodes.findIndex(isRenderedLegend)
  const legend = nodes[place]
  return legend?.kind === 'element' ? { legend, others: nodes.filter((_, i) => i !== place) } : undefined
}

/** The first legend in flow. */
function isRenderedLegend(node: StyledNode): boolean {
  if (node.kind !== 'element' || node.element.tag !== 'legend' || node.element.node.namespace !== 'html') return false
  const { style } = node
  return node.pseudo === 'none' && style.display !== 'none' && style.display !== 'contents' && !isOutOfFlow(style)
}

/** `content` builds the box of the anonymous container. */
export function fieldsetBox(
  container: Container,
  { legend, others }: FieldsetNodes,
  context: BuildContext,
  content: (container: Container) => Box,
): BlockBox {
  const { style, origin, isAnonymous, marks, decorations } = container
  const scope: BoxScope = { ...container.scope, mayStream: false, decorations }
  const { styles } = context
  const legendBox = context.builders.elementBox(legendNode(legend, context), scope, NO_MARKS, context)
  const inside = styles.with(style, 'fieldset content', insideStyle(style))
  const rest: Container = { ...container, style: inside, isAnonymous: true, marks: NO_MARKS, children: others, scope }
  const outer = styles.with(style, 'fieldset', OUTSIDE)
  const children = sequenceOf([legendBox, content(rest)])
  return { kind: 'block', style: outer, origin, isAnonymous, marks, marker: undefined, children, isStreamed: false, isFieldset: true }
}

/** A legend is a block that fits its content, and stands as its text does where nothing else is said. */
function legendNode(node: StyledElement, { styles }: BuildContext): StyledElement {
  const { style } = node
  const fits: Partial<Style> = {
    justifySelf: style.justifySelf === 'auto' || style.justifySelf === 'normal' ? sideOf(style.textAlign) : style.justifySelf,
    display: blockified(style.display),
  }
  // Not a copy: the element has getters.
  return Object.create(node, { style: { value: styles.with(style, 'legend', fits) } }) as StyledElement
}

function sideOf(textAlign: Style['textAlign']): Style['justifySelf'] {
  switch (textAlign) {
    case 'center':
    case 'end':
    case 'left':
    case 'right':
      return textAlign
    default:
      return 'start'
  }
}

function blockified(display: Display): Display {
  switch (display) {
    case 'inline':
    case 'inline-block':
      return 'block'
    case 'inline-flex':
      return 'flex'
    case 'inline-grid':
      return 'grid'
    case 'inline-table':
      return 'table'
    default:
      return display
  }
}

/** What the anonymous box has instead. */
const OUTSIDE: Partial<Style> = { columnCount: 'auto', columnWidth: 'auto', overflowX: 'visible', overflowY: 'visible' }

/** What the fieldset itself has. */
function insideStyle({ display }: Style): Partial<Style> {
  return {
    display: display.endsWith('flex') ? 'flex' : display.endsWith('grid') ? 'grid' : 'flow-root',
    position: 'static',
    float: 'none',
    clear: 'none',
    zIndex: 'auto',
    width: 'auto',
    height: 'auto',
    minWidth: 'auto',
    minHeight: 'auto',
    maxWidth: 'none',
    maxHeight: 'none',
    aspectRatio: 'auto',
    marginTop: 0,
    marginRight: 0,
    marginBottom: 0,
    marginLeft: 0,
    borderTopWidth: 0,
    borderRightWidth: 0,
    borderBottomWidth: 0,
    borderLeftWidth: 0,
    borderImage: undefined,
    outlineWidth: 0,
    outlineStyle: 'none',
    backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 },
    backgroundLayers: [],
    boxShadow: [],
    opacity: 1,
    mixBlendMode: 'normal',
    isolation: 'auto',
    filter: [],
    clipPath: 'none',
    maskLayers: [],
    transform: [],
    breakBefore: 'auto',
    breakAfter: 'auto',
    breakInside: 'auto',
    containment: undefined,
    columnSpan: 'none',
  }
}
