// Page sums (`{{pagesum "price"}}`, `{{carry "price"}}`) have values only when pages are laid out: after binding, styles and boxes. They can be
// printed, and be conditions of text. Elements, attributes and styles cannot depend on them.
import { error, type Reporter } from '../diagnostic.ts'
import type { Expression, Template, TemplateElement, TemplateNode, Text, TextPart } from './template.ts'

export function containsPageSum(expression: Expression): boolean {
  if (expression.kind !== 'call') return false
  if (expression.helper === '@pagesum' || expression.helper === '@carry') return true
  return [...expression.positional, ...Object.values(expression.named)].some(containsPageSum)
}

/** Fields in `content: pagesum(price)` of a style sheet. Comments and strings are matched too: a field too many costs little. */
export function cssPageSums(sheet: string): readonly string[] {
  return [...sheet.matchAll(/\b(?:pagesum|carry)\(\s*([\w-]+)/gi)].map((match) => match[1] ?? '')
}

/** Reports page sums where their values would come too late. */
export function rejectPageSums({ root, title, properties }: Pick<Template, 'root' | 'title' | 'properties'>, reporter: Reporter): void {
  const reject = (expression: Expression): void => {
    if (!containsPageSum(expression) || expression.kind !== 'call') return
    const hint = 'print it as text; to show a row on some pages only, give it data-on="first", "not-first", "last" or "not-last"'
    reporter.report(
      error('template-syntax', expression.at, 'page sums have values only when pages are laid out: they cannot be used here', hint),
    )
  }
  rejectInElement(root, reject)
  rejectInText(title, reject)
  for (const { value } of properties) rejectInText(value, reject)
}

type Reject = (expression: Expression) => void

function rejectInElement({ attributes, children }: TemplateElement, reject: Reject): void {
  for (const { value, guards } of attributes) {
    rejectInText(value, reject)
    for (const { test } of guards ?? []) reject(test)
  }
  for (const child of children) rejectInNode(child, reject)
}

function rejectInNode(node: TemplateNode, reject: Reject): void {
  switch (node.kind) {
    case 'element':
      return rejectInElement(node, reject)
    case 'text':
      return rejectInText(node.text, reject)
    case 'late':
      return
    case 'markup':
      return reject(node.value)
    case 'condition':
      reject(node.test)
      break
    case 'repeat':
      reject(node.items)
      break
    case 'scope':
      reject(node.value)
  }
  for (const inner of [...node.body, ...node.otherwise]) rejectInNode(inner, reject)
}

function rejectInText(text: Text, reject: Reject): void {
  if (typeof text !== 'string') for (const part of text) rejectInPart(part, reject)
}

function rejectInPart(part: TextPart, reject: Reject): void {
  switch (part.kind) {
    case 'literal':
      return
    case 'value':
      return reject(part.value)
    case 'condition':
      reject(part.test)
      break
    case 'repeat':
      reject(part.items)
      break
    case 'scope':
      reject(part.value)
  }
  for (const inner of [...part.body, ...part.otherwise]) rejectInPart(inner, reject)
}
