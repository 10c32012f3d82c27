// Problem: the same selectors are matched against a template, where repeats and placeholders leave positions and values open, and against
// bound elements, where everything is known but siblings are a stream that cannot be rewound.
// Approach: one matcher over `ElementView`, with three-valued verdicts. A view has its position in O(1). Preceding siblings are not walked:
// the parent records verdicts on them while it iterates over its children.
import { ObjectCache } from '../../collections/cache.ts'
import { canBeDisabled, isDisabled } from './disabled.ts'
import { type ElementView, UNKNOWN } from './element-view.ts'
import type { Complex, Compound, SimpleTest, State } from './selectors.ts'
import { both, either, invert, lesser, MAYBE, NO, type Verdict, verdictOf, YES } from './verdict.ts'

/** Characters of an attribute value that take the time of one test. */
const CHARACTERS_PER_TEST = 64

/** `anchor` is the anchor element of an enclosing `:has`. */
export function matches(complex: Complex, view: ElementView, anchor?: ElementView): Verdict {
  const own = matchesCompound(complex.compound, view, anchor)
  const { left } = complex
  if (own === NO || left === undefined) return own
  switch (complex.combinator) {
    case '>':
      return lesser(own, view.parent === undefined ? NO : matches(left, view.parent, anchor))
    case ' ':
      return lesser(own, matchesAbove(left, view, anchor))
    case '+':
    case '~':
      return lesser(own, matchesBefore(left, complex.combinator, view, anchor))
    default:
      return own
  }
}

/**
 * Whether some ancestor matches. Memoized on the parent, for all its children: a row is tested once for all its cells, and a chain of k descendant
 * combinators costs k × depth, not depthᵏ.
 */
function matchesAbove(complex: Complex, { parent }: ElementView, anchor: ElementView | undefined): Verdict {
  if (parent === undefined) return NO
  if (anchor === undefined) {
    const known = parent.memo.selfOrAncestor?.get(complex)
    if (known !== undefined) return known
  }
  let verdict = matches(complex, parent, anchor)
  if (verdict !== YES) {
    const above = matchesAbove(complex, parent, anchor)
    if (above > verdict) verdict = above
  }
  if (anchor === undefined) {
    parent.budget.remember()
    ;(parent.memo.selfOrAncestor ??= new Map()).set(complex, verdict)
  }
  return verdict
}

function matchesAny(list: readonly Complex[], view: ElementView, anchor: ElementView | undefined): Verdict {
  let best: Verdict = NO
  for (const complex of list) {
    const verdict = matchesRemembered(complex, view, anchor)
    if (verdict === YES) return YES
    if (verdict > best) best = verdict
  }
  return best
}

/** Nested rules nest selector lists: without the memo, time would be exponential in their depth. */
function matchesRemembered(complex: Complex, view: ElementView, anchor: ElementView | undefined): Verdict {
  if (anchor !== undefined) return matches(complex, view, anchor)
  if (isSimple(complex)) {
    view.budget.spend(1)
    return matches(complex, view)
  }
  const known = view.memo.self?.get(complex)
  if (known !== undefined) return known
  const verdict = matches(complex, view)
  view.budget.remember()
  ;(view.memo.self ??= new Map()).set(complex, verdict)
  return verdict
}

/** Whether the selector tests only the element itself, without selector lists: as fast as a lookup in the memo. */
function isSimple({ compound, left }: Complex): boolean {
  return left === undefined && compound.tests.every(({ kind }) => kind !== 'is' && kind !== 'not' && kind !== 'has' && kind !== 'nth')
}

function matchesCompound(compound: Compound, view: ElementView, anchor: ElementView | undefined): Verdict {
  const { tag } = compound
  if (tag !== undefined && view.tag !== (view.isHtml ? tag.lower : tag.written)) return NO
  let verdict: Verdict = YES
  for (const test of compound.tests) {
    const one = matchesTest(test, view, anchor)
    if (one === NO) return NO
    if (one < verdict) verdict = one
  }
  return verdict
}

