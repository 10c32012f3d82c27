// The engine in this very process, for the command line: here the author is the user.
import type { CompiledTemplate, EngineResult } from './pool/engine.ts'
import type { TemplateType } from './store/store.ts'

export interface LocalEngine {
  compile(input: { type: TemplateType; source: string }): CompiledTemplate
  render(template: CompiledTemplate, data: object, options?: LocalRenderOptions): Promise<EngineResult>
  merge(parts: readonly LocalPart[], options?: LocalRenderOptions): Promise<EngineResult>
  sampleData?(template: CompiledTemplate): object
  inspect?(template: CompiledTemplate, data: object, options?: LocalRenderOptions): unknown
}

export type LocalPart = { readonly template: CompiledTemplate; readonly data: object } | { readonly pdf: Uint8Array }

export interface LocalRenderOptions {
  /** The bytes behind a URL that is neither `data:` nor an asset. */
  readonly resolve?: (url: string) => Uint8Array | undefined
}

export type MakeLocalEngine = (options: { fonts?: readonly { data: Uint8Array }[] }) => Promise<LocalEngine>

/** Loaded when a command needs it, since most commands of the store do not. */
export async function loadEngine(): Promise<MakeLocalEngine> {
  const engine = new URL('../engine/index.js', import.meta.url).href
  return ((await import(engine)) as { createEngine: MakeLocalEngine }).createEngine
}
