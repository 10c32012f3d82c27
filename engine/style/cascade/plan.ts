// Problem: matching and computing per element would cost more than layout. Approach: each template element is matched against all rules once.
// Rules that depend on data, or on a position among repeated siblings, are dynamic: they are tested for each bound element.
// (element, parent's style, matching dynamic rules, bound attributes) is the key of cached styles.
import { GenerationCache } from '../../collections/cache.ts'
import type { TemplateElement } from '../../template/template.ts'
import type { ComputedStyle } from '../computed.ts'
import { HINT_ATTRIBUTES } from '../rules/hints.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { UNKNOWN } from '../selectors/element-view.ts'
import { isCaseInsensitive, matches } from '../selectors/match.ts'
import type { Compound, PseudoElement } from '../selectors/selectors.ts'
import { containsMarkup, TemplateElementView } from '../selectors/template-view.ts'
import { NO, YES } from '../selectors/verdict.ts'
import type { FontQuery } from './font-queries.ts'
import type { RankedRule } from './rank.ts'

/** A rule that may apply to an element. */
interface Candidate {
  readonly rule: RankedRule
  /** Tested for each bound element. */
  readonly isDynamic: boolean
}

/** How the styles of one template element are found. */
export interface ElementPlan {
  /** In ascending order of rank, rules for pseudo-elements included. */
  readonly candidates: readonly Candidate[]
  readonly dynamic: DynamicRules
  /** Bound attributes that styles depend on other than by selectors. */
  readonly boundAttributes: readonly string[]
  /** Presentational hints of this table part read a bound attribute of the table around, such as `cellpadding`. */
  readonly readsBoundTable: boolean
  /** This element and its descendants are the same in every binding. */
  readonly isStaticSubtree: boolean
  /** Some declaration uses `inherit`, and so may depend on non-inherited properties of the parent. */
  readonly usesInherit: boolean
  /** Cached styles by the parent: by its `styleId` for `usesInherit`, else by its `inheritedId`; −1 for none. */
  readonly cache: GenerationCache<number, Map<string, ElementStyles>>
}

/** The styles of one element and of its pseudo-elements. */
export interface ElementStyles {
  readonly style: ComputedStyle
  readonly pseudos: ReadonlyMap<PseudoElement, ComputedStyle>
  readonly vector: ReadonlyMap<string, string> | undefined
  /** Font queries of the computation; undefined for none. */
  readonly queries: readonly FontQuery[] | undefined
}

/** Up to this number, dynamic rules are tested one by one. */
const MAX_UNINDEXED = 8

/**
 * The dynamic rules of one element, indexed by a class or attribute that their subject requires: a placeholder in a `class` makes all class rules of a
 * sheet dynamic, and an element has two or three of those classes.
 */
class DynamicRules {
  readonly #rules: readonly RankedRule[]
  /** Rules that the index cannot exclude. */
  readonly #others: number[] = []
  readonly #classes = new Map<string, number[]>()
  /** By name, then by value. */
  readonly #attributes = new Map<string, Map<string, number[]>>()

  constructor(rules: readonly RankedRule[]) {
    this.#rules = rules
    if (rules.length > MAX_UNINDEXED) for (const [i, rule] of rules.entries()) this.#listOf(rule.selector.complex.compound).push(i)
    else this.#others.push(...rules.keys())
  }

  get length(): number {
    return this.#rules.length
  }

  rule(index: number): RankedRule {
    return this.#rules[index]!
  }

