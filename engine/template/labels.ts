// Problem: `aria-labelledby` and `aria-describedby` name elements whose text is the label, and `<label>` labels a field; while an element is bound or painted, that
// text may be on another page.
// Approach: labels are found while compiling: the text of the named elements, with its placeholders, becomes `aria-label` or `aria-description` of the element that
// names them. The label by reference wins, then the element's own `aria-label`, then `<label>`, as in the accessible name computation (§2.3; HTML-AAM §4.1).
// Limits: a text with placeholders is a label only where names mean the same in both places: in the same repeats and scopes. Blocks, markup and page sums in a named
// element make it no label.
import type { TemplateAttribute, TemplateElement, TemplateNode, Text, TextPart } from './template.ts'

const LABELS: Readonly<Record<string, string>> = { 'aria-labelledby': 'aria-label', 'aria-describedby': 'aria-description' }

/** Elements that a `<label>` labels. */
const FIELDS: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'button', 'progress', 'meter'])

/** Repeats and scopes around an element, outermost first. */
type Scopes = readonly TemplateNode[]

interface Target {
  readonly element: TemplateElement
  readonly scopes: Scopes
}

/** The tree with labels instead of references; the same tree where there are none. */
export function labelled(root: TemplateElement): TemplateElement {
  const targets = new Map<string, Target>()
  const naming: Target[] = []
  const fields = new Map<TemplateElement, Target>()
  let hasReferences = false
  const around = new Set<Target>()
  visit(root, { scopes: [], label: undefined }, (element, { scopes, label }) => {
    for (const { name, value } of element.attributes) {
      if (LABELS[name] !== undefined) hasReferences = true
      if (name === 'id' && typeof value === 'string' && !targets.has(value)) targets.set(value, { element, scopes })
    }
    if (isLabel(element)) naming.push({ element, scopes })
    // A label around fields is that of the first.
    if (label === undefined || !FIELDS.has(element.tag) || around.has(label)) return
    around.add(label)
    fields.set(element, label)
  })
  for (const label of naming) {
    const id = namedBy(label.element)
    const field = typeof id === 'string' ? targets.get(id)?.element : undefined
    if (field !== undefined && FIELDS.has(field.tag) && !fields.has(field)) fields.set(field, label)
  }
  return hasReferences || fields.size > 0 ? new Labelling(targets, fields).element(root, []) : root
}

function isLabel({ tag, namespace }: TemplateElement): boolean {
  return tag === 'label' && namespace === 'html'
}

/** The field that a `<label>` names itself. */
function namedBy({ attributes }: TemplateElement): Text | undefined {
  return attributes.find(({ name }) => name === 'for')?.value
}

/** What is around a node: the nearest label too, unless it names another field. */
interface Around {
  readonly scopes: Scopes
  readonly label: Target | undefined
}

function visit(node: TemplateNode, around: Around, see: (element: TemplateElement, around: Around) => void): void {
  if (node.kind === 'element') see(node, around)
  const isOwn = node.kind === 'element' && isLabel(node) && namedBy(node) === undefined
  const inner = { scopes: innerScopes(node, around.scopes), label: isOwn ? { element: node, scopes: around.scopes } : around.label }
  for (const child of childrenOf(node)) visit(child, inner, see)
}

function innerScopes(node: TemplateNode, scopes: Scopes): Scopes {
  return node.kind === 'repeat' || node.kind === 'scope' ? [...scopes, node] : scopes
}

function childrenOf(node: TemplateNode): readonly TemplateNode[] {
  if (node.kind === 'element') return node.children
  return 'body' in node ? [...node.body, ...node.otherwise] : []
}

class Labelling {
  readonly #targets: ReadonlyMap<string, Target>
  readonly #fields: ReadonlyMap<TemplateElement, Target>

  constructor(targets: ReadonlyMap<string, Target>, fields: ReadonlyMap<TemplateElement, Target>) {
    this.#targets = targets
    this.#fields = fields
  }

