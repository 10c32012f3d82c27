// Whether anything in a template depends on query containers (CSS Conditional 5 §5). Most templates must not pay for them.
import type { Template, TemplateElement, TemplateNode } from '../../template/template.ts'
import type { SelectorRule } from './rules.ts'

export interface ContainerUses {
  /** Some rule has a condition on a container. */
  readonly conditions: boolean
  /** Some text has container units. */
  readonly units: boolean
  /** Some style depends on the size of a container. */
  readonly sizes: boolean
}

const UNIT = /cq(?:w|h|i|b|min|max)\b/i

/** Units are looked for in style sheets, `style` attributes and the placeholders in sheets; those that data alone brings along refer to the page. */
export function findContainerUses(template: Template, rules: readonly SelectorRule[]): ContainerUses {
  const conditions = rules.flatMap(({ containers }) => containers)
  const units = hasUnits(template)
  const asksForSize = conditions.some(({ queries }) => queries.some(({ axes }) => axes.length > 0))
  return { conditions: conditions.length > 0, units, sizes: units || asksForSize }
}

function hasUnits({ stylesheets, properties, root }: Template): boolean {
  const isIn = (value: unknown): boolean => UNIT.test(typeof value === 'string' ? value : JSON.stringify(value))
  const isInNode = (node: TemplateNode): boolean => {
    if ('body' in node) return node.body.some(isInNode) || node.otherwise.some(isInNode)
    return node.kind === 'element' && isInElement(node)
  }
  const isInElement = ({ attributes, children }: TemplateElement): boolean =>
    attributes.some(({ name, value }) => name === 'style' && isIn(value)) || children.some(isInNode)
  return stylesheets.some(({ text }) => isIn(text)) || properties.some(({ value }) => isIn(value)) || isInElement(root)
}
