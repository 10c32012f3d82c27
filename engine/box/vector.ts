// Inline svg: elements after binding and cascade become a drawing whose attributes say everything.
import { createHash } from 'node:crypto'
import type { BoundElement } from '../bind/bound.ts'
import type { Printed, TextSource } from '../diagnostic.ts'
import { PX, PX_PER_UNIT } from '../geometry.ts'
import type { VectorElement, VectorImage } from '../image/image.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import { matrixOf } from '../style/transform.ts'
import { type Color, resolveLength, type SizeValue } from '../style/value.ts'
import { isWhiteSpace } from './inline-text.ts'
import { transformText as changedCase, isTransformed } from './text-transform.ts'

/** Parts that draw nothing here: sheets belong to the cascade, scripts never run. */
const DROPPED = new Set(['style', 'script', 'metadata'])
const MAX_BORROWED = 200
/** Shapes whose size is that of the CSS properties (SVG 2 §7.3); `auto` leaves it to the attributes. */
const SIZED = new Set(['rect', 'image', 'foreignObject'])

/** What is clipped unless a style sheet lets it out. */
const VIEWPORTS = new Set(['svg', 'symbol', 'marker', 'foreignObject'])

/** Elements of drawings by id, for `<use>` across drawings: icon sheets are drawings of their own, often hidden. */
export class VectorDefinitions {
  readonly countNode: () => void
  readonly #byId = new Map<string, VectorElement>()
  /** The document, until it was searched for what no drawing so far has defined. */
  #unread: StyledElement | undefined

  /** `countNode` is called for every element that is read; it throws when there are too many. */
  constructor(root: StyledElement | undefined, countNode: () => void) {
    this.#unread = root
    this.countNode = countNode
  }

  /** Reads drawings in a part that is not displayed. */
  collectHidden(node: StyledElement): void {
    if (node.element.node.namespace === 'svg') this.add(vectorElement(node, undefined, this))
    else if (!node.element.isStreamed) for (const child of node.children) if (child.kind === 'element') this.collectHidden(child)
  }

  add(element: VectorElement): void {
    const id = element.attributes.get('id')
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element)
    for (const child of element.children) if (typeof child !== 'string') this.add(child)
  }

  /** `root` with the elements of other drawings it uses among its definitions. */
  complete(root: VectorElement): VectorElement {
    const own = new Set<string>()
    const used = new Set<string>()
    visit(root, (element) => {
      const id = element.attributes.get('id')
      if (id !== undefined) own.add(id)
      for (const reference of references(element)) used.add(reference)
    })
    const borrowed: VectorElement[] = []
    for (const id of used) {
      const element = own.has(id) ? undefined : this.#find(id)
      if (element === undefined || borrowed.length >= MAX_BORROWED) continue
      borrowed.push(element)
      visit(element, (part) => {
        for (const reference of references(part)) used.add(reference)
      })
    }
    if (borrowed.length === 0) return root
    const definitions: VectorElement = { tag: 'defs', attributes: new Map(), children: borrowed }
    return { ...root, children: [definitions, ...root.children] }
  }

  /** A drawing of nothing but elements with these ids, and of those that they refer to. */
  referred(ids: readonly string[]): VectorElement {
    return this.complete({ tag: 'svg', attributes: new Map([['mask', ids.map((id) => `url(#${id})`).join(' ')]]), children: [] })
  }

  /** Icon sheets may stand behind what uses them: then the whole document is read, once. */
  #find(id: string): VectorElement | undefined {
    const known = this.#byId.get(id)
    if (known !== undefined || this.#unread === undefined) return known
    const root = this.#unread
    this.#unread = undefined
    this.collectHidden(root)
    return this.#byId.get(id)
  }
}

function visit(element: VectorElement, see: (element: VectorElement) => void): void {
  see(element)
  for (const child of element.children) if (typeof child !== 'string') visit(child, see)
}

/** Ids an element refers to: `href="#id"` and `url(#id)` in any attribute. */
function references({ attributes }: VectorElement): string[] {
  const ids: string[] = []
  for (const [name, value] of attributes) {
    if ((name === 'href' || name === 'xlink:href') && value.startsWith('#')) ids.push(value.slice(1))
    else if (value.includes('url(')) for (const match of value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)) ids.push(match[1]!)
  }
  return ids
}

