// The element of a link, as its annotations see it.
import type { Origin } from '../box/box.ts'
import type { Node } from './node.ts'
import type { LinkTag } from './tag.ts'

export class LinkElement implements LinkTag {
  readonly #node: Node
  readonly #origin: Origin

  constructor(node: Node, origin: Origin) {
    this.#node = node
    this.#origin = origin
  }

  get element(): object {
    return this.#origin
  }

  get description(): string | undefined {
    const { attributes } = this.#origin
    const said = attributes?.get('aria-label') ?? attributes?.get('title')
    return said === undefined || said.trim() === '' ? undefined : said.trim()
  }

  addAnnotation(page: number, annotation: number, hasText: boolean): number {
    this.#node.hasText ||= hasText
    this.#node.addAnnotation(page, annotation, Number.POSITIVE_INFINITY)
    return this.#node.objectId()
  }

  hold(): void {
    this.#node.isHeld = true
  }

  dropAnnotation(annotation: number): void {
    this.#node.dropAnnotation(annotation)
    if (!this.#node.kids.some(({ kind }) => kind === 'annotation')) this.#node.type = 'Span'
  }
}
