// Rendering on the spot, for `render`, `merge`, `check`, `variables`, `inspect` and `worker`.
import type { Assets, CompiledTemplate, Engine, FontSource, RenderResult } from '../../engine/index.ts'
import type { TemplateType } from '../store/store.ts'
import { BadInput, describeProblem, problemsOf, readInput, readText, type Surroundings, typeOf } from './command.ts'
import { fileResolver, folderOf } from './files.ts'

/** A template read from a file. */
export interface LocalTemplate {
  readonly path: string
  readonly type: TemplateType
  readonly source: string
}

export async function startEngine(fonts: readonly string[], surroundings: Surroundings): Promise<Engine> {
  const { createEngine, fontSources, switchCaches } = await surroundings.loadEngine()
  if (surroundings.environment['PLATEN_CACHES'] === 'off') switchCaches('off')
  const extraFonts: FontSource[] = []
  for (const path of fonts) {
    const data = await readInput(path, surroundings)
    try {
      extraFonts.push(...fontSources(data))
    } catch (thrown) {
      throw badInput(thrown, path, undefined, surroundings)
    }
  }
  return createEngine({ extraFonts })
}

export async function readTemplate(path: string, type: string | undefined, surroundings: Surroundings): Promise<LocalTemplate> {
  return { path, type: typeOf(path, type), source: await readText(path, surroundings) }
}

export function compile(engine: Engine, template: LocalTemplate, assets: Assets, surroundings: Surroundings): CompiledTemplate {
  try {
    return engine.compile({ type: template.type, source: template.source }, { assets })
  } catch (thrown) {
    throw badInput(thrown, template.path, template.source, surroundings)
  }
}

/** Runs a rendering and prints its warnings; an InputError becomes printed diagnostics and exit code 1. */
export async function rendered<Result extends Pick<RenderResult, 'warnings'>>(
  work: () => Promise<Result>,
  template: LocalTemplate,
  surroundings: Surroundings,
): Promise<Result> {
  try {
    const result = await work()
    for (const warning of result.warnings) surroundings.err(describeProblem(warning, template.path))
    return result
  } catch (thrown) {
    throw badInput(thrown, template.path, template.source, surroundings)
  }
}

/** Files below `baseDir`, found from the document's folder when that lies below it, else from `baseDir` itself. */
export function assetsBelow(baseDir: string | undefined, document: string): Assets {
  if (baseDir === undefined) return {}
  const fromRoot = fileResolver(baseDir)
  const fromDocument = document === '-' ? fromRoot : fileResolver(baseDir, folderOf(document))
  return (url) => fromDocument(url) ?? fromRoot(url)
}

/** Prints what is wrong with the caller's files; anything else that was thrown is our bug and goes on. */
function badInput(thrown: unknown, path: string, source: string | undefined, { err }: Surroundings): unknown {
  const problems = problemsOf(thrown)
  if (problems === undefined) return thrown
  for (const problem of problems) err(describeProblem(problem, path, source))
  return new BadInput('')
}
