// Views of bound elements. Children are a stream: a walk over them counts and records verdicts as it goes, so that any position costs O(1)
// and no sibling is retained.
import type { BoundElement, BoundNode } from '../../bind/bound.ts'
import { isNth } from './an-plus-b.ts'
import { type ElementView, MatchBudget, Memo } from './element-view.ts'
import { matches, siblingRun } from './match.ts'
import type { Complex, NthTest, SimpleTest } from './selectors.ts'
import { classSet } from './template-view.ts'
import { NO, type Verdict, YES } from './verdict.ts'

/** What must be recorded about siblings, for selectors that are tested at run time. */
export interface SiblingNeeds {
  /** Left sides of `+` and `~`. */
  readonly prefixes: readonly Complex[]
  /** Lists of `:nth-child(… of S)`. */
  readonly lists: readonly (readonly Complex[])[]
  /** Some selector counts siblings of one type. */
  readonly countsTypes: boolean
}

/** Collects the needs of these selectors and of those nested in them. */
export function collectNeeds(selectors: readonly Complex[]): SiblingNeeds {
  const prefixes = new Set<Complex>()
  const lists = new Set<readonly Complex[]>()
  const seen = new Set<Complex>()
  let countsTypes = false
  const visitTest = (test: SimpleTest): void => {
    if (test.kind === 'nth' && test.counts === 'type') countsTypes = true
    if (test.kind === 'nth' && typeof test.counts !== 'string') {
      lists.add(test.counts)
      test.counts.forEach(visit)
    } else if (test.kind === 'is' || test.kind === 'not' || test.kind === 'has') test.list.forEach(visit)
  }
  const visit = (complex: Complex): void => {
    for (let at: Complex | undefined = complex; at !== undefined && !seen.has(at); at = at.left) {
      seen.add(at)
      at.compound.tests.forEach(visitTest)
      if (at.left !== undefined && (at.combinator === '+' || at.combinator === '~'))
        prefixes.add(hasAnchor(at.left) ? siblingRun(at.left).run : at.left)
    }
  }
  selectors.forEach(visit)
  return { prefixes: [...prefixes], lists: [...lists], countsTypes }
}

/** Whether it is part of a selector in `:has`. */
function hasAnchor(complex: Complex): boolean {
  let at = complex
  while (at.left !== undefined) at = at.left
  return at.compound.tests[0]?.kind === 'anchor'
}

const NO_COUNTS: number[] = []
const NO_SELECTORS: ReadonlySet<Complex> = new Set()

/** One walk over the children of an element. */
export class SiblingWalk {
  readonly #parent: BoundElementView
  /** Arrays are indexed, other iterables are pulled. */
  readonly #nodes: readonly BoundNode[] | Iterator<BoundNode>
  #index = 0
  #ahead: BoundNode[] | undefined
  #isDone = false
  #count = 0
  #typeCount = 0
  readonly #types: Map<string, number> | undefined
  readonly #listCounts: number[]
  /** Prefixes that match some preceding sibling, and the one just before. Views refer to these sets, so they are replaced, not changed. */
  #preceding: ReadonlySet<Complex> = NO_SELECTORS
  #adjacent: ReadonlySet<Complex> = NO_SELECTORS
  #totals: Totals | undefined

  constructor(parent: BoundElementView) {
    this.#parent = parent
    const { children } = parent.element
    this.#nodes = Array.isArray(children) ? (children as readonly BoundNode[]) : children[Symbol.iterator]() // isArray gives any[]
    const { countsTypes, lists } = parent.needs
    this.#types = countsTypes ? new Map() : undefined
    this.#listCounts = lists.length === 0 ? NO_COUNTS : lists.map(() => 0)
  }

  get parent(): BoundElementView {
    return this.#parent
  }

  /** Position of the element that was entered last, from 1. */
  get count(): number {
    return this.#count
  }

