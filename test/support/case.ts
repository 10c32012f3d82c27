// A golden case: parsed, rendered onto a list canvas with the toy font, and written back in the same form.

import { type Diagnostic, describe, type InputError } from '../../engine/diagnostic.ts'
import { type CompiledTemplate, createEngine, type Engine, type RenderOptions } from '../../engine/index.ts'
import { ListCanvas } from './list-canvas.ts'
import { structureOutline } from './structure.ts'
import { toyFont } from './toy-font.ts'

export interface Case {
  readonly name: string
  /** What the case shows, in words. */
  readonly about: string
  readonly type: 'html' | 'editor'
  readonly template: string
  /** Texts of assets by name, each in a section such as `=== file footer.html`. */
  readonly files: Readonly<Record<string, string>>
  readonly data: string
  /** Expected diagnostics, one a line; empty for none. */
  readonly warnings: string
  /** Expected display list, or `error`. */
  readonly pages: string
  /** Expected structure tree, a line for each element; empty where the case does not say it. */
  readonly tags: string
}

const SECTIONS = ['html', 'editor', 'data', 'warnings', 'pages', 'tags'] as const

/** Sections begin with `=== name` on a line of their own; what stands before the first is the description. */
export function parseCase(text: string, name: string): Case {
  const parts = text.split(/^=== (\w+(?: [\w./-]+)?)\n/m)
  const section = (wanted: string): string => {
    const at = parts.findIndex((part, i) => i % 2 === 1 && part === wanted)
    return at === -1 ? '' : (parts[at + 1] ?? '').trimEnd()
  }
  const files: Record<string, string> = {}
  for (let i = 1; i < parts.length; i += 2) {
    const [, file] = /^file (.+)$/.exec(parts[i] ?? '') ?? []
    if (file !== undefined) files[file] = section(`file ${file}`)
    else if (!SECTIONS.some((known) => known === parts[i])) throw new Error(`${name}: unknown section ${parts[i]}`)
  }
  const type = parts.includes('editor') ? 'editor' : 'html'
  return {
    name,
    about: (parts[0] ?? '').trim(),
    type,
    template: section(type),
    files,
    data: section('data'),
    warnings: section('warnings'),
    pages: section('pages'),
    tags: section('tags'),
  }
}

export function formatCase({ about, type, template, files, data, warnings, pages, tags }: Case): string {
  const section = (name: string, text: string): string => (text === '' ? '' : `=== ${name}\n${text}\n`)
  const assets = Object.entries(files).map(([name, text]) => section(`file ${name}`, text))
  return `${about}\n${section(type, template)}${assets.join('')}${section('data', data)}${section('warnings', warnings)}${section('pages', pages)}${section('tags', tags)}`
}

/** A page of 120 × 120 points with margins of 10, toy text of 10 on 10: expected numbers are sums. Every toy letter would cross its underline. */
const SHEET = '@page { size: 120pt 120pt; margin: 10pt } html { font: 10pt/10pt Toy; text-decoration-skip-ink: none } body { margin: 0 }'

/** An engine as cases want it, of the sources or of a build. */
export function caseEngine(create: typeof createEngine): Promise<Engine> {
  return create({
    fonts: (['normal', 'italic'] as const).flatMap((style) =>
      [400, 700].map((weight) => ({ family: 'Toy', weight, style, data: toyFont({ weight, isItalic: style === 'italic' }) })),
    ),
  })
}

const engine = caseEngine(createEngine)

/** A case's template, compiled; throws an InputError when it is wrong. */
export function compileCase(
  { type, template, files }: Pick<Case, 'type' | 'template' | 'files'>,
  { compile }: Pick<Engine, 'compile'>,
): CompiledTemplate {
  return compile({ type, source: type === 'html' ? framed(template) : template }, { assets: assetsOf(files) })
}

/** The texts of a case as bytes. */
export function assetsOf(files: Case['files']): Readonly<Record<string, Uint8Array>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
}

/** The case's template behind the sheet; a doctype of its own stays in front of it. */
function framed(template: string): string {
  const doctype = /^<!DOCTYPE[^>]*>/i.exec(template)?.[0]
  return `${doctype ?? '<!DOCTYPE html>'}<style>${SHEET}</style>${template.slice(doctype?.length ?? 0)}`
}

/** Cases as one finished PDF, page after page; those that end in errors are left out. */
export async function mergeCases(cases: readonly Case[], options: RenderOptions = {}): Promise<Uint8Array> {
  const parts = []
  for (const one of cases) {
    if (one.pages === 'error') continue
    parts.push({ template: compileCase(one, await engine), data: one.data === '' ? {} : JSON.parse(one.data) })
  }
  const assets = assetsOf(Object.assign({}, ...cases.map(({ files }) => files)))
  return (await (await engine).merge(parts, { ...options, assets })).pdf
}

/** The diagnostics and pages a case really gives. */
export async function renderCase(parsed: Case, on: Promise<Engine> = engine): Promise<Pick<Case, 'warnings' | 'pages'>> {
  const { data } = parsed
  const canvas = new ListCanvas()
  try {
    const compiled = compileCase(parsed, await on)
    const { warnings } = (await on).paint(compiled, data === '' ? {} : JSON.parse(data), canvas, { assets: assetsOf(parsed.files) })
    return { warnings: list(warnings), pages: canvas.text.trimEnd() }
  } catch (problem) {
    // A build has a class of its own.
    if (!(problem instanceof Error) || problem.name !== 'InputError') throw problem
    return { warnings: list((problem as InputError).diagnostics), pages: 'error' }
  }
}

/** The structure tree that a case really gives; empty where it does not say one. */
export async function tagsOfCase(parsed: Case, on: Promise<Engine> = engine): Promise<Pick<Case, 'tags'>> {
  if (parsed.tags === '') return { tags: '' }
  const { render, compile } = await on
  const data = parsed.data === '' ? {} : JSON.parse(parsed.data)
  return { tags: await structureOutline((await render(compileCase(parsed, { compile }), data, { assets: assetsOf(parsed.files) })).pdf) }
}

/** Positions count from the case's own template, not from the sheet put before it. */
function list(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${diagnostic.code} ${describe(shifted(diagnostic))}`).join('\n')
}

function shifted(diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic
  if (at?.kind !== 'text' || at.line !== 1 || at.file !== undefined) return diagnostic
  return { ...diagnostic, at: { ...at, column: at.column - `<!DOCTYPE html><style>${SHEET}</style>`.length } }
}
