// @media and @supports. The medium is `print`, and the page area is the viewport.
import type { Size } from '../../geometry.ts'
import { PX } from '../../geometry.ts'
import { canonicalName, slotOf } from '../longhands.ts'
import { isKnownPart } from '../selectors/pseudo-elements.ts'
import { parseSelectors } from '../selectors/selectors.ts'
import { shorthandOf } from '../shorthands/shorthands.ts'
import { type Component, parseComponents, splitAtCommas } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import { Cursor, length, number } from '../values/values.ts'
import { expandDeclaration, hasSubstitution, neutralEnvironment } from './declarations.ts'

/** True, false, or unknown (undefined), which stays unknown when negated (Media Queries 4 §3.2). */
type Truth = boolean | undefined

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
  return condition(c, (item) => mediaFeature(item, area)) === true
}

function matchesQuery(items: readonly Component[], area: Size): Truth {
  const c = new Cursor(items, { ...neutralEnvironment(false), viewport: area })
  const modifier = c.keyword('not', 'only')
  const type = c.peek()
  if (type?.kind !== 'ident')
    return negateIf(
      modifier === 'not',
      condition(c, (item) => mediaFeature(item, area)),
    )
  c.at++
  let truth: Truth = type.lower === 'all' || type.lower === 'print'
  while (!c.isDone) {
    if (c.keyword('and') === undefined) return undefined
    const isNegated = c.keyword('not') !== undefined
    const item = c.next()
    const one =
      item === undefined
        ? undefined
        : negateIf(
            isNegated,
            group(item, (inner) => mediaFeature(inner, area), c),
          )
    truth = truth === false || one === false ? false : one === undefined ? undefined : truth
  }
  return negateIf(modifier === 'not', truth)
}

const negateIf = (isNegated: boolean, truth: Truth): Truth => (isNegated && truth !== undefined ? !truth : truth)

type Test = (items: Cursor) => Truth

/** `not x`, `x and y and …`, `x or y or …`, where each is in parentheses (Media Queries 4 §3, Conditional 3 §6). */
function condition(c: Cursor, test: Test, call?: (item: Component) => Truth | 'no call'): Truth {
  const one = (): Truth => {
    const isNegated = c.keyword('not') !== undefined
    const item = c.next()
    if (item === undefined) return undefined
    const called = call?.(item)
    return negateIf(isNegated, called === undefined || called === 'no call' ? group(item, test, c, call) : called)
  }
  let truth = one()
  let joiner: 'and' | 'or' | undefined
  while (!c.isDone) {
    const word = c.keyword('and', 'or')
    if (word === undefined || (joiner !== undefined && word !== joiner)) return undefined
    joiner = word
    const next = one()
    if (word === 'and') truth = truth === false || next === false ? false : truth === undefined || next === undefined ? undefined : true
    else truth = truth === true || next === true ? true : truth === undefined || next === undefined ? undefined : false
  }
  return truth
}

function group(item: Component, test: Test, c: Cursor, call?: (item: Component) => Truth | 'no call'): Truth {
  if (item.kind !== 'block' || item.open !== '(') return undefined
  const [first] = item.items
  const isNested = first?.kind === 'block' || first?.kind === 'function' || (first?.kind === 'ident' && first.lower === 'not')
  return isNested ? condition(c.inside(item.items), test, call) : test(c.inside(item.items))
}

// ── Media features ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Range features with their values in print. */
const RANGES: Readonly<
  Record<string, (area: Size) => { readonly value: number; readonly unit: 'length' | 'ratio' | 'resolution' | 'integer' }>