  /** Its position among siblings of its type; 0 when no selector counts types. */
  get typeCount(): number {
    return this.#typeCount
  }

  get preceding(): ReadonlySet<Complex> {
    return this.#preceding
  }

  get adjacent(): ReadonlySet<Complex> {
    return this.#adjacent
  }

  next(): BoundNode | undefined {
    return this.#ahead !== undefined && this.#ahead.length > 0 ? this.#ahead.shift() : this.#pull()
  }

  #pull(): BoundNode | undefined {
    const nodes = this.#nodes
    if ('length' in nodes) return nodes[this.#index++]
    if (this.#isDone) return undefined
    const step = nodes.next()
    if (step.done === true) this.#isDone = true
    return step.done === true ? undefined : step.value
  }

  /** The view of the element that `next` returned. Every element must be entered, in order. */
  enter(element: BoundElement): BoundElementView {
    this.#count++
    this.#typeCount = this.#countType(element.tag)
    const view = new BoundElementView(element, this, this.#parent.needs, this.#parent.isQuirks)
    const { prefixes, lists } = this.#parent.needs
    if (prefixes.length > 0 || lists.length > 0) this.#recordMatches(view)
    return view
  }

  #countType(tag: string): number {
    if (this.#types === undefined) return 0
    const count = (this.#types.get(tag) ?? 0) + 1
    this.#types.set(tag, count)
    return count
  }

  /** Records verdicts on this element for later siblings. */
  #recordMatches(view: BoundElementView): void {
    const { prefixes, lists } = this.#parent.needs
    if (prefixes.length > 0) {
      const matched = prefixes.filter((prefix) => matches(prefix, view) === YES)
      this.#adjacent = matched.length === 0 ? NO_SELECTORS : new Set(matched)
      if (matched.some((prefix) => !this.#preceding.has(prefix))) this.#preceding = new Set([...this.#preceding, ...matched])
    }
    for (const [i, list] of lists.entries()) {
      if (list.some((complex) => matches(complex, view) === YES)) this.#listCounts[i] = this.#listCounts[i]! + 1
    }
    if (lists.length > 0) view.setListIndexes([...this.#listCounts])
  }

  /** Number of siblings that match a list, up to the one entered last. */
  countOf(list: readonly Complex[]): number {
    return this.#listCounts[this.#parent.needs.lists.indexOf(list)] ?? 0
  }

  /** Reads ahead up to the next element. */
  isLast(index: number): boolean {
    if (index < this.#count || this.#ahead?.some((node) => node.kind === 'element') === true) return false
    for (let node = this.#pull(); node !== undefined; node = this.#pull()) {
      ;(this.#ahead ??= []).push(node)
      if (node.kind === 'element') return false
    }
    return true
  }

  /** Counts all children by a second walk: needed for positions from the end. */
  get totals(): Totals {
    this.#totals ??= countChildren(this.#parent)
    return this.#totals
  }
}

interface Totals {
  readonly all: number
  readonly types: ReadonlyMap<string, number>
  readonly lists: readonly number[]
}

function countChildren(parent: BoundElementView): Totals {
  const siblings = new SiblingWalk(parent)
  const types = new Map<string, number>()
  let all = 0
  for (let node = siblings.next(); node !== undefined; node = siblings.next()) {
    if (node.kind !== 'element') continue
    siblings.enter(node)
    all++
    types.set(node.tag, (types.get(node.tag) ?? 0) + 1)
  }
  return { all, types, lists: parent.needs.lists.map((list) => siblings.countOf(list)) }
}

export class BoundElementView implements ElementView {
  readonly element: BoundElement
  readonly siblings: SiblingWalk | undefined
  readonly needs: SiblingNeeds
  readonly isQuirks: boolean
  readonly isSubtreeKnown = true
  readonly memo = new Memo()
  readonly budget: MatchBudget
  /** Position among its siblings, from 1. */
  readonly index: number
  readonly #typeIndex: number
  /** Matches of each list of `of S`, up to and including this element. */
  #listIndexes: readonly number[] | undefined
  readonly #preceding: ReadonlySet<Complex>
  readonly #adjacent: ReadonlySet<Complex>
  #classes: ReadonlySet<string> | undefined

  /** `siblings`: the walk that has just entered the element; undefined for the root. */
  constructor(element: BoundElement, siblings: SiblingWalk | undefined, needs: SiblingNeeds, isQuirks: boolean) {
    this.element = element
    this.budget = siblings?.parent.budget ?? new MatchBudget('streamed')
    this.siblings = siblings
    this.index = siblings?.count ?? 1
    this.#typeIndex = siblings?.typeCount ?? 1
    this.#preceding = siblings?.preceding ?? NO_SELECTORS
    this.#adjacent = siblings?.adjacent ?? NO_SELECTORS
    this.needs = needs
    this.isQuirks = isQuirks
  }

  static root(element: BoundElement, needs: SiblingNeeds, isQuirks: boolean): BoundElementView {
    return new BoundElementView(element, undefined, needs, isQuirks)
  }

  get tag(): string {
    return this.element.tag
  }

  get isHtml(): boolean {
    return this.element.node.namespace === 'html'
  }

  get parent(): BoundElementView | undefined {
    return this.siblings?.parent
  }

  attribute(name: string): string | undefined {
    return this.element.attributes.get(name)
  }

  classes(): ReadonlySet<string> {
    this.#classes ??= classSet(this.attribute('class'), this.isQuirks)
    return this.#classes
  }

  matchesPosition(test: NthTest): Verdict {
    const position = this.#position(test)
    return position !== undefined && isNth(position, test.a, test.b) ? YES : NO
  }

  #position(test: NthTest): number | undefined {
    const { siblings } = this
    if (siblings === undefined) return 1
    const isLastAsked = test.isFromEnd && test.a === 0 && test.b === 1
    if (test.counts === 'all') {
      if (isLastAsked) return siblings.isLast(this.index) ? 1 : 2
      return test.isFromEnd ? siblings.totals.all - this.index + 1 : this.index
    }
    if (test.counts === 'type') return test.isFromEnd ? (siblings.totals.types.get(this.tag) ?? 0) - this.#typeIndex + 1 : this.#typeIndex
    if (!test.counts.some((complex) => matches(complex, this) === YES)) return undefined
    const list = this.needs.lists.indexOf(test.counts)
    const at = this.#listIndexes?.[list] ?? siblings.countOf(test.counts)
    return test.isFromEnd ? (siblings.totals.lists[list] ?? 0) - at + 1 : at
  }

  /** Copies of the counts, which the walk goes on changing. */
  setListIndexes(counts: readonly number[]): void {
    this.#listIndexes = counts
  }

  follows(prefix: Complex, combinator: '+' | '~'): Verdict {
    return (combinator === '+' ? this.#adjacent : this.#preceding).has(prefix) ? YES : NO
  }

  isEmpty(): Verdict {
    for (const child of this.element.children) if (child.kind === 'element' || child.text !== '') return NO
    return YES
  }

  language(): string | undefined {
    return this.attribute('lang') ?? this.attribute('xml:lang') ?? this.parent?.language()
  }

  direction(): string | undefined {
    const own = this.attribute('dir')?.toLowerCase()
    return own === 'ltr' || own === 'rtl' ? own : this.parent?.direction()
  }

  *children(): Generator<BoundElementView, undefined> {
    const siblings = new SiblingWalk(this)
    for (let node = siblings.next(); node !== undefined; node = siblings.next()) if (node.kind === 'element') yield siblings.enter(node)
    return undefined
  }

  *following(): Generator<BoundElementView, undefined> {
    let index = 0
    for (const view of this.parent?.children() ?? []) if (++index > this.index) yield view
    return undefined
  }
}
