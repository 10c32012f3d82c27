// Whether the content of a section speaks of what the section is about: its fields, `this`, or a block parameter.
import type { Expression, TemplateNode, Text, TextPart } from './template.ts'

/** How the section looks from where the walk is: that many scopes out; `names` are its block parameters. */
interface Place {
  readonly depth: number
  readonly names: readonly string[]
}

export const usesScope = {
  nodes: (body: readonly TemplateNode[], names: readonly string[]): boolean => body.some((node) => inNode(node, { depth: 0, names })),
  parts: (body: readonly TextPart[], names: readonly string[]): boolean => body.some((part) => inPart(part, { depth: 0, names })),
}

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 })

function inNode(node: TemplateNode, place: Place): boolean {
  const inAll = (nodes: readonly TemplateNode[], at: Place): boolean => nodes.some((inner) => inNode(inner, at))
  switch (node.kind) {
    case 'element': {
      const inAttributes = node.attributes.some(
        ({ value, guards }) => inText(value, place) || guards?.some(({ test }) => inExpression(test, place)) === true,
      )
      return inAttributes || inAll(node.children, place)
    }
    case 'text':
      return inText(node.text, place)
    case 'late':
      return inText(node.text, place)
    case 'markup':
      return inExpression(node.value, place)
    case 'condition':
      return inExpression(node.test, place) || inAll(node.body, place) || inAll(node.otherwise, place)
    case 'repeat':
      return inExpression(node.items, place) || inAll(node.body, deeper(place)) || inAll(node.otherwise, place)
    case 'scope':
      return inExpression(node.value, place) || inAll(node.body, deeper(place)) || inAll(node.otherwise, place)
  }
}

const inText = (text: Text, place: Place): boolean => typeof text !== 'string' && text.some((part) => inPart(part, place))

function inPart(part: TextPart, place: Place): boolean {
  const inAll = (parts: readonly TextPart[], at: Place): boolean => parts.some((inner) => inPart(inner, at))
  switch (part.kind) {
    case 'literal':
      return false
    case 'value':
      return inExpression(part.value, place)
    case 'condition':
      return inExpression(part.test, place) || inAll(part.body, place) || inAll(part.otherwise, place)
    case 'repeat':
      return inExpression(part.items, place) || inAll(part.body, deeper(place)) || inAll(part.otherwise, place)
    case 'scope':
      return inExpression(part.value, place) || inAll(part.body, deeper(place)) || inAll(part.otherwise, place)
  }
}

function inExpression(expression: Expression, place: Place): boolean {
  if (expression.kind === 'call')
    return [...expression.positional, ...Object.values(expression.named)].some((each) => inExpression(each, place))
  if (expression.kind !== 'path' || (expression.source !== 'scope' && expression.source !== 'this')) return false
  return expression.depth === place.depth || (expression.source === 'scope' && place.names.includes(expression.segments[0] ?? ''))
}