> = {
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

function mediaFeature(c: Cursor, area: Size): Truth {
  const first = c.peek()
  if (first?.kind === 'ident' && c.items.length === 1) return plainFeature(first.lower, area)
  if (first?.kind === 'ident' && isDelim(c.items[1], ':')) {
    c.at = 2
    return featureWithValue(first.lower, c, area)
  }
  return rangeFeature(c, area)
}

const isDelim = (item: Component | undefined, value: string): boolean => item?.kind === 'delim' && item.value === value

function plainFeature(name: string, area: Size): Truth {
  const range = lookup(RANGES, name)
  if (range !== undefined) return range(area).value !== 0
  const choice = lookup(CHOICES, name)
  return choice?.(area).some((value) => value !== 'none' && value !== 'no-preference' && value !== '0')
}

function featureWithValue(name: string, c: Cursor, area: Size): Truth {
  const limit = /^(-webkit-)?(min|max)-(.*)$/.exec(name)
  const range = lookup(RANGES, limit === null ? name : `${limit[1] ?? ''}${limit[3]}`)
  if (range === undefined) {
    const item = c.next()
    const word = item?.kind === 'ident' ? item.lower : item?.kind === 'number' ? String(item.value) : ''
    return lookup(CHOICES, name)?.(area).includes(word)
  }
  const actual = range(area)
  const wanted = rangeValue(c, actual.unit)
  if (wanted === undefined || !c.isDone) return undefined
  if (limit === null) return compare(actual.value, '=', wanted)
  return compare(actual.value, limit[2] === 'min' ? '>=' : '<=', wanted)
}

function rangeValue(c: Cursor, unit: 'length' | 'ratio' | 'resolution' | 'integer'): number | undefined {
  if (unit === 'length') return c.try(length)
  if (unit === 'integer') return c.try(number)
  if (unit === 'ratio') {
    const width = c.try(number)
    if (width === undefined) return undefined
    return c.delim('/') ? width / (c.try(number) ?? 0) : width
  }
  const item = c.next()
  if (item?.kind !== 'dimension') return undefined
  const scale = lookup({ dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }, item.unit)
  return scale === undefined ? undefined : item.value * scale
}

/** With a tolerance: lengths were converted to points. */
function compare(actual: number, operator: string, wanted: number): boolean {
  const isEqual = Math.abs(actual - wanted) < PX / 100
  if (operator === '=') return isEqual
  if (operator === '>=') return actual > wanted || isEqual
  if (operator === '<=') return actual < wanted || isEqual
  return operator === '<' ? actual < wanted && !isEqual : actual > wanted && !isEqual
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=' }

/** `400px <= width < 700px`. */
function rangeFeature(c: Cursor, area: Size): Truth {
  const at = c.items.findIndex((item) => item.kind === 'ident' && lookup(RANGES, item.lower) !== undefined)
  const name = c.items[at]
  if (name?.kind !== 'ident') return undefined
  const actual = lookup(RANGES, name.lower)!(area)
  const before = at === 0 ? undefined : side(c.inside(c.items.slice(0, at)), actual.unit, false)
  const after = at === c.items.length - 1 ? undefined : side(c.inside(c.items.slice(at + 1)), actual.unit, true)
  if ((before === undefined && at > 0) || (after === undefined && at < c.items.length - 1) || (before === undefined && after === undefined))
    return undefined
  const isAbove = before === undefined || compare(actual.value, MIRRORED[before.operator] ?? '=', before.value)
  return isAbove && (after === undefined || compare(actual.value, after.operator, after.value))
}

function side(
  c: Cursor,
  unit: 'length' | 'ratio' | 'resolution' | 'integer',
  isAfter: boolean,
): { operator: string; value: number } | undefined {
  const operator = (): string => {
    let text = ''
    for (let item = c.peek(); item?.kind === 'delim' && '<>='.includes(item.value); item = c.peek()) {
      text += item.value
      c.at++
    }
    return text
  }
  const before = isAfter ? operator() : ''
  const value = rangeValue(c, unit)
  const text = isAfter ? before : operator()
  return value === undefined || !c.isDone || lookup(MIRRORED, text) === undefined ? undefined : { operator: text, value }
}

// ── Supports ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whether this engine supports what an @supports rule asks for. */
export function isSupported(items: readonly Component[]): boolean {
  const c = new Cursor(items, neutralEnvironment(false))
  return condition(c, supportsDeclaration, supportsCall) === true
}

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
