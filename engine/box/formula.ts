// Formulas: a `<math>` element becomes one paragraph, which holds its elements as a tree (MathML Core §2 and §3).
import type { StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxMark, MathElement, MathNode } from './box.ts'
import { type BoxScope, type BuildContext, countNode } from './context.ts'
import type { Entered } from './element.ts'

/** Elements that hold text, in which HTML may stand. */
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
const ANNOTATIONS: ReadonlySet<string> = new Set(['annotation', 'annotation-xml'])

/** Whether an element is laid out as a formula. KaTeX and MathJax hide one beside what they have set: its text is there for readers alone. */
export function isFormula({ element, pseudo }: StyledElement, { isUnseen }: Pick<BoxScope, 'isUnseen'>): boolean {
  return element.tag === 'math' && element.node.namespace === 'mathml' && pseudo === 'none' && !isUnseen
}

/** The paragraph of a formula whose element is entered. */
export function formulaBox(node: StyledElement, { origin, scope }: Entered, marks: readonly BoxMark[], context: BuildContext): Box {
  const { element, style } = node
  if (origin.alt === undefined) origin.describe(alternative(node))
  const isBlock = /^\s*block\s*$/i.test(element.attributes.get('display') ?? '') && !style.display.startsWith('inline')
  const content = mathElement(node, scope, context)
  // What asks whether a paragraph is empty, or which text it has, is answered by the letters.
  const items = [{ kind: 'text', text: lettersOf(content) || '\u200b', source: undefined, style, origin }] as const
  return {
    ...{ kind: 'paragraph', style, origin, isAnonymous: false, marks, items, marker: undefined, firstLineStyle: undefined },
    formula: { content, isBlock },
    cachedText: undefined,
  }
}

/** What a formula says in place of its signs: `alttext`, else the LaTeX that it was made of. */
function alternative({ element, children }: StyledElement): string | undefined {
  const given = element.attributes.get('alttext')?.trim() || element.attributes.get('data-latex')?.trim()
  return given || latexIn(children)
}

function latexIn(nodes: Iterable<StyledNode>): string | undefined {
  for (const child of nodes) {
    if (child.kind !== 'element') continue
    const { tag, attributes } = child.element
    if (tag === 'annotation' && /^\s*application\/x-tex\s*$/i.test(attributes.get('encoding') ?? ''))
      return textOf(child).trim() || undefined
    const found = tag === 'semantics' ? latexIn(child.children) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function textOf({ children }: StyledElement): string {
  return [...children].map((child) => (child.kind === 'text' ? child.text : textOf(child))).join('')
}

function lettersOf({ children }: MathElement): string {
  return children.map((child) => (child.kind === 'text' ? child.text.trim() : child.kind === 'element' ? lettersOf(child) : '')).join('')
}

function mathElement({ element, style, children }: StyledElement, scope: BoxScope, context: BuildContext): MathElement {
  countNode(context, scope.depth)
  const inner = { ...scope, depth: scope.depth + 1, mayStream: false, decorations: [], firstLine: undefined, lead: undefined }
  const isToken = TOKENS.has(element.tag)
  const nodes = [...children].flatMap((child) => mathNode(child, isToken, inner, context))
  return { kind: 'element', tag: element.tag, style, attributes: element.attributes, children: nodes }
}

function mathNode(node: StyledNode, isInToken: boolean, scope: BoxScope, context: BuildContext): readonly MathNode[] {
  if (node.kind === 'text') {
    countNode(context, scope.depth, node.text.length)
    return isInToken ? [{ kind: 'text', text: node.text }] : []
  }
  const { element, style, pseudo } = node
  if (style.display === 'none' || pseudo !== 'none' || ANNOTATIONS.has(element.tag)) return []
  if (element.node.namespace === 'mathml') return [mathElement(node, scope, context)]
  return [{ kind: 'object', box: context.builders.elementBox(node, scope, [], context) }]
}