function matchesTest(test: SimpleTest, view: ElementView, anchor: ElementView | undefined): Verdict {
  switch (test.kind) {
    case 'class': {
      const classes = view.classes()
      return classes === undefined ? MAYBE : verdictOf(classes.has(test.value))
    }
    case 'id': {
      const id = view.attribute('id')
      if (id === UNKNOWN) return MAYBE
      return verdictOf(id !== undefined && (view.isQuirks ? id.toLowerCase() : id) === test.value)
    }
    case 'attribute':
      return matchesAttribute(test, view)
    case 'is':
      return matchesAny(test.list, view, anchor)
    case 'not':
      return invert(matchesAny(test.list, view, anchor))
    case 'has':
      return has(test.list, view)
    case 'nth':
      return view.matchesPosition(test)
    case 'lang':
      return matchesLanguage(test.ranges, view)
    case 'dir': {
      const direction = view.direction()
      return direction === UNKNOWN ? MAYBE : verdictOf((direction ?? 'ltr') === test.direction)
    }
    case 'state':
      return matchesState(test.name, view)
    case 'root':
      return verdictOf(view.parent === undefined)
    case 'empty':
      return view.isEmpty()
    case 'anchor':
      return verdictOf(view === anchor)
    case 'always':
      return YES
    case 'never':
      return NO
  }
}

/** Attributes of HTML whose values match case-insensitively (HTML §4.16.2). */
const CASE_INSENSITIVE = new Set(
  `accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled enctype face
  frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected
  shape target text type valign valuetype vlink`.split(/\s+/),
)

/** Whether an attribute test matches case-insensitively. */
export function isCaseInsensitive({ isCaseless, name }: SimpleTest & { readonly kind: 'attribute' }): boolean {
  return isCaseless ?? CASE_INSENSITIVE.has(name.toLowerCase())
}

function matchesAttribute(test: SimpleTest & { readonly kind: 'attribute' }, view: ElementView): Verdict {
  const name = view.isHtml ? test.name.toLowerCase() : test.name
  const found = view.attribute(name)
  if (found === undefined) return NO
  if (found === UNKNOWN) return MAYBE
  if (found.length > CHARACTERS_PER_TEST) view.budget.spend(Math.floor(found.length / CHARACTERS_PER_TEST))
  const isCaseless = test.isCaseless ?? (view.isHtml && CASE_INSENSITIVE.has(name))
  const actual = isCaseless ? found.toLowerCase() : found
  const value = isCaseless ? test.value.toLowerCase() : test.value
  switch (test.operator) {
    case 'exists':
      return YES
    case '=':
      return verdictOf(actual === value)
    case '~=':
      return verdictOf(value !== '' && !/\s/.test(value) && actual.split(/[ \t\n\r\f]+/).includes(value))
    case '|=':
      return verdictOf(actual === value || actual.startsWith(`${value}-`))
    case '^=':
      return verdictOf(value !== '' && actual.startsWith(value))
    case '$=':
      return verdictOf(value !== '' && actual.endsWith(value))
    case '*=':
      return verdictOf(value !== '' && actual.includes(value))
  }
}

/** Extended filtering of BCP 47 (RFC 4647 §3.3.2), limited to prefixes and a leading wildcard. */
function matchesLanguage(ranges: readonly string[], view: ElementView): Verdict {
  const language = view.language()
  if (language === UNKNOWN) return MAYBE
  const actual = (language ?? '').toLowerCase()
  const fits = (range: string): boolean => {
    if (range === '') return actual === ''
    if (range.startsWith('*-')) return `-${actual}-`.includes(`${range.slice(1)}-`)
    return range === '*' ? actual !== '' : actual === range || actual.startsWith(`${range}-`)
  }
  return verdictOf(ranges.some(fits))
}

