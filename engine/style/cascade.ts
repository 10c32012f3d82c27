// From bound elements to styled ones. Everything is lazy: a child is styled when it is iterated over.
import type { BoundDocument, BoundElement, BoundNode, BoundText } from '../bind/bound.ts'
import type { Reporter } from '../diagnostic.ts'
import type { Size } from '../geometry.ts'
import { AskedFonts } from './cascade/asked-fonts.ts'
import type { Entry } from './cascade/cascaded.ts'
import { CascadedElement, type ChildStyler } from './cascade/cascaded-element.ts'
import { type ComputeContext, computeStyle, INITIAL_STYLE, rootFacts } from './cascade/compute.ts'
import { DEFAULT_PAGE, type DefaultPage, PageStyles } from './cascade/page-styles.ts'
import { type ElementPlan, type ElementStyles, makePlan, rulesOf } from './cascade/plan.ts'
import { type PreparedStyles, prepareStyles } from './cascade/prepared.ts'
import { cascadeEntries, type OwnDeclarations, type RankedRule } from './cascade/rank.ts'
import { vectorValues } from './cascade/vector-values.ts'
import type { ComputedStyle } from './computed.ts'
import { pageAreaOf } from './page-area.ts'
import { mediaMatcher } from './rules/conditions.ts'
import { type Hinted, hintsOf } from './rules/hints.ts'
import { compileInline, type InlineStyle, NO_INLINE } from './rules/inline.ts'
import { describeValues, valuesOf } from './rules/sheet-values.ts'
import { BoundPlace, Siblings } from './selectors/bound-place.ts'
import type { PseudoElement } from './selectors/selectors.ts'
import type { StyledDocument, StyledElement, StyledNode, StyledText } from './style.ts'
import type { Styles } from './stylesheet.ts'
import type { FontMetrics } from './values/font-units.ts'
import { SubstitutionBudget } from './values/substitute.ts'

export interface StyleOptions {
  readonly reporter: Reporter
  /** Page and margins where no @page rule says otherwise; A4 with 10 mm when absent. */
  readonly page?: DefaultPage | undefined
  /** The page area that media queries and vw refer to, when it is not that of a page without name. */
  readonly mediaPage?: Size | undefined
  readonly metrics?: FontMetrics | undefined
  /** Told of every style that is computed, not found. */
  readonly onCompute?: (() => void) | undefined
}

export function styleDocument(bound: BoundDocument, styles: Styles, options: StyleOptions): StyledDocument {
  const page = options.page ?? DEFAULT_PAGE
  const stylerFor = (zoom: number): Styler => {
    const area = options.mediaPage ?? pageAreaOf(styles, page, bound.properties, zoom)
    return new Styler(styles, prepare(styles, area), bound, options)
  }
  let styler = stylerFor(1)
  let root = styler.root()
  const zoom = styler.rootStyle.effectiveZoom
  // The root's zoom changes the page's margins, and so what the page area is.
  if (zoom !== 1) {
    styler = stylerFor(zoom)
    root = styler.root()
  }
  const { rootStyle, computing, fonts, prepared } = styler
  const { interner, pageRules: rules, pages: known } = prepared
  const pages = new PageStyles({ rules, page, properties: bound.properties, root: rootStyle, computing, fonts, interner, known })
  const document = { root, counterStyles: styles.rules.counterStyles, initial: INITIAL_STYLE, matchesMedia: mediaMatcher(prepared.area) }
  return { ...document, pageStyle: (selector) => pages.styleOf(selector), pageStyles: () => pages.all() }
}

function prepare(styles: Styles, area: Size): PreparedStyles {
  const key = `${area.width}×${area.height}`
  let prepared = styles.prepared.get(key)
  if (prepared === undefined) {
    prepared = prepareStyles(styles.template, styles.rules, styles.isQuirks, area)
    styles.prepared.set(key, prepared)
  }
  return prepared
}

const NO_NODES: readonly StyledNode[] = []
const MOST_AT_ONCE = 64

/** Styles the elements of one document. */
class Styler implements ChildStyler {
  readonly computing: ComputeContext
  readonly fonts: AskedFonts
  readonly #styles: Styles
  readonly #prepared: PreparedStyles
  readonly #document: BoundDocument
  /** Elements that are the same in every binding, under the style of their parent. */
  readonly #shared = new WeakMap<
    BoundElement,
    { readonly parent: ComputedStyle; readonly found: ElementStyles; readonly styled: StyledElement }
  >()
  /** Values of placeholders that rules of elements ask for. */
  readonly #rootCustom: ReadonlyMap<string, string> | undefined
  readonly #onCompute: (() => void) | undefined
  #rootStyle: ComputedStyle = INITIAL_STYLE

