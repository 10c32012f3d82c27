// Views of template elements: the verdict on anything that depends on data is MAYBE.
import type { TemplateElement, TemplateNode } from '../../template/template.ts'
import { isNth } from './an-plus-b.ts'
import { type ElementView, MatchBudget, Memo, UNKNOWN } from './element-view.ts'
import { matches } from './match.ts'
import type { Complex, NthTest } from './selectors.ts'
import { either, MAYBE, NO, type Verdict, YES } from './verdict.ts'

/** The child elements of one element, those in blocks included. */
interface ChildList {
  readonly elements: readonly Child[]
  /** The number of child elements depends on data: there are repeats, conditions or rich values. */
  readonly hasDynamicCount: boolean
}

interface Child {
  readonly node: TemplateElement
  /** In a block: occurs any number of times, depending on data. */
  readonly isConditional: boolean
}

/** Counts over the first `i` children: those that certainly match, those that possibly match, and those inside of blocks. */
interface Tally {
  readonly certain: Uint32Array
  readonly possible: Uint32Array
  readonly conditional: Uint32Array
}

export class TemplateElementView implements ElementView {
  readonly node: TemplateElement
  readonly parent: TemplateElementView | undefined
  readonly isQuirks: boolean
  readonly memo = new Memo()
  readonly budget: MatchBudget
  /** Index among the siblings. */
  readonly #at: number
  #childViews: readonly TemplateElementView[] | undefined
  #childList: ChildList | undefined
  #classes: ReadonlySet<string> | undefined
  #tallies: Map<string | readonly Complex[], Tally> | undefined
  #hasMarkup: boolean | undefined
  /** For each prefix the first child that certainly matches, and the first that possibly does. */
  #firsts: Map<Complex, readonly [certain: number, possible: number]> | undefined

  constructor(node: TemplateElement, parent: TemplateElementView | undefined, at: number, isQuirks: boolean) {
    this.budget = parent?.budget ?? new MatchBudget('retained')
    this.node = node
    this.parent = parent
    this.#at = at
    this.isQuirks = isQuirks
  }

  get tag(): string {
    return this.node.tag
  }

  get isHtml(): boolean {
    return this.node.namespace === 'html'
  }

  get isSubtreeKnown(): boolean {
    return this.node.isStatic && this.parent?.hasDynamicChildren !== true
  }

  get hasDynamicChildren(): boolean {
    return this.childList.hasDynamicCount
  }

  get childList(): ChildList {
    this.#childList ??= makeChildList(this.node.children)
    return this.#childList
  }

  /** Views of all child elements, those in blocks included. */
  get childViews(): readonly TemplateElementView[] {
    this.#childViews ??= this.childList.elements.map(({ node }, i) => new TemplateElementView(node, this, i, this.isQuirks))
    return this.#childViews
  }

  attribute(name: string): string | undefined | typeof UNKNOWN {
    const found = this.node.attributes.find((attribute) => attribute.name === name)
    if (found === undefined) return undefined
    return typeof found.value === 'string' && found.guards === undefined ? found.value : UNKNOWN
  }

