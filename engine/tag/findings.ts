// What tagging finds that a template should say and does not: alternatives, headings in order, table heads, titles, languages. Claims (`conformance`) decide
// what becomes of them; a render that claims nothing keeps them to itself.
import { type Diagnostic, type DiagnosticCode, type Position, warning } from '../diagnostic.ts'

/** The findings that tagging gathers, by their codes. */
export type FindingCode = Extract<DiagnosticCode, `ua-${string}`>

const HINTS: Readonly<Record<FindingCode, string>> = {
  'ua-alt':
    'say with alt="…" (of a drawing or formula: aria-label="…") what it shows, or add alt="" (of a drawing: aria-hidden="true") if it is decoration',
  'ua-heading': 'begin with h1, and go down one level at a time; an element that must stay says its level with aria-level="2"',
  'ua-language': 'write <html lang="en">, with the language of the document',
  'ua-link': 'write text into the link, or say with aria-label where it leads',
  'ua-table':
    'make the cells of the first row or column <th>, or say role="columnheader" or role="rowheader" of them; add role="presentation" if the table only arranges',
  'ua-title': 'write <title>…</title>, or give a title in the metadata',
}

/** Findings of one document, in order, each once for its place. */
export class Findings {
  readonly #most: number
  readonly #seen = new Set<string>()
  readonly #list: Diagnostic[] = []

  constructor(most = 1_000) {
    this.#most = most
  }

  add(code: FindingCode, at: Position | undefined, message: string): void {
    if (this.#list.length >= this.#most) return
    const key = `${code} ${at === undefined ? message : JSON.stringify(at)}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#list.push(warning(code, at, message, HINTS[code]))
  }

  get all(): readonly Diagnostic[] {
    return this.#list
  }
}