function matchesState(state: State, view: ElementView): Verdict {
  const present = (name: string): Verdict => {
    const value = view.attribute(name)
    return value === UNKNOWN ? MAYBE : verdictOf(value !== undefined)
  }
  const isUnchangeable = (): Verdict => either(present('readonly'), isDisabled(view))
  const isField = ['input', 'select', 'textarea'].includes(view.tag)
  switch (state) {
    case 'link':
      return both(verdictOf(view.tag === 'a' || view.tag === 'area'), () => present('href'))
    case 'checked':
      return both(verdictOf(view.tag === 'input' || view.tag === 'option'), () => present(view.tag === 'option' ? 'selected' : 'checked'))
    case 'disabled':
      return both(verdictOf(canBeDisabled(view)), () => isDisabled(view))
    case 'enabled':
      return both(verdictOf(canBeDisabled(view)), () => invert(isDisabled(view)))
    case 'required':
      return both(verdictOf(isField), () => present('required'))
    case 'optional':
      return both(verdictOf(isField), () => invert(present('required')))
    case 'read-write':
      return both(verdictOf(isField), () => invert(isUnchangeable()))
    case 'read-only':
      return isField ? isUnchangeable() : YES
    case 'placeholder-shown':
      return both(verdictOf(isField), () => both(present('placeholder'), () => invert(present('value'))))
  }
}

const isAnchor = (complex: Complex): boolean => complex.compound.tests[0]?.kind === 'anchor'

function matchesBefore(left: Complex, combinator: '+' | '~', view: ElementView, anchor: ElementView | undefined): Verdict {
  if (anchor === undefined) return view.follows(left, combinator)
  // The candidates are following siblings of the anchor, so any of them has the anchor before it.
  if (isAnchor(left)) return verdictOf(view !== anchor && view.parent === anchor.parent)
  const { run, rest, combinator: up } = siblingRun(left)
  const verdict = view.follows(run, combinator)
  if (rest === undefined || verdict === NO) return verdict
  // Siblings have the same ancestors.
  return both(verdict, () =>
    up === '>' ? (view.parent === undefined ? NO : matches(rest, view.parent, anchor)) : matchesAbove(rest, view, anchor),
  )
}

/** The part of a selector that is about siblings only (`run`), and the part that must match above them (`rest`). */
interface SiblingRun {
  readonly run: Complex
  readonly rest: Complex | undefined
  readonly combinator: Complex['combinator']
}

const RUNS = new ObjectCache<Complex, SiblingRun>('identity')

/** Splits a left side at its first descendant or child combinator: recorded verdicts on siblings cannot depend on the anchor of a `:has`. */
export function siblingRun(complex: Complex): SiblingRun {
  let found = RUNS.get(complex)
  if (found === undefined) {
    found = cutRun(complex)
    RUNS.set(complex, found)
  }
  return found
}

function cutRun({ compound, combinator, left }: Complex): SiblingRun {
  if (left === undefined || combinator === ' ' || combinator === '>')
    return { run: { compound, combinator: undefined, left: undefined }, rest: left, combinator }
  const inner = cutRun(left)
  return { run: { compound, combinator, left: inner.run }, rest: inner.rest, combinator: inner.combinator }
}

function has(list: readonly Complex[], view: ElementView): Verdict {
  return list.reduce<Verdict>((best, complex) => (best === YES ? best : either(best, hasOne(complex, view))), NO)
}

function hasOne(complex: Complex, view: ElementView): Verdict {
  let first = complex
  while (first.left !== undefined && !isAnchor(first.left)) first = first.left
  const isAmongSiblings = first.combinator === '+' || first.combinator === '~'
  const isDeep = first !== complex || first.combinator === ' '
  const isAdjacentOnly = first.combinator === '+' && (first === complex || !endsInSiblingCombinator(complex))
  const scope = isAmongSiblings ? view.parent : view
  let best: Verdict = scope === undefined || scope.isSubtreeKnown ? NO : MAYBE
  for (const candidate of isAmongSiblings ? view.following() : view.children()) {
    view.budget.spend(1)
    best = either(best, matches(complex, candidate, view))
    if (isDeep) best = either(best, matchesBelow(complex, candidate, view))
    if (best === YES || isAdjacentOnly) break
  }
  return best
}

const endsInSiblingCombinator = (complex: Complex): boolean => complex.combinator === '+' || complex.combinator === '~'

function matchesBelow(complex: Complex, view: ElementView, anchor: ElementView): Verdict {
  let best: Verdict = NO
  for (const child of view.children()) {
    view.budget.spend(1)
    best = either(best, either(matches(complex, child, anchor), matchesBelow(complex, child, anchor)))
    if (best === YES) break
  }
  return best
}
