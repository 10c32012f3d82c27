// All style sheets of a template, compiled once: rules of the browser and of the author, pages, fonts, counters.
import { GenerationCache } from '../collections/cache.ts'
import { type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Size } from '../geometry.ts'
import type { Limits } from '../limits.ts'
import type { Template, TemplateElement, TemplateNode } from '../template/template.ts'
import type { PreparedStyles } from './cascade/prepared.ts'
import type { Declaration } from './rules/declarations.ts'
import { compileInline, type InlineStyle } from './rules/inline.ts'
import { findReaders, type PlaceholderReaders } from './rules/placeholders.ts'
import { addSheet, makeRuleSet, type RuleSet, type SelectorRule, type SheetContext } from './rules/rules.ts'
import type { FontFaceRule } from './style.ts'
import { QUIRKS_SHEET, UA_SHEET } from './ua.data.ts'

/** Compiled style sheets, with what is remembered about elements from one document to the next. */
export interface Styles {
  readonly fontFaces: readonly FontFaceRule[]
  readonly template: Template
  readonly rules: RuleSet
  readonly isQuirks: boolean
  readonly readers: PlaceholderReaders
  /** `style` attributes by their text. */
  readonly inline: GenerationCache<string, InlineStyle>
  readonly expansions: GenerationCache<string, readonly Declaration[]>
  /** Page areas by what they are computed from. */
  readonly areas: GenerationCache<string, Size>
  /** By the size of the media's page area. */
  readonly prepared: GenerationCache<string, PreparedStyles>
}

export interface CompileStylesOptions {
  readonly reporter: Reporter
  readonly limits: Limits
}

/** Texts of `style` attributes and substituted declarations that are remembered. */
const MAX_TEXTS = 2000
/** One that is long counts for as many as it has kilobytes. */
const weightOf = (declarations: readonly Declaration[]): number => 1 + ((declarations[0]?.text.length ?? 0) >> 10)
const MAX_AREAS = 20
/** Page sizes that rules are kept ready for: twice as many at most. */
const MAX_PREPARED = 2

export function compileStyles(template: Template, options: CompileStylesOptions): Styles {
  const isQuirks = template.mode === 'quirks'
  const rules = makeRuleSet()
  rules.rules.push(...browserRules(isQuirks))
  addAuthorSheets(rules, template, isQuirks, options)
  const inline = new GenerationCache<string, InlineStyle>(MAX_TEXTS)
  compileStaticAttributes(template.root, isQuirks, inline, options.reporter)
  return {
    fontFaces: rules.fontFaces,
    template,
    rules,
    isQuirks,
    readers: findReaders(rules),
    inline,
    expansions: new GenerationCache(MAX_TEXTS, { weigh: weightOf }),
    areas: new GenerationCache(MAX_AREAS),
    prepared: new GenerationCache(MAX_PREPARED),
  }
}

/** The browser's rules are the same for all templates: parsed at first use, a constant from then on. */
const BROWSER_RULES = new GenerationCache<boolean, readonly SelectorRule[]>(2)

function browserRules(isQuirks: boolean): readonly SelectorRule[] {
  let rules = BROWSER_RULES.get(isQuirks)
  if (rules === undefined) {
    const set = makeRuleSet()
    const context: SheetContext = { origin: 'user-agent', isQuirks, report: () => undefined, positionOf: () => undefined }
    addSheet(set, UA_SHEET, '', context)
    if (isQuirks) addSheet(set, QUIRKS_SHEET, '', context)
    rules = set.rules
    BROWSER_RULES.set(isQuirks, rules)
  }
  return rules
}

function addAuthorSheets(rules: RuleSet, template: Template, isQuirks: boolean, { reporter, limits }: CompileStylesOptions): void {
  let bytes = 0
  for (const sheet of template.stylesheets) {
    bytes += sheet.text.length
    if (bytes > limits.cssBytes) {
      reporter.report({
        severity: 'error',
        code: 'limit-css',
        message: `the style sheets are larger than ${limits.cssBytes} bytes`,
        at: sheet.at,
      })
      return
    }
    const positionOf = positions(sheet.text, sheet.at)
    const report: SheetContext['report'] = (start, code, message, hint) => reporter.report(warning(code, positionOf(start), message, hint))
    addSheet(rules, sheet.text, sheet.media, { origin: 'author', isQuirks, report, positionOf })
  }
}

/** Where an offset in a sheet is in the template. Lines are counted once, when first asked for. */
function positions(text: string, at: Position): (offset: number) => Position {
  let starts: number[] | undefined
  return (offset) => {
    if (at.kind === 'pointer') return at
    if (starts === undefined) {
      starts = [0]
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
    }
    let low = 0
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const column = offset - starts[low]! + 1
    return { kind: 'text', line: at.line + low, column: low === 0 ? at.column + column - 1 : column }
  }
}

/** `style` attributes without placeholders: parsed, and their mistakes reported, once. */
function compileStaticAttributes(
  root: TemplateElement,
  isQuirks: boolean,
  inline: GenerationCache<string, InlineStyle>,
  reporter: Reporter,
): void {
  const visit = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) {
      if ('body' in node) {
        visit(node.body)
        visit(node.otherwise)
      }
      if (node.kind !== 'element') continue
      const style = node.attributes.find((attribute) => attribute.name === 'style')
      if (typeof style?.value === 'string' && inline.get(style.value) === undefined) {
        inline.set(
          style.value,
          compileInline(style.value, isQuirks, (code, message, hint) => reporter.report(warning(code, style.at, message, hint))),
        )
      }
      visit(node.children)
    }
  }
  visit([root])
}
