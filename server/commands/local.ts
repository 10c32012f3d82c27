// Rendering in the CLI's own process, for `render`, `merge`, `check`, `variables`, `inspect`, `dev` and `worker`.
import type { Assets, CompiledTemplate, Engine, FontSource, RenderResult } from '../../engine/index.ts'
import type { TemplateType } from '../store/store.ts'
import { BadInput, type CommandContext, diagnosticsOf, type Origin, printDiagnostics, readInput, readText, typeOf } from './command.ts'
import { checkBaseDir, type EngineFlags, engineOptions, refuseWarnings } from './engine-flags.ts'
import { fileResolver, folderOf } from './files.ts'

/** A template read from a file. */
export interface LocalTemplate {
  readonly path: string
  readonly type: TemplateType
  readonly source: string
}

/** An engine configured by the flags. */
export async function startEngine(flags: Partial<EngineFlags>, context: CommandContext): Promise<Engine> {
  checkBaseDir(flags)
  const { createEngine, fontSources, switchCaches } = await context.loadEngine()
  if (context.environment['PLATEN_CACHES'] === 'off') switchCaches('off')
  const extraFonts: FontSource[] = []
  for (const path of flags.font ?? []) {
    const data = await readInput(path, context)
    try {
      extraFonts.push(...fontSources(data))
    } catch (thrown) {
      throw await badInput(thrown, { path }, context)
    }
  }
  return createEngine({ extraFonts, ...engineOptions(flags) })
}

export async function readTemplate(path: string, type: string | undefined, context: CommandContext): Promise<LocalTemplate> {
  return { path, type: typeOf(path, type), source: await readText(path, context) }
}

export async function compile(engine: Engine, template: LocalTemplate, assets: Assets, context: CommandContext): Promise<CompiledTemplate> {
  try {
    return engine.compile({ type: template.type, source: template.source }, { assets })
  } catch (thrown) {
    throw await badInput(thrown, template, context)
  }
}

/** Runs a rendering and prints its warnings. An InputError, or a warning with --strict, is printed and becomes exit code 1. */
export async function rendered<Result extends Pick<RenderResult, 'warnings'>>(
  work: () => Promise<Result>,
  origin: Origin & Pick<EngineFlags, 'strict'>,
  context: CommandContext,
): Promise<Result> {
  let result: Result
  try {
    result = await work()
  } catch (thrown) {
    throw await badInput(thrown, origin, context)
  }
  await printDiagnostics(result.warnings, origin, context)
  refuseWarnings(result.warnings.length, origin)
  return result
}

/** Resolves files below `baseDir`, relative to the document's folder first, then to `baseDir` itself. */
export function assetsBelow(baseDir: string | undefined, document: string): Assets {
  if (baseDir === undefined) return {}
  const fromRoot = fileResolver(baseDir)
  const fromDocument = document === '-' ? fromRoot : fileResolver(baseDir, folderOf(document))
  return (url) => fromDocument(url) ?? fromRoot(url)
}

/** Prints the diagnostics of an InputError and returns a BadInput; anything else is our bug and is returned unchanged. */
async function badInput(thrown: unknown, origin: Origin, context: CommandContext): Promise<unknown> {
  const problems = diagnosticsOf(thrown)
  if (problems === undefined) return thrown
  await printDiagnostics(problems, origin, context)
  return new BadInput('')
}
