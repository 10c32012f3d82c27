// Selectors 4, parsed. Matching is in match.ts.

import { type Component, describeComponent, splitAtCommas } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import { parseAnPlusB } from './an-plus-b.ts'
import { asksForHas } from './asks-for-has.ts'
import { containsNesting } from './nesting.ts'
import { NEVER_TRUE } from './pseudo-classes.ts'
import { type ControlPart, isKnownPart, PSEUDO_ELEMENTS, unprefixed } from './pseudo-elements.ts'

type Combinator = ' ' | '>' | '+' | '~'

/** A complex selector, linked from its subject leftwards. Memos of matching are keyed by its identity. */
export interface Complex {
  readonly compound: Compound
  /** How `left` relates to this compound's element; both are absent at the left end. */
  readonly combinator: Combinator | undefined
  readonly left: Complex | undefined
}

export interface Compound {
  /** As written, and in lower case for html elements; undefined for any. */
  readonly tag: { readonly written: string; readonly lower: string } | undefined
  readonly tests: readonly SimpleTest[]
}

type AttributeOperator = 'exists' | '=' | '~=' | '|=' | '^=' | '$=' | '*='

/** :nth-child(an+b of S) and its relations. */
export interface NthTest {
  readonly kind: 'nth'
  readonly a: number
  readonly b: number
  readonly isFromEnd: boolean
  readonly counts: 'all' | 'type' | readonly Complex[]
}

export type SimpleTest =
  | { readonly kind: 'id' | 'class'; readonly value: string }
  | {
      readonly kind: 'attribute'
      readonly name: string
      readonly operator: AttributeOperator
      readonly value: string
      readonly isCaseless: boolean | undefined
    }
  | { readonly kind: 'is' | 'not'; readonly list: readonly Complex[] }
  /** The leftmost compound of each selector is the anchor element of `:has`. */
  | { readonly kind: 'has'; readonly list: readonly Complex[] }
  | NthTest
  | { readonly kind: 'lang'; readonly ranges: readonly string[] }
  | { readonly kind: 'dir'; readonly direction: string }
  | { readonly kind: 'state'; readonly name: State }
  | { readonly kind: 'root' | 'empty' | 'anchor' | 'always' | 'never' }

/** Pseudo-classes that follow from an element's own tag and attributes. */
export type State = 'link' | 'checked' | 'disabled' | 'enabled' | 'required' | 'optional' | 'read-only' | 'read-write' | 'placeholder-shown'

export type PseudoElement =
  | 'before'
  | 'after'
  | 'first-line'
  | 'first-letter'
  | `${'' | 'before::' | 'after::'}marker`
  | `footnote-${'call' | 'marker'}`
  | ControlPart

export interface Selector {
  readonly complex: Complex
  /** `other`: known in browsers, but never generated in print. */
  readonly pseudo: PseudoElement | 'other' | undefined
  /** Ids, classes and types packed into one comparable number. */
  readonly specificity: number
}

interface SelectorContext {
  /** The selectors that `&` represents. */
  readonly parents: readonly Selector[] | undefined
  /** Ids and classes match case-insensitively. */
  readonly isQuirks: boolean
}

/** Matching recurses once for each compound. */
const MAX_COMPOUNDS = 200

const ID = 1 << 20
const CLASS = 1 << 10
const TYPE = 1

const STATES: ReadonlySet<string> = new Set<State>([
  'link',
  'checked',
  'disabled',
  'enabled',
  'required',
  'optional',
  'read-only',
  'read-write',
  'placeholder-shown',
])
const NTH: Readonly<Record<string, { readonly isFromEnd: boolean; readonly counts: 'all' | 'type' }>> = {
  'nth-child': { isFromEnd: false, counts: 'all' },
  'nth-last-child': { isFromEnd: true, counts: 'all' },
  'nth-of-type': { isFromEnd: false, counts: 'type' },
  'nth-last-of-type': { isFromEnd: true, counts: 'type' },
}

interface Parsed {
  readonly test: SimpleTest | readonly SimpleTest[]
  readonly specificity: number
}

/** Parses a selector list. Returns a message for an invalid one: a single invalid selector invalidates the list (Selectors 4 §4.1). */
export function parseSelectors(items: readonly Component[], context: SelectorContext): readonly Selector[] | string {
  const selectors: Selector[] = []
  for (const part of splitAtCommas(items)) {
    const parser = new SelectorParser(part, context)
    const selector = parser.parse(context.parents !== undefined)
    if (selector === undefined) return parser.problem
    selectors.push(selector)
  }
  return selectors
}

