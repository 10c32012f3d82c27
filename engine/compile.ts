// A template's text becomes plain data: its markup, placeholders and style sheets are parsed, and all problems reported at once.
import { assetName, findAsset, partsOf } from './assets.ts'
import { ObjectCache } from './collections/cache.ts'
import { type Claimed, readClaims } from './conformance.ts'
import { type Diagnostic, DiagnosticList, InputError } from './diagnostic.ts'
import { parseDataUrl } from './image/data-url.ts'
import type { Limits } from './limits.ts'
import type { Assets, CompileOptions } from './options.ts'
import { parseEditor } from './source/editor/editor.ts'
import { type ParseOptions, parseHtml } from './source/html.ts'
import type { SheetText, SourceDocument, TemplateSource } from './source/source.ts'
import { resolveImports } from './style/rules/imports.ts'
import { compileStyles, type Styles } from './style/stylesheet.ts'
import { assetUrls } from './template/asset-urls.ts'
import { compileTemplate } from './template/compile.ts'
import type { Template } from './template/template.ts'

/** A compiled template: plain data that can be kept, cloned and sent. */
export interface CompiledTemplate extends Template {
  readonly type: TemplateSource['type']
  /** Names of the assets that it refers to itself, sorted, whether they exist or not: pictures, fonts, style sheets and shared parts. */
  readonly assets: readonly string[]
  /** Problems that did not stop compiling; every render reports them again. */
  readonly warnings: readonly Diagnostic[]
}

interface CompileContext {
  readonly limits: Limits
  /** Names of the embedder's helpers. */
  readonly helpers: ReadonlySet<string>
  readonly options: CompileOptions
}

/** Throws InputError with every diagnostic when any of them is an error. */
export function compile(source: TemplateSource, { limits, helpers, options }: CompileContext): CompiledTemplate {
  const reporter = new DiagnosticList()
  const names = new Set<string>()
  const { strict = false } = options
  const load = (url: string): SheetText | undefined => linkedStyleSheet(url, options.assets, names)
  const parts = partsOf(options, (name) => names.add(name))
  const parsed = compileTemplate(parse(source, { limits, reporter, styleSheet: load, parts, strict }), { helpers, reporter, limits })
  if (parsed.conformance !== undefined) checkNames(parsed.conformance, reporter)
  const template = { ...parsed, stylesheets: resolveImports(parsed.stylesheets, load, parsed.mode === 'quirks') }
  for (const url of assetUrls(template)) names.add(assetName(url) ?? '')
  names.delete('')
  const compiled: CompiledTemplate = { ...template, type: source.type, assets: Object.freeze([...names].sort()), warnings: reporter.all }
  STYLES.set(compiled, compileStyles(compiled, { reporter, limits }))
  reporter.throwIfErrors(source.type === 'html' ? source.source : undefined)
  return compiled
}

/** Names that are no standard are errors of the template, not of its renders. */
function checkNames(claimed: Claimed, reporter: DiagnosticList): void {
  try {
    readClaims([claimed])
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    for (const fault of thrown.diagnostics) reporter.report(fault)
  }
}

function parse(source: TemplateSource, options: ParseOptions & { readonly strict: boolean }): SourceDocument {
  return source.type === 'html' ? parseHtml(source.source, options) : parseEditor(source.source, options)
}

/** A style sheet among the assets, or of a `data:` URL. URLs in it are relative to it, so they are made relative to the document. */
function linkedStyleSheet(url: string, assets: Assets | undefined, names: Set<string>): SheetText | undefined {
  const isData = /^data:text\/css[;,]/i.test(url)
  const file = isData ? undefined : assetName(url)
  if (file !== undefined) names.add(file)
  const bytes = isData ? parseDataUrl(url) : findAsset(assets, url)
  if (bytes === undefined) return undefined
  const folder = isData ? '' : url.replace(/[?#].*$/s, '').replace(/[^/]*$/, '')
  const text = new TextDecoder().decode(bytes)
  return {
    file,
    text: folder === '' ? text : text.replace(RELATIVE_URL, (_, start: string, address: string) => start + joined(folder, address)),
  }
}

/** The text before a relative URL, in url() or after @import, and the URL. */
const RELATIVE_URL = /(url\(\s*["']?|@import\s*["'])(?![a-z][a-z0-9+.-]*:|[\\/#])([^\s"')]+)/gi

/** Without `./` and `..`, unless it leads out of the folder of all assets or is written with escapes. */
function joined(folder: string, address: string): string {
  const url = folder + address
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  return /[%\\]/.test(path) ? url : (assetName(path) ?? path) + rest
}

/** Compiled once for a template; a template that was cloned or sent is compiled again when it is first rendered. */
const STYLES = new ObjectCache<Template, Styles>()

export function stylesOf(template: Template, limits: Limits): Styles {
  const known = STYLES.get(template)
  if (known !== undefined) return known
  const styles = compileStyles(template, { reporter: new DiagnosticList(), limits })
  STYLES.set(template, styles)
  return styles
}