  constructor(styles: Styles, prepared: PreparedStyles, document: BoundDocument, { metrics, onCompute }: StyleOptions) {
    this.#onCompute = onCompute
    this.#styles = styles
    this.#prepared = prepared
    this.#document = document
    const { isQuirks, expansions, rules, readers } = styles
    this.#rootCustom = readers.elements.size === 0 ? undefined : valuesOf(document.properties, readers.elements)
    this.fonts = new AskedFonts(metrics)
    const { bases } = prepared
    const { metrics: fontMetrics } = this.fonts
    const substitution = new SubstitutionBudget()
    this.computing = {
      viewport: prepared.area,
      isQuirks,
      registered: rules.registered,
      expansions,
      substitution,
      metrics: fontMetrics,
      bases,
    }
  }

  get prepared(): PreparedStyles {
    return this.#prepared
  }

  get rootStyle(): ComputedStyle {
    return this.#rootStyle
  }

  root(): StyledElement {
    const { needs } = this.#prepared
    const place = BoundPlace.root(this.#document.root, needs, this.#styles.isQuirks)
    const found = this.#stylesOf(place, undefined)
    this.#rootStyle = found.style
    const { memory } = this.#prepared
    const facts = rootFacts(found.style)
    // The root's own style is remembered under no parent; what was computed under a root of another size is not.
    if (memory.root !== facts) {
      this.#prepared.computed.clear()
      for (const plan of this.#prepared.plans) forgetChildren(plan)
    }
    memory.root = facts
    return this.#element(place, found)
  }

  // ── Elements ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #element(place: BoundPlace, found: ElementStyles): StyledElement {
    return new CascadedElement(place, found, this)
  }

  /** The styled children of an element; few that are there already are styled at once, as pulling them one by one costs more than they do. */
  childrenOf(place: BoundPlace, found: ElementStyles): Iterable<StyledNode> {
    const { children } = place.element
    if (Array.isArray(children) && children.length <= MOST_AT_ONCE) return this.#all(children, place, found)
    return new PulledChildren(() => this.#pulled(place, found))
  }

  #all(bound: readonly BoundNode[], place: BoundPlace, found: ElementStyles): readonly StyledNode[] {
    const nodes = areTexts(bound) ? bound.map((text) => styledText(text, found.style)) : this.#family(bound, place, found)
    if (found.pseudos.size === 0) return nodes
    const before = pseudoElement(place.element, found, 'before')
    const after = pseudoElement(place.element, found, 'after')
    return [before, ...nodes, after].filter((node) => node !== undefined)
  }

  #family(bound: readonly BoundNode[], place: BoundPlace, found: ElementStyles): StyledNode[] {
    const siblings = new Siblings(place)
    return bound.map(() => this.#node(siblings.next()!, siblings, found.style))
  }

  *#pulled(place: BoundPlace, found: ElementStyles): Generator<StyledNode, undefined> {
    const before = pseudoElement(place.element, found, 'before')
    if (before !== undefined) yield before
    const siblings = new Siblings(place)
    for (let node = siblings.next(); node !== undefined; node = siblings.next()) yield this.#node(node, siblings, found.style)
    const after = pseudoElement(place.element, found, 'after')
    if (after !== undefined) yield after
    return undefined
  }

