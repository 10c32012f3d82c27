// Substitutes var(), attr() and env() in the text of a declaration (CSS Variables 1 §3, CSS Values 5 §7, CSS Env 1).
import { error, InputError } from '../../diagnostic.ts'
import { type Component, parseComponents } from '../syntax/tokens.ts'
import { isMathFunction } from './math.ts'

interface Substitutes {
  /** The value of a custom property; undefined when it has none. */
  variable(name: string): string | undefined
  attribute(name: string): string | undefined
  /** Whether a value fits a syntax such as `<length> | auto`. */
  fits(value: string, syntax: string): boolean
}

/** Limit of a value's length: a few lines of var() of var() would fill the memory (§3.3). */
const MAX_LENGTH = 1 << 16

/** Limit of all long values that substitution produces in a document. */
const MAX_IN_DOCUMENT = 1 << 25
/** Shorter values do not count: rows may be unlimited, and their values are not retained. */
const LONG = 1 << 10

/** Bounds the long values of a document: each element may expand short ones to long ones of its own. */
export class SubstitutionBudget {
  #left = MAX_IN_DOCUMENT

  spend({ length }: string): void {
    if (length < LONG) return
    this.#left -= length
    if (this.#left >= 0) return
    const message = `long values made by var() and attr() come to more than ${MAX_IN_DOCUMENT} characters`
    throw new InputError([error('limit-css', undefined, message, 'give long values to fewer elements')])
  }
}

/** The text after substitution; undefined when a function has neither value nor fallback. */
export function substitute(text: string, substitutes: Substitutes): string | undefined {
  return rebuild(text, { items: parseComponents(text), start: 0, end: text.length }, substitutes)
}

/** A range of the text, and its components. */
interface Range {
  readonly items: readonly Component[]
  readonly start: number
  readonly end: number
}

/** Copies a range of `text`, with substitutions in its components. */
function rebuild(text: string, { items, start, end }: Range, substitutes: Substitutes): string | undefined {
  let result = ''
  let at = start
  for (const item of items) {
    const inner = item.kind === 'function' || item.kind === 'block' ? item.items : undefined
    if (inner === undefined) continue
    const replaced = item.kind === 'function' ? replaceCall(text, item, substitutes) : undefined
    if (replaced === INVALID) return undefined
    const value = replaced ?? rebuild(text, { items: inner, start: item.start, end: item.end }, substitutes)
    if (value === undefined) return undefined
    result += text.slice(at, item.start) + (replaced === undefined ? value : delimited(value))
    at = item.end
    if (result.length > MAX_LENGTH) return undefined
  }
  return result + text.slice(at, end)
}

/** Adds a comment on each side, so that tokens do not join; a chain of references adds it once. */
function delimited(value: string): string {
  return `${value.startsWith(GAP) ? '' : GAP}${value}${value.endsWith(GAP) ? '' : GAP}`
}

const GAP = '/**/'
const INVALID = Symbol('invalid')

/** The value of a substitution function; undefined for other functions. */
function replaceCall(
  text: string,
  call: Component & { readonly kind: 'function' },
  substitutes: Substitutes,
): string | typeof INVALID | undefined {
  if (call.name !== 'var' && call.name !== 'attr' && call.name !== 'env') return undefined
  const [name, ...rest] = call.items
  if (name?.kind !== 'ident') return INVALID
  const comma = rest.findIndex((item) => item.kind === 'delim' && item.value === ',')
  const value = VALUES[call.name](name, comma < 0 ? rest : rest.slice(0, comma), substitutes)
  if (value !== undefined) return value
  if (comma < 0) return call.name === 'attr' && isText(rest[0]) ? '""' : INVALID
  const fallback = rest.slice(comma + 1)
  const start = fallback[0]?.start ?? call.end - 1
  const end = fallback.at(-1)?.end ?? call.end - 1
  return rebuild(text, { items: fallback, start, end }, substitutes) ?? INVALID
}

type GetValue = (
  name: Component & { readonly kind: 'ident' },
  details: readonly Component[],
  substitutes: Substitutes,
) => string | undefined

const VALUES: Readonly<Record<'var' | 'attr' | 'env', GetValue>> = {
  var: (name, _, { variable }) => variable(name.value),
  attr: (name, details, { attribute, fits }) => {
    const value = attribute(name.value) ?? attribute(name.lower)
    return value === undefined ? undefined : typedAttribute(value, details, fits)
  },
  // Pages have no notches.
  env: (name) => (name.lower.startsWith('safe-area-inset-') ? '0px' : undefined),
}

/** Whether attr() asks for the text as it is: an absent attribute is an empty string then (CSS Values 5 §7.7). */
function isText(kind: Component | undefined): boolean {
  return kind === undefined || (kind.kind === 'ident' && (kind.lower === 'string' || kind.lower === 'raw-string'))
}

/** `attr(x)` is a string; `attr(x px)`, `attr(x number)` and `attr(x type(<length>))` are parsed from the attribute's text. */
function typedAttribute(value: string, [kind]: readonly Component[], fits: Substitutes['fits']): string | undefined {
  if (kind === undefined || isText(kind)) return quote(value)
  const items = parseComponents(value)
  const [only] = items
  if (kind.kind === 'function' && kind.name === 'type') {
    const isPlain = items.every(
      (item) => item.kind !== 'bad' && item.kind !== 'url' && (item.kind !== 'function' || isCalculated(item.name)),
    )
    return isPlain && fits(value, syntaxOf(kind.items)) ? value : undefined
  }
  if (items.length !== 1 || only === undefined) return undefined
  const dimensions = kind.kind === 'ident' && ['length', 'angle', 'time', 'percentage'].includes(kind.lower)
  if (dimensions)
    return only.kind === 'dimension' || only.kind === 'percentage' || (only.kind === 'number' && only.value === 0) ? value : undefined
  if (kind.kind === 'ident' && kind.lower === 'url') return `url(${quote(value)})`
  if (kind.kind === 'ident' && kind.lower === 'color') return only.kind === 'hash' || only.kind === 'ident' ? value : undefined
  if (kind.kind === 'ident' && (kind.lower === 'number' || kind.lower === 'integer')) return only.kind === 'number' ? value : undefined
  if (kind.kind === 'ident') return only.kind === 'number' ? `${only.value}${kind.lower}` : undefined
  return kind.kind === 'delim' && kind.value === '%' && only.kind === 'number' ? `${only.value}%` : undefined
}

/** Functions that an attribute may bring along: none that loads or refers to something (CSS Values 5 §7.8). */
function isCalculated(name: string): boolean {
  return isMathFunction(name) || COLOR_FUNCTION.test(name)
}

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|device-cmyk)$/

function syntaxOf(items: readonly Component[]): string {
  return items.map((item) => (item.kind === 'delim' || item.kind === 'ident' ? item.value : '')).join('')
}

/** A CSS string. */
const quote = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/\n|\r|\f/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`
