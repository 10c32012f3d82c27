// A template's text becomes plain data: its markup, placeholders and style sheets are parsed, and all problems reported at once.
import { ObjectCache } from './collections/cache.ts'
import { type Diagnostic, DiagnosticList } from './diagnostic.ts'
import { parseDataUrl } from './image/data-url.ts'
import type { Limits } from './limits.ts'
import { type Assets, findAsset } from './options.ts'
import { parseEditor } from './source/editor/editor.ts'
import { type ParseOptions, parseHtml } from './source/html.ts'
import type { SourceDocument, TemplateSource } from './source/source.ts'
import { resolveImports } from './style/rules/imports.ts'
import { compileStyles, type Styles } from './style/stylesheet.ts'
import { compileTemplate } from './template/compile.ts'
import type { Template } from './template/template.ts'

/** A compiled template: plain data that can be kept, cloned and sent. */
export interface CompiledTemplate extends Template {
  readonly type: TemplateSource['type']
  /** Problems that did not stop compiling; every render reports them again. */
  readonly warnings: readonly Diagnostic[]
}

interface CompileContext {
  readonly limits: Limits
  /** Names of the embedder's helpers. */
  readonly helpers: ReadonlySet<string>
  readonly assets: Assets | undefined
}

/** Throws InputError with every diagnostic when any of them is an error. */
export function compile(source: TemplateSource, { limits, helpers, assets }: CompileContext): CompiledTemplate {
  const reporter = new DiagnosticList()
  const load = (url: string): string | undefined => linkedStyleSheet(url, assets)
  const parsed = compileTemplate(parse(source, { limits, reporter, styleSheet: load }), { helpers, reporter, limits })
  const template = { ...parsed, stylesheets: resolveImports(parsed.stylesheets, load, parsed.mode === 'quirks') }
  const compiled: CompiledTemplate = { ...template, type: source.type, warnings: reporter.all }
  STYLES.set(compiled, compileStyles(compiled, { reporter, limits }))
  reporter.throwIfErrors(source.type === 'html' ? source.source : undefined)
  return compiled
}

function parse(source: TemplateSource, options: ParseOptions): SourceDocument {
  return source.type === 'html' ? parseHtml(source.source, options) : parseEditor(source.source, options)
}

/** The text of a style sheet among the assets, or of a `data:` URL. URLs in it are relative to it, so they are made relative to the document. */
function linkedStyleSheet(url: string, assets: Assets | undefined): string | undefined {
  const bytes = /^data:text\/css[;,]/i.test(url) ? parseDataUrl(url) : findAsset(assets, url)
  if (bytes === undefined) return undefined
  const folder = /^data:/i.test(url) ? '' : url.replace(/[?#].*$/s, '').replace(/[^/]*$/, '')
  const text = new TextDecoder().decode(bytes)
  return folder === '' ? text : text.replace(RELATIVE_URL, (start: string) => start + folder)
}

/** The text before a relative URL, in url() or after @import. */
const RELATIVE_URL = /(?:url\(\s*["']?|@import\s*["'])(?![a-z][a-z0-9+.-]*:|[\\/#])(?=[^\s"')])/gi

/** Compiled once for a template; a template that was cloned or sent is compiled again when it is first rendered. */
const STYLES = new ObjectCache<Template, Styles>()

export function stylesOf(template: Template, limits: Limits): Styles {
  const known = STYLES.get(template)
  if (known !== undefined) return known
  const styles = compileStyles(template, { reporter: new DiagnosticList(), limits })
  STYLES.set(template, styles)
  return styles
}
