// Page boxes and their margin boxes for any page of a document.

import { GenerationCache, ObjectCache } from '../../collections/cache.ts'
import type { Edges, Size } from '../../geometry.ts'
import type { ComputedStyle } from '../computed.ts'
import type { MarginBoxName, PageRotation, PageSelector } from '../page-selector.ts'
import { compileInline } from '../rules/inline.ts'
import {
  type Declarations,
  matchesPage,
  type NthPage,
  type PageCondition,
  type PageRule,
  parsePageOrientation,
  parsePageSize,
} from '../rules/page.ts'
import { valuesKey } from '../rules/placeholders.ts'
import { fitsSyntax } from '../rules/registered-property.ts'
import type { PageStyle } from '../style.ts'
import { parseComponents } from '../syntax/tokens.ts'
import { substitute } from '../values/substitute.ts'
import { type ComputeContext, computeStyle } from './compute.ts'
import type { Entry } from './entry.ts'
import type { CachedPageStyle, FontQueries } from './font-queries.ts'
import type { StyleInterner } from './intern.ts'
import { pageGeometry } from './page-geometry.ts'
import { entriesOf } from './rank.ts'

/** Page size and margins in points, where no rule sets them. */
export interface DefaultPage extends Size {
  readonly margin: Edges
}

const TEN_MM = 72 / 2.54

export const DEFAULT_PAGE: DefaultPage = {
  width: (210 * 72) / 25.4,
  height: (297 * 72) / 25.4,
  margin: { top: TEN_MM, right: TEN_MM, bottom: TEN_MM, left: TEN_MM },
}

/** Default alignment in margin boxes (CSS Page 3 §6.2, table). */
const MARGIN_BOX_ALIGNMENT: Readonly<Record<MarginBoxName, readonly [text: string, vertical: string]>> = {
  'top-left-corner': ['right', 'middle'],
  'top-left': ['left', 'middle'],
  'top-center': ['center', 'middle'],
  'top-right': ['right', 'middle'],
  'top-right-corner': ['left', 'middle'],
  'left-top': ['center', 'top'],
  'left-middle': ['center', 'middle'],
  'left-bottom': ['center', 'bottom'],
  'right-top': ['center', 'top'],
  'right-middle': ['center', 'middle'],
  'right-bottom': ['center', 'bottom'],
  'bottom-left-corner': ['right', 'middle'],
  'bottom-left': ['left', 'middle'],
  'bottom-center': ['center', 'middle'],
  'bottom-right': ['right', 'middle'],
  'bottom-right-corner': ['left', 'middle'],
}

/** User-agent declarations for pages, parsed, by their text: a few for margin boxes, one for each default margin. */
const BROWSER_ENTRIES = new GenerationCache<string, readonly Entry[]>(50)

function browserEntries(text: string): readonly Entry[] {
  let entries = BROWSER_ENTRIES.get(text)
  if (entries === undefined) {
    entries = entriesOf(compileInline(text, false, () => undefined).normal, 'user-agent', 0)
    BROWSER_ENTRIES.set(text, entries)
  }
  return entries
}

interface PageStylesInput {
  /** From `pageRules`. */
  readonly rules: readonly PageRule[]
  readonly page: DefaultPage
  /** Values of placeholders in style sheets. */
  readonly properties: ReadonlyMap<string, string>
  /** The style of the root element, which pages inherit from. */
  readonly root: ComputedStyle
  readonly computing: ComputeContext
  readonly fonts: FontQueries
  readonly interner: StyleInterner
  /** Styles of pages across documents, by the root's style and the matching rules. */
  readonly cache: GenerationCache<string, CachedPageStyle>
}

/** Bounds `all`: names of pages, times the combinations of `:nth` conditions. */
const MAX_PAGE_KINDS = 64

/** One page of each kind that selectors distinguish, `:nth` aside. */
function* pageKinds(names: Iterable<string>): Generator<PageSelector, undefined> {
  for (const name of names) {
    for (const side of ['left', 'right'] as const) {
      for (const isFirst of [false, true]) {
        for (const isBlank of [false, true]) yield { name, number: isFirst ? 1 : 2, inGroup: 1, side, isFirst, isBlank }
      }
    }
  }
  return undefined
}

export class PageStyles {
  readonly #input: PageStylesInput
  readonly #parent: ComputedStyle
  /** A key of the placeholders' values. */
  readonly #values: string
  /** Styles of this document's pages, by the matching rules. */
  readonly #styles = new Map<string, PageStyle>()

  constructor(input: PageStylesInput) {
    this.#input = input
    // The root's zoom applies to @page too, as in browsers. Default margins are not from CSS and are not zoomed.
    this.#parent = input.root
    this.#values = valuesKey(input.properties)
  }

  styleOf(selector: PageSelector): PageStyle {
    return this.#styleOf(this.#match((condition) => matchesPage(condition, selector)))
  }

  /** Styles of all kinds of pages that may occur; undefined when there are more than MAX_PAGE_KINDS. */
  all(): readonly PageStyle[] | undefined {
    const conditions = this.#input.rules.flatMap(({ selectors }) => selectors)
    const names = new Set(['', ...conditions.flatMap(({ name }) => name ?? [])])
    const counted = conditions.flatMap(({ pseudos }) => pseudos.filter((pseudo) => pseudo.kind === 'nth'))
    if (names.size * 2 ** counted.length > MAX_PAGE_KINDS) return undefined
    const styles = new Set<PageStyle>()
    for (const page of pageKinds(names)) {
      for (let chosen = 0; chosen < 2 ** counted.length; chosen++) {
        const isNth = (nth: NthPage): boolean => ((chosen >> counted.indexOf(nth)) & 1) === 1
        styles.add(this.#styleOf(this.#match((condition) => matchesPage(condition, page, isNth))))
      }
    }
    return [...styles]
  }

  #styleOf(matched: readonly PageRule[]): PageStyle {
    let key = ''
    for (const rule of matched) key += ` ${this.#input.rules.indexOf(rule)}`
    let style = this.#styles.get(key)
    if (style === undefined) {
      style = this.#cached(matched, key)
      this.#styles.set(key, style)
    }
    return style
  }

