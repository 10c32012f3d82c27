// Elements as selectors see them, of a template or bound to data, and what matching may spend on them.
import { error, InputError } from '../../diagnostic.ts'
import type { Complex, NthTest } from './selectors.ts'
import type { Verdict } from './verdict.ts'

/** The value of a bound attribute is not known in a template. */
export const UNKNOWN = Symbol('unknown')

/** An element as selectors see it. */
export interface ElementView {
  readonly tag: string
  readonly isHtml: boolean
  readonly parent: ElementView | undefined
  /** In quirks mode ids and classes match case-insensitively. */
  readonly isQuirks: boolean
  attribute(name: string): string | undefined | typeof UNKNOWN
  /** Classes; undefined when not known. */
  classes(): ReadonlySet<string> | undefined
  /** Whether the position that the test counts is a·n + b for some n ≥ 0. */
  matchesPosition(test: NthTest): Verdict
  /** Whether the element just before (`+`), or any before (`~`), matches. */
  follows(prefix: Complex, combinator: '+' | '~'): Verdict
  isEmpty(): Verdict
  /** Language and direction that the nearest element around sets, this one included. */
  language(): string | undefined | typeof UNKNOWN
  direction(): string | undefined | typeof UNKNOWN
  children(): Iterable<ElementView>
  /** Elements after this one in the same parent. */
  following(): Iterable<ElementView>
  /** The elements below are known: `:has` can be decided. */
  readonly isSubtreeKnown: boolean
  /** Verdicts on this view, by selector. */
  readonly memo: Memo
  /** Shared by the whole document. */
  readonly budget: MatchBudget
}

/** Tests of one template: rules times elements, and elements searched by `:has`. About two seconds of work. */
const MAX_TESTS = 5_000_000
/** Tests of one document: dynamic rules times rows, and rules that styles are computed from. Some seconds of work. */
const MAX_BOUND_TESTS = 30_000_000

/** Cost of a memoized verdict in tests: bounds the memory of memos. */
const TESTS_PER_ENTRY = 3

export class MatchBudget {
  #left = MAX_TESTS
  #boundLeft = MAX_BOUND_TESTS
  readonly #testsPerEntry: number

  /** `retained`: the views, and so their memos, live as long as the budget, as those of a template do; `streamed`: they do not. */
  constructor(keeps: 'retained' | 'streamed') {
    this.#testsPerEntry = keeps === 'retained' ? TESTS_PER_ENTRY : 0
  }

  /** Spends the cost of a memoized verdict. */
  remember(): void {
    this.spend(this.#testsPerEntry)
  }

  /** Throws InputError when the budget is exceeded. */
  spend(tests: number): void {
    this.#left -= tests
    if (this.#left < 0) throw tooManyTests(MAX_TESTS)
  }

  /** As `spend`, for tests of bound elements, which are many and cheap. */
  spendBound(tests: number): void {
    this.#boundLeft -= tests
    if (this.#boundLeft < 0) throw tooManyTests(MAX_BOUND_TESTS)
  }
}

function tooManyTests(most: number): InputError {
  const hint = 'use fewer rules for so many elements, and :has() on few of them'
  return new InputError([error('limit-css', undefined, `selectors took more than ${most} tests`, hint)])
}

export class Memo {
  /** Verdicts on the element itself. */
  self: Map<Complex, Verdict> | undefined
  /** Verdicts on the element or any of its ancestors: used for descendant combinators by its children. */
  selfOrAncestor: Map<Complex, Verdict> | undefined
}
