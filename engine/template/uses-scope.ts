// Whether the content of a section refers to the section's value: to its fields, to `this`, or by a block parameter.
import type { Expression, TemplateNode, Text, TextPart } from './template.ts'

/** The section's scope, relative to the current position of the walk: `depth` scopes outwards; `names` are its block parameters. */
interface SectionScope {
  readonly depth: number
  readonly names: readonly string[]
}

export const usesScope = {
  nodes: (body: readonly TemplateNode[], names: readonly string[]): boolean => body.some((node) => inNode(node, { depth: 0, names })),
  parts: (body: readonly TextPart[], names: readonly string[]): boolean => body.some((part) => inPart(part, { depth: 0, names })),
}

const deeper = (section: SectionScope): SectionScope => ({ ...section, depth: section.depth + 1 })

function inNode(node: TemplateNode, section: SectionScope): boolean {
  const inAll = (nodes: readonly TemplateNode[], at: SectionScope): boolean => nodes.some((inner) => inNode(inner, at))
  switch (node.kind) {
    case 'element': {
      const inAttributes = node.attributes.some(
        ({ value, guards }) => inText(value, section) || guards?.some(({ test }) => inExpression(test, section)) === true,
      )
      return inAttributes || inAll(node.children, section)
    }
    case 'text':
      return inText(node.text, section)
    case 'late':
      return inText(node.text, section)
    case 'markup':
      return inExpression(node.value, section)
    case 'condition':
      return inExpression(node.test, section) || inAll(node.body, section) || inAll(node.otherwise, section)
    case 'repeat':
      return inExpression(node.items, section) || inAll(node.body, deeper(section)) || inAll(node.otherwise, section)
    case 'scope':
      return inExpression(node.value, section) || inAll(node.body, deeper(section)) || inAll(node.otherwise, section)
  }
}

const inText = (text: Text, section: SectionScope): boolean => typeof text !== 'string' && text.some((part) => inPart(part, section))

function inPart(part: TextPart, section: SectionScope): boolean {
  const inAll = (parts: readonly TextPart[], at: SectionScope): boolean => parts.some((inner) => inPart(inner, at))
  switch (part.kind) {
    case 'literal':
      return false
    case 'value':
      return inExpression(part.value, section)
    case 'condition':
      return inExpression(part.test, section) || inAll(part.body, section) || inAll(part.otherwise, section)
    case 'repeat':
      return inExpression(part.items, section) || inAll(part.body, deeper(section)) || inAll(part.otherwise, section)
    case 'scope':
      return inExpression(part.value, section) || inAll(part.body, deeper(section)) || inAll(part.otherwise, section)
  }
}

function inExpression(expression: Expression, section: SectionScope): boolean {
  if (expression.kind === 'call')
    return [...expression.positional, ...Object.values(expression.named)].some((each) => inExpression(each, section))
  if (expression.kind !== 'path' || (expression.source !== 'scope' && expression.source !== 'this')) return false
  return expression.depth === section.depth || (expression.source === 'scope' && section.names.includes(expression.segments[0] ?? ''))
}