  #cached(matched: readonly PageRule[], matchedKey: string): PageStyle {
    const { page, root, cache, fonts } = this.#input
    const key = `${root.styleId} ${pageKey(page)}${matchedKey}${this.#values}`
    let found = cache.get(key)
    if (found === undefined || !fonts.stillHold(found.queries)) {
      found = { style: this.#computePage(matched), queries: fonts.take() }
      cache.set(key, found)
    }
    return found.style
  }

  /** Matching rules in ascending order of specificity. */
  #match(matches: (condition: PageCondition) => boolean): readonly PageRule[] {
    const matched: { readonly rule: PageRule; readonly specificity: number }[] = []
    for (const rule of this.#input.rules) {
      let specificity = -1
      for (const condition of rule.selectors) {
        if (condition.specificity > specificity && matches(condition)) specificity = condition.specificity
      }
      if (specificity >= 0) matched.push({ rule, specificity })
    }
    return matched.sort((a, b) => a.specificity - b.specificity).map(({ rule }) => rule)
  }

  #computePage(rules: readonly PageRule[]): PageStyle {
    const { top, right, bottom, left } = this.#input.page.margin
    const pt = (length: number): string => `${length / this.#parent.effectiveZoom}pt`
    const style = this.#compute(
      browserEntries(`display:block;margin:${pt(top)} ${pt(right)} ${pt(bottom)} ${pt(left)}`),
      rules.map((rule) => rule.page),
      { parent: this.#parent, root: undefined },
      this.#input.properties,
    )
    const marginBoxes = new Map<MarginBoxName, ComputedStyle>()
    for (const name of new Set(rules.flatMap((rule) => [...rule.boxes.keys()]))) {
      const [text, vertical] = MARGIN_BOX_ALIGNMENT[name]
      const box = this.#compute(
        browserEntries(`display:block;text-align:${text};vertical-align:${vertical}`),
        rules.flatMap((rule) => rule.boxes.get(name) ?? []),
        { parent: style, root: this.#input.root },
      )
      if (box.content !== 'none' && box.content !== 'normal') marginBoxes.set(name, box)
    }
    const footnotes = rules.flatMap((rule) => rule.footnote ?? [])
    return {
      ...pageGeometry(style, this.#size(rules, style)),
      rotation: this.#rotation(rules),
      style,
      marginBoxes,
      footnoteArea: this.#compute(browserEntries('display:block;margin-top:1em'), footnotes, { parent: style, root: this.#input.root }),
    }
  }

  /** Font-relative units refer to the page's own font, also those of the root, as in browsers. */
  #size(rules: readonly PageRule[], { fontSizeValue: { points } }: ComputedStyle): Size {
    const { page, computing } = this.#input
    const units = { fontSize: points, rootFontSize: points, viewport: computing.viewport }
    return (
      this.#descriptor(
        rules.map(({ size }) => size),
        (text) => parsePageSize(parseComponents(text), page, units),
      ) ?? page
    )
  }

  #rotation(rules: readonly PageRule[]): PageRotation {
    return (
      this.#descriptor(
        rules.map(({ orientation }) => orientation),
        (text) => parsePageOrientation(parseComponents(text)),
      ) ?? 0
    )
  }

  /** The value that wins among those of the matching rules. */
  #descriptor<T>(values: readonly PageRule['size'][], parse: (text: string) => T | undefined): T | undefined {
    let value: T | undefined
    let isImportant = false
    for (const one of values) {
      if (one === undefined || (isImportant && !one.isImportant)) continue
      const text = substitute(one.text, {
        variable: (name) => this.#input.properties.get(name) ?? this.#parent.custom.get(name),
        attribute: () => undefined,
        fits: fitsSyntax,
      })
      const found = text === undefined ? undefined : parse(text)
      if (found === undefined) continue
      value = found
      isImportant = one.isImportant
    }
    return value
  }

  /** `values` are those of placeholders: set on the page box, and inherited by its margin boxes. */
  #compute(
    defaults: readonly Entry[],
    declarations: readonly Declarations[],
    { parent, root }: { readonly parent: ComputedStyle; readonly root: ComputedStyle | undefined },
    values?: ReadonlyMap<string, string>,
  ): ComputedStyle {
    const entries = [
      ...defaults,
      ...declarations.flatMap(({ normal }) => entriesOf(normal, 'author', 0)),
      ...declarations.flatMap(({ important }) => entriesOf(important, 'author', 0)),
    ]
    const { computing, interner } = this.#input
    const rootCustom = values === undefined || values.size === 0 ? undefined : values
    const draft = computeStyle(
      { entries, parent, root, language: undefined, attribute: () => undefined, rootCustom, isRoot: false, isBody: false },
      computing,
    )
    return interner.intern(draft)
  }
}

const PAGE_KEYS = new ObjectCache<DefaultPage, string>()

/** A key of a default page. */
export function pageKey(page: DefaultPage): string {
  let text = PAGE_KEYS.get(page)
  if (text === undefined) {
    const { width, height, margin } = page
    text = `${width} ${height} ${margin.top} ${margin.right} ${margin.bottom} ${margin.left}`
    PAGE_KEYS.set(page, text)
  }
  return text
}
