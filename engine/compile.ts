// A template's text becomes plain data: parsed, its placeholders understood, its style sheets read. Everything wrong with it is said at once.
import { type Diagnostic, DiagnosticList, type Reporter } from './diagnostic.ts'
import type { Limits } from './limits.ts'
import { parseEditor } from './source/editor.ts'
import { parseHtml } from './source/html.ts'
import type { SourceDocument, TemplateSource } from './source/source.ts'
import { compileStyles, type Styles } from './style/stylesheet.ts'
import { compileTemplate } from './template/compile.ts'
import type { Template } from './template/template.ts'

/** A compiled template: plain data that can be kept, cloned and sent. */
export interface CompiledTemplate extends Template {
  readonly type: TemplateSource['type']
  /** What was found wrong without stopping; every render gives it again. */
  readonly warnings: readonly Diagnostic[]
}

export interface CompileContext {
  readonly limits: Limits
  /** Names of the embedder's helpers. */
  readonly helpers: ReadonlySet<string>
}

/** Throws InputError with every diagnostic when any of them is an error. */
export function compile(source: TemplateSource, { limits, helpers }: CompileContext): CompiledTemplate {
  const reporter = new DiagnosticList()
  const document = parse(source, limits, reporter)
  const template = compileTemplate(document, { helpers, reporter, limits })
  const compiled: CompiledTemplate = { ...template, type: source.type, warnings: reporter.all }
  STYLES.set(compiled, compileStyles(compiled, { reporter, limits }))
  reporter.throwIfErrors()
  return compiled
}

function parse(source: TemplateSource, limits: Limits, reporter: Reporter): SourceDocument {
  return source.type === 'html' ? parseHtml(source.source, { reporter, limits }) : parseEditor(source.source, { reporter, limits })
}

/** Read once a template; a template that was cloned or sent is read again when it is first rendered. */
const STYLES = new WeakMap<Template, Styles>()

export function stylesOf(template: Template, limits: Limits): Styles {
  const known = STYLES.get(template)
  if (known !== undefined) return known
  const styles = compileStyles(template, { reporter: new DiagnosticList(), limits })
  STYLES.set(template, styles)
  return styles
}