  #node(node: BoundNode, siblings: Siblings, parent: ComputedStyle): StyledNode {
    if (node.kind === 'text') return styledText(node, parent)
    const place = siblings.enter(node)
    const plan = this.#planOf(place)
    if (!plan.isClosed) return this.#element(place, this.#stylesOf(place, parent, plan))
    const known = this.#shared.get(node)
    if (known?.parent === parent) return known.styled
    const found = this.#stylesOf(place, parent, plan)
    const styled = known?.found === found ? known.styled : this.#element(place, found)
    this.#shared.set(node, { parent, found, styled })
    return styled
  }

  // ── Styles ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #planOf(place: BoundPlace): ElementPlan {
    const { id } = place.element.node
    return (id >= 0 ? this.#prepared.plans[id] : undefined) ?? this.#madePlan(place)
  }

  /** The plan of an element that is not in the template: all its rules are tested. */
  #madePlan(place: BoundPlace): ElementPlan {
    const { index, madePlans } = this.#prepared
    const id = place.attribute('id')
    const key = `${place.tag} ${id ?? ''} ${[...place.classes()].join('.')}`
    let plan = madePlans.get(key)
    if (plan === undefined) {
      const subject = { tag: place.tag, id: place.isQuirks ? id?.toLowerCase() : id, classes: place.classes(), attributes: undefined }
      plan = makePlan(
        index.candidates(subject).map((rule) => ({ rule, isDynamic: true })),
        { boundAttributes: [...place.element.attributes.keys()].filter((name) => name !== 'href') },
      )
      madePlans.set(key, plan)
    }
    return plan
  }

  #stylesOf(place: BoundPlace, parent: ComputedStyle | undefined, plan = this.#planOf(place)): ElementStyles {
    let key = plan.readsBoundTable ? `${hintsOf(new HintedPlace(place))}\0` : ''
    const matched = plan.dynamic.length === 0 ? NOTHING_MATCHED : plan.dynamic.matching(place)
    for (let i = 0; i < matched.length; i++) key += `${matched[i]!} `
    for (const name of plan.boundAttributes) key += `\n${place.attribute(name) ?? '\0'}`
    if (parent === undefined && this.#rootCustom !== undefined) key += describeValues(this.#rootCustom)
    const parentId = this.#parentId(place, parent, plan.asksParent)
    let remembered = plan.cache.get(parentId)
    if (remembered === undefined || remembered.size > MAX_VARIANTS) {
      remembered = new Map()
      plan.cache.set(parentId, remembered)
    }
    let found = remembered.get(key)
    if (found === undefined || !this.fonts.say(found.asked)) {
      const rules = rulesOf(plan, matched)
      place.budget.spendBound(rules.length)
      found = this.#lookUp(place, parent, rules)
      remembered.set(key, found)
    }
    return found
  }

  /** Elements of parents that pass on the same have the same styles, unless some declaration asks for more. */
  #parentId(place: BoundPlace, parent: ComputedStyle | undefined, isAsked: boolean): number {
    if (parent === undefined) return NO_PARENT
    const own = place.attribute('style')
    return isAsked || (own !== undefined && /inherit/i.test(own)) ? -2 - parent.styleId : parent.inheritedId
  }

  /** Elements that match the same under the same parent are computed once, wherever in the template they stand. */
  #lookUp(place: BoundPlace, parent: ComputedStyle | undefined, rules: readonly RankedRule[]): ElementStyles {
    if (parent === undefined) return this.#compute(place, parent, rules)
    const { computed, attributeNames } = this.#prepared
    let key = `${this.#parentId(
      place,
      parent,
      rules.some((rule) => rule.asksParent),
    )} ${rules.map(({ rank }) => rank).join(' ')}${place.isHtml && place.tag !== 'body' ? '' : place.tag}`
    for (const name of ['style', 'lang', 'xml:lang', ...attributeNames]) key += `\n${place.attribute(name) ?? '\0'}`
    key += this.#hints(place)
    let found = computed.get(key)
    if (found === undefined || !this.fonts.say(found.asked)) {
      place.budget.spendBound(TESTS_OF_RULE * rules.length)
      found = this.#compute(place, parent, rules)
      computed.set(key, found)
    }
    return found
  }

  #hints(place: BoundPlace): string {
    return place.isHtml || place.tag === 'svg' ? hintsOf(new HintedPlace(place)) : ''
  }

  #compute(place: BoundPlace, parent: ComputedStyle | undefined, rules: readonly RankedRule[]): ElementStyles {
    const plain = rules.filter((rule) => rule.selector.pseudo === undefined)
    const entries = cascadeEntries(plain, this.#ownDeclarations(place))
    const own = place.attribute('lang') ?? place.attribute('xml:lang') ?? (parent === undefined ? this.#document.language : undefined)
    const style = this.#computeOne(place, entries, parent, own)
    const vector = place.isHtml ? undefined : vectorValues(place, entries, style)
    const names = new Set(rules.map((rule) => rule.selector.pseudo))
    if (names.size < 2 && (names.size === 0 || names.has(undefined)))
      return { style, pseudos: NO_PSEUDOS, vector, asked: this.fonts.take() }
    const pseudos = new Map<PseudoElement, ComputedStyle>()
    // Marks of quotation are of the language around the quotation, as in browsers (CSS Content 3 §3.2.1).
    const language = place.tag === 'q' ? parent?.language : undefined
    for (const name of names) {
      if (name === undefined || name === 'other') continue
      const list = rules.filter((rule) => rule.selector.pseudo === name)
      // The browser's rules for these reach every element; boxes look at few.
      if (name === 'marker' && style.display !== 'list-item') continue
      if ((name === 'footnote-call' || name === 'footnote-marker') && style.float !== 'footnote') continue
      pseudos.set(name, this.#computeOne(place, cascadeEntries(list, undefined), style, language))
    }
    return { style, pseudos, vector, asked: this.fonts.take() }
  }

  #computeOne(place: BoundPlace, entries: readonly Entry[], parent: ComputedStyle | undefined, language?: string): ComputedStyle {
    this.#onCompute?.()
    const isRoot = parent === undefined
    const draft = computeStyle(
      {
        entries,
        parent,
        root: isRoot ? undefined : this.#rootStyle,
        language,
        attribute: (name) => place.attribute(name),
        rootCustom: isRoot ? this.#rootCustom : undefined,
        isRoot,
        isBody: place.tag === 'body',
      },
      this.computing,
    )
    return this.#prepared.interner.intern(draft)
  }

  #ownDeclarations(place: BoundPlace): OwnDeclarations | undefined {
    const hints = this.#hints(place)
    const style = place.attribute('style')
    if (hints === '' && style === undefined) return undefined
    const own = style === undefined ? NO_INLINE : this.#inline(style)
    return { ...own, hints: hints === '' ? [] : this.#inline(hints).normal }
  }

  /** Mistakes in bound `style` attributes come from data: the template's author cannot mend them, so they pass in silence. */
  #inline(text: string): InlineStyle {
    const { inline, isQuirks } = this.#styles
    let found = inline.get(text)
    if (found === undefined) {
      found = compileInline(text, isQuirks, () => undefined)
      inline.set(text, found)
    }
    return found
  }
}

