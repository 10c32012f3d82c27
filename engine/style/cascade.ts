// Styles bound elements. Everything is lazy: a child is styled when it is iterated over.
import type { BoundDocument, BoundElement, BoundNode } from '../bind/bound.ts'
import { GenerationCache } from '../collections/cache.ts'
import type { Reporter } from '../diagnostic.ts'
import type { Size } from '../geometry.ts'
import { CascadedElement, type ChildStyler } from './cascade/cascaded-element.ts'
import { type ComputeContext, computeStyle, INITIAL_STYLE, rootUnitsKey } from './cascade/compute.ts'
import { ContainerScope, ContainerScopes } from './cascade/container-scopes.ts'
import type { Entry } from './cascade/entry.ts'
import { FontQueries } from './cascade/font-queries.ts'
import { HintedView } from './cascade/hinted-view.ts'
import { hintsAt, ownDeclarations } from './cascade/own-declarations.ts'
import { DEFAULT_PAGE, type DefaultPage, PageStyles } from './cascade/page-styles.ts'
import { type ElementPlan, type ElementStyles, makePlan, rulesOf } from './cascade/plan.ts'
import { type PreparedStyles, prepareStyles } from './cascade/prepared.ts'
import { applicable, baseOfPseudo, inOrder } from './cascade/pseudos.ts'
import { cascadeEntries, type RankedRule } from './cascade/rank.ts'
import { areTexts, LazyChildren, pseudoElement, styledText } from './cascade/styled-nodes.ts'
import { vectorValues } from './cascade/vector-values.ts'
import type { ComputedStyle } from './computed.ts'
import { ContainerSizes } from './container-sizes.ts'
import { isListItem } from './list-item.ts'
import { firstAreaOf, mediaAreaOf } from './page-area.ts'
import { mediaMatcher } from './rules/conditions.ts'
import { hintsOf } from './rules/hints.ts'
import { pickValues, valuesKey } from './rules/placeholders.ts'
import { sourceSizeReader } from './rules/source-size.ts'
import { BoundElementView, SiblingWalk } from './selectors/bound-view.ts'
import type { PseudoElement } from './selectors/selectors.ts'
import type { StyledDocument, StyledElement, StyledNode } from './style.ts'
import type { Styles } from './stylesheet.ts'
import type { FontMetrics } from './values/font-units.ts'
import { SubstitutionBudget } from './values/substitute.ts'

interface StyleOptions {
  readonly reporter: Reporter
  /** Page size and margins where no @page rule sets them; A4 with 10 mm when absent. */
  readonly page?: DefaultPage | undefined
  /** The page area for media queries and viewport units, when page rules are not to decide it. */
  readonly mediaPage?: Size | undefined
  /** The name of the first page, where it is known; viewport units refer to its area. */
  readonly firstPage?: string | undefined
  /** Points on the sheet for a point of the layout: viewport units refer to the page as it is laid out. 1 when absent. */
  readonly widthScale?: number | undefined
  readonly metrics?: FontMetrics | undefined
  /** What query containers come to, as far as it is known. */
  readonly containers?: ContainerSizes | undefined
  /** Called for every style that is computed, not found in a cache. */
  readonly onCompute?: (() => void) | undefined
}

