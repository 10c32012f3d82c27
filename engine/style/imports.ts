// @import of sheets that the embedding program has (CSS Cascade 5 §5): they are put before the sheet that asks for them, so that a
// template stays plain data that needs nothing more.
import type { TemplateStylesheet } from '../template/template.ts'
import { parseRules } from './syntax.ts'
import { type Component, parseComponents } from './tokens.ts'

/** The text of a sheet by its address; undefined when there is none. */
export type LoadSheet = (url: string) => string | undefined

const MAX_DEPTH = 8
const MAX_IMPORTS = 100

/** Sheets with what they import. An @import that finds nothing stays, and is reported when the sheet is compiled. */
export function resolveImports(sheets: readonly TemplateStylesheet[], load: LoadSheet): readonly TemplateStylesheet[] {
  const state = { load, left: MAX_IMPORTS }
  return sheets.flatMap((sheet) => withImports(sheet, '', 0, state))
}

function withImports(
  sheet: TemplateStylesheet,
  folder: string,
  depth: number,
  state: { readonly load: LoadSheet; left: number },
): readonly TemplateStylesheet[] {
  if (depth > MAX_DEPTH || !/@import/i.test(sheet.text)) return [sheet]
  const items = parseComponents(sheet.text)
  const before: TemplateStylesheet[] = []
  let { text } = sheet
  for (const rule of parseRules(items, () => undefined)) {
    if (rule.kind !== 'at' || !['import', 'charset', 'layer'].includes(rule.name) || rule.body !== undefined) break
    if (rule.name !== 'import') continue
    const url = addressOf(rule.prelude[0])
    const found = url === undefined || state.left <= 0 ? undefined : (state.load(folder + url) ?? state.load(url))
    if (url === undefined || found === undefined) continue
    state.left--
    const inner = { text: found, media: '', at: sheet.at }
    const wrapped = withImports(inner, url.replace(/[^/]*$/, ''), depth + 1, state)
    const [open, close] = wrapperOf(rule.prelude.slice(1), sheet)
    for (const one of wrapped) before.push({ ...one, text: `${open}${one.text}${close}`, media: sheet.media })
    text = blank(text, rule.start, endOf(rule.prelude, rule.start))
  }
  return [...before, { ...sheet, text }]
}

function addressOf(item: Component | undefined): string | undefined {
  if (item?.kind === 'string' || item?.kind === 'url') return item.value
  const [first] = item?.kind === 'function' && item.name === 'url' ? item.items : []
  return first?.kind === 'string' ? first.value : undefined
}

const endOf = (prelude: readonly Component[], start: number): number => prelude.at(-1)?.end ?? start

/** Positions in the sheet stay what they are. */
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
