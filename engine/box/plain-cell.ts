// The cell that most cells are: one text, or nothing at all. It gives exactly what the general path (`element.ts`, `container.ts`) gives, without a
// scope, a container and counters of its own (a test holds both side by side). Undefined means: not that plain.
import { sequenceOf } from '../collections/sequence.ts'
import type { StyledElement, StyledText } from '../style/style.ts'
import type { Box } from './box.ts'
import { type BoxScope, type BuildContext, countNode, NO_MARKS } from './context.ts'
import { changesCounters } from './counter-scopes.ts'
import { plainText } from './inline-text.ts'
import { ElementOrigin } from './origin.ts'

const NO_CHILDREN = sequenceOf<Box>([])

export function plainCell(node: StyledElement, scope: BoxScope, context: BuildContext): Box | undefined {
  if (
    !isPlain(node) ||
    node.style.frame !== scope.frame ||
    scope.firstLine !== undefined ||
    scope.decorations.length > 0 ||
    scope.lead !== undefined
  )
    return undefined
  const content = textOf(node)
  if (content === 'more') return undefined
  const { style } = node
  const text = content === 'nothing' ? undefined : plainText(content.text, content.style)
  if (content !== 'nothing' && text === undefined) return undefined
  const origin = new ElementOrigin(node, scope.origin, context.reporter)
  node.element.release?.()
  const base = { style, origin, isAnonymous: false, marks: NO_MARKS, marker: undefined } as const
  if (content === 'nothing' || text === undefined) return { kind: 'block', ...base, children: NO_CHILDREN, isStreamed: false }
  countNode(context, scope.depth + 1, content.text.length)
  return {
    kind: 'paragraph',
    style,
    origin,
    isAnonymous: false,
    marks: NO_MARKS,
    items: [{ kind: 'text', text, source: undefined, style: content.style, origin }],
    marker: undefined,
    firstLineStyle: undefined,
    cachedText: undefined,
  }
}

/** It changes no counter, has nothing for pages or outlines, and no part has a style of its own. */
function isPlain(node: StyledElement): boolean {
  const { element, style, pseudo } = node
  const { tag, attributes, sums } = element
  if ((tag !== 'td' && tag !== 'th') || pseudo !== 'none' || sums !== undefined || element.node.namespace !== 'html') return false
  if (attributes.size > 0 && attributes.has('id')) return false
  if (style.content !== 'normal' || changesCounters(style) || style.stringSet.length > 0 || style.bookmarkLevel !== 'none') return false
  if (style.textBoxTrim !== 'none') return false
  return node.firstLineStyle === undefined && node.firstLetterStyle === undefined
}

/** What the cell holds. Bound children are there already, so looking at them first costs no styling of those that turn out to be more. */
function textOf(node: StyledElement): StyledText | 'nothing' | 'more' {
  const bound = node.element.children
  if (!Array.isArray(bound) || bound.length > 1) return 'more'
  let text: StyledText | 'nothing' = 'nothing'
  for (const child of node.children) {
    if (child.kind !== 'text' || child.late !== undefined || text !== 'nothing') return 'more'
    text = child
  }
  return text
}
