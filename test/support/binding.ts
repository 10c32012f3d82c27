// Templates parsed, compiled and bound in one call, for tests.
import { bindTemplate } from '../../engine/bind/bind.ts'
import type { EncodeBarcode } from '../../engine/bind/binding.ts'
import type { BoundDocument, BoundNode, Helper } from '../../engine/bind/bound.ts'
import { type Diagnostic, DiagnosticList, describe } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS, type Limits } from '../../engine/limits.ts'
import { parseFragmentNodes, parseHtml } from '../../engine/source/html.ts'
import { compileTemplate } from '../../engine/template/compile.ts'
import type { Template } from '../../engine/template/template.ts'

export interface BindOptions {
  readonly helpers?: Readonly<Record<string, Helper>>
  readonly limits?: Partial<Limits>
  readonly locale?: string
  readonly timeZone?: string
  readonly encodeBarcode?: EncodeBarcode
}

export interface Bound {
  readonly document: BoundDocument
  readonly template: Template
  /** The body's content as html-like text; texts are not escaped. */
  readonly text: string
  /** `line:column: message (hint)` of every diagnostic. */
  readonly problems: readonly string[]
  readonly codes: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

export function compile(html: string, options: BindOptions = {}): { readonly template: Template; readonly list: DiagnosticList } {
  const list = new DiagnosticList()
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const helpers = new Set(Object.keys(options.helpers ?? {}))
  const template = compileTemplate(parseHtml(html, { reporter: list, limits }), { helpers, reporter: list, limits })
  return { template, list }
}

export function bind(html: string, data: unknown = {}, options: BindOptions = {}): Bound {
  const { template, list } = compile(html, options)
  const document = bindTemplate(template, data, {
    helpers: new Map(Object.entries(options.helpers ?? {})),
    locale: options.locale ?? 'en-US',
    timeZone: options.timeZone ?? 'UTC',
    reporter: list,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    parseRich: parseFragmentNodes,
    ...(options.encodeBarcode === undefined ? {} : { encodeBarcode: options.encodeBarcode }),
  })
  const body = [...document.root.children].find((child) => child.kind === 'element' && child.tag === 'body')
  const text = body?.kind === 'element' ? [...body.children].map(nodeText).join('') : ''
  return { document, template, text, problems: list.all.map(describe), codes: list.all.map((d) => d.code), diagnostics: list.all }
}

/** What a template without problems shows; throws when it has any. */
export function show(html: string, data: unknown = {}, options: BindOptions = {}): string {
  const { text, problems } = bind(html, data, options)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return text
}

/** The problems of a template that is only compiled. */
export function problemsOf(html: string, options: BindOptions = {}): readonly string[] {
  return compile(html, options).list.all.map(describe)
}

export function nodeText(node: BoundNode): string {
  if (node.kind === 'text') return node.text
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join('')
  return `<${node.tag}${attributes}>${[...node.children].map(nodeText).join('')}</${node.tag}>`
}