export function styleDocument(bound: BoundDocument, styles: Styles, options: StyleOptions): StyledDocument {
  const page = options.page ?? DEFAULT_PAGE
  const media = options.mediaPage ?? mediaAreaOf(page)
  const stylerFor = (zoom: number): Styler => {
    const { properties } = bound
    const { width, height } = options.mediaPage ?? firstAreaOf(styles, { page, properties, name: options.firstPage ?? '' }, zoom)
    const { widthScale = 1 } = options
    const area = { width: width / widthScale, height: height / widthScale }
    return new Styler(styles, prepare(styles, area, media), bound, options)
  }
  let styler = stylerFor(1)
  let root = styler.root()
  const zoom = styler.rootStyle.effectiveZoom
  // The root's zoom changes the page's margins, and so the page area.
  if (zoom !== 1) {
    styler = stylerFor(zoom)
    root = styler.root()
  }
  const { rootStyle, computing, fonts, prepared } = styler
  const { interner, pageRules: rules, pages: cache } = prepared
  // There is no page yet that viewport units in page rules could refer to: they refer to the default page, as in browsers.
  const onPages: ComputeContext = { ...computing, viewport: page, bases: new GenerationCache(1) }
  const input = { rules, page, properties: bound.properties, root: rootStyle, computing: onPages, fonts, interner, cache }
  const pages = new PageStyles(input)
  return {
    root,
    counterStyles: styles.rules.counterStyles,
    initial: INITIAL_STYLE,
    matchesMedia: mediaMatcher(media),
    sourceSize: sourceSizeReader(media, styler.computing.viewport),
    usesViewport: () => prepared.viewport.isUsed,
    pageStyle: (selector) => pages.styleOf(selector),
    pageStyles: () => pages.all(),
  }
}

function prepare(styles: Styles, area: Size, media: Size): PreparedStyles {
  const key = `${area.width}×${area.height} ${media.width}×${media.height}`
  let prepared = styles.prepared.get(key)
  if (prepared === undefined) {
    prepared = prepareStyles(styles, area, media)
    styles.prepared.set(key, prepared)
  }
  return prepared
}

const MAX_EAGER_CHILDREN = 64

/** Styles the elements of one document. */
class Styler implements ChildStyler {
  readonly computing: ComputeContext
  readonly fonts: FontQueries
  readonly #styles: Styles
  readonly #prepared: PreparedStyles
  readonly #document: BoundDocument
  /** Styled elements of static subtrees, valid for the parent's style. */
  readonly #shared = new WeakMap<
    BoundElement,
    { readonly parent: ComputedStyle; readonly styles: ElementStyles; readonly styled: StyledElement }
  >()
  /** Values of the placeholders that rules for elements use. */
  readonly #rootCustom: ReadonlyMap<string, string> | undefined
  readonly #onCompute: (() => void) | undefined
  #rootStyle: ComputedStyle = INITIAL_STYLE
  /** Undefined where no sheet asks for query containers. */
  readonly #scopes: ContainerScopes | undefined
  /** Of the element that is being styled: what its container units refer to, and a key of what they come to. */
  #around: ContainerScope | undefined
  #unitsKey = ''

  constructor(styles: Styles, prepared: PreparedStyles, document: BoundDocument, { metrics, onCompute, containers }: StyleOptions) {
    this.#onCompute = onCompute
    this.#styles = styles
    this.#prepared = prepared
    this.#document = document
    const { isQuirks, expansions, rules, placeholderUses } = styles
    this.#rootCustom = placeholderUses.elements.size === 0 ? undefined : pickValues(document.properties, placeholderUses.elements)
    this.fonts = new FontQueries(metrics)
    const { bases } = prepared
    const { metrics: fontMetrics } = this.fonts
    const substitution = new SubstitutionBudget()
    this.computing = {
      viewport: prepared.viewport,
      isQuirks,
      registered: rules.registered,
      expansions,
      substitution,
      metrics: fontMetrics,
      bases,
    }
    const { conditions, units } = styles.containerUses
    const sizes = containers ?? new ContainerSizes()
    const scopeContext = { sizes, viewport: prepared.viewport, registered: rules.registered, root: undefined, metrics }
    this.#scopes = conditions || units ? new ContainerScopes(scopeContext) : undefined
  }

  get prepared(): PreparedStyles {
    return this.#prepared
  }

  get rootStyle(): ComputedStyle {
    return this.#rootStyle
  }

