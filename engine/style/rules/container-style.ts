// Style queries of @container (CSS Conditional 5 §5.4.3): custom properties of the container.
import type { CustomValues } from '../custom-values.ts'
import { type Component, parseComponents } from '../syntax/tokens.ts'
import { sum } from '../values/math.ts'
import { substitute } from '../values/substitute.ts'
import type { Environment, Quantity } from '../values/units.ts'
import { Cursor } from '../values/values.ts'
import { condition, isNested, type Truth } from './features.ts'
import { fitsSyntax, isSameIn, type RegisteredProperty } from './registered-property.ts'

/** What style queries are about. */
export interface StyledContainer {
  readonly custom: CustomValues
  /** What relative lengths in the query refer to (§5.4). */
  readonly environment: Environment
  readonly registered: ReadonlyMap<string, RegisteredProperty>
}

/** Whether nothing in `style(…)` is unknown. */
export function isKnownStyle(items: readonly Component[]): boolean {
  return isStyleFeature(items) || items.every((item) => item.kind === 'ident' || (item.kind === 'block' && isKnownGroup(item.items)))
}

function isKnownGroup(items: readonly Component[]): boolean {
  return isNested(items)
    ? items.every((item) => item.kind === 'ident' || (item.kind === 'block' && isKnownGroup(item.items)))
    : isStyleFeature(items)
}

function isStyleFeature(items: readonly Component[]): boolean {
  if (items.some(isComparison)) return true
  const [name, colon] = items
  const isCustom = name?.kind === 'ident' && name.value.startsWith('--')
  return isCustom && (colon === undefined || (colon.kind === 'delim' && colon.value === ':'))
}

/** `style(…)` asks for custom properties of the container (§5.4.3); all other functions are unknown. */
export function styleCall(text: string, container: StyledContainer): (item: Component) => Truth | 'no call' {
  return (item) => {
    if (item.kind !== 'function') return 'no call'
    if (item.name !== 'style') return undefined
    const test = (feature: Cursor): Truth => styleFeature(feature.items, text, container)
    if (isStyleFeature(item.items)) return styleFeature(item.items, text, container)
    return condition(new Cursor(item.items, container.environment), test)
  }
}

/** `--x` holds where it has a value, `--x: value` where the value is that one. */
function styleFeature(items: readonly Component[], text: string, { custom, registered, environment }: StyledContainer): Truth {
  if (items.some(isComparison)) return styleRange(items, text, { custom, environment })
  const [name] = items
  if (name?.kind !== 'ident') return undefined
  const actual = custom.get(name.value)
  const property = registered.get(name.value)
  const initial = property?.initial
  const isSameValue = (one: string | undefined, other: string | undefined): boolean =>
    one === undefined || other === undefined
      ? one === other
      : plainText(one) === plainText(other) || (property !== undefined && isSameIn(property.syntax, one, other, environment))
  if (items.length === 1) return !isSameValue(actual, initial)
  const value = items.slice(2)
  const [only] = value
  if (value.length === 1 && only?.kind === 'ident' && (only.lower === 'initial' || only.lower === 'revert' || only.lower === 'unset'))
    return only.lower === 'initial' && isSameValue(actual, initial)
  const written = value.length === 0 ? '' : text.slice(value[0]!.start, value.at(-1)!.end)
  const wanted = substitute(written, { variable: (other) => custom.get(other), attribute: () => undefined, fits: fitsSyntax })
  return actual !== undefined && wanted !== undefined && isSameValue(actual, wanted)
}

/** Without the white space around it, and the marks that substitution leaves. */
const plainText = (value: string): string => value.replaceAll('/**/', '').trim()

// ── Ranges ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const isComparison = (item: Component): boolean => item.kind === 'delim' && '<>='.includes(item.value)

/** `--x > 3`, `1em < --length <= 10em`: quantities of one kind. */
function styleRange(items: readonly Component[], text: string, container: Pick<StyledContainer, 'custom' | 'environment'>): Truth {
  const sides: Component[][] = [[]]
  const operators: string[] = []
  for (const [i, item] of items.entries()) {
    const isOperator = isComparison(item) && item.kind === 'delim'
    if (!isOperator) sides.at(-1)?.push(item)
    else if (i > 0 && isComparison(items[i - 1]!)) operators.push(`${operators.pop() ?? ''}${item.value}`)
    else {
      operators.push(item.value)
      sides.push([])
    }
  }
  const isOneWay = operators.length === 1 || (operators[0]?.[0] === operators[1]?.[0] && operators[0] !== '=')
  if (operators.length > 2 || !isOneWay || !operators.every((operator) => /^(?:[<>]=?|=)$/.test(operator))) return undefined
  const values = sides.map((side) => quantityIn(side, text, container))
  return operators.every((operator, i) => isOrdered(values[i], operator, values[i + 1]))
}

/** A custom property, or a value as written. */
function quantityIn(
  items: readonly Component[],
  text: string,
  { custom, environment }: Pick<StyledContainer, 'custom' | 'environment'>,
): Quantity | undefined {
  const [only] = items
  if (only === undefined) return undefined
  const isName = items.length === 1 && only.kind === 'ident' && only.value.startsWith('--')
  const written = isName ? custom.get(only.value) : text.slice(only.start, items.at(-1)?.end)
  const value = written && substitute(written, { variable: (name) => custom.get(name), attribute: () => undefined, fits: fitsSyntax })
  return value ? sum(parseComponents(value), environment) : undefined
}

/** Less is rounding. */
const TOLERANCE = 1e-6

function isOrdered(one: Quantity | undefined, operator: string, other: Quantity | undefined): boolean {
  if (one === undefined || one.unit !== other?.unit || typeof one.value !== 'number' || typeof other.value !== 'number') return false
  const difference = one.value - other.value
  if (Math.abs(difference) < TOLERANCE) return operator.endsWith('=')
  return operator.startsWith('<') ? difference < 0 : operator.startsWith('>') && difference > 0
}
