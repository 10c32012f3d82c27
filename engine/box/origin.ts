// Where boxes come from: one small object per element, with the enclosing link worked out once.
import type { BoundElement } from '../bind/bound.ts'
import type { Position, Printed, Reporter } from '../diagnostic.ts'
import type { VectorElement } from '../image/image.ts'
import { allowedLink } from '../link-address.ts'
import type { StyledElement } from '../style/style.ts'
import type { Origin } from './box.ts'

/** Elements that show a value of an attribute. */
const FROM_ATTRIBUTES = new Set(['img', 'input'])
const HEADING = /^h[1-6]$/

/** The origin of an element's boxes. `path` is worked out when asked: only inspection does. */
export class ElementOrigin implements Origin {
  readonly tag: string
  readonly id: string | undefined
  readonly link: string | undefined
  alt: string | undefined
  readonly level: number | undefined
  readonly at: Position | undefined
  readonly parent: ElementOrigin | undefined
  // Not `#`: private fields cost time where every element makes an origin.
  private readonly index: number
  private childCount = 0
  readonly attributes: ReadonlyMap<string, string> | undefined
  readonly isNote: boolean
  readonly isBoxless: boolean
  readonly container: string | undefined
  private lastText: TextOrigin | undefined
  /** What prints the texts: of an element that a value brought along, the one around it. */
  private readonly printer: BoundElement | undefined
  tagged: object | undefined
  holdsBlocks: true | undefined
  definitions: VectorElement | undefined

  constructor(node: StyledElement, parent: ElementOrigin | undefined, reporter: Reporter) {
    const { element, pseudo, style } = node
    const { attributes, tag } = element
    this.tag = pseudo === 'none' ? tag : `::${pseudo}`
    const isReal = pseudo === 'none' && attributes.size > 0
    this.attributes = isReal ? attributes : undefined
    this.isNote = style.float === 'footnote'
    this.isBoxless = style.display === 'contents'
    this.container = style.containment === undefined ? undefined : node.container
    this.lastText = undefined
    this.tagged = undefined
    this.holdsBlocks = undefined
    this.definitions = undefined
    this.id = isReal ? attributes.get('id') || undefined : undefined
    this.alt = isReal && (tag === 'img' || tag === 'input') ? attributes.get('alt') : undefined
    this.level = tag.startsWith('h') && HEADING.test(tag) ? Number(tag[1]) : undefined
    const around = element.node.id < 0 ? parent : undefined
    this.at = around === undefined ? element.node.at : around.at
    this.printer = around === undefined ? (element.printed === undefined ? undefined : element) : around.printer
    const href = isReal && (tag === 'a' || tag === 'area') ? (attributes.get('href') ?? attributes.get('xlink:href')) : undefined
    this.link = href === undefined ? parent?.link : allowedLink(href, this.at, reporter)
    this.parent = parent
    this.index = parent === undefined ? 1 : parent.nextIndex(pseudo === 'none')
  }

  /** `html>body>div:nth-child(2)`; pseudo-elements end in `::before`. */
  get path(): string {
    if (this.tag.startsWith('::')) return `${this.parent?.path ?? ''}${this.tag}`
    const own = this.parent === undefined || this.tag === 'body' || this.tag === 'head' ? this.tag : `${this.tag}:nth-child(${this.index})`
    return this.parent === undefined ? own : `${this.parent.path}>${own}`
  }

  get order(): number {
    return this.tag === '::before' ? 0 : this.tag === '::after' ? Number.POSITIVE_INFINITY : this.index
  }

  printed(): Printed | undefined {
    const { printer, tag } = this
    if (printer === undefined) return undefined
    const pieces = (): ReturnType<Printed['pieces']> =>
      printer.printed?.(tag.startsWith('::') || FROM_ATTRIBUTES.has(tag) ? 'attributes' : 'texts') ?? []
    return { by: printer, pieces }
  }

  /** Of a text that comes next: what has child elements before it says how many, so that its place in the document is known. */
  ofText(): Origin {
    const { childCount } = this
    if (childCount === 0) return this
    if (this.lastText?.order !== childCount) this.lastText = new TextOrigin(this, childCount)
    return this.lastText
  }

  /** Of the call of the footnote that comes next. */
  ofCall(): Origin {
    return pseudoOrigin(this, '::footnote-call', this.childCount + 0.75)
  }

  /** `::before` stands before the first child, `::after` behind the last. */
  get place(): readonly number[] {
    const own = this.tag.startsWith('::') ? this.index + 0.5 : this.index
    return this.parent === undefined ? [own] : [...this.parent.place, own]
  }

  /** Gives a drawing its alternative text, which stands in its content. */
  describe(text: string | undefined): void {
    this.alt = text
  }

  private nextIndex(isReal: boolean): number {
    if (isReal) this.childCount++
    return this.childCount
  }
}

/** Of a text behind child elements. */
class TextOrigin implements Origin {
  readonly textOf: ElementOrigin
  readonly order: number

  constructor(element: ElementOrigin, order: number) {
    this.textOf = element
    this.order = order
  }

  get tag(): string {
    return this.textOf.tag
  }

  get id(): string | undefined {
    return this.textOf.id
  }

  get link(): string | undefined {
    return this.textOf.link
  }

  get alt(): string | undefined {
    return this.textOf.alt
  }

  get level(): number | undefined {
    return this.textOf.level
  }

  get at(): Position | undefined {
    return this.textOf.at
  }

  get place(): readonly number[] {
    return this.textOf.place
  }

  printed(): Printed | undefined {
    return this.textOf.printed()
  }

  get parent(): Origin | undefined {
    return this.textOf.parent
  }

  get path(): string {
    return this.textOf.path
  }
}

/** Of a list item's or footnote's inside marker: not the element's own text. */
export function markerOrigin(origin: Origin): Origin {
  return pseudoOrigin(origin, '::marker', -1)
}

/** Of a first letter that is painted apart from the text of its element. */
export function letterOrigin(origin: Origin): Origin {
  return pseudoOrigin(origin, '::first-letter', -1)
}

function pseudoOrigin(origin: Origin, tag: string, order: number): Origin {
  const { link, at } = origin
  return {
    tag,
    id: undefined,
    link,
    alt: undefined,
    level: undefined,
    at,
    parent: origin,
    order,
    get path() {
      return origin.path + tag
    },
  }
}
