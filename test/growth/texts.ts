// Work that must be in proportion to what is given: sizes, and what each costs in steps.

import { DiagnosticList } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { parseHtml } from '../../engine/source/html.ts'
import type { StyledElement } from '../../engine/style/style.ts'
import { compileStyles } from '../../engine/style/stylesheet.ts'
import { compileTemplate } from '../../engine/template/compile.ts'
import { bidiLevels } from '../../engine/text/bidi.ts'
import { JsonScanner } from '../../server/http/json-scanner.ts'
import { styleHtml } from '../style/document.ts'
import { TOY_FONTS } from '../support/fonts.ts'
import { contextForTest, lay, paragraph } from '../support/paragraphs.ts'
import { stepsOf } from './steps.ts'

export interface Trial {
  readonly name: string
  readonly small: number
  readonly large: number
  readonly cost: (size: number) => number
  /** 1 unless the work may grow with a higher power of the size. */
  readonly power?: number
}

const HOSTILE_SHEETS: Readonly<Record<string, string>> = {
  semicolons: ';',
  open: 'a{',
  parens: '(',
  calls: 'calc(',
  'comment starts': '/*',
  quotes: '"\\\n',
  'bad strings': '"\n',
  escapes: '\\',
  selectors: 'a,',
  descendants: 'a ',
  classes: '.a',
  nots: ':not(',
  declarations: 'p{color:red}',
  'wrong declarations': 'p{x:y}',
  urls: 'url( a ',
  'at-rules': '@media print{',
  commas: 'p{font-family:a,',
  numbers: '1e',
  vars: 'p{--a:var(--b,',
  pages: '@page:nth(2n+1){',
  layers: '@layer a.',
}

function compileSheet(text: string): number {
  const reporter = new DiagnosticList()
  const limits = { ...DEFAULT_LIMITS, templateBytes: Number.POSITIVE_INFINITY, cssBytes: Number.POSITIVE_INFINITY }
  const template = compileTemplate(parseHtml('<style></style><p>', { reporter, limits }), { helpers: new Set(), reporter, limits })
  const sheet = { text, media: '', at: { kind: 'text', line: 1, column: 1 } } as const
  return stepsOf(() => compileStyles({ ...template, stylesheets: [sheet] }, { reporter, limits }))
}

/** In right-to-left paragraphs: what rules of UAX #9 look back or ahead for is far away. */
const HOSTILE_DIRECTIONS: Readonly<Record<string, string>> = {
  digits: '1',
  'digits and spaces': '1 ',
  tabs: '\t',
  isolates: '\u2067a\u2069',
  'isolates that look for their direction': '\u2068\u2068\u2069\u2069',
  'isolates left open': '\u2068',
  embeddings: '\u202b\u05d0',
  overrides: '\u202ea\u202c',
  brackets: '(1)',
  'brackets left open': '(a',
  marks: '\u0301\u00ad',
  terminators: '$ ',
  separators: '1\u00ad,\u00ad',
  'lines of both directions': 'a\n\u05d0\n',
}

function scanJson(items: number): number {
  const text = Buffer.from(`[${'{"a":[1,"\\n"]},'.repeat(items)}0]`)
  return stepsOf(() => {
    const scanner = new JsonScanner(text, { kind: 'object', fields: {} })
    while (!scanner.run(Number.POSITIVE_INFINITY));
  })
}

/** Selectors that look at siblings before and behind. */
function styleRows(count: number): number {
  const css = 'tr ~ tr td, tr:nth-last-child(odd) td, tr:nth-child(3n of .x) td, tr:nth-last-of-type(2n) td { color: red }'
  const rows = Array.from({ length: count }, (_, i) => ({ kind: i % 3 === 0 ? 'x' : 'y' }))
  const page = styleHtml(`<style>${css}</style><table><tr data-repeat=rows class={{kind}}><td>`, { data: { rows } })
  const visit = (element: StyledElement): void => {
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  return stepsOf(() => visit(page.document.root))
}

function nestSelectors(depth: number): number {
  const css = `${'a, b { '.repeat(depth)}color: red${' }'.repeat(depth)}`
  return stepsOf(() => styleHtml(`<style>${css}</style><a><b id=x>`))
}

const { context } = await contextForTest(TOY_FONTS)

/** A paragraph that keeps its white space, of so many times a text. */
function preserved(name: string, text: string, style: Parameters<typeof paragraph>[0] = {}): Trial {
  const cost = (size: number): number => {
    const box = paragraph({ whiteSpaceCollapse: 'preserve', ...style }, text.repeat(size))
    return stepsOf(() => lay(box, 100, context))
  }
  return { name, small: 200, large: 1_600, cost }
}

export const TEXTS: readonly Trial[] = [
  ...Object.entries(HOSTILE_SHEETS).map(
    ([name, text]): Trial => ({
      name: `style sheet of ${name}`,
      ...{ small: 1 << 12, large: 1 << 15 },
      cost: (size) => compileSheet(text.repeat(Math.ceil(size / text.length))),
    }),
  ),
  ...Object.entries(HOSTILE_DIRECTIONS).map(
    ([name, text]): Trial => ({
      name: `levels of ${name}`,
      ...{ small: 1 << 12, large: 1 << 15 },
      cost: (size) => {
        const long = text.repeat(Math.ceil(size / text.length))
        return stepsOf(() => bidiLevels(long, 'rtl')) + stepsOf(() => bidiLevels(long, 'auto'))
      },
    }),
  ),
  { name: 'JSON', small: 1_000, large: 8_000, cost: scanJson },
  { name: 'rows whose siblings are looked at', small: 200, large: 1_600, cost: styleRows },
  { name: 'nested lists of selectors', small: 10, large: 40, cost: nestSelectors },
  preserved('lines that turn', 'a\n\u05d0\n', { unicodeBidi: 'plaintext' }),
  preserved('lines of a long text', 'a\tb ccc\n'),
  preserved('tabs in lines that wrap', 'a\tb ccc\t'),
]
