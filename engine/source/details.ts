// Details without a summary: browsers give them one of their own words (HTML "The details and summary elements").
import type { SourceElement, SourceNode } from './source.ts'

const WORD = 'Details'

/** An element of which a summary is known to be missing gets one; what comes from a block of the template may be one. */
export function withSummary(element: SourceElement): SourceElement {
  const { at, children, namespace, tag } = element
  if (tag !== 'details' || namespace !== 'html' || children.some(mayBeSummary)) return element
  const text: SourceNode = { kind: 'text', parts: [{ kind: 'literal', text: WORD }], at }
  const summary: SourceElement = { kind: 'element', tag: 'summary', namespace, attributes: [], children: [text], at }
  return { ...element, children: [summary, ...children] }
}

function mayBeSummary(node: SourceNode): boolean {
  return node.kind === 'block' || (node.kind === 'element' && node.tag === 'summary')
}
