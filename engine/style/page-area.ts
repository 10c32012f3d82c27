// The page area for media queries and viewport units. It follows from the page rules, before any element has a style.

import { GenerationCache } from '../collections/cache.ts'
import type { Size } from '../geometry.ts'
import { type ComputeContext, INITIAL_STYLE } from './cascade/compute.ts'
import { FontQueries } from './cascade/font-queries.ts'
import { StyleInterner } from './cascade/intern.ts'
import { type DefaultPage, PageStyles, pageKey } from './cascade/page-styles.ts'
import { CustomValues } from './custom-values.ts'
import { pageRules } from './rules/page.ts'
import { pickValues, valuesKey } from './rules/placeholders.ts'
import type { Styles } from './stylesheet.ts'
import { resolveLength } from './value.ts'
import { SubstitutionBudget } from './values/substitute.ts'

/** The page area of a page without a name. `zoom` is the root's. */
export function pageAreaOf(styles: Styles, page: DefaultPage, properties: ReadonlyMap<string, string>, zoom: number): Size {
  const key = `${pageKey(page)} ${zoom}${valuesKey(pickValues(properties, styles.placeholderUses.pages))}`
  let area = styles.areas.get(key)
  if (area === undefined) {
    area = computeArea(styles, page, properties, zoom)
    styles.areas.set(key, area)
  }
  return area
}

function computeArea(styles: Styles, page: DefaultPage, properties: ReadonlyMap<string, string>, zoom: number): Size {
  const viewport = { width: page.width - page.margin.left - page.margin.right, height: page.height - page.margin.top - page.margin.bottom }
  if (styles.rules.pages.length === 0) return viewport
  const { isQuirks, expansions, rules } = styles
  const computing: ComputeContext = {
    viewport,
    isQuirks,
    registered: rules.registered,
    expansions,
    substitution: new SubstitutionBudget(),
    metrics: undefined,
    bases: new GenerationCache(1),
  }
  const pages = new PageStyles({
    rules: pageRules(rules.pages, rules.layers, viewport),
    page,
    properties,
    root: { ...INITIAL_STYLE, custom: new CustomValues(properties), effectiveZoom: zoom, inheritedId: -1 },
    computing,
    fonts: new FontQueries(undefined),
    interner: new StyleInterner(),
    cache: new GenerationCache(1),
  })
  const { width, height, margin, style } = pages.styleOf({ name: '', number: 2, inGroup: 1, side: 'left', isFirst: false, isBlank: false })
  const padding = [style.paddingLeft, style.paddingRight].reduce<number>((sum, value) => sum + resolveLength(value, width), 0)
  const across = margin.left + margin.right + padding + style.borderLeftWidth + style.borderRightWidth
  return { width: Math.max(0, width - across), height: Math.max(0, height - margin.top - margin.bottom) }
}
