// Elements of a template as selectors see them: what data decides is answered with MAYBE.
import type { TemplateElement, TemplateNode } from '../../template/template.ts'
import { isNth } from './formula.ts'
import { either, MAYBE, MatchBudget, Memo, matches, NO, type Place, UNKNOWN, type Verdict, YES } from './match.ts'
import type { Complex, NthTest } from './selectors.ts'

/** The children of one element, blocks opened. */
interface Family {
  readonly members: readonly Member[]
  /** Repeats, conditions or rich values make the number of elements open. */
  readonly isOpen: boolean
}

interface Member {
  readonly node: TemplateElement
  /** In a block: there, or there again and again, as data has it. */
  readonly isConditional: boolean
}

/** Of the first `i` children: how many surely count, how many perhaps do, and how many data decides about. */
interface Tally {
  readonly sure: Uint32Array
  readonly perhaps: Uint32Array
  readonly conditional: Uint32Array
}

export class TemplatePlace implements Place {
  readonly node: TemplateElement
  readonly parent: TemplatePlace | undefined
  readonly isQuirks: boolean
  readonly memo = new Memo()
  readonly budget: MatchBudget
  /** Among the siblings. */
  readonly #at: number
  #places: readonly TemplatePlace[] | undefined
  #family: Family | undefined
  #classes: ReadonlySet<string> | undefined
  #tallies: Map<string | readonly Complex[], Tally> | undefined
  #hasMarkup: boolean | undefined
  /** For each prefix the first child that surely, and that perhaps, matches. */
  #firsts: Map<Complex, readonly [sure: number, perhaps: number]> | undefined

  constructor(node: TemplateElement, parent: TemplatePlace | undefined, at: number, isQuirks: boolean) {
    this.budget = parent?.budget ?? new MatchBudget('keeps')
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

  get isClosed(): boolean {
    return this.node.isStatic && this.parent?.isOpen !== true
  }

  get isOpen(): boolean {
    return this.family.isOpen
  }

  get family(): Family {
    this.#family ??= makeFamily(this.node.children)
    return this.#family
  }

  /** All children, those in blocks too. */
  get places(): readonly TemplatePlace[] {
    this.#places ??= this.family.members.map(({ node }, i) => new TemplatePlace(node, this, i, this.isQuirks))
    return this.#places
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

  isAt(test: NthTest): Verdict {
    const { parent } = this
    if (parent === undefined) return isNth(1, test.a, test.b) ? YES : NO
    const self = test.counts === 'all' || test.counts === 'type' ? YES : anyOf(test.counts, this)
    if (self === NO) return NO
    const tally = parent.tally(test.counts === 'type' ? this.tag : test.counts)
    const [from, to] = test.isFromEnd ? [this.#at + 1, parent.places.length] : [0, this.#at]
    const among = (counts: Uint32Array): number => counts[to]! - counts[from]!
    const isConditional = parent.family.members[this.#at]?.isConditional === true || among(tally.conditional) > 0
    const sure = among(tally.sure) + 1
    if ((parent.isOpen && (isConditional || parent.hasMarkup)) || among(tally.perhaps) > 0 || self === MAYBE) {
      return test.a === 0 && test.b < sure ? NO : MAYBE
    }
    return isNth(sure, test.a, test.b) ? YES : NO
  }

  /** Counts over the children: all of them, those of a tag (no tag is called `all`), or those that selectors match. */
  tally(counted: string | readonly Complex[]): Tally {
    this.#tallies ??= new Map()
    let tally = this.#tallies.get(counted)
    if (tally === undefined) this.#tallies.set(counted, (tally = this.#count(counted)))
    return tally
  }

  #count(counted: string | readonly Complex[]): Tally {
    const { members } = this.family
    const tally = {
      sure: new Uint32Array(members.length + 1),
      perhaps: new Uint32Array(members.length + 1),
      conditional: new Uint32Array(members.length + 1),
    }
    for (const [i, { node, isConditional }] of members.entries()) {
      const isOfTag = counted === 'all' || node.tag === counted
      const verdict = typeof counted === 'string' ? (isOfTag ? YES : NO) : anyOf(counted, this.places[i]!)
      tally.sure[i + 1] = tally.sure[i]! + (verdict === YES && !isConditional ? 1 : 0)
      tally.perhaps[i + 1] = tally.perhaps[i]! + (verdict === MAYBE ? 1 : 0)
      tally.conditional[i + 1] = tally.conditional[i]! + (isConditional ? 1 : 0)
    }
    return tally
  }

  /** Values with markup of their own may bring elements. */
  get hasMarkup(): boolean {
    return (this.#hasMarkup ??= containsMarkup(this.node.children))
  }

  follows(prefix: Complex, combinator: '+' | '~'): Verdict {
    const { parent } = this
    if (parent === undefined) return NO
    const [sure, perhaps] = parent.firstOf(prefix)
    if (parent.isOpen) return parent.hasMarkup || Math.min(sure, perhaps) < Number.POSITIVE_INFINITY ? MAYBE : NO
    const before = parent.places[this.#at - 1]
    if (combinator === '+') return before === undefined ? NO : matches(prefix, before)
    return sure < this.#at ? YES : perhaps < this.#at ? MAYBE : NO
  }

  firstOf(prefix: Complex): readonly [sure: number, perhaps: number] {
    this.#firsts ??= new Map()
    let firsts = this.#firsts.get(prefix)
    if (firsts === undefined) {
      const verdicts = this.places.map((place) => matches(prefix, place))
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

  *children(): Generator<TemplatePlace, undefined> {
    for (const [i, place] of this.places.entries()) if (!this.family.members[i]?.isConditional) yield place
    return undefined
  }

  *following(): Generator<TemplatePlace, undefined> {
    const { parent } = this
    if (parent === undefined || parent.isOpen) return undefined
    for (let i = this.#at + 1; i < parent.places.length; i++) yield parent.places[i]!
    return undefined
  }
}

function anyOf(list: readonly Complex[], place: Place): Verdict {
  let best: Verdict = NO
  for (const complex of list) best = either(best, matches(complex, place))
  return best
}

export function classSet(value: string | undefined, isQuirks: boolean): ReadonlySet<string> {
  const text = isQuirks ? value?.toLowerCase() : value
  return new Set(text?.split(/[ \t\n\r\f]+/).filter((name) => name !== ''))
}

function makeFamily(children: readonly TemplateNode[]): Family {
  const members: Member[] = []
  let isOpen = false
  const visit = (nodes: readonly TemplateNode[], isConditional: boolean): void => {
    for (const node of nodes) {
      if (node.kind === 'element') members.push({ node, isConditional })
      else if (node.kind !== 'text') isOpen = true
      if ('body' in node) {
        visit(node.body, true)
        visit(node.otherwise, true)
      }
    }
  }
  visit(children, false)
  return { members, isOpen }
}

export function containsMarkup(nodes: readonly TemplateNode[]): boolean {
  return nodes.some((node) => node.kind === 'markup' || ('body' in node && (containsMarkup(node.body) || containsMarkup(node.otherwise))))
}
