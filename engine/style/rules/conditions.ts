// @media and @supports. The medium is `print`, and the page area is the viewport.
import type { Size } from '../../geometry.ts'
import { canonicalName, slotOf } from '../longhands.ts'
import { isKnownPart } from '../selectors/pseudo-elements.ts'
import { parseSelectors } from '../selectors/selectors.ts'
import { shorthandOf } from '../shorthands/shorthands.ts'
import { type Component, parseComponents, splitAtCommas } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import { Cursor } from '../values/values.ts'
import { expandDeclaration, hasSubstitution, neutralEnvironment } from './declarations.ts'
import { both, condition, type Features, matchesFeature, negateIf, type RangeFeature, type Truth } from './features.ts'

/** Whether any query of the list matches a page area of this size in points. */
export function matchesMedia(items: readonly Component[], area: Size): boolean {
  return items.length === 0 || splitAtCommas(items).some((query) => matchesQuery(query, area) === true)
}

/** Matches the text of a media query list. */
export function mediaMatcher(area: Size): (query: string) => boolean {
  return (query) => matchesMedia(parseComponents(query), area)
}

/** Whether a media condition, without a type, matches. */
export function matchesCondition(items: readonly Component[], area: Size): boolean {
  const c = new Cursor(items, { ...neutralEnvironment(false), viewport: area })
  return condition(c, (item) => matchesFeature(item, featuresOf(area))) === true
}

function matchesQuery(items: readonly Component[], area: Size): Truth {
  const c = new Cursor(items, { ...neutralEnvironment(false), viewport: area })
  const features = featuresOf(area)
  const test = (item: Cursor): Truth => matchesFeature(item, features)
  const modifier = c.keyword('not', 'only')
  const type = c.peek()
  if (type?.kind !== 'ident') {
    c.at = 0
    return condition(c, test)
  }
  c.at++
  const isOfType = type.lower === 'all' || type.lower === 'print'
  if (c.isDone) return negateIf(modifier === 'not', isOfType)
  // After a type, conditions may be joined by `and` alone.
  if (c.keyword('and') === undefined || items.some((item) => item.kind === 'ident' && item.lower === 'or')) return undefined
  return negateIf(modifier === 'not', both(isOfType, condition(c, test)))
}

// ── Media features ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Range features with their values in print. */
const RANGES: Readonly<Record<string, (area: Size) => RangeFeature>> = {
  width: (area) => ({ value: area.width, unit: 'length' }),
  height: (area) => ({ value: area.height, unit: 'length' }),
  'device-width': (area) => ({ value: area.width, unit: 'length' }),
  'device-height': (area) => ({ value: area.height, unit: 'length' }),
  'aspect-ratio': (area) => ({ value: area.width / area.height, unit: 'ratio' }),
  'device-aspect-ratio': (area) => ({ value: area.width / area.height, unit: 'ratio' }),
  resolution: () => ({ value: 1, unit: 'resolution' }),
  '-webkit-device-pixel-ratio': () => ({ value: 1, unit: 'integer' }),
  color: () => ({ value: 8, unit: 'integer' }),
  'color-index': () => ({ value: 0, unit: 'integer' }),
  monochrome: () => ({ value: 0, unit: 'integer' }),
}

/** Discrete features with their matching values in print. */
const CHOICES: Readonly<Record<string, (area: Size) => readonly string[]>> = {
  orientation: (area) => [area.height >= area.width ? 'portrait' : 'landscape'],
  'prefers-color-scheme': () => ['light'],
  'prefers-reduced-motion': () => ['no-preference'],
  'prefers-reduced-data': () => ['no-preference'],
  'prefers-reduced-transparency': () => ['no-preference'],
  'prefers-contrast': () => ['no-preference'],
  'forced-colors': () => ['none'],
  'inverted-colors': () => ['none'],
  scripting: () => ['none'],
  update: () => ['none'],
  hover: () => ['none'],
  'any-hover': () => ['none'],
  pointer: () => ['none'],
  'any-pointer': () => ['none'],
  'overflow-block': () => ['paged'],
  'overflow-inline': () => ['none'],
  'color-gamut': () => ['srgb'],
  'dynamic-range': () => ['standard'],
  'display-mode': () => ['browser'],
  scan: () => [],
  grid: () => ['0'],
}

/** Media features in print. */
function featuresOf(area: Size): Features {
  return {
    range: (name) => lookup(RANGES, name)?.(area),
    choice: (name) => lookup(CHOICES, name)?.(area),
  }
}

// ── Supports ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whether this engine supports what an @supports rule asks for. */
export function isSupported(items: readonly Component[]): boolean {
  const c = new Cursor(items, neutralEnvironment(false))
  return condition(c, supportsDeclaration, supportsCall) === true
}

const isDelim = (item: Component | undefined, value: string): boolean => item?.kind === 'delim' && item.value === value

function supportsDeclaration(c: Cursor): Truth {
  const name = c.items[0]
  if (name?.kind !== 'ident' || !isDelim(c.items[1], ':')) return undefined
  if (name.value.startsWith('--')) return true
  const value = c.items.slice(2)
  const property = canonicalName(name.lower)
  if (slotOf(property) === undefined && shorthandOf(property) === undefined) return false
  return hasSubstitution(value) || (value.length > 0 && expandDeclaration(property, value, false) !== undefined)
}

function supportsCall(item: Component): Truth | 'no call' {
  if (item.kind !== 'function') return 'no call'
  if (item.name !== 'selector') return false
  const selectors = parseSelectors(item.items, { parents: undefined, isQuirks: false })
  return typeof selectors !== 'string' && selectors.every(({ pseudo }) => pseudo !== 'other' || partsIn(item.items).every(isKnownPart))
}

/** Names behind two colons. */
function partsIn(items: readonly Component[]): readonly string[] {
  return items.flatMap((item, i) => (isDelim(items[i - 1], ':') && isDelim(items[i - 2], ':') && item.kind === 'ident' ? [item.lower] : []))
}
