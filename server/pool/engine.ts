// What the server uses of the engine.
import type { TemplateType, VariableRecord } from '../store/store.ts'
import type { Problem } from './renderer.ts'

export interface CompiledTemplate {
  readonly variables: readonly VariableRecord[]
}

export interface EngineResult {
  readonly pdf: Uint8Array
  readonly pages: number
  readonly warnings: readonly Problem[]
}

export interface Engine<T extends CompiledTemplate = CompiledTemplate> {
  compile(input: { type: TemplateType; source: string }): T
  render(template: T, data: object): Promise<EngineResult>
  merge(parts: readonly { template: T; data: object }[]): Promise<EngineResult>
}

export type MakeEngine = (options: { limits: { pages: number; outputBytes: number } }) => Promise<Engine>
