// What the commands share: their surroundings, how they fail, how they read files and print problems.
import { readFile, writeFile } from 'node:fs/promises'
import type { Diagnostic } from '../../engine/index.ts'
import type { EngineModule } from '../local-engine.ts'
import type { TemplateType } from '../store/store.ts'

/** The world as a command sees it; tests put another in its place. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Text or bytes for standard output. */
  readonly out: (what: string | Uint8Array) => void
  /** Text for standard error. */
  readonly err: (text: string) => void
  readonly input: () => Promise<Buffer>
  readonly isOutTerminal: boolean
  readonly isErrTerminal: boolean
  readonly loadEngine: () => Promise<Pick<EngineModule, 'createEngine' | 'fontSources' | 'describeFont' | 'switchCaches'>>
  /** The program of rendering processes; absent outside tests. */
  readonly childScript?: URL
}

/** The input is bad: exit code 1. The message is all there is to say. */
export class BadInput extends Error {}

/** The command was called wrongly: exit code 2. */
export class BadUsage extends Error {}

export const EXIT = { ok: 0, badInput: 1, badUsage: 2 } as const

export function typeOf(path: string, given: string | undefined): TemplateType {
  if (given === 'html' || given === 'editor') return given
  if (given !== undefined) throw new BadUsage(`--type is html or editor, not "${given}"`)
  return path.endsWith('.json') ? 'editor' : 'html'
}

/** Reads a file, or standard input for `-`. */
export async function readInput(path: string, { input }: Surroundings): Promise<Buffer> {
  if (path === '-') return input()
  try {
    return await readFile(path)
  } catch (thrown) {
    throw new BadInput(`cannot read ${path}: ${reason(thrown)}`)
  }
}

export async function readText(path: string, surroundings: Surroundings): Promise<string> {
  const bytes = await readInput(path, surroundings)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadInput(`${path} is not valid UTF-8`)
  }
}

/** Data for a template: an object, where an empty array counts as one. */
export async function readData(path: string | undefined, surroundings: Surroundings): Promise<object> {
  if (path === undefined) return {}
  const text = await readText(path, surroundings)
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (thrown) {
    throw new BadInput(`${path} is not valid JSON: ${reason(thrown)}`)
  }
  if (typeof data !== 'object' || data === null || (Array.isArray(data) && data.length > 0))
    throw new BadInput(`${path} must hold a JSON object`)
  return Array.isArray(data) ? {} : data
}

/** Writes to a file, or to standard output for `-` and when nothing was said and it is no terminal. */
export async function writeOutput(
  path: string | undefined,
  bytes: string | Uint8Array,
  { out, isOutTerminal }: Surroundings,
): Promise<void> {
  if (path === undefined && isOutTerminal) throw new BadUsage('say where the result goes with --out FILE (or --out - for standard output)')
  if (path === undefined || path === '-') return out(bytes)
  try {
    await writeFile(path, bytes)
  } catch (thrown) {
    throw new BadInput(`cannot write ${path}: ${reason(thrown)}`)
  }
}

/** The diagnostics of an InputError, known by its name since the class would bring the whole engine along; undefined for anything else. */
export function problemsOf(thrown: unknown): readonly Diagnostic[] | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'InputError' || !('diagnostics' in thrown) || !Array.isArray(thrown.diagnostics))
    return undefined
  return thrown.diagnostics
}

/** `invoice.html:3:14: error: unknown helper "monney" [unknown-helper]`, then the line with a caret, then the hint. */
export function describeProblem(problem: Diagnostic, file: string, source?: string): string {
  const { at, code, severity, message, hint } = problem
  const place = at === undefined ? file : at.kind === 'text' ? `${file}:${at.line}:${at.column}` : `${file}#${at.pointer}`
  const lines = [`${place}: ${severity}: ${message} [${code}]`]
  if (at?.kind === 'text' && source !== undefined) lines.push(...excerpt(source, at.line, at.column))
  if (hint !== undefined) lines.push(`  hint: ${hint}`)
  return `${lines.join('\n')}\n`
}

/** Columns shown to either side of the caret: minified templates have lines of a megabyte. */
const SHOWN = 60

function excerpt(source: string, line: number, column: number): string[] {
  const text = source.split(/\r\n|\r|\n/, line).at(line - 1)
  if (text === undefined) return []
  const from = Math.max(0, column - 1 - SHOWN)
  const shown = text.slice(from, column - 1 + SHOWN)
  const number = String(line)
  // Tabs stay tabs above the caret, so that it stands where the eye looks whatever their width.
  const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ')
  return [`  ${number} | ${shown}`, `  ${' '.repeat(number.length)} | ${indent}^`]
}

/** What an error says to somebody who gave a file. */
export function reason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if ('code' in thrown && thrown.code === 'ENOENT') return 'there is no such file'
  if ('code' in thrown && thrown.code === 'EISDIR') return 'it is a folder'
  return thrown.message
}