/** Nobody counts texts: they need no `Siblings`. */
/** Children that are styled anew each time they are pulled. */
class PulledChildren implements Iterable<StyledNode> {
  readonly #pull: () => Iterator<StyledNode>

  constructor(pull: () => Iterator<StyledNode>) {
    this.#pull = pull
  }

  [Symbol.iterator](): Iterator<StyledNode> {
    return this.#pull()
  }
}

function areTexts(nodes: readonly BoundNode[]): nodes is readonly BoundText[] {
  return nodes.every(({ kind }) => kind === 'text')
}

function styledText({ text, at, late }: BoundText, style: ComputedStyle): StyledText {
  return late === undefined ? { kind: 'text', text, style, at } : { kind: 'text', text, style, at, late }
}

const NO_PSEUDOS: ReadonlyMap<PseudoElement, ComputedStyle> = new Map()

const NOTHING_MATCHED: readonly number[] = []
/** Computing a style takes so many tests' time for each rule. */
const TESTS_OF_RULE = 2
const NO_PARENT = -1

/** Combinations of one element under one parent's style that are remembered. */
const MAX_VARIANTS = 64

function forgetChildren(plan: ElementPlan): void {
  const own = plan.cache.get(NO_PARENT)
  plan.cache.clear()
  if (own !== undefined) plan.cache.set(NO_PARENT, own)
}

/** ::before or ::after, when its content makes it appear. */
function pseudoElement(element: BoundElement, found: ElementStyles, pseudo: 'before' | 'after'): StyledElement | undefined {
  const style = found.pseudos.get(pseudo)
  if (style === undefined || style.content === 'none' || style.content === 'normal' || style.display === 'none') return undefined
  return {
    kind: 'element',
    element,
    style,
    children: NO_NODES,
    pseudo,
    markerStyle: undefined,
    firstLineStyle: undefined,
    firstLetterStyle: undefined,
  }
}

class HintedPlace implements Hinted {
  readonly #place: BoundPlace

  constructor(place: BoundPlace) {
    this.#place = place
  }

  get tag(): string {
    return this.#place.tag
  }

  attribute(name: string): string | undefined {
    return this.#place.attribute(name)
  }

  above(...tags: readonly string[]): Hinted | undefined {
    let place = this.#place.parent
    while (place !== undefined && !tags.includes(place.tag)) place = place.parent
    return place && new HintedPlace(place)
  }
}