const highest = (selectors: readonly Selector[]): number => selectors.reduce((max, s) => Math.max(max, s.specificity), 0)
const complexes = (selectors: readonly Selector[]): Complex[] => selectors.filter((s) => s.pseudo === undefined).map((s) => s.complex)
const nestingTest = (parents: readonly Selector[] | undefined): Parsed =>
  parents === undefined ? { test: { kind: 'root' }, specificity: 0 } : elementTest(parents.filter(({ pseudo }) => pseudo === undefined))
/** Like `:is()` of these. */
const elementTest = (list: readonly Selector[]): Parsed => ({ test: { kind: 'is', list: complexes(list) }, specificity: highest(list) })
const ANCHOR: Compound = { tag: undefined, tests: [{ kind: 'anchor' }] }

/** One complex selector. */
class SelectorParser {
  readonly #items: readonly Component[]
  readonly #context: SelectorContext
  #at = 0
  #specificity = 0
  #pseudo: Selector['pseudo']
  #usesNesting = false
  problem = 'an empty selector'

  constructor(items: readonly Component[], context: SelectorContext) {
    this.#items = items
    this.#context = context
  }

  /** `isNested`: the selector may start with a combinator, and is a descendant of `&` when it does not contain `&`. */
  parse(isNested: boolean): Selector | undefined {
    const leading = this.#combinator()
    if (leading !== undefined && !isNested) return this.#fail('a combinator without a left side')
    const nest = nestingTest(this.#context.parents)
    const parent: Compound = { tag: undefined, tests: [nest.test].flat() }
    let complex = this.#rest(
      isNested && leading !== undefined ? { compound: parent, combinator: undefined, left: undefined } : undefined,
      leading,
    )
    if (complex === undefined) return undefined
    if (isNested && (leading !== undefined || !this.#usesNesting)) {
      this.#specificity += nest.specificity
      if (leading === undefined) complex = graft(complex, { compound: parent, combinator: undefined, left: undefined }, ' ')
    }
    return { complex, pseudo: this.#pseudo, specificity: this.#specificity }
  }

  /** Parses a relative selector of `:has`: the anchor, a combinator, the rest. */
  parseRelative(): Selector | undefined {
    const leading = this.#combinator() ?? ' '
    const complex = this.#rest({ compound: ANCHOR, combinator: undefined, left: undefined }, leading)
    return complex && { complex, pseudo: this.#pseudo, specificity: this.#specificity }
  }

  #rest(start: Complex | undefined, leading: Combinator | undefined): Complex | undefined {
    let left = start
    let combinator = leading
    for (let count = 0; this.#at < this.#items.length; count++) {
      if (count > MAX_COMPOUNDS) return this.#fail(`more than ${MAX_COMPOUNDS} compounds`)
      if (this.#pseudo !== undefined) return this.#fail('a pseudo-element before the end')
      const compound = this.#compound()
      if (compound === undefined) return undefined
      left = { compound, combinator: left && combinator, left }
      combinator = this.#combinator() ?? (this.#at < this.#items.length ? ' ' : undefined)
    }
    if (left === start || combinator !== undefined) return this.#fail('a combinator without a right side')
    return left
  }

  #fail(problem: string): undefined {
    this.problem = problem
    return undefined
  }

  #combinator(): Combinator | undefined {
    const item = this.#items[this.#at]
    if (item?.kind !== 'delim' || !(item.value === '>' || item.value === '+' || item.value === '~')) return undefined
    this.#at++
    return item.value
  }

  #compound(): Compound | undefined {
    const first = this.#at
    let tag: Compound['tag']
    const tests: SimpleTest[] = []
    for (; this.#at < this.#items.length; ) {
      const item = this.#items[this.#at]!
      if (this.#at > first && (item.isSpaced || (item.kind === 'delim' && '>+~'.includes(item.value)))) break
      if (this.#at === first && this.#isTypeStart(item)) {
        const name = this.#typeName()
        if (name === undefined) return undefined
        if (name !== '*') {
          tag = { written: name, lower: name.toLowerCase() }
          this.#specificity += TYPE
        }
        continue
      }
      const parsed = this.#simple(item)
      if (parsed === undefined) return undefined
      this.#specificity += parsed.specificity
      tests.push(...[parsed.test].flat())
    }
    return { tag, tests }
  }

  #isTypeStart(item: Component): boolean {
    return item.kind === 'ident' || (item.kind === 'delim' && (item.value === '*' || item.value === '|'))
  }