  element(element: TemplateElement, scopes: Scopes): TemplateElement {
    const labels = element.attributes.flatMap((attribute) => this.#label(attribute, scopes) ?? [])
    if (![...element.attributes, ...labels].some(({ name }) => name === 'aria-label')) labels.push(...this.#fieldLabel(element, scopes))
    const children = this.#nodes(element.children, scopes)
    if (labels.length === 0 && children === element.children) return element
    const attributes = [...element.attributes.filter(({ name }) => !labels.some((label) => label.name === name)), ...labels]
    const isStatic = element.isStatic && labels.every(({ value }) => typeof value === 'string') && children.every(isStaticNode)
    return { ...element, attributes, children, isStatic }
  }

  #nodes(nodes: readonly TemplateNode[], scopes: Scopes): readonly TemplateNode[] {
    const labelled = nodes.map((node) => this.#node(node, scopes))
    return labelled.every((node, i) => node === nodes[i]) ? nodes : labelled
  }

  #node(node: TemplateNode, scopes: Scopes): TemplateNode {
    if (node.kind === 'element') return this.element(node, scopes)
    if (!('body' in node)) return node
    const inner = innerScopes(node, scopes)
    const [body, otherwise] = [this.#nodes(node.body, inner), this.#nodes(node.otherwise, inner)]
    return body === node.body && otherwise === node.otherwise ? node : { ...node, body, otherwise }
  }

  #label({ name, value, guards, at }: TemplateAttribute, scopes: Scopes): TemplateAttribute | undefined {
    const label = LABELS[name]
    if (label === undefined || typeof value !== 'string') return undefined
    const texts = value.split(/\s+/).flatMap((id) => {
      const text = textFor(this.#targets.get(id), scopes)
      return text === undefined ? [] : [text]
    })
    return texts.length === 0 ? undefined : { name: label, value: joined(texts, ' '), guards, at }
  }

  #fieldLabel(field: TemplateElement, scopes: Scopes): TemplateAttribute[] {
    const value = textFor(this.#fields.get(field), scopes)
    return value === undefined ? [] : [{ name: 'aria-label', value, guards: undefined, at: field.at }]
  }
}

/** What a label reads in another place; undefined where that is nothing or not known. */
function textFor(label: Target | undefined, scopes: Scopes): Text | undefined {
  const text = label && textOf(label.element)
  const isKnown = text !== undefined && (typeof text === 'string' || isSame(label!.scopes, scopes))
  return isKnown && text !== '' ? text : undefined
}

function isStaticNode(node: TemplateNode): boolean {
  return node.kind === 'element' ? node.isStatic : node.kind === 'text' && typeof node.text === 'string'
}

/** Repeats are compared by what they were before labels were found: the same node of the template. */
function isSame(a: Scopes, b: Scopes): boolean {
  return a.length === b.length && a.every((scope, i) => scope === b[i])
}

/** The text of an element; undefined where it depends on more than placeholders. An element with a label or alternative text reads as that. */
function textOf(element: TemplateElement): Text | undefined {
  const own = element.attributes.find(({ name }) => name === 'aria-label' || name === 'alt')
  if (own !== undefined) return own.guards === undefined ? own.value : undefined
  const texts: Text[] = []
  for (const child of element.children) {
    // A field in its label is no part of its name.
    if (child.kind === 'element' && FIELDS.has(child.tag)) continue
    const text = child.kind === 'text' ? child.text : child.kind === 'element' ? textOf(child) : undefined
    if (text === undefined) return undefined
    texts.push(text)
  }
  return joined(texts, '')
}

function joined(texts: readonly Text[], between: string): Text {
  if (texts.every((text) => typeof text === 'string')) return texts.join(between)
  const separator: readonly TextPart[] = between === '' ? [] : [{ kind: 'literal', text: between }]
  return texts.flatMap((text, i) => [
    ...(i === 0 ? [] : separator),
    ...(typeof text === 'string' ? [{ kind: 'literal', text } as const] : text),
  ])
}
