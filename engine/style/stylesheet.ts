// Compiles the style sheets of a template: user-agent and author rules, page rules, font faces, counter styles.
import { GenerationCache } from '../collections/cache.ts'
import { type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Size } from '../geometry.ts'
import type { Limits } from '../limits.ts'
import type { Template, TemplateElement, TemplateNode } from '../template/template.ts'
import type { PreparedStyles } from './cascade/prepared.ts'
import type { FontFaceRule } from './font-face-rule.ts'
import { type ContainerUses, findContainerUses } from './rules/container-uses.ts'
import type { Declaration } from './rules/declarations.ts'
import { compileInline, type InlineStyle } from './rules/inline.ts'
import { findUses, type PlaceholderUses } from './rules/placeholders.ts'
import { addSheet, makeRuleSet, type RuleSet, type SheetContext } from './rules/rules.ts'
import { userAgentRules } from './user-agent.ts'

/** Compiled style sheets, with caches that are shared by all documents of the template. */
export interface Styles {
  readonly fontFaces: readonly FontFaceRule[]
  readonly template: Template
  readonly rules: RuleSet
  readonly isQuirks: boolean
  readonly placeholderUses: PlaceholderUses
  readonly containerUses: ContainerUses
  /** Parsed `style` attributes, by their text. */
  readonly inline: GenerationCache<string, InlineStyle>
  readonly expansions: GenerationCache<string, readonly Declaration[]>
  /** Page areas by all inputs of their computation. */
  readonly areas: GenerationCache<string, Size>
  /** By the page area of media queries. */
  readonly prepared: GenerationCache<string, PreparedStyles>
}

interface CompileStylesOptions {
  readonly reporter: Reporter
  readonly limits: Limits
}

/** Cached texts of `style` attributes and substituted declarations. */
const MAX_TEXTS = 2000
/** A long text weighs as many entries as it has kilobytes. */
const weightOf = (declarations: readonly Declaration[]): number => 1 + ((declarations[0]?.text.length ?? 0) >> 10)
const MAX_AREAS = 20
/** Page areas that rules are prepared for, in one generation of the cache. */
const MAX_PREPARED = 2

export function compileStyles(template: Template, options: CompileStylesOptions): Styles {
  const isQuirks = template.mode === 'quirks'
  const rules = makeRuleSet()
  rules.rules.push(...userAgentRules(isQuirks))
  addAuthorSheets(rules, template, isQuirks, options)
  const inline = new GenerationCache<string, InlineStyle>(MAX_TEXTS)
  compileStaticAttributes(template.root, isQuirks, inline, options.reporter)
  return {
    fontFaces: rules.fontFaces,
    template,
    rules,
    isQuirks,
    placeholderUses: findUses(rules),
    containerUses: findContainerUses(template, rules.rules),
    inline,
    expansions: new GenerationCache(MAX_TEXTS, { weigh: weightOf }),
    areas: new GenerationCache(MAX_AREAS),
    prepared: new GenerationCache(MAX_PREPARED),
  }
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

/** Maps an offset in a sheet to its position in the template. Lines are indexed at first use. */
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
    return { ...at, line: at.line + low, column: low === 0 ? at.column + column - 1 : column }
  }
}

/** Parses `style` attributes without placeholders, and reports their errors once for the template. */
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