  root(): StyledElement {
    const { needs } = this.#prepared
    const view = BoundElementView.root(this.#document.root, needs, this.#styles.isQuirks)
    const styles = this.#stylesOf(view, undefined)
    this.#rootStyle = styles.style
    if (this.#scopes !== undefined) this.#scopes.root = styles.style
    const { cachedFor } = this.#prepared
    const rootUnits = rootUnitsKey(styles.style)
    // Styles computed with other root units are invalid. The root's own styles, cached under no parent, are not.
    if (cachedFor.rootUnits !== rootUnits) {
      this.#prepared.computed.clear()
      for (const plan of this.#prepared.plans) forgetChildren(plan)
    }
    cachedFor.rootUnits = rootUnits
    return this.#element(view, styles)
  }

  // ── Elements ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #element(view: BoundElementView, styles: ElementStyles): StyledElement {
    return new CascadedElement(view, styles, this)
  }

  /** The styled children of an element. Short arrays are styled at once: a generator would cost more than the children. */
  childrenOf(view: BoundElementView, styles: ElementStyles): Iterable<StyledNode> {
    const { children } = view.element
    if (Array.isArray(children) && children.length <= MAX_EAGER_CHILDREN) return this.#eagerChildren(children, view, styles)
    return new LazyChildren(() => this.#lazyChildren(view, styles))
  }

  #eagerChildren(bound: readonly BoundNode[], view: BoundElementView, styles: ElementStyles): readonly StyledNode[] {
    const nodes = areTexts(bound) ? bound.map((text) => styledText(text, styles.style)) : this.#styleChildren(bound, view, styles)
    if (styles.pseudos.size === 0) return nodes
    const before = pseudoElement(view.element, styles, 'before')
    const after = pseudoElement(view.element, styles, 'after')
    return [before, ...nodes, after].filter((node) => node !== undefined)
  }

  #styleChildren(bound: readonly BoundNode[], view: BoundElementView, styles: ElementStyles): StyledNode[] {
    const siblings = new SiblingWalk(view)
    return bound.map(() => this.#node(siblings.next()!, siblings, styles.style))
  }

  *#lazyChildren(view: BoundElementView, styles: ElementStyles): Generator<StyledNode, undefined> {
    const before = pseudoElement(view.element, styles, 'before')
    if (before !== undefined) yield before
    const siblings = new SiblingWalk(view)
    for (let node = siblings.next(); node !== undefined; node = siblings.next()) yield this.#node(node, siblings, styles.style)
    const after = pseudoElement(view.element, styles, 'after')
    if (after !== undefined) yield after
    return undefined
  }

  #node(node: BoundNode, siblings: SiblingWalk, parent: ComputedStyle): StyledNode {
    if (node.kind === 'text') return styledText(node, parent)
    const view = siblings.enter(node)
    const plan = this.#planOf(view)
    if (!plan.isStaticSubtree) return this.#element(view, this.#stylesOf(view, parent, plan))
    const known = this.#shared.get(node)
    if (known?.parent === parent) return known.styled
    const styles = this.#stylesOf(view, parent, plan)
    const styled = known?.styles === styles ? known.styled : this.#element(view, styles)
    this.#shared.set(node, { parent, styles, styled })
    return styled
  }

  // ── Styles ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #planOf(view: BoundElementView): ElementPlan {
    const { id } = view.element.node
    return (id >= 0 ? this.#prepared.plans[id] : undefined) ?? this.#syntheticPlan(view)
  }