  /** `a`, `*`, `svg|a`, `*|a`, `|a`: namespaces are ignored. */
  #typeName(): string | undefined {
    const take = (): string | undefined => {
      const item = this.#items[this.#at++]
      if (item?.kind === 'ident') return item.value
      return item?.kind === 'delim' && item.value === '*' ? '*' : undefined
    }
    const isBar = (): boolean => {
      const item = this.#items[this.#at]
      return item?.kind === 'delim' && item.value === '|'
    }
    const name = isBar() ? '' : take()
    if (!isBar()) return name
    this.#at++
    return take() ?? this.#fail('a namespace without a name')
  }

  #simple(item: Component): Parsed | undefined {
    this.#at++
    const fold = (value: string): string => (this.#context.isQuirks ? value.toLowerCase() : value)
    if (item.kind === 'hash' && item.isIdent) return { test: { kind: 'id', value: fold(item.value) }, specificity: ID }
    if (item.kind === 'block' && item.open === '[') return this.#attribute(item.items)
    if (item.kind === 'delim' && item.value === '&') {
      this.#usesNesting = true
      return nestingTest(this.#context.parents)
    }
    const next = this.#items[this.#at]
    if (item.kind === 'delim' && next !== undefined && !next.isSpaced) {
      if (item.value === '.' && next.kind === 'ident') {
        this.#at++
        return { test: { kind: 'class', value: fold(next.value) }, specificity: CLASS }
      }
      if (item.value === ':') return this.#pseudoAfterColon(next)
    }
    return this.#fail(`"${describeComponent(item)}" in a selector`)
  }

  #attribute(items: readonly Component[]): Parsed | undefined {
    const bar = items.findIndex(
      (item, i) => item.kind === 'delim' && item.value === '|' && items[i + 1]?.kind === 'ident' && !items[i + 1]?.isSpaced,
    )
    const [name, ...rest] = bar >= 0 ? items.slice(bar + 1) : items
    if (name?.kind !== 'ident') return this.#fail('an attribute selector without a name')
    const base = { kind: 'attribute', name: name.value } as const
    if (rest.length === 0) return { test: { ...base, operator: 'exists', value: '', isCaseless: undefined }, specificity: CLASS }
    let operator = ''
    while (rest[0]?.kind === 'delim') operator += (rest.shift() as Component & { kind: 'delim' }).value // the condition of the loop
    const [value, flag, extra] = rest
    const isKnown = ['=', '~=', '|=', '^=', '$=', '*='].includes(operator)
    if (!isKnown || (value?.kind !== 'string' && value?.kind !== 'ident') || extra !== undefined)
      return this.#fail('a bad attribute selector')
    if (flag !== undefined && !(flag.kind === 'ident' && (flag.lower === 'i' || flag.lower === 's')))
      return this.#fail('a bad attribute selector')
    const isCaseless = flag === undefined ? undefined : flag.lower === 'i'
    // One of the six, just checked.
    return { test: { ...base, operator: operator as AttributeOperator, value: value.value, isCaseless }, specificity: CLASS }
  }

  #pseudoAfterColon(next: Component): Parsed | undefined {
    this.#at++
    if (next.kind === 'delim' && next.value === ':') {
      const name = this.#items[this.#at++]
      return this.#pseudoElement(name?.kind === 'ident' ? name.lower : name?.kind === 'function' ? name.name : '')
    }
    if (next.kind === 'ident') return this.#pseudoClass(next.lower)
    if (next.kind === 'function') return this.#functional(next.name, next.items)
    return this.#fail('a colon without a name')
  }

  #pseudoElement(written: string): Parsed | undefined {
    const name = unprefixed(written)
    if (name === 'marker' && (this.#pseudo === 'before' || this.#pseudo === 'after')) this.#pseudo = `${this.#pseudo}::marker`
    else if (PSEUDO_ELEMENTS.has(name) && this.#pseudo === undefined)
      this.#pseudo = name as PseudoElement // one of them
    else if (this.#pseudo !== undefined || isKnownPart(name) || name.startsWith('-webkit-')) this.#pseudo = 'other'
    else return this.#fail(`unknown pseudo-element "::${name}"`)
    return { test: [], specificity: TYPE }
  }

  #pseudoClass(name: string): Parsed | undefined {
    if (['before', 'after', 'first-line', 'first-letter'].includes(name)) return this.#pseudoElement(name)
    const simple = (test: SimpleTest | SimpleTest[]): Parsed => ({ test, specificity: CLASS })
    const nth = (b: number, isFromEnd: boolean, counts: 'all' | 'type'): SimpleTest => ({ kind: 'nth', a: 0, b, isFromEnd, counts })
    switch (name) {
      case 'root':
      case 'scope':
        return simple({ kind: 'root' })
      case 'empty':
        return simple({ kind: 'empty' })
      case 'first-child':
        return simple(nth(1, false, 'all'))
      case 'last-child':
        return simple(nth(1, true, 'all'))
      case 'only-child':
        return simple([nth(1, false, 'all'), nth(1, true, 'all')])
      case 'first-of-type':
        return simple(nth(1, false, 'type'))
      case 'last-of-type':
        return simple(nth(1, true, 'type'))
      case 'only-of-type':
        return simple([nth(1, false, 'type'), nth(1, true, 'type')])
      case 'any-link':
      case '-webkit-any-link':
        return simple({ kind: 'state', name: 'link' })
      case 'defined':
      case 'valid':
        return simple({ kind: 'always' })
    }
    if (STATES.has(name)) return simple({ kind: 'state', name: name as State }) // in the set of them
    if (NEVER_TRUE.has(name)) return simple({ kind: 'never' })
    return this.#fail(`unknown pseudo-class ":${name}"`)
  }

  #functional(name: string, items: readonly Component[]): Parsed | undefined {
    const nth = lookup(NTH, name)
    if (nth !== undefined) return this.#nth(nth, items)
    if (['is', 'where', 'not', 'matches', '-webkit-any'].includes(name)) {
      const list = this.#list(items, name !== 'not', false)
      return (
        list && { test: { kind: name === 'not' ? 'not' : 'is', list: complexes(list) }, specificity: name === 'where' ? 0 : highest(list) }
      )
    }
    if (name === 'has') {
      const list = this.#list(items, false, true)
      // It cannot be nested, not even by what `&` stands for (Selectors 4 §4.5).
      if (list !== undefined && complexes(list).some(asksForHas)) return this.#fail(':has() inside of :has()')
      return list && { test: { kind: 'has', list: complexes(list) }, specificity: highest(list) }
    }
    if (name === 'lang') {
      const ranges = items.flatMap((item) => (item.kind === 'ident' || item.kind === 'string' ? [item.value.toLowerCase()] : []))
      return { test: { kind: 'lang', ranges }, specificity: CLASS }
    }
    if (name === 'dir' && items[0]?.kind === 'ident') return { test: { kind: 'dir', direction: items[0].lower }, specificity: CLASS }
    if (NEVER_TRUE.has(name)) return { test: { kind: 'never' }, specificity: CLASS }
    return this.#fail(`unknown pseudo-class ":${name}()"`)
  }

  /** `isForgiving` lists drop invalid selectors. */
  #list(items: readonly Component[], isForgiving: boolean, isRelative: boolean): Selector[] | undefined {
    const list: Selector[] = []
    for (const part of splitAtCommas(items)) {
      const parser = new SelectorParser(part, this.#context)
      const selector = isRelative ? parser.parseRelative() : parser.parse(false)
      // An invalid selector that is dropped counts, too (CSS Nesting 1 §3.1).
      if (containsNesting(part)) this.#usesNesting = true
      // Pseudo-elements are no elements that a pseudo-class could ask about (Selectors 4 §3.6).
      if (selector !== undefined && selector.pseudo === undefined) list.push(selector)
      else if (!isForgiving) return this.#fail(parser.problem)
    }
    return list
  }

  #nth(base: { isFromEnd: boolean; counts: 'all' | 'type' }, items: readonly Component[]): Parsed | undefined {
    const of = items.findIndex((item) => item.kind === 'ident' && item.lower === 'of')
    const formula = parseAnPlusB(of < 0 ? items : items.slice(0, of))
    if (formula === undefined || (of >= 0 && base.counts === 'type')) return this.#fail('a bad :nth formula')
    if (of < 0) return { test: { kind: 'nth', ...formula, ...base }, specificity: CLASS }
    const list = this.#list(items.slice(of + 1), false, false)
    return (
      list && { test: { kind: 'nth', ...formula, isFromEnd: base.isFromEnd, counts: complexes(list) }, specificity: CLASS + highest(list) }
    )
  }
}

/** Adds `start` at the left end of a complex selector. */
function graft(complex: Complex, start: Complex, combinator: Combinator): Complex {
  if (complex.left === undefined) return { compound: complex.compound, combinator, left: start }
  return { ...complex, left: graft(complex.left, start, combinator) }
}
