// Children of flex and grid containers: every element is an item, every stretch of bare text an anonymous one (CSS Flexbox 1 §4).
import { addAll } from '../collections/lists.ts'
import type { StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxMark } from './box.ts'
import { paragraph } from './container.ts'
import { type BoxScope, type BuildContext, type Container, countNode, NO_MARKS } from './context.ts'
import { enterElement } from './element.ts'
import { addText, generateInto } from './inline-content.ts'
import { InlineRun, isWhiteSpace } from './inline-text.ts'
import { runningMark } from './running.ts'

/** The items of a container in tree order, absolutely positioned ones included. `order` is for layout. */
export function flexItems(
  container: Container,
  context: BuildContext,
): { readonly items: readonly Box[]; readonly marks: readonly BoxMark[] } {
  const collector = new ItemCollector(container, context)
  if (container.generated === undefined) collector.walk(container.children, container.scope)
  else collector.generate(container.generated)
  collector.endTextItem()
  container.leave()
  return { items: collector.items, marks: collector.marks }
}

class ItemCollector {
  readonly items: Box[] = []
  /** Marks that no item followed. */
  marks: BoxMark[] = []
  readonly #container: Container
  readonly #context: BuildContext
  #run = new InlineRun()
  /** The run has more than white space, which makes no item, preserved or not; breaks count. */
  #hasText = false

  constructor(container: Container, context: BuildContext) {
    this.#container = container
    this.#context = context
  }

  walk(nodes: Iterable<StyledNode>, scope: BoxScope): void {
    for (const node of nodes) {
      countNode(this.#context, scope.depth, node.kind === 'text' ? node.text.length : 0)
      if (node.kind === 'text') {
        if (!isWhiteSpace(node.text)) this.#hasText = true
        addText(this.#run, node, scope.origin)
      } else this.#element(node, scope)
    }
  }

  generate(node: StyledElement): void {
    if (generateInto(this.#run, node, this.#container.origin, this.#context)) this.#hasText = true
  }

  /** Makes the anonymous item of the text since the last item, if there is any. */
  endTextItem(): void {
    const run = this.#run
    const hasText = this.#hasText
    this.#run = new InlineRun()
    this.#hasText = false
    if (!hasText || !run.hasContent) return
    const { style, origin, scope } = this.#container
    const base = {
      style: this.#context.styles.anonymous(style, 'block'),
      origin,
      isAnonymous: true,
      marks: this.#takeMarks(),
      marker: undefined,
    }
    this.items.push(paragraph(run, base, { firstLine: undefined, decorations: scope.decorations }, this.#context))
  }

  #element(node: StyledElement, scope: BoxScope): void {
    const { display, position } = node.style
    if (display === 'none') return this.#context.definitions.collectHidden(node)
    if (display === 'contents') {
      const entered = enterElement(node, scope, this.#context)
      addAll(this.marks, entered.marks)
      if (node.pseudo === 'none') this.walk(node.children, entered.scope)
      else this.generate(node)
      return this.#context.state.counters.leave()
    }
    if (this.#addBreak(node, scope)) return
    this.endTextItem()
    const inner = { ...scope, mayStream: false, firstLine: undefined }
    if (typeof position === 'object') this.marks.push(runningMark(node, position.name, inner, this.#context))
    else this.items.push(this.#context.builders.elementBox(node, inner, this.#takeMarks(), this.#context))
  }

  /** `br` and `wbr` count as text, so that they make an item by themselves too, as in browsers. */
  #addBreak({ element, pseudo, style }: StyledElement, { origin }: BoxScope): boolean {
    if (pseudo !== 'none') return false
    if (element.tag === 'br') this.#run.lineBreak(style, origin, style.clear)
    else if (element.tag === 'wbr') this.#run.zeroWidthSpace(style, origin)
    else return false
    this.#hasText = true
    return true
  }

  #takeMarks(): readonly BoxMark[] {
    const marks = this.marks
    this.marks = []
    return marks.length === 0 ? NO_MARKS : marks
  }
}
