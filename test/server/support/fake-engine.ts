// A fake engine that prints `{{name}}` (and `{{pid}}`, its process) and nothing else, and misbehaves on demand: for tests of the pool and the service.
import { type Diagnostic, InputError } from '../../../engine/diagnostic.ts'
import type { CompiledTemplate, Engine, RenderResult, StreamOptions } from '../../../engine/index.ts'
import type { EngineModule } from '../../../server/pool/job-server.ts'
import { pass } from './gate.ts'

interface FakeTemplate extends Pick<CompiledTemplate, 'variables' | 'warnings'> {
  readonly source: string
}

type FakePart = { readonly template: FakeTemplate; readonly data: object }

export const fakeEngine: EngineModule = {
  InputError,
  createEngine: async ({ limits } = {}) => {
    const pages = limits?.pages ?? 100
    const engine = {
      compile: ({ source }: { source: string }): FakeTemplate => compile(source),
      render: (template: FakeTemplate, data: object) => print([{ template, data }], pages),
      merge: (parts: readonly FakePart[]) => print(parts, pages),
      stream: (template: FakeTemplate, data: object, options: StreamOptions) => stream([{ template, data }], pages, options),
      streamMerge: (parts: readonly FakePart[], options: StreamOptions) => stream(parts, pages, options),
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

function compile(source: string): FakeTemplate {
  const bad = source.indexOf('{{#bad')
  if (bad >= 0) {
    const line = source.slice(0, bad).split('\n').length
    const at = { kind: 'text', line, column: bad - source.lastIndexOf('\n', bad) } as const
    throw new InputError([{ code: 'template-syntax', severity: 'error', message: 'cannot parse', hint: 'mend it', at }])
  }
  const names = [...source.matchAll(/\{\{([\w.]+)\}\}/g)].map((match) => match[1]!)
  return { source, warnings: [], variables: [...new Set(names)].map((name) => ({ name, type: 'string' as const })) }
}

async function print(parts: readonly FakePart[], mostPages: number): Promise<RenderResult> {
  const warnings: Diagnostic[] = []
  const texts: string[] = []
  for (const { template, data } of parts) {
    const values = data as Record<string, unknown>
    await misbehave(values)
    if (values['pages'] !== undefined && Number(values['pages']) > mostPages) {
      throw new InputError([{ code: 'limit-pages', severity: 'error', message: `more than ${mostPages} pages` }])
    }
    const text = template.source.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
      const value = name === 'pid' ? process.pid : values[name]
      if (value === undefined || value === null) warnings.push({ code: 'missing-value', severity: 'warning', message: name })
      return String(value ?? '')
    })
    texts.push(text)
  }
  const pdf = Buffer.from(`%PDF-1.7 fake\n${texts.join('\n--page--\n')}\n%%EOF\n`)
  return { pdf, pages: parts.length, warnings }
}

/** The document, after `ahead` pieces of 64 KiB that come `msAhead` apart and take `msBusy` of processor time each. */
async function* stream(parts: readonly FakePart[], mostPages: number, options: StreamOptions): AsyncGenerator<Uint8Array, undefined> {
  for (const { data } of parts) {
    const { ahead = 0, msAhead = 0, msBusy = 0 } = data as { ahead?: number; msAhead?: number; msBusy?: number }
    for (let i = 0; i < ahead; i++) {
      if (msAhead > 0) await new Promise((resolve) => setTimeout(resolve, msAhead))
      spin(msBusy)
      yield Buffer.alloc(64 * 1024, `piece ${i} `)
    }
  }
  const { pdf, ...end } = await print(parts, mostPages)
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
