// Style sheets prepared for one page area: media queries evaluated, rules ranked and matched against the template, and caches of styles.

import { GenerationCache } from '../../collections/cache.ts'
import type { Size } from '../../geometry.ts'
import type { Template } from '../../template/template.ts'
import { matchesMedia } from '../rules/conditions.ts'
import type { ContainerUses } from '../rules/container-uses.ts'
import { type PageRule, pageRules } from '../rules/page.ts'
import type { RuleSet } from '../rules/rules.ts'
import { collectNeeds, type SiblingNeeds } from '../selectors/bound-view.ts'
import type { Draft } from './entry.ts'
import type { CachedPageStyle } from './font-queries.ts'
import { StyleInterner } from './intern.ts'
import { type ElementPlan, type ElementStyles, planTemplate, RuleIndex } from './plan.ts'
import { type RankedRule, rankRules } from './rank.ts'

export interface PreparedStyles {
  readonly viewport: Viewport
  readonly index: RuleIndex
  readonly plans: readonly ElementPlan[]
  /** Plans of synthetic elements, by tag, id and classes. */
  readonly syntheticPlans: GenerationCache<string, ElementPlan>
  readonly needs: SiblingNeeds
  readonly interner: StyleInterner
  /** Styles by all inputs of their computation: similar elements of the template share them. */
  readonly computed: GenerationCache<string, ElementStyles>
  /** Names that attr() reads. */
  readonly attributeNames: ReadonlySet<string>
  readonly pageRules: readonly PageRule[]
  readonly pages: GenerationCache<string, CachedPageStyle>
  readonly bases: GenerationCache<number, Draft>
  /** The root units that the cached styles were computed with: see `rootUnitsKey`. */
  readonly cachedFor: { rootUnits: string | undefined }
}

/** The page area that viewport units refer to. It knows whether any style asked for it: where one did, the styles are others on another area. */
class Viewport implements Size {
  readonly #area: Size
  #isUsed = false

  constructor(area: Size) {
    this.#area = area
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  get width(): number {
    this.#isUsed = true
    return this.#area.width
  }

  get height(): number {
    this.#isUsed = true
    return this.#area.height
  }
}

const MAX_SYNTHETIC_PLANS = 500
const MAX_COMPUTED = 1000
const MAX_BASES = 500
/** Combinations of page rules. */
const MAX_PAGES = 200

interface StylesToPrepare {
  readonly template: Template
  readonly rules: RuleSet
  readonly isQuirks: boolean
  readonly containerUses: ContainerUses
}

/** `area`: the page area that viewport units refer to; `media`: the one that media queries match. */
export function prepareStyles({ template, rules, isQuirks, containerUses }: StylesToPrepare, area: Size, media: Size): PreparedStyles {
  const active = rules.rules.filter((rule) => rule.media.every((query) => matchesMedia(query, media)))
  const ranked = rankRules(active, rules.layers)
  const index = new RuleIndex(ranked)
  const names = attributeNames(ranked, template)
  const { plans, dynamic, hasMarkup } = planTemplate(template.root, index, {
    attributeNames: names,
    isQuirks,
    hasContainerUnits: containerUses.units,
  })
  const tested = hasMarkup ? ranked : dynamic
  return {
    viewport: new Viewport(area),
    index,
    plans,
    syntheticPlans: new GenerationCache(MAX_SYNTHETIC_PLANS),
    needs: collectNeeds(tested.map((rule) => rule.selector.complex)),
    interner: new StyleInterner(),
    computed: new GenerationCache(MAX_COMPUTED),
    attributeNames: names,
    pageRules: pageRules(rules.pages, rules.layers, media),
    pages: new GenerationCache(MAX_PAGES),
    bases: new GenerationCache(MAX_BASES),
    cachedFor: { rootUnits: undefined },
  }
}

const ATTRIBUTE = /attr\(\s*([\w-]+)/gi

/** Names that attr() reads in any rule or `style` attribute. */
function attributeNames(rules: readonly RankedRule[], template: Template): ReadonlySet<string> {
  const names = new Set<string>()
  const scan = (text: string): void => {
    if (text.includes('attr(')) for (const [, name = ''] of text.matchAll(ATTRIBUTE)) names.add(name.toLowerCase())
  }
  for (const { normal, important } of rules)
    for (const list of [normal, important]) for (const { declaration } of list) scan(declaration.text)
  const visit = (element: Template['root']): void => {
    for (const { name, value } of element.attributes) if (name === 'style') scan(typeof value === 'string' ? value : 'attr(')
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  visit(template.root)
  return names
}
