// The output gate: what independent PDF tools say of a file. A tool that is missing is named; with PLATEN_REQUIRE_TOOLS=1 it fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TOOLS = ['qpdf', 'mutool', 'pdftotext', 'pdffonts', 'pdftoppm', 'pdfinfo'] as const
export type Tool = (typeof TOOLS)[number]

const VERSION_FLAG: Readonly<Record<Tool, string>> = {
  qpdf: '--version',
  mutool: '-v',
  pdftotext: '-v',
  pdffonts: '-v',
  pdftoppm: '-v',
  pdfinfo: '-v',
}
const found = new Map<Tool, boolean>()
const missing = new Set<Tool>()

/** Whether a tool can be run; says so by name, once, when it cannot. */
export function hasTool(tool: Tool): boolean {
  let isThere = found.get(tool)
  if (isThere === undefined) {
    isThere = spawnSync(tool, [VERSION_FLAG[tool]]).error === undefined
    found.set(tool, isThere)
  }
  if (isThere) return true
  if (process.env['PLATEN_REQUIRE_TOOLS'] === '1') throw new Error(`${tool} is required and not installed`)
  if (!missing.has(tool)) process.stderr.write(`(without ${tool}: not installed)\n`)
  missing.add(tool)
  return false
}

interface ToolResult {
  readonly status: number | null
  readonly stdout: Buffer
  readonly stderr: string
}

function run(tool: Tool, args: readonly string[]): ToolResult {
  const result = spawnSync(tool, args, { maxBuffer: 1 << 28 })
  return { status: result.status, stdout: result.stdout, stderr: result.stderr.toString() }
}