  #listOf({ tests }: Compound): number[] {
    for (const test of tests) {
      if (test.kind === 'class') return bucket(this.#classes, test.value)
      // Lower-case names are the same in html and svg.
      const isExact = test.kind === 'attribute' && test.operator === '=' && !isCaseInsensitive(test) && !/[A-Z]/.test(test.name)
      if (isExact) return bucket(getOrAdd(this.#attributes, test.name), test.value)
    }
    return this.#others
  }

  /** Indexes of those that match, in ascending order. */
  matching(view: BoundElementView): number[] {
    const found: number[] = []
    this.#test(this.#others, view, found)
    if (this.#classes.size > 0) for (const name of view.classes()) this.#test(this.#classes.get(name), view, found)
    for (const [name, values] of this.#attributes) this.#test(values.get(view.attribute(name) ?? ''), view, found)
    return this.#others.length === this.#rules.length ? found : found.sort((a, b) => a - b)
  }

  #test(indexes: readonly number[] | undefined, view: BoundElementView, found: number[]): void {
    if (indexes === undefined) return
    view.budget.spendBound(indexes.length)
    for (const i of indexes) if (matches(this.#rules[i]!.selector.complex, view) === YES) found.push(i)
  }
}

function getOrAdd(maps: Map<string, Map<string, number[]>>, name: string): Map<string, number[]> {
  let map = maps.get(name)
  if (map === undefined) maps.set(name, (map = new Map()))
  return map
}

/** A template element, with what is known of it before binding. */
interface Subject {
  readonly tag: string
  /** `UNKNOWN`: may be any. */
  readonly id: string | undefined | typeof UNKNOWN
  /** Undefined: may be any. */
  readonly classes: ReadonlySet<string> | undefined
  /** Names of attributes; undefined: may be any. */
  readonly attributes: readonly string[] | undefined
}

/** Rules, indexed by what their subject requires: an id, else a class, else one of some tags, else an attribute. */
export class RuleIndex {
  readonly #ids = new Map<string, RankedRule[]>()
  readonly #classes = new Map<string, RankedRule[]>()
  readonly #tags = new Map<string, RankedRule[]>()
  /** By names in lower case. */
  readonly #attributes = new Map<string, RankedRule[]>()
  readonly #others: RankedRule[] = []

  constructor(rules: readonly RankedRule[]) {
    for (const rule of rules) for (const list of this.#listsOf(rule.selector.complex.compound)) list.push(rule)
  }

  #listsOf(compound: Compound): readonly RankedRule[][] {
    const id = compound.tests.find((test) => test.kind === 'id')
    if (id?.kind === 'id') return [bucket(this.#ids, id.value)]
    const name = compound.tests.find((test) => test.kind === 'class')
    if (name?.kind === 'class') return [bucket(this.#classes, name.value)]
    const tags = tagsOf(compound)
    if (tags !== undefined) return [...tags].map((tag) => bucket(this.#tags, tag))
    const attribute = compound.tests.find((test) => test.kind === 'attribute')
    return [attribute?.kind === 'attribute' ? bucket(this.#attributes, attribute.name.toLowerCase()) : this.#others]
  }

  /** Rules that may match this element, in ascending order of rank. */
  candidates({ tag, id, classes, attributes }: Subject): RankedRule[] {
    const found = [...this.#others, ...(this.#tags.get(tag.toLowerCase()) ?? [])]
    if (id === UNKNOWN) for (const list of this.#ids.values()) addAll(found, list)
    else if (id !== undefined) addAll(found, this.#ids.get(id))
    if (classes === undefined) for (const list of this.#classes.values()) addAll(found, list)
    else for (const name of classes) addAll(found, this.#classes.get(name))
    if (attributes === undefined) for (const list of this.#attributes.values()) addAll(found, list)
    else for (const name of new Set(attributes)) addAll(found, this.#attributes.get(name.toLowerCase()))
    return found.sort((a, b) => a.rank - b.rank)
  }
}

/** Tags that the subject may have, in lower case; undefined: any. */
function tagsOf({ tag, tests }: Compound): ReadonlySet<string> | undefined {
  if (tag !== undefined) return new Set([tag.lower])
  for (const test of tests) {
    if (test.kind !== 'is') continue
    const tags = test.list.map(({ compound }) => compound.tag?.lower)
    if (tags.every((one) => one !== undefined)) return new Set(tags)
  }
  return undefined
}

function addAll(found: RankedRule[], list: readonly RankedRule[] | undefined): void {
  for (const rule of list ?? []) found.push(rule)
}

function bucket<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key)
  if (list === undefined) {
    list = []
    map.set(key, list)
  }
  return list
}

/** The rules that apply, in ascending order of rank. `matched` are ascending indexes into the dynamic rules. */
export function rulesOf({ candidates }: ElementPlan, matched: readonly number[]): RankedRule[] {
  const rules: RankedRule[] = []
  let tested = 0
  let next = 0
  for (const { rule, isDynamic } of candidates) {
    const isMatched = !isDynamic || matched[next] === tested
    if (isMatched) rules.push(rule)
    if (isDynamic && isMatched) next++
    if (isDynamic) tested++
  }
  return rules
}

/** Parent styles that an element caches its own styles for. */
const MAX_PARENTS = 32

export function makePlan(candidates: readonly Candidate[], more: Partial<ElementPlan>): ElementPlan {
  return {
    candidates,
    dynamic: new DynamicRules(candidates.filter((candidate) => candidate.isDynamic).map((candidate) => candidate.rule)),
    boundAttributes: [],
    readsBoundTable: false,
    isStaticSubtree: false,
    usesInherit: candidates.some(({ rule }) => rule.usesInherit),
    cache: new GenerationCache(MAX_PARENTS),
    ...more,
  }
}

/** The plans of all elements of a template. */
interface TemplatePlans {
  /** By the id of the element. */
  readonly plans: readonly ElementPlan[]
  /** All dynamic rules. */
  readonly dynamic: readonly RankedRule[]
  /** Some value may add synthetic elements, for which all rules are tested. */
  readonly hasMarkup: boolean
}

interface PlanOptions {
  /** Those that any attr() reads. */
  readonly attributeNames: ReadonlySet<string>
  readonly isQuirks: boolean
  /** Styles may depend on where an element stands. */
  readonly hasContainerUnits: boolean
}

export function planTemplate(
  root: TemplateElement,
  index: RuleIndex,
  { attributeNames, isQuirks, hasContainerUnits }: PlanOptions,
): TemplatePlans {
  const plans: ElementPlan[] = []
  const dynamic = new Set<RankedRule>()
  let hasMarkup = false
  const lists = new CandidateLists(index)
  const visit = (view: TemplateElementView): boolean => {
    const { node } = view
    const candidates = lists.of(view)
    for (const candidate of candidates) if (candidate.isDynamic) dynamic.add(candidate.rule)
    if (containsMarkup(node.children)) hasMarkup = true
    const areChildrenClosed = view.childViews.map(visit).every((isClosed) => isClosed)
    const isClosed = node.isStatic && !hasContainerUnits && areChildrenClosed && candidates.every((candidate) => !candidate.isDynamic)
    plans[node.id] = makePlan(candidates, {
      boundAttributes: boundAttributesOf(node, attributeNames),
      readsBoundTable: readsBoundTable(view),
      isStaticSubtree: isClosed,
    })
    return isClosed
  }
  visit(new TemplateElementView(root, undefined, 0, isQuirks))
  return { plans, dynamic: [...dynamic], hasMarkup }
}

/**
 * Finds the candidates of each element. Rules times elements may be millions, so objects are shared: a rule has one candidate for all elements, and
 * an element with the same candidates as the previous one of its tag has the same list.
 */
class CandidateLists {
  readonly #index: RuleIndex
  readonly #static = new Map<RankedRule, Candidate>()
  readonly #dynamic = new Map<RankedRule, Candidate>()
  readonly #last = new Map<string, readonly Candidate[]>()

  constructor(index: RuleIndex) {
    this.#index = index
  }

  of(view: TemplateElementView): readonly Candidate[] {
    const id = view.attribute('id')
    const rules = this.#index.candidates({
      tag: view.tag,
      id: typeof id === 'string' && view.isQuirks ? id.toLowerCase() : id,
      classes: view.classes(),
      attributes: view.node.attributes.map(({ name }) => name),
    })
    const list: Candidate[] = []
    for (const rule of rules) {
      // User-agent rules are few for any element, and not the author's to reduce.
      if (rule.isAuthor) view.budget.spend(1)
      const verdict = matches(rule.selector.complex, view)
      if (verdict !== NO) list.push(this.#candidate(rule, verdict !== YES || rule.containers.length > 0))
    }
    const last = this.#last.get(view.tag)
    if (last?.length === list.length && list.every((candidate, i) => candidate === last[i])) return last
    this.#last.set(view.tag, list)
    return list
  }

  #candidate(rule: RankedRule, isDynamic: boolean): Candidate {
    const entries = isDynamic ? this.#dynamic : this.#static
    let entry = entries.get(rule)
    if (entry === undefined) entries.set(rule, (entry = { rule, isDynamic }))
    return entry
  }
}

const OTHER_ATTRIBUTES: ReadonlySet<string> = new Set(['style', 'lang', 'xml:lang', 'dir'])

function boundAttributesOf(node: TemplateElement, attributeNames: ReadonlySet<string>): readonly string[] {
  return node.attributes
    .filter(({ value, guards }) => typeof value !== 'string' || guards !== undefined)
    .map(({ name }) => name)
    .filter((name) => OTHER_ATTRIBUTES.has(name) || HINT_ATTRIBUTES.has(name) || attributeNames.has(name))
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'colgroup'])

function readsBoundTable(view: TemplateElementView): boolean {
  if (!TABLE_PARTS.has(view.tag)) return false
  let table = view.parent
  while (table !== undefined && table.tag !== 'table') table = table.parent
  return (
    table?.node.attributes.some(
      ({ name, value, guards }) => HINT_ATTRIBUTES.has(name) && (typeof value !== 'string' || guards !== undefined),
    ) ?? false
  )
}