  /** The plan of a synthetic element: all its rules are dynamic. */
  #syntheticPlan(view: BoundElementView): ElementPlan {
    const { index, syntheticPlans: madePlans } = this.#prepared
    const id = view.attribute('id')
    const key = `${view.tag} ${id ?? ''} ${[...view.classes()].join('.')}`
    let plan = madePlans.get(key)
    if (plan === undefined) {
      const subject = { tag: view.tag, id: view.isQuirks ? id?.toLowerCase() : id, classes: view.classes(), attributes: undefined }
      plan = makePlan(
        index.candidates(subject).map((rule) => ({ rule, isDynamic: true })),
        { boundAttributes: [...view.element.attributes.keys()].filter((name) => name !== 'href') },
      )
      madePlans.set(key, plan)
    }
    return plan
  }

  #stylesOf(view: BoundElementView, parent: ComputedStyle | undefined, plan = this.#planOf(view)): ElementStyles {
    const matched = plan.dynamic.length === 0 ? NOTHING_MATCHED : plan.dynamic.matching(view)
    return this.#scopes === undefined
      ? this.#matchedStyles(view, parent, plan, matched)
      : this.#containedStyles(view, parent, plan, matched)
  }

  /** Leaves out rules whose conditions on containers do not hold: those around an element, and the element itself for its pseudo-elements. */
  #containedStyles(
    view: BoundElementView,
    parent: ComputedStyle | undefined,
    plan: ElementPlan,
    matched: readonly number[],
  ): ElementStyles {
    const { dynamic } = plan
    const { units } = this.#styles.containerUses
    const around = this.#scopes?.around(view)
    const isOfPart = (i: number): boolean => dynamic.rule(i).containers.length > 0 && dynamic.rule(i).selector.pseudo !== undefined
    this.#around = around
    this.#unitsKey = units ? (around?.unitsKey ?? '') : ''
    const own = matched.filter((i) => !isOfPart(i) && ContainerScope.hold(dynamic.rule(i).containers, around))
    let styles = this.#matchedStyles(view, parent, plan, own)
    const scope = this.#scopes?.enter(view, styles.style)
    const ofParts = matched.filter((i) => isOfPart(i) && ContainerScope.hold(dynamic.rule(i).containers, scope))
    if (ofParts.length > 0 || (units && styles.pseudos.size > 0 && scope !== undefined && scope.typed === scope)) {
      this.#unitsKey += units ? (scope?.unitsKey ?? '') : ''
      styles = this.#matchedStyles(
        view,
        parent,
        plan,
        [...own, ...ofParts].sort((a, b) => a - b),
      )
    }
    this.#around = undefined
    this.#unitsKey = ''
    return styles
  }

  #matchedStyles(view: BoundElementView, parent: ComputedStyle | undefined, plan: ElementPlan, matched: readonly number[]): ElementStyles {
    let key = (plan.readsBoundTable ? `${hintsOf(new HintedView(view))}\0` : '') + this.#unitsKey
    for (let i = 0; i < matched.length; i++) key += `${matched[i]!} `
    for (const name of plan.boundAttributes) key += `\n${view.attribute(name) ?? '\0'}`
    if (parent === undefined && this.#rootCustom !== undefined) key += valuesKey(this.#rootCustom)
    const parentId = this.#parentId(view, parent, plan.usesInherit)
    let remembered = plan.cache.get(parentId)
    if (remembered === undefined || remembered.size > MAX_VARIANTS) {
      remembered = new Map()
      plan.cache.set(parentId, remembered)
    }
    let found = remembered.get(key)
    if (found === undefined || !this.fonts.stillHold(found.queries)) {
      const rules = rulesOf(plan, matched)
      view.budget.spendBound(rules.length)
      found = this.#cachedStyles(view, parent, rules)
      remembered.set(key, found)
    }
    return found
  }

  /** Parents with the same inherited values are equivalent, unless some declaration uses `inherit`. */
  #parentId(view: BoundElementView, parent: ComputedStyle | undefined, isAsked: boolean): number {
    if (parent === undefined) return NO_PARENT
    const own = view.attribute('style')
    return isAsked || (own !== undefined && /inherit/i.test(own)) ? -2 - parent.styleId : parent.inheritedId
  }

  /** Elements with the same rules under equivalent parents are computed once, wherever they are in the template. */
  #cachedStyles(view: BoundElementView, parent: ComputedStyle | undefined, rules: readonly RankedRule[]): ElementStyles {
    if (parent === undefined) return this.#compute(view, parent, rules)
    const { computed, attributeNames } = this.#prepared
    let key = `${this.#parentId(
      view,
      parent,
      rules.some((rule) => rule.usesInherit),
    )} ${rules.map(({ rank }) => rank).join(' ')}${view.isHtml && view.tag !== 'body' ? '' : view.tag}`
    for (const name of ['style', 'lang', 'xml:lang', ...attributeNames]) key += `\n${view.attribute(name) ?? '\0'}`
    key += hintsAt(view) + this.#unitsKey
    let found = computed.get(key)
    if (found === undefined || !this.fonts.stillHold(found.queries)) {
      view.budget.spendBound(TESTS_PER_RULE * rules.length)
      found = this.#compute(view, parent, rules)
      computed.set(key, found)
    }
    return found
  }

  #compute(view: BoundElementView, parent: ComputedStyle | undefined, rules: readonly RankedRule[]): ElementStyles {
    const plain = rules.filter((rule) => rule.selector.pseudo === undefined)
    const entries = cascadeEntries(plain, ownDeclarations(view, this.#styles))
    const own = view.attribute('lang') ?? view.attribute('xml:lang') ?? (parent === undefined ? this.#document.language : undefined)
    const style = this.#computeOne(view, entries, parent, own)
    const vector = view.isHtml ? undefined : vectorValues(view, entries, style)
    const names = new Set(rules.map((rule) => rule.selector.pseudo))
    if (names.size < 2 && (names.size === 0 || names.has(undefined)))
      return { style, pseudos: NO_PSEUDOS, vector, queries: this.fonts.take() }
    const pseudos = new Map<PseudoElement, ComputedStyle>()
    const around = this.#around
    this.#around = this.#scopes?.of(view, style)
    // Quotation marks are in the language around the quotation, as in browsers (CSS Content 3 §3.2.1).
    const language = view.tag === 'q' ? parent?.language : undefined
    for (const name of inOrder(names)) {
      if (name === undefined || name === 'other') continue
      const list = rules.filter((rule) => rule.selector.pseudo === name)
      // User-agent rules for these match every element, but few elements generate them.
      const base = baseOfPseudo(name, style, pseudos)
      if (base === undefined || (name.endsWith('marker') && name !== 'footnote-marker' && !isListItem(base))) continue
      if ((name === 'footnote-call' || name === 'footnote-marker') && style.float !== 'footnote') continue
      pseudos.set(name, this.#computeOne(view, applicable(name, cascadeEntries(list, undefined)), base, language))
    }
    this.#around = around
    return { style, pseudos, vector, queries: this.fonts.take() }
  }

  #computeOne(view: BoundElementView, entries: readonly Entry[], parent: ComputedStyle | undefined, language?: string): ComputedStyle {
    this.#onCompute?.()
    const isRoot = parent === undefined
    const draft = computeStyle(
      {
        entries,
        parent,
        root: isRoot ? undefined : this.#rootStyle,
        language,
        attribute: (name) => view.attribute(name),
        rootCustom: isRoot ? this.#rootCustom : undefined,
        containers: this.#around,
        isRoot,
        isBody: view.tag === 'body',
      },
      this.computing,
    )
    return this.#prepared.interner.intern(draft)
  }
}

const NO_PSEUDOS: ReadonlyMap<PseudoElement, ComputedStyle> = new Map()

const NOTHING_MATCHED: readonly number[] = []
/** Time of computing a style, in tests for each of its rules. */
const TESTS_PER_RULE = 2
const NO_PARENT = -1
/** Cached variants of one element under one parent's style. */
const MAX_VARIANTS = 64

function forgetChildren(plan: ElementPlan): void {
  const own = plan.cache.get(NO_PARENT)
  plan.cache.clear()
  if (own !== undefined) plan.cache.set(NO_PARENT, own)
}