/** The drawing of an `<svg>` element; `onForeign` is called for each `foreignObject` in it. */
export function vectorImage(
  node: StyledElement,
  definitions: VectorDefinitions,
  onForeign: NonNullable<VectorReader['onForeign']>,
): VectorImage {
  const own = vectorElement(node, undefined, { countNode: definitions.countNode, onForeign })
  const root = definitions.complete(own)
  definitions.add(own)
  return { ...drawing(root), unit: node.style.effectiveZoom }
}

/** A drawing with its natural size: `width` and `height`, a ratio from those or from `viewBox`. */
export function drawing(root: VectorElement): VectorImage {
  const width = lengthInPx(root.attributes.get('width'))
  const height = lengthInPx(root.attributes.get('height'))
  const box = root.attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const boxRatio = box?.length === 4 && box[2]! > 0 && box[3]! > 0 ? box[2]! / box[3]! : undefined
  const ratio = width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : boxRatio
  return { kind: 'vector', id: fingerprint(root), width, height, ratio, root }
}

/** An element of a drawing that the engine makes. */
export function shape(tag: string, attributes: Readonly<Record<string, string | number>>): VectorElement {
  return { tag, attributes: new Map(Object.entries(attributes).map(([name, value]) => [name, String(value)])), children: [] }
}

function lengthInPx(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text)
  const unit = match === null ? undefined : PX_PER_UNIT[match[2]!.toLowerCase()]
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit
}

function fingerprint(root: VectorElement): string {
  const hash = createHash('sha256')
  const feed = (node: VectorElement | string): void => {
    if (typeof node === 'string') return void hash.update(JSON.stringify(node))
    hash.update(`<${JSON.stringify([node.tag, ...node.attributes])}`)
    node.children.forEach(feed)
    hash.update('>')
  }
  feed(root)
  return hash.digest('base64url')
}

interface VectorReader {
  readonly countNode: () => void
  /** Absent where no boxes are made. */
  readonly onForeign?: (element: VectorElement, node: StyledElement) => void
}

function vectorElement(node: StyledElement, parent: Style | undefined, reader: VectorReader): VectorElement {
  reader.countNode()
  const { element, style } = node
  const attributes = new Map(element.attributes)
  attributes.delete('style')
  for (const [name, value] of inheritedAttributes(style, parent)) {
    // The drawing's own presentation attributes win over what it inherits from the document.
    if (parent !== undefined || !attributes.has(name)) attributes.set(name, value)
  }
  for (const [name, value] of node.vectorStyle ?? []) attributes.set(name, value)
  if (SIZED.has(element.tag)) {
    for (const name of ['width', 'height'] as const) {
      const size = lengthText(style[name])
      if (size !== undefined) attributes.set(name, size)
    }
  }
  if (VIEWPORTS.has(element.tag) && style.overflowX === 'visible') attributes.set('overflow', 'visible')
  const [mask] = style.maskLayers
  if (mask?.image?.kind === 'url' && mask.image.url.startsWith('#')) attributes.set('mask', `url(${mask.image.url})`)
  if (style.display === 'none' && parent !== undefined) attributes.set('display', 'none')
  if (style.opacity !== 1) attributes.set('opacity', String(style.opacity))
  if (style.filter.length > 0 && parent !== undefined) attributes.set('filter', style.filter.map(filterText).join(' '))
  if (style.mixBlendMode !== 'normal' && parent !== undefined) attributes.set('mix-blend-mode', style.mixBlendMode)
  if (style.transform.length > 0 && parent !== undefined) attributes.set('transform', style.transform.map(transformText).join(' '))
  const lines = linesOf(style)
  if (lines !== '') attributes.set('text-decoration', lines)
  if (element.tag === 'foreignObject') {
    const foreign: VectorElement = { tag: element.tag, attributes, children: [] }
    if (style.display !== 'none') reader.onForeign?.(foreign, node)
    return foreign
  }
  const children = vectorChildren(node.children, style, reader)
  if (!children.some((child) => typeof child === 'string' && !isWhiteSpace(child))) return { tag: element.tag, attributes, children }
  return { tag: element.tag, attributes, children, source: sourceOf(element) }
}

