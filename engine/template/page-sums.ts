// Page sums (`{{pagesum "price"}}`, `{{carry "price"}}`) are known when pages are made: after binding, styles and boxes. They can be printed,
// and decide over text; elements, attributes and styles have to be known before.
import { error, type Reporter } from '../diagnostic.ts'
import type { Expression, Template, TemplateElement, TemplateNode, Text, TextPart } from './template.ts'

export function asksForPageSums(expression: Expression): boolean {
  if (expression.kind !== 'call') return false
  if (expression.helper === '@pagesum' || expression.helper === '@carry') return true
  return [...expression.positional, ...Object.values(expression.named)].some(asksForPageSums)
}

/** Fields that `content: pagesum(price)` in a style sheet asks for. One too many costs little, so comments and strings are not looked at. */
export function cssPageSums(sheet: string): readonly string[] {
  return [...sheet.matchAll(/\b(?:pagesum|carry)\(\s*([\w-]+)/gi)].map((match) => match[1] ?? '')
}

/** Reports page sums where they come too late. */
export function refuseLate({ root, title, properties }: Pick<Template, 'root' | 'title' | 'properties'>, reporter: Reporter): void {
  const refuse = (expression: Expression): void => {
    if (!asksForPageSums(expression) || expression.kind !== 'call') return
    const hint = 'print it as text; to show a row on some pages only, give it data-on="first", "not-first", "last" or "not-last"'
    reporter.report(error('template-syntax', expression.at, 'page sums are known when pages are made: they cannot stand here', hint))
  }
  refuseInElement(root, refuse)
  refuseInText(title, refuse)
  for (const { value } of properties) refuseInText(value, refuse)
}

type Refuse = (expression: Expression) => void

function refuseInElement({ attributes, children }: TemplateElement, refuse: Refuse): void {
  for (const { value, guards } of attributes) {
    refuseInText(value, refuse)
    for (const { test } of guards ?? []) refuse(test)
  }
  for (const child of children) refuseInNode(child, refuse)
}

function refuseInNode(node: TemplateNode, refuse: Refuse): void {
  switch (node.kind) {
    case 'element':
      return refuseInElement(node, refuse)
    case 'text':
      return refuseInText(node.text, refuse)
    case 'late':
      return
    case 'markup':
      return refuse(node.value)
    case 'condition':
      refuse(node.test)
      break
    case 'repeat':
      refuse(node.items)
      break
    case 'scope':
      refuse(node.value)
  }
  for (const inner of [...node.body, ...node.otherwise]) refuseInNode(inner, refuse)
}

function refuseInText(text: Text, refuse: Refuse): void {
  if (typeof text !== 'string') for (const part of text) refuseInPart(part, refuse)
}

function refuseInPart(part: TextPart, refuse: Refuse): void {
  switch (part.kind) {
    case 'literal':
      return
    case 'value':
      return refuse(part.value)
    case 'condition':
      refuse(part.test)
      break
    case 'repeat':
      refuse(part.items)
      break
    case 'scope':
      refuse(part.value)
  }
  for (const inner of [...part.body, ...part.otherwise]) refuseInPart(inner, refuse)
}
