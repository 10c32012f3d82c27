// The order of the cascade (CSS Cascade 5 §6): origin, importance, layer, specificity, order of appearance.

import type { ContainerCondition } from '../rules/container.ts'
import type { Declaration } from '../rules/declarations.ts'
import type { Layers } from '../rules/layers.ts'
import type { SelectorRule } from '../rules/rules.ts'
import type { Selector } from '../selectors/selectors.ts'
import type { Entry } from './entry.ts'

/** A rule with its rank among all rules. */
export interface RankedRule {
  readonly selector: Selector
  /** Higher wins among normal declarations. */
  readonly rank: number
  /** Higher wins among important declarations, where origins and layers are in reverse order; 0 for a rule that has none. */
  readonly importantRank: number
  readonly isAuthor: boolean
  /** Conditions on query containers that must all hold. */
  readonly containers: readonly ContainerCondition[]
  /** Some declaration uses `inherit`. */
  readonly usesInherit: boolean
  readonly normal: readonly Entry[]
  readonly important: readonly Entry[]
}

export function rankRules(rules: readonly SelectorRule[], layers: Layers): readonly RankedRule[] {
  const order = layers.order()
  const keyed = rules.map(
    (rule, index): Keyed => ({
      rule,
      index,
      origin: rule.origin === 'author' ? 1 : 0,
      layer: order.get(rule.layer) ?? 0,
      specificity: rule.selector.specificity,
    }),
  )
  // Equal ones stay in order of appearance.
  const normal = [...keyed].sort((a, b) => a.origin - b.origin || a.layer - b.layer || a.specificity - b.specificity)
  const important = keyed.filter(({ rule }) => rule.important.length > 0)
  important.sort((a, b) => b.origin - a.origin || b.layer - a.layer || a.specificity - b.specificity)
  const importantRanks = new Map(important.map(({ index }, rank) => [index, rank]))
  return normal.map(({ rule, index, layer }, rank) => ({
    selector: rule.selector,
    rank,
    importantRank: importantRanks.get(index) ?? 0,
    isAuthor: rule.origin === 'author',
    containers: rule.containers,
    usesInherit: usesInherit(rule.normal) || usesInherit(rule.important),
    normal: entriesOf(rule.normal, rule.origin, layer),
    important: entriesOf(rule.important, rule.origin, layer),
  }))
}

/** A rule with what the cascade sorts it by, found once for thousands of comparisons. */
interface Keyed {
  readonly rule: SelectorRule
  readonly index: number
  readonly origin: number
  readonly layer: number
  readonly specificity: number
}

export function entriesOf(declarations: readonly Declaration[], origin: Entry['origin'], layer: number): readonly Entry[] {
  return declarations.map((declaration) => ({ declaration, origin, layer }))
}

/** Whether a declaration may depend on non-inherited properties of the parent. */
function usesInherit(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ value, text }) =>
    value.kind === 'wide' ? value.keyword === 'inherit' : value.kind === 'pending' && /inherit/i.test(text),
  )
}

/** Above every layer: the `style` attribute. */
const INLINE_LAYER = Number.MAX_SAFE_INTEGER
/** Below every author rule: presentational hints. */
const HINT_LAYER = -1

export interface OwnDeclarations {
  readonly hints: readonly Declaration[]
  readonly normal: readonly Declaration[]
  readonly important: readonly Declaration[]
}

/** Entries of matched rules (ascending by rank) and of an element's own declarations, ascending. */
export function cascadeEntries(rules: readonly RankedRule[], own: OwnDeclarations | undefined): readonly Entry[] {
  const entries: Entry[] = []
  const author = rules.findIndex((rule) => rule.isAuthor)
  const border = author < 0 ? rules.length : author
  for (const rule of rules.slice(0, border)) entries.push(...rule.normal)
  if (own !== undefined) entries.push(...entriesOf(own.hints, 'author', HINT_LAYER))
  for (const rule of rules.slice(border)) entries.push(...rule.normal)
  if (own !== undefined) entries.push(...entriesOf(own.normal, 'author', INLINE_LAYER))
  const important = rules.filter((rule) => rule.important.length > 0)
  if (important.length > 1) important.sort((a, b) => a.importantRank - b.importantRank)
  for (const rule of important) if (rule.isAuthor) entries.push(...rule.important)
  if (own !== undefined) entries.push(...entriesOf(own.important, 'author', INLINE_LAYER))
  for (const rule of important) if (!rule.isAuthor) entries.push(...rule.important)
  return entries
}
