// Values of placeholders in style sheets (`var(--platen-N)`), and who reads them. Most stand in margin boxes: elements that do not read them have the same
// styles in every document, however these differ.
import type { Declaration } from './declarations.ts'
import type { RuleSet } from './rules.ts'

/** Names of placeholders, by where a declaration reads them. */
export interface PlaceholderReaders {
  /** In rules of elements: the root passes them on. */
  readonly elements: ReadonlySet<string>
  /** In page boxes, whose sizes tell media queries and viewport units. */
  readonly pages: ReadonlySet<string>
}

const PLACEHOLDER = /--platen-\d+/g

export function findReaders({ rules, pages }: Pick<RuleSet, 'rules' | 'pages'>): PlaceholderReaders {
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

/** Those of the values that have one of these names. */
export function pickValues(values: ReadonlyMap<string, string>, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...values].filter(([name]) => names.has(name)))
}

/** A text that differs wherever the values do; empty when there are none. */
export function valuesKey(values: ReadonlyMap<string, string>): string {
  let text = ''
  for (const [name, value] of values) text += ` ${name} ${value.length} ${value}`
  return text
}
