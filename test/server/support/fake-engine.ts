// A fake engine that prints `{{name}}` (and `{{pid}}`, its process) and nothing else, and misbehaves on demand: for tests of the pool and the service.
// Of assets it prints the texts: `{{> part}}` when it compiles; `[=logo]`, `[data.field]` and `[data.field+.txt]` when it renders, after the pages before.
import { type Diagnostic, InputError } from '../../../engine/diagnostic.ts'
import type { Assets, CompiledTemplate, Engine, RenderOptions, RenderResult, StreamOptions } from '../../../engine/index.ts'
import type { EngineModule } from '../../../server/pool/job-server.ts'
import { pass } from './gate.ts'

interface FakeTemplate extends Pick<CompiledTemplate, 'variables' | 'warnings' | 'assets'> {
  readonly source: string
}

type Options = RenderOptions & StreamOptions

type FakePart = { readonly template: FakeTemplate; readonly data: object }

export const fakeEngine: EngineModule = {
  InputError,
  createEngine: async ({ limits } = {}) => {
    const pages = limits?.pages ?? 100
    const engine = {
      compile: ({ source }: { source: string }, { assets }: RenderOptions = {}): FakeTemplate => compile(source, assets),
      render: (template: FakeTemplate, data: object, options: RenderOptions = {}) => print([{ template, data }], pages, options),
      merge: (parts: readonly FakePart[]) => print(parts, pages),
      stream: (template: FakeTemplate, data: object, options: Options) => stream([{ template, data }], pages, options),
      streamMerge: (parts: readonly FakePart[], options: Options) => stream(parts, pages, options),
      sampleData: ({ variables }: FakeTemplate) =>
        Object.fromEntries(variables.filter(({ name }) => name !== 'unknown').map(({ name }) => [name, `some ${name}`])),
      inspect: async () => ({ boxes: [{ path: 'html', page: 1, x: 0, y: 0, width: 1, height: 1 }], warnings: [] }),
      missingVariables: ({ variables }: FakeTemplate, data: object) =>
        variables.map(({ name }) => name).filter((name) => !Object.hasOwn(data, name)),
    }
    // Its users pass back only templates that it compiled.
    return engine as unknown as Engine
  },
}

/** The text of an asset; `(none)` when there is none. */
function assetText(name: string, assets: Assets | undefined): string {
  const bytes = typeof assets === 'function' ? assets(name) : undefined
  return bytes === undefined ? '(none)' : Buffer.from(bytes).toString()
}

function withAssets(text: string, values: Record<string, unknown>, assets: Assets | undefined): string {
  return text
    .replace(/\[=([\w.]+)\]/g, (_, name: string) => assetText(name, assets))
    .replace(/\[data\.(\w+)(?:\+([\w.]+))?\]/g, (_, field: string, end = '') => assetText(`${values[field]}${end}`, assets))
}

function compile(given: string, assets: Assets | undefined): FakeTemplate {
  const source = given.replace(/\{\{> ([\w.]+)\}\}/g, (_, name: string) => {
    const part = assetText(name, assets)
    if (part === '(none)') throw new InputError([{ code: 'unknown-part', severity: 'error', message: name }])
    return compile(part, assets).source
  })
  const bad = source.indexOf('{{#bad')
  if (bad >= 0) {
    const line = source.slice(0, bad).split('\n').length
    const at = { kind: 'text', line, column: bad - source.lastIndexOf('\n', bad) } as const
    throw new InputError([{ code: 'template-syntax', severity: 'error', message: 'cannot parse', hint: 'mend it', at }])
  }
  const names = [...source.matchAll(/\{\{([\w.]+)\}\}/g)].map((match) => match[1]!)
  const own = [...source.matchAll(/\[=([\w.]+)\]/g)].map((match) => match[1]!)
  return { source, warnings: [], assets: own, variables: [...new Set(names)].map((name) => ({ name, type: 'string' as const })) }
}

async function print(parts: readonly FakePart[], mostPages: number, { assets, onPart }: Options = {}): Promise<RenderResult> {
  const warnings: Diagnostic[] = []
  const texts: string[] = []
  for (const [i, { template, data }] of parts.entries()) {
    const values = data as Record<string, unknown>
    await misbehave(values)
    if (values['pages'] !== undefined && Number(values['pages']) > mostPages) {
      throw new InputError([{ code: 'limit-pages', severity: 'error', message: `more than ${mostPages} pages` }])
    }
    const text = template.source.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
      const value = name === 'pid' ? process.pid : values[name]
      if (value === undefined) warnings.push({ code: 'missing-value', severity: 'warning', message: name })
      return String(value ?? '')
    })
    texts.push(withAssets(text, values, assets))
    onPart?.(i)
  }
  const pdf = Buffer.from(`%PDF-1.7 fake\n${texts.join('\n--page--\n')}\n%%EOF\n`)
  return { pdf, pages: parts.length, warnings, warningCount: warnings.length }
}

/** The document, after `ahead` pieces of 64 KiB that come `msAhead` apart and take `msBusy` of processor time each. */
async function* stream(parts: readonly FakePart[], mostPages: number, options: Options): AsyncGenerator<Uint8Array, undefined> {
  for (const { data } of parts) {
    const { ahead = 0, msAhead = 0, msBusy = 0 } = data as { ahead?: number; msAhead?: number; msBusy?: number }
    for (let i = 0; i < ahead; i++) {
      if (msAhead > 0) await new Promise((resolve) => setTimeout(resolve, msAhead))
      spin(msBusy)
      yield Buffer.alloc(64 * 1024, `piece ${i} `)
    }
  }
  const { pdf, ...end } = await print(parts, mostPages, options)
  yield pdf
  options.onEnd?.(end)
}

async function misbehave(data: Record<string, unknown>): Promise<void> {
  if (data['sleep'] !== undefined) await new Promise((resolve) => setTimeout(resolve, Number(data['sleep'])))
  if (data['gate'] !== undefined) await pass(String(data['gate']))
  if (data['spin'] !== undefined) spin(Number(data['spin']))
  if (data['abort'] !== undefined) process.abort()
  if (data['exit'] !== undefined) process.exit(Number(data['exit']))
  if (data['kill'] !== undefined) process.kill(process.pid, 'SIGKILL')
  if (data['throw'] !== undefined) throw new Error(`invariant with a secret: ${data['throw']}`)
  if (data['trap'] !== undefined) throw Object.assign(new Error('unreachable'), { name: 'RuntimeError' })
  if (data['deep'] !== undefined) recurse(0)
  if (data['hoard'] !== undefined) {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

function spin(ms: number): void {
  for (const until = Date.now() + ms; Date.now() < until; );
}

function recurse(depth: number): number {
  return recurse(depth + 1) + 1
}
