// What all commands share: their context, errors, reading of files and printing of diagnostics.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Diagnostic } from '../../engine/index.ts'
import type { EngineModule } from '../local-engine.ts'
import type { TemplateType } from '../store/store.ts'

/** Input, output and environment of a command; tests replace them. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Text or bytes for standard output. */
  readonly out: (output: string | Uint8Array) => void
  /** Text for standard error. */
  readonly err: (text: string) => void
  /** All of standard input. */
  readonly input: () => Promise<Buffer>
  readonly isOutTerminal: boolean
  readonly isErrTerminal: boolean
  /** Asks the user a question; absent where nobody can answer. */
  readonly confirm?: (question: string) => Promise<boolean>
  readonly loadEngine: () => Promise<
    Pick<EngineModule, 'createEngine' | 'fontSources' | 'describeFont' | 'describeProblem' | 'switchCaches'>
  >
  /** Script of the rendering processes; set by tests only. */
  readonly childScript?: URL
}

/** Bad input: exit code 1. The message is printed; an empty one when the problems have been printed before. */
export class BadInput extends Error {}

/** Wrong usage of the command: exit code 2. */
export class BadUsage extends Error {}

export const EXIT = { ok: 0, badInput: 1, badUsage: 2 } as const

export function typeOf(path: string, given: string | undefined): TemplateType {
  if (given === 'html' || given === 'editor') return given
  if (given !== undefined) throw new BadUsage(`--type is html or editor, not "${given}"`)
  return path.endsWith('.json') ? 'editor' : 'html'
}

/** Reads a file, or standard input for `-`. */
export async function readInput(path: string, { input }: CommandContext): Promise<Buffer> {
  if (path === '-') return input()
  try {
    return await readFile(path)
  } catch (thrown) {
    throw new BadInput(`cannot read ${path}: ${describeError(thrown)}`)
  }
}

export async function readText(path: string, context: CommandContext): Promise<string> {
  const bytes = await readInput(path, context)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadInput(`${path} is not valid UTF-8`)
  }
}

/** The data of a template: a JSON object; an empty array counts as an empty object, since PHP encodes it so. */
export async function readData(
  path: string | undefined,
  context: CommandContext,
  parse: (text: string) => unknown = JSON.parse,
): Promise<object> {
  if (path === undefined) return {}
  const text = await readText(path, context)
  let data: unknown
  try {
    data = parse(text)
  } catch (thrown) {
    throw new BadInput(`${path} is not valid JSON: ${describeError(thrown)}`)
  }
  if (typeof data !== 'object' || data === null || (Array.isArray(data) && data.length > 0))
    throw new BadInput(`${path} must hold a JSON object`)
  return Array.isArray(data) ? {} : data
}

/** Writes to a file, or to standard output for `-`; without a path also to standard output, unless it is a terminal. */
export async function writeOutput(
  path: string | undefined,
  bytes: string | Uint8Array,
  { out, isOutTerminal }: CommandContext,
): Promise<void> {
  if (path === undefined && isOutTerminal) throw new BadUsage('say where the result goes with --out FILE (or --out - for standard output)')
  if (path === undefined || path === '-') return out(bytes)
  try {
    await writeFile(path, bytes)
  } catch (thrown) {
    const isFolderMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
    throw new BadInput(`cannot write ${path}: ${isFolderMissing ? `there is no folder ${dirname(path)}` : describeError(thrown)}`)
  }
}

/** The diagnostics of an InputError, else undefined. The error is recognised by its name, since importing its class would load the engine. */
export function diagnosticsOf(thrown: unknown): readonly Diagnostic[] | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'InputError' || !('diagnostics' in thrown) || !Array.isArray(thrown.diagnostics))
    return undefined
  return thrown.diagnostics
}

/** The file that diagnostics refer to, and its text for the excerpts. */
export interface Origin {
  readonly path: string
  readonly source?: string | undefined
}

/** Prints diagnostics, with the source line of each if `source` is given. The engine formats them, so it is loaded only if there are any. */
export async function printDiagnostics(
  problems: readonly Diagnostic[],
  origin: Origin,
  context: Pick<CommandContext, 'err' | 'loadEngine'>,
): Promise<void> {
  if (problems.length > 0) context.err(await formatDiagnostics(problems, origin, context))
}

export async function formatDiagnostics(
  problems: readonly Diagnostic[],
  { path, source }: Origin,
  { loadEngine }: Pick<CommandContext, 'loadEngine'>,
): Promise<string> {
  if (problems.length === 0) return ''
  const { describeProblem } = await loadEngine()
  return foldRepeats(problems)
    .map((problem) => describeProblem(problem, path, source))
    .join('')
}

/** The first of those that say the same of one place of the template, with the number of values that it stands for: a row that lacks a field often comes a thousand times. */
function foldRepeats(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const folded = new Map<string, Diagnostic>()
  for (const problem of problems) {
    const { code, part, at, message, count = 1 } = problem
    const key = JSON.stringify([code, part, at, message])
    const first = folded.get(key)
    folded.set(key, first === undefined ? problem : { ...first, count: (first.count ?? 1) + count })
  }
  return [...folded.values()]
}

/** Describes a file system error to the user who named the file. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if ('code' in thrown && thrown.code === 'ENOENT') return 'there is no such file'
  if ('code' in thrown && thrown.code === 'EISDIR') return 'it is a folder'
  return thrown.message
}
