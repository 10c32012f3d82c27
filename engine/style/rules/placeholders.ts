// Placeholders in style sheets (`var(--platen-N)`), and which rules use them. Most are in margin boxes only: then the styles of elements do not depend on their
// values, and are shared by all documents.
import type { Declaration } from './declarations.ts'
import type { RuleSet } from './rules.ts'

/** Names of placeholders, by the rules that use them. */
export interface PlaceholderUses {
  /** In rules for elements, which inherit them from the root. */
  readonly elements: ReadonlySet<string>
  /** In page boxes, whose sizes determine media queries and viewport units. */
  readonly pages: ReadonlySet<string>
}

const PLACEHOLDER = /--platen-\d+/g

export function findUses({ rules, pages }: Pick<RuleSet, 'rules' | 'pages'>): PlaceholderUses {
  const elements = new Set<string>()
  const ofPages = new Set<string>()
  for (const { normal, important } of rules) scan([...normal, ...important], elements)
  for (const { size, page } of pages) {
    scan([...page.normal, ...page.important], ofPages)
    if (size !== undefined) scan([size], ofPages)
  }
  return { elements, pages: ofPages }
}

function scan(declarations: readonly Pick<Declaration, 'text'>[], found: Set<string>): void {
  for (const { text } of declarations) if (text.includes('--platen-')) for (const [name] of text.matchAll(PLACEHOLDER)) found.add(name)
}

/** The values with these names. */
export function pickValues(values: ReadonlyMap<string, string>, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...values].filter(([name]) => names.has(name)))
}

/** A key of values; empty when there are none. */
export function valuesKey(values: ReadonlyMap<string, string>): string {
  let text = ''
  for (const [name, value] of values) text += ` ${name} ${value.length} ${value}`
  return text
}