/** As `ElementOrigin` says it of other elements. */
function sourceOf(element: BoundElement): TextSource {
  const printed = (): Printed | undefined => element.printed && { by: element, pieces: () => element.printed?.('texts') ?? [] }
  return { at: element.node.at, printed }
}

function vectorChildren(children: Iterable<StyledNode>, style: Style, reader: VectorReader): (VectorElement | string)[] {
  const result: (VectorElement | string)[] = []
  for (const child of children) {
    if (child.kind === 'text') result.push(isTransformed(style) ? changedCase(child.text, style, '') : child.text)
    else if (child.pseudo === 'none' && !DROPPED.has(child.element.tag)) result.push(vectorElement(child, style, reader))
  }
  return result
}

/** Undefined for what says no length by itself. */
function lengthText(size: SizeValue): string | undefined {
  if (typeof size === 'number') return String(size / PX)
  if (typeof size === 'string' || size.kind !== 'sum') return undefined
  return size.length === 0 ? `${size.percent}%` : `calc(${size.length / PX}px + ${size.percent}%)`
}

/** In user units. Percentages mean nothing without a box, and a drawing's parts have none in layout. */
function transformText(step: Style['transform'][number]): string {
  if (step.kind === 'translate') return `translate(${resolveLength(step.x, 0) / PX} ${resolveLength(step.y, 0) / PX})`
  const [a, b, c, d, e, f] = matrixOf(step, { width: 0, height: 0 })
  return `matrix(${[a, b, c, d, e / PX, f / PX].join(' ')})`
}

function filterText(filter: Style['filter'][number]): string {
  switch (filter.kind) {
    case 'reference':
      return `url(#${filter.id})`
    case 'blur':
      return `blur(${filter.value / PX}px)`
    case 'opacity':
      return `opacity(${filter.value})`
    case 'color':
      return `${filter.name}(${filter.value}${filter.name === 'hue-rotate' ? 'deg' : ''})`
    case 'drop-shadow': {
      const { x, y, blur, color } = filter.shadow
      return `drop-shadow(${cssColor(color)} ${x / PX}px ${y / PX}px ${blur / PX}px)`
    }
  }
}

function linesOf({ textDecorationLine: { underline, overline, lineThrough } }: Style): string {
  return [underline ? 'underline' : '', overline ? 'overline' : '', lineThrough ? 'line-through' : '']
    .filter((name) => name !== '')
    .join(' ')
}

/** Inherited CSS that drawings use too, where it differs from the parent's. */
function* inheritedAttributes(style: Style, parent: Style | undefined): Generator<readonly [string, string]> {
  if (style === parent) return
  if (style.color !== parent?.color) yield ['color', cssColor(style.color)]
  if (style.fontFamily !== parent?.fontFamily) yield ['font-family', style.fontFamily.map((name) => JSON.stringify(name)).join(', ')]
  if (style.fontSize !== parent?.fontSize) yield ['font-size', String(style.fontSize / PX)]
  if (style.fontWeight !== parent?.fontWeight) yield ['font-weight', String(style.fontWeight)]
  if (style.fontStyle !== parent?.fontStyle) yield ['font-style', String(style.fontStyle)]
  if (style.letterSpacing !== (parent?.letterSpacing ?? 0)) yield ['letter-spacing', String(style.letterSpacing / PX)]
  if (style.wordSpacing !== (parent?.wordSpacing ?? 0)) yield ['word-spacing', String(style.wordSpacing / PX)]
  if (style.whiteSpaceCollapse !== (parent?.whiteSpaceCollapse ?? 'collapse')) yield ['white-space-collapse', style.whiteSpaceCollapse]
  if (style.direction !== (parent?.direction ?? 'ltr')) yield ['direction', style.direction]
  if (style.paintOrder !== parent?.paintOrder && style.paintOrder[0] !== 'fill') yield ['paint-order', style.paintOrder.join(' ')]
  if (style.visibility !== (parent?.visibility ?? 'visible')) yield ['visibility', style.visibility]
}

export function cssColor({ red, green, blue, alpha }: Color): string {
  const channel = (value: number): number => Math.round(value * 255)
  return `rgba(${channel(red)}, ${channel(green)}, ${channel(blue)}, ${alpha})`
}
