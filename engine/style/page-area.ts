// The areas that style sheets refer to before any element has a style. Media queries ask for the area of a page without page rules, since these may depend on
// media queries (CSS Page 3 §7.1); viewport units for that of the first page, which is the initial containing block.

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
import { SubstitutionBudget } from './values/substitute.ts'

/** What media queries match. */
export function mediaAreaOf({ width, height, margin }: DefaultPage): Size {
  return { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
}

/** The page area of the first page, whose name is `name`. `zoom` is the root's. */
export function firstAreaOf(
  styles: Styles,
  { page, properties, name }: { readonly page: DefaultPage; readonly properties: ReadonlyMap<string, string>; readonly name: string },
  zoom: number,
): Size {
  const key = `${pageKey(page)} ${zoom}${valuesKey(pickValues(properties, styles.placeholderUses.pages))}\n${name}`
  let area = styles.areas.get(key)
  if (area === undefined) {
    area = computeArea(styles, page, properties, { name, zoom })
    styles.areas.set(key, area)
  }
  return area
}

function computeArea(
  styles: Styles,
  page: DefaultPage,
  properties: ReadonlyMap<string, string>,
  { name, zoom }: { readonly name: string; readonly zoom: number },
): Size {
  const media = mediaAreaOf(page)
  if (styles.rules.pages.length === 0) return media
  const { isQuirks, expansions, rules } = styles
  const computing: ComputeContext = {
    viewport: page,
    isQuirks,
    registered: rules.registered,
    expansions,
    substitution: new SubstitutionBudget(),
    metrics: undefined,
    bases: new GenerationCache(1),
  }
  const pages = new PageStyles({
    rules: pageRules(rules.pages, rules.layers, media),
    page,
    properties,
    root: { ...INITIAL_STYLE, custom: new CustomValues(properties), effectiveZoom: zoom, inheritedId: -1 },
    computing,
    fonts: new FontQueries(undefined),
    interner: new StyleInterner(),
    cache: new GenerationCache(1),
  })
  return pages.styleOf({ name, number: 1, inGroup: 1, side: 'right', isFirst: true, isBlank: false }).area
}
