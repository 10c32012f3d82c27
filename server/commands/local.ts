// Rendering on the spot, for `render`, `merge`, `check`, `variables`, `inspect` and `worker`.
import { basename } from 'node:path'
import type { LocalEngine, LocalRenderOptions } from '../local-engine.ts'
import type { CompiledTemplate, EngineResult } from '../pool/engine.ts'
import type { TemplateType } from '../store/store.ts'
import { BadInput, describeProblem, problemsOf, readInput, readText, type Surroundings, typeOf } from './command.ts'
import { fileResolver, folderOf } from './files.ts'

/** A template read from a file. */
export interface LocalTemplate {
  readonly path: string
  readonly type: TemplateType
  readonly source: string
}

export async function startEngine(fonts: readonly string[], surroundings: Surroundings): Promise<LocalEngine> {
  const makeEngine = await surroundings.makeEngine()
  const loaded = await Promise.all(fonts.map(async (path) => ({ data: await readInput(path, surroundings) })))
  try {
    return await makeEngine(loaded.length === 0 ? {} : { fonts: loaded })
  } catch (thrown) {
    throw badInput(thrown, fonts.map((path) => basename(path)).join(', '), undefined, surroundings)
  }
}

export async function readTemplate(path: string, type: string | undefined, surroundings: Surroundings): Promise<LocalTemplate> {
  return { path, type: typeOf(path, type), source: await readText(path, surroundings) }
}

export function compile(engine: LocalEngine, template: LocalTemplate, surroundings: Surroundings): CompiledTemplate {
  try {
    return engine.compile({ type: template.type, source: template.source })
  } catch (thrown) {
    throw badInput(thrown, template.path, template.source, surroundings)
  }
}

/** Runs a rendering and prints its warnings; an InputError becomes printed diagnostics and exit code 1. */
export async function rendered(
  work: () => Promise<EngineResult>,
  template: LocalTemplate,
  surroundings: Surroundings,
): Promise<EngineResult> {
  try {
    const result = await work()
    for (const warning of result.warnings) surroundings.err(describeProblem(warning, template.path))
    return result
  } catch (thrown) {
    throw badInput(thrown, template.path, template.source, surroundings)
  }
}

/** Files below `baseDir`, found from the document's folder when that lies below it, else from `baseDir` itself. */
export function renderOptions(baseDir: string | undefined, document: string): LocalRenderOptions {
  if (baseDir === undefined) return {}
  const fromRoot = fileResolver(baseDir)
  const fromDocument = document === '-' ? fromRoot : fileResolver(baseDir, folderOf(document))
  return { resolve: (url) => fromDocument(url) ?? fromRoot(url) }
}

/** Prints what is wrong with the caller's files; anything else that was thrown is our bug and goes on. */
function badInput(thrown: unknown, path: string, source: string | undefined, { err }: Surroundings): unknown {
  const problems = problemsOf(thrown)
  if (problems === undefined) return thrown
  for (const problem of problems) err(describeProblem(problem, path, source))
  return new BadInput('')
}
