// Platen as a library: make an engine once, compile templates, render them with data.
import type { Engine } from './engine.ts'
import type { EngineOptions } from './options.ts'

export type { Attachment } from './attachments.ts'
export type { Helper } from './bind/bound.ts'
export { switchCaches } from './collections/cache.ts'
export type { CompiledTemplate } from './compile.ts'
export { CONFORMANCES, type Conformance, readClaims } from './conformance.ts'
export {
  type Diagnostic,
  type DiagnosticCode,
  describe,
  describePosition,
  describeProblem,
  InputError,
  type Position,
} from './diagnostic.ts'
export type { Engine, MergePart, StreamOptions } from './engine.ts'
export { describeFont, type FontDescription } from './font/describe.ts'
export type { FontSource } from './font/font.ts'
export { fontSource, fontSources } from './font/font-source.ts'
export type { ElementBox, Inspection, PlacedElement } from './inspect.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Assets, CompileOptions, EngineOptions, MergeOptions, PdfPart, RenderOptions } from './options.ts'
export type { DocumentMetadata } from './paint/canvas.ts'
export type { PageRange } from './paint/page-range-canvas.ts'
export type { RenderResult } from './services.ts'
export type { TemplateSource } from './source/source.ts'
export type { Variable } from './template/template.ts'

/** Loads WebAssembly and registers fonts; everything after is done without waiting. Make one and keep it. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  // A program that imports Platen may never render, or not yet: what all of it does to be ready waits for the first engine.
  const { makeEngine } = await import('./engine.ts')
  return makeEngine(options)
}