function withFile<T>(pdf: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  try {
    const path = join(folder, 'out.pdf')
    writeFileSync(path, pdf)
    return use(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Keys that must be in no file we write: they make readers act. */
export const FORBIDDEN_KEYS = [
  '/JavaScript',
  '/JS',
  '/Launch',
  '/OpenAction',
  '/AA',
  '/SubmitForm',
  '/GoToR',
  '/ImportData',
  '/XFA',
  '/RichMedia',
]

/** Everything the tools object to; empty when the file is good. */
export function faultsOf(pdf: Uint8Array): string[] {
  return withFile(pdf, (path) => {
    const faults: string[] = []
    if (hasTool('qpdf')) {
      const check = run('qpdf', ['--check', path])
      if (check.status !== 0) faults.push(`qpdf: ${check.stdout}${check.stderr}`)
      const json = run('qpdf', ['--json=2', path]).stdout.toString()
      for (const key of FORBIDDEN_KEYS) if (json.includes(`"${key}"`)) faults.push(`forbidden key ${key}`)
    }
    if (hasTool('mutool')) {
      const draw = run('mutool', ['draw', '-q', '-F', 'trace', '-o', '/dev/null', path])
      // Builds without colour management say so on every file.
      const complaints = draw.stderr.replace('warning: ICC support is not available\n', '')
      if (draw.status !== 0 || complaints !== '') faults.push(`mutool: ${complaints}`)
    }
    if (hasTool('pdftoppm')) {
      const paint = run('pdftoppm', ['-r', '30', path, join(path, '..', 'page')])
      if (paint.status !== 0 || paint.stderr !== '') faults.push(`pdftoppm: ${paint.stderr}`)
    }
    if (hasTool('pdffonts')) {
      const rows = run('pdffonts', [path]).stdout.toString().split('\n').slice(2)
      for (const row of rows) if (row.trim() !== '' && !/\byes yes yes\b/.test(row)) faults.push(`pdffonts: ${row.trim()}`)
    }
    return faults
  })
}

/** What qpdf says of a file, line by line; nothing without the tool. */
export function structureFaultsOf(pdf: Uint8Array): string[] {
  if (!hasTool('qpdf')) return []
  return withFile(pdf, (path) => {
    const { status, stdout, stderr } = run('qpdf', ['--check', path])
    return status === 0 ? [] : `${stdout}${stderr}`.split('\n').filter((line) => /WARNING|ERROR/.test(line))
  })
}

/** Text as poppler reads it; undefined without the tool. */
/** The names of the fonts, without the letters of subsets, in their order; undefined without the tool. */
export function fontNamesOf(pdf: Uint8Array): readonly string[] | undefined {
  if (!hasTool('pdffonts')) return undefined
  const rows = withFile(pdf, (path) => run('pdffonts', [path]).stdout.toString().split('\n').slice(2))
  return rows.flatMap((row) => /^(?:[A-Z]{6}\+)?(\S+)/.exec(row)?.[1] ?? [])
}

export function textByPoppler(pdf: Uint8Array, ...options: string[]): string | undefined {
  if (!hasTool('pdftotext')) return undefined
  return withFile(pdf, (path) => run('pdftotext', [...options, path, '-']).stdout.toString())
}

/** Text as mupdf reads it; undefined without the tool. */
export function textByMupdf(pdf: Uint8Array): string | undefined {
  if (!hasTool('mutool')) return undefined
  return withFile(pdf, (path) => run('mutool', ['draw', '-q', '-F', 'text', path]).stdout.toString())
}

/**
 * What mupdf paints, in painting order: a line for each glyph, with its colour, font and place, and the other lines of its trace. Marks and spaces, which paint
 * nothing, are left out, and names that follow from numbers of objects. Undefined without the tool.
 */
export function paintingByMupdf(pdf: Uint8Array): readonly string[] | undefined {
  if (!hasTool('mutool')) return undefined
  const trace = withFile(pdf, (path) => run('mutool', ['draw', '-q', '-F', 'trace', path]).stdout.toString())
  const painting: string[] = []
  let text = ''
  let span = ''
  for (const line of trace.split('\n')) {
    const [, name = ''] = /^\s*<(\/?\w+)/.exec(line) ?? []
    if (/^(document|\/?(end_)?(layer|structure|metatext)|\/(span|\w+_text))$/.test(name)) continue
    if (name.endsWith('_text')) text = line.trim()
    else if (name === 'span') span = line.trim().replace(/"[A-Z]{6}\+/, '"')
    else if (name !== 'g') painting.push(line.replace(/ id="\d+"/, ''))
    else if (!line.includes('unicode=" "')) painting.push(`${text} ${span} ${line.trim()}`)
  }
  return painting
}

/** One page as gray or RGB pixels at `dpi`; undefined without the tool. */
export function pixelsOf(pdf: Uint8Array, dpi: number, page = 1): Pixels | undefined {
  if (!hasTool('pdftoppm')) return undefined
  return withFile(pdf, (path, folder) => {
    run('pdftoppm', ['-r', String(dpi), '-f', String(page), '-l', String(page), '-singlefile', path, join(folder, 'page')])
    return parsePpm(readFileSync(join(folder, 'page.ppm')))
  })
}

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Three bytes a pixel. */
  readonly bytes: Uint8Array
}

/** `#rrggbb` of one pixel. */
export function pixelAt(pixels: Pixels, x: number, y: number): string {
  const at = (y * pixels.width + x) * 3
  return `#${Buffer.from(pixels.bytes.subarray(at, at + 3)).toString('hex')}`
}

function parsePpm(file: Buffer): Pixels {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 64).toString('latin1'))
  if (head === null) throw new Error('pdftoppm wrote no P6 picture')
  return { width: Number(head[1]), height: Number(head[2]), bytes: file.subarray(head[0].length) }
}

/** The structure tree with its text as poppler prints it. Undefined without poppler. */
export function structureByPoppler(pdf: Uint8Array): string | undefined {
  if (!hasTool('pdfinfo')) return undefined
  return withFile(pdf, (path) => run('pdfinfo', ['-struct-text', path]).stdout.toString())
}

/** Text in the order of the structure tree, as poppler reads it: each marked-content sequence on a line of its own. Undefined without poppler. */
export function structureTextByPoppler(pdf: Uint8Array): string | undefined {
  const shown = structureByPoppler(pdf)
  return shown && textOfStructure(shown)
}

/** The texts of a tree that poppler printed, or of a part of it: those of one block are one text, in which spaces part words. */
export function wordsOfStructure(shown: string): string {
  let text = ''
  for (const line of shown.split('\n')) {
    const [, content] = /^\s*"(.*)"$/.exec(line) ?? []
    if (content !== undefined) text += content
    else if (!/\(inline\)|^\s*Object /.test(line) || /^\s*Note\b/.test(line)) text += '\n'
  }
  return text
}

/** The texts of a tree that poppler printed, or of a part of it. */
export function textOfStructure(shown: string): string {
  return [...shown.matchAll(/^\s*"(.*)"$/gm)].map(([, text]) => text).join('\n')
}
