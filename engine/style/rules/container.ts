// @container (CSS Conditional 5 §5): its conditions, and whether they hold for a query container.
import { type Component, splitAtCommas } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import { Cursor } from '../values/values.ts'
import { isKnownStyle, type StyledContainer, styleCall } from './container-style.ts'
import { neutralEnvironment } from './declarations.ts'
import { condition, type Features, isNested, matchesFeature } from './features.ts'

/** An axis of a size feature, as it asks for a container. */
export type ContainerAxis = 'width' | 'height' | 'inline' | 'block'

/** What a query is about. Lengths in points, without zoom. */
export interface QueriedContainer extends StyledContainer {
  /** Content box; undefined where an axis has no size that the content does not decide. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly isVertical: boolean
}

/** One query of a rule: a name, a condition, or both. */
export interface ContainerQuery {
  readonly name: string | undefined
  /** Without items the name alone is asked for. */
  readonly items: readonly Component[]
  /** What its items are in. */
  readonly text: string
  /** Axes whose sizes it asks for. */
  readonly axes: readonly ContainerAxis[]
  readonly asksForScrolling: boolean
  /** No container is chosen for a query with unknown features (§5.2). */
  readonly isKnown: boolean
}

/** The condition of one @container rule: one of its queries must hold. */
export interface ContainerCondition {
  readonly queries: readonly ContainerQuery[]
}

const NOT_NAMES = new Set(['none', 'and', 'or', 'not', 'inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default'])

/** Reads what stands between `@container` and its block; `text` holds it. Undefined: the rule is invalid. */
export function parseContainerCondition(prelude: readonly Component[], text: string): ContainerCondition | undefined {
  const queries: ContainerQuery[] = []
  for (const part of splitAtCommas(prelude)) {
    const [first] = part
    const name = first?.kind === 'ident' && !NOT_NAMES.has(first.lower) ? first.value : undefined
    const items = name === undefined ? part : part.slice(1)
    if ((name === undefined && items.length === 0) || !isWellFormed(items)) return undefined
    const asksForScrolling = hasCall(items, 'scroll-state')
    queries.push({ name, items, text, axes: axesIn(items), asksForScrolling, isKnown: items.every(isKnown) })
  }
  return queries.length === 0 ? undefined : { queries }
}

/** `not x`, or groups and functions joined by one of `and` and `or`. */
function isWellFormed(items: readonly Component[]): boolean {
  const isOne = (item: Component | undefined): boolean =>
    item !== undefined && (item.kind === 'function' || (item.kind === 'block' && item.open === '('))
  const [first] = items
  if (first?.kind === 'ident') return first.lower === 'not' && items.length === 2 && isOne(items[1])
  const joiner = items[1]?.kind === 'ident' ? items[1].lower : undefined
  return items.every((item, i) =>
    i % 2 === 0
      ? isOne(item)
      : item.kind === 'ident' && item.lower === joiner && (joiner === 'and' || joiner === 'or') && i + 1 < items.length,
  )
}

/** Whether nothing in a part of a condition is unknown. */
function isKnown(item: Component): boolean {
  if (item.kind === 'ident') return true
  if (item.kind === 'function' && item.name === 'style') return isKnownStyle(item.items)
  if (item.kind === 'function') return item.name === 'scroll-state'
  if (item.kind !== 'block') return false
  if (isNested(item.items)) return item.items.every(isKnown)
  return matchesFeature(new Cursor(item.items, neutralEnvironment(false)), ANY_SIZE) !== undefined
}

const AXES: Readonly<Record<string, readonly ContainerAxis[]>> = {
  width: ['width'],
  height: ['height'],
  'inline-size': ['inline'],
  'block-size': ['block'],
  'aspect-ratio': ['inline', 'block'],
  orientation: ['inline', 'block'],
}

/** The axes of all size features in a query. */
function axesIn(items: readonly Component[]): readonly ContainerAxis[] {
  const axes = new Set<ContainerAxis>()
  const visit = (item: Component): void => {
    if (item.kind === 'block') item.items.forEach(visit)
    else if (item.kind === 'ident') for (const axis of lookup(AXES, item.lower.replace(/^(?:min|max)-/, '')) ?? []) axes.add(axis)
  }
  items.forEach(visit)
  return [...axes]
}

function hasCall(items: readonly Component[], name: string): boolean {
  return items.some((item) => (item.kind === 'function' ? item.name === name : item.kind === 'block' ? hasCall(item.items, name) : false))
}

/** Whether a query holds for the container that it chose. */
export function containerMatches({ items, text }: ContainerQuery, container: QueriedContainer): boolean {
  if (items.length === 0) return true
  const features = sizeFeatures(container)
  const c = new Cursor(items, container.environment)
  return condition(c, (inner) => matchesFeature(inner, features), styleCall(text, container)) === true
}

const ANY_SIZE: Features = {
  range: (name) => sizeFeatures(SQUARE).range(name),
  choice: (name) => (name === 'orientation' ? ['portrait', 'landscape'] : undefined),
}
const SQUARE = { width: 1, height: 1, isVertical: false }

function sizeFeatures({ width, height, isVertical }: Pick<QueriedContainer, 'width' | 'height' | 'isVertical'>): Features {
  const [inline, block] = isVertical ? [height, width] : [width, height]
  const ratio = width === undefined || height === undefined ? undefined : width / height
  const orientation = width === undefined || height === undefined ? [] : [height >= width ? 'portrait' : 'landscape']
  const sizes: Readonly<Record<string, number | undefined>> = { width, height, 'inline-size': inline, 'block-size': block }
  return {
    range: (name) => {
      if (name === 'aspect-ratio') return { value: ratio, unit: 'ratio' }
      return Object.hasOwn(sizes, name) ? { value: sizes[name], unit: 'length' } : undefined
    },
    // Without a value it is neither, and not known not to be.
    choice: (name) => (name === 'orientation' && orientation.length > 0 ? orientation : undefined),
  }
}
