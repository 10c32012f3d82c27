// An engine that prints `{{name}}` and nothing else, and misbehaves on demand: enough to test what is around the real one.
import type { CompiledTemplate, Engine, EngineResult, MakeEngine } from '../../../server/pool/engine.ts'
import type { Problem } from '../../../server/pool/renderer.ts'

interface FakeTemplate extends CompiledTemplate {
  readonly source: string
}

class InputError extends Error {
  readonly diagnostics: readonly Problem[]

  constructor(diagnostics: readonly Problem[]) {
    super('input')
    this.name = 'InputError'
    this.diagnostics = diagnostics
  }
}

export const makeFakeEngine: MakeEngine = async ({ limits }) => {
  const engine: Engine<FakeTemplate> = {
    compile: ({ source }) => {
      const bad = source.indexOf('{{#bad')
      if (bad >= 0) {
        const line = source.slice(0, bad).split('\n').length
        const column = bad - source.lastIndexOf('\n', bad)
        throw new InputError([
          { code: 'template-syntax', severity: 'error', message: 'cannot parse', hint: 'mend it', at: { kind: 'text', line, column } },
        ])
      }
      const names = [...source.matchAll(/\{\{([\w.]+)\}\}/g)].map((match) => match[1]!)
      return { source, variables: [...new Set(names)].map((name) => ({ name, type: 'string' as const })) }
    },
    render: async (template, data) => print([{ template, data }], limits.pages),
    merge: async (parts) => print(parts, limits.pages),
  }
  // The pool only passes back what this engine compiled.
  return engine as unknown as Engine
}

async function print(parts: readonly { template: FakeTemplate; data: object }[], mostPages: number): Promise<EngineResult> {
  const warnings: Problem[] = []
  const texts: string[] = []
  for (const { template, data } of parts) {
    const values = data as Record<string, unknown>
    await misbehave(values)
    if (values['pages'] !== undefined && Number(values['pages']) > mostPages) {
      throw new InputError([{ code: 'limit-pages', severity: 'error', message: `more than ${mostPages} pages` }])
    }
    const text = template.source.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined || value === null) warnings.push({ code: 'missing-value', severity: 'warning', message: name })
      return String(value ?? '')
    })
    texts.push(text)
  }
  const pdf = Buffer.from(`%PDF-1.7 fake\n${texts.join('\n--page--\n')}\n%%EOF\n`)
  return { pdf, pages: parts.length, warnings }
}

async function misbehave(data: Record<string, unknown>): Promise<void> {
  if (data['sleep'] !== undefined) await new Promise((resolve) => setTimeout(resolve, Number(data['sleep'])))
  if (data['spin'] !== undefined) for (const until = Date.now() + Number(data['spin']); Date.now() < until; );
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

function recurse(depth: number): number {
  return recurse(depth + 1) + 1
}
