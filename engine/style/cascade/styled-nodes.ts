// Nodes of the styled tree besides elements with a style of their own: texts, pseudo-elements, and children that are not there yet.
import type { BoundElement, BoundNode, BoundText } from '../../bind/bound.ts'
import type { ComputedStyle } from '../computed.ts'
import { usedStyle } from '../frame.ts'
import type { Style, StyledElement, StyledNode, StyledText } from '../style.ts'
import type { ElementStyles } from './plan.ts'

/** Children that are styled again by each iteration. */
export class LazyChildren implements Iterable<StyledNode> {
  readonly #pull: () => Iterator<StyledNode>

  constructor(pull: () => Iterator<StyledNode>) {
    this.#pull = pull
  }

  [Symbol.iterator](): Iterator<StyledNode> {
    return this.#pull()
  }
}

/** Text-only children need no `SiblingWalk`: selectors do not count texts. */
export function areTexts(nodes: readonly BoundNode[]): nodes is readonly BoundText[] {
  return nodes.every(({ kind }) => kind === 'text')
}

export function styledText({ text, at, late }: BoundText, computed: ComputedStyle): StyledText {
  const style = usedStyle<Style>(computed)
  return late === undefined ? { kind: 'text', text, style, at } : { kind: 'text', text, style, at, late }
}

const NO_NODES: readonly StyledNode[] = []

/** ::before or ::after, when its content generates it. */
export function pseudoElement(element: BoundElement, styles: ElementStyles, pseudo: 'before' | 'after'): StyledElement | undefined {
  const style = styles.pseudos.get(pseudo)
  if (style === undefined || style.content === 'none' || style.content === 'normal' || style.display === 'none') return undefined
  return {
    kind: 'element',
    element,
    style: usedStyle<Style>(style),
    children: NO_NODES,
    pseudo,
    markerStyle: styles.pseudos.get(`${pseudo}::marker`),
    firstLineStyle: undefined,
    firstLetterStyle: undefined,
  }
}
