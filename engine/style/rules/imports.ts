// @import of sheets among the assets (CSS Cascade 5 §2): imported sheets are inserted before the sheet that imports them, so that the template is
// self-contained.
import { type SheetText, sheetStart } from '../../source/source.ts'
import type { TemplateStylesheet } from '../../template/template.ts'
import { parseSelectors } from '../selectors/selectors.ts'
import { type AtRuleNode, parseRules, type RuleNode } from '../syntax/syntax.ts'
import { type Component, parseComponents } from '../syntax/tokens.ts'
import { isKnownAtRule } from './rules.ts'

/** A sheet by its URL; undefined when there is none. */
type LoadSheet = (url: string) => SheetText | undefined

interface ImportState {
  readonly load: LoadSheet
  readonly isQuirks: boolean
  left: number
}

const MAX_DEPTH = 8
const MAX_IMPORTS = 100

/** Inserts imported sheets. An @import that finds none is kept, and reported when the sheet is compiled. */
export function resolveImports(sheets: readonly TemplateStylesheet[], load: LoadSheet, isQuirks: boolean): readonly TemplateStylesheet[] {
  const state = { load, isQuirks, left: MAX_IMPORTS }
  return sheets.flatMap((sheet) => withImports(sheet, 0, state))
}

function withImports(sheet: TemplateStylesheet, depth: number, state: ImportState): readonly TemplateStylesheet[] {
  if (depth > MAX_DEPTH || !/@import/i.test(sheet.text)) return [sheet]
  const before: TemplateStylesheet[] = []
  let { text } = sheet
  let layersFrom = 0
  for (const rule of importRules(
    parseRules(parseComponents(sheet.text), () => undefined),
    state.isQuirks,
  )) {
    const url = addressOf(rule.prelude[0])
    const found = url === undefined || state.left <= 0 ? undefined : state.load(url)
    if (found === undefined) continue
    state.left--
    // Layers named before an @import are ordered before those of the imported sheet.
    if (/@layer/i.test(text.slice(layersFrom, rule.start))) {
      before.push({ ...sheet, text: text.slice(0, rule.start) })
      text = blank(text, 0, rule.start)
    }
    layersFrom = rule.end
    const [open, close] = wrapperOf(rule.prelude.slice(1), sheet)
    for (const one of withImports({ text: found.text, media: '', at: sheetStart(found, sheet.at) }, depth + 1, state))
      before.push({ ...one, text: `${open}${one.text}${close}`, media: sheet.media })
    text = blank(text, rule.start, rule.end)
  }
  return before.length === 0 ? [sheet] : [...before, { ...sheet, text }]
}

/** The @import rules at valid positions: before all other valid rules except @layer statements, and without any between them. */
function importRules(rules: readonly RuleNode[], isQuirks: boolean): readonly AtRuleNode[] {
  const imports: AtRuleNode[] = []
  for (const rule of rules) {
    if (!isValid(rule, isQuirks)) continue
    if (rule.kind === 'at' && rule.name === 'import') imports.push(rule)
    else if (rule.kind !== 'at' || rule.name !== 'layer' || rule.body !== undefined || imports.length > 0) break
  }
  return imports
}

/** Invalid rules do not end the imports, and neither does @charset. */
function isValid(rule: RuleNode, isQuirks: boolean): boolean {
  if (rule.kind === 'style') return typeof parseSelectors(rule.prelude, { parents: undefined, isQuirks }) !== 'string'
  if (rule.name === 'import') return rule.body === undefined && addressOf(rule.prelude[0]) !== undefined
  if (rule.name === 'layer') return true
  return isKnownAtRule(rule.name) && (rule.body === undefined) === (rule.name === 'namespace')
}

function addressOf(item: Component | undefined): string | undefined {
  if (item?.kind === 'string' || item?.kind === 'url') return item.value
  const [first] = item?.kind === 'function' && item.name === 'url' ? item.items : []
  return first?.kind === 'string' ? first.value : undefined
}

/** Replaces text by spaces, so that positions are preserved. */
const blank = (text: string, start: number, end: number): string =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)

/** `layer(x) supports(y) media`, as blocks around the sheet. */
function wrapperOf(conditions: readonly Component[], sheet: TemplateStylesheet): readonly [open: string, close: string] {
  const rest = [...conditions]
  const written = (item: Component): string => sheet.text.slice(item.start, item.end)
  const inside = (item: Component): string =>
    written(item)
      .replace(/^[^(]*\(/, '')
      .replace(/\)$/, '')
  const opens: string[] = []
  const [layer] = rest
  if (layer?.kind === 'ident' && layer.lower === 'layer') opens.push('@layer{')
  if (layer?.kind === 'function' && layer.name === 'layer') opens.push(`@layer ${inside(layer)}{`)
  if (opens.length > 0) rest.shift()
  const [supports] = rest
  if (supports?.kind === 'function' && supports.name === 'supports') {
    opens.push(`@supports (${inside(supports)}){`)
    rest.shift()
  }
  if (rest.length > 0) opens.push(`@media ${sheet.text.slice(rest[0]!.start, rest.at(-1)!.end)}{`)
  return [opens.reverse().join(''), '}'.repeat(opens.length)]
}