  classes(): ReadonlySet<string> | undefined {
    if (this.#classes !== undefined) return this.#classes
    const value = this.attribute('class')
    if (value === UNKNOWN) return undefined
    this.#classes = classSet(value, this.isQuirks)
    return this.#classes
  }

  matchesPosition(test: NthTest): Verdict {
    const { parent } = this
    if (parent === undefined) return isNth(1, test.a, test.b) ? YES : NO
    const self = test.counts === 'all' || test.counts === 'type' ? YES : anyOf(test.counts, this)
    if (self === NO) return NO
    const tally = parent.tally(test.counts === 'type' ? this.tag : test.counts)
    const [from, to] = test.isFromEnd ? [this.#at + 1, parent.childViews.length] : [0, this.#at]
    const among = (counts: Uint32Array): number => counts[to]! - counts[from]!
    const isConditional = parent.childList.elements[this.#at]?.isConditional === true || among(tally.conditional) > 0
    const certain = among(tally.certain) + 1
    if ((parent.hasDynamicChildren && (isConditional || parent.hasMarkup)) || among(tally.possible) > 0 || self === MAYBE) {
      return test.a === 0 && test.b < certain ? NO : MAYBE
    }
    return isNth(certain, test.a, test.b) ? YES : NO
  }

  /** Counts of child elements: of all of them, of one tag (no tag is called `all`), or of those that match a selector list. */
  tally(counted: string | readonly Complex[]): Tally {
    this.#tallies ??= new Map()
    let tally = this.#tallies.get(counted)
    if (tally === undefined) this.#tallies.set(counted, (tally = this.#count(counted)))
    return tally
  }

  #count(counted: string | readonly Complex[]): Tally {
    const { elements } = this.childList
    const tally = {
      certain: new Uint32Array(elements.length + 1),
      possible: new Uint32Array(elements.length + 1),
      conditional: new Uint32Array(elements.length + 1),
    }
    for (const [i, { node, isConditional }] of elements.entries()) {
      const isOfTag = counted === 'all' || node.tag === counted
      const verdict = typeof counted === 'string' ? (isOfTag ? YES : NO) : anyOf(counted, this.childViews[i]!)
      tally.certain[i + 1] = tally.certain[i]! + (verdict === YES && !isConditional ? 1 : 0)
      tally.possible[i + 1] = tally.possible[i]! + (verdict === MAYBE ? 1 : 0)
      tally.conditional[i + 1] = tally.conditional[i]! + (isConditional ? 1 : 0)
    }
    return tally
  }

  /** Whether values with markup may add elements. */
  get hasMarkup(): boolean {
    return (this.#hasMarkup ??= containsMarkup(this.node.children))
  }

  follows(prefix: Complex, combinator: '+' | '~'): Verdict {
    const { parent } = this
    if (parent === undefined) return NO
    const [certain, possible] = parent.firstOf(prefix)
    if (parent.hasDynamicChildren) return parent.hasMarkup || Math.min(certain, possible) < Number.POSITIVE_INFINITY ? MAYBE : NO
    const before = parent.childViews[this.#at - 1]
    if (combinator === '+') return before === undefined ? NO : matches(prefix, before)
    return certain < this.#at ? YES : possible < this.#at ? MAYBE : NO
  }

  firstOf(prefix: Complex): readonly [certain: number, possible: number] {
    this.#firsts ??= new Map()
    let firsts = this.#firsts.get(prefix)
    if (firsts === undefined) {
      const verdicts = this.childViews.map((view) => matches(prefix, view))
      const at = (verdict: Verdict): number => (verdicts.includes(verdict) ? verdicts.indexOf(verdict) : Number.POSITIVE_INFINITY)
      firsts = [at(YES), at(MAYBE)]
      this.#firsts.set(prefix, firsts)
    }
    return firsts
  }

  isEmpty(): Verdict {
    let verdict: Verdict = YES
    for (const child of this.node.children) {
      if (child.kind === 'element') return NO
      if (child.kind !== 'text') verdict = MAYBE
      else if (typeof child.text !== 'string') verdict = MAYBE
      else if (child.text !== '') return NO
    }
    return verdict
  }

  language(): string | undefined | typeof UNKNOWN {
    return this.attribute('lang') ?? this.attribute('xml:lang') ?? this.parent?.language()
  }

  direction(): string | undefined | typeof UNKNOWN {
    const own = this.attribute('dir')
    if (own === UNKNOWN) return own
    const value = own?.toLowerCase()
    return value === 'ltr' || value === 'rtl' ? value : this.parent?.direction()
  }

  *children(): Generator<TemplateElementView, undefined> {
    for (const [i, view] of this.childViews.entries()) if (!this.childList.elements[i]?.isConditional) yield view
    return undefined
  }

  *following(): Generator<TemplateElementView, undefined> {
    const { parent } = this
    if (parent === undefined || parent.hasDynamicChildren) return undefined
    for (let i = this.#at + 1; i < parent.childViews.length; i++) yield parent.childViews[i]!
    return undefined
  }
}

function anyOf(list: readonly Complex[], view: ElementView): Verdict {
  let best: Verdict = NO
  for (const complex of list) best = either(best, matches(complex, view))
  return best
}

export function classSet(value: string | undefined, isQuirks: boolean): ReadonlySet<string> {
  const text = isQuirks ? value?.toLowerCase() : value
  return new Set(text?.split(/[ \t\n\r\f]+/).filter((name) => name !== ''))
}

function makeChildList(children: readonly TemplateNode[]): ChildList {
  const elements: Child[] = []
  let hasDynamicCount = false
  const visit = (nodes: readonly TemplateNode[], isConditional: boolean): void => {
    for (const node of nodes) {
      if (node.kind === 'element') elements.push({ node, isConditional })
      else if (node.kind !== 'text') hasDynamicCount = true
      if ('body' in node) {
        visit(node.body, true)
        visit(node.otherwise, true)
      }
    }
  }
  visit(children, false)
  return { elements, hasDynamicCount }
}

export function containsMarkup(nodes: readonly TemplateNode[]): boolean {
  return nodes.some((node) => node.kind === 'markup' || ('body' in node && (containsMarkup(node.body) || containsMarkup(node.otherwise))))
}
