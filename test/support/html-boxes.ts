// From html text and data to boxes, through every stage up to box building.
import { bindTemplate } from '../../engine/bind/bind.ts'
import type { BlockBox } from '../../engine/box/box.ts'
import { buildBoxes } from '../../engine/box/build.ts'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS as limits } from '../../engine/limits.ts'
import { parseFragmentNodes, parseHtml } from '../../engine/source/html.ts'
import { styleDocument } from '../../engine/style/cascade.ts'
import type { StyledDocument } from '../../engine/style/style.ts'
import { compileStyles } from '../../engine/style/stylesheet.ts'
import { compileTemplate } from '../../engine/template/compile.ts'
import { boxText } from './box-text.ts'

export function htmlBoxes(
  html: string,
  data: unknown = {},
  nodesAhead?: number,
  onPlainCell?: () => void,
): { root: BlockBox; document: StyledDocument; reporter: DiagnosticList } {
  const reporter = new DiagnosticList()
  const template = compileTemplate(parseHtml(`<!doctype html>${html}`, { reporter, limits }), { helpers: new Set(), reporter, limits })
  const context = { helpers: new Map(), locale: 'en', timeZone: 'UTC', reporter, limits, parseRich: parseFragmentNodes }
  const bound = bindTemplate(template, data, context)
  const document = styleDocument(bound, compileStyles(template, { reporter, limits }), { reporter })
  const ahead = nodesAhead === undefined ? {} : { nodesAhead }
  const options = { images: { get: () => undefined }, reporter, limits, items: () => bound.items(), ...ahead, onPlainCell }
  return { root: buildBoxes(document, options), document, reporter }
}

/** What stands in the body, as text. */
export function htmlBoxText(html: string, data?: unknown): string {
  const { root, reporter } = htmlBoxes(html, data)
  if (reporter.all.length > 0) throw new Error(`unexpected: ${JSON.stringify(reporter.all)}`)
  return boxText(root)
    .replace(/^block\(html \w+\(body ?/, '')
    .replace(/\)\)$/, '')
}
