// Where boxes come from: one small object per element, with the enclosing link worked out once.
import { type Position, type Reporter, warning } from '../diagnostic.ts'
import type { StyledElement } from '../style/style.ts'
import type { Origin } from './box.ts'

const SCHEMES = /^(?:https?|mailto|tel):/i
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

  constructor({ element, pseudo }: StyledElement, parent: ElementOrigin | undefined, reporter: Reporter) {
    const { attributes, tag } = element
    this.tag = pseudo === 'none' ? tag : `::${pseudo}`
    const isReal = pseudo === 'none' && attributes.size > 0
    this.id = isReal ? attributes.get('id') || undefined : undefined
    this.alt = isReal && (tag === 'img' || tag === 'input') ? attributes.get('alt') : undefined
    this.level = tag.startsWith('h') && HEADING.test(tag) ? Number(tag[1]) : undefined
    this.at = element.node.at
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

/** Of a list item's or footnote's inside marker: not the element's own text. */
export function markerOrigin(origin: Origin): Origin {
  const { link, at } = origin
  const tag = '::marker'
  return {
    tag,
    id: undefined,
    link,
    alt: undefined,
    level: undefined,
    at,
    get path() {
      return origin.path + tag
    },
  }
}

/** The address a link may lead to: the web, mail, telephone or a place in the document; undefined for anything else. */
function allowedLink(href: string, at: Position | undefined, reporter: Reporter): string | undefined {
  // As the URL standard does (§4.4): surrounding controls and spaces go, tabs and line ends inside too, lest they hide a scheme.
  const url = href.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g, '')
  if (url === '' || url === '#') return undefined
  if (url.startsWith('#') || SCHEMES.test(url)) return url
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url
  reporter.report(
    warning('blocked-url', at, `the link "${shown}" leads nowhere in a PDF`, 'write a full http, https, mailto or tel address, or #id'),
  )
  return undefined
}
