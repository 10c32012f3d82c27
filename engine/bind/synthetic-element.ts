// Synthetic elements: bound elements that come from no template element, but from `{{{…}}}` values and helpers.
import { GenerationCache } from '../collections/cache.ts'
import type { TemplateElement } from '../template/template.ts'
import type { BoundElement, BoundNode } from './bound.ts'

const NODES = new GenerationCache<string, TemplateElement>(100, { purpose: 'identity' })

/** The template element of all synthetic elements of one tag, with id −1, so that caches keyed by it stay small. Only few tags are synthetic. */
function nodeOf(tag: string, namespace: TemplateElement['namespace']): TemplateElement {
  const key = `${namespace} ${tag}`
  let node = NODES.get(key)
  if (node === undefined) {
    node = Object.freeze({ kind: 'element', id: -1, tag, namespace, attributes: [], children: [], at: NOWHERE, isStatic: false })
    NODES.set(key, node)
  }
  return node
}

const NOWHERE = { kind: 'text', line: 1, column: 1 } as const

export function syntheticElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly BoundNode[],
  namespace: TemplateElement['namespace'] = 'html',
): BoundElement {
  return {
    kind: 'element',
    node: nodeOf(tag, namespace),
    tag,
    attributes: new Map(Object.entries(attributes)),
    children,
    isStreamed: false,
  }
}
