// Pictures of the first pages, by poppler's pdftoppm where it is installed: assistants see pictures, few of them read PDFs.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MOST_PAGES = 3
const DPI = 80
const MS_MOST = 20_000

/** PNG files in the order of the pages; none where the program is missing or fails. */
export async function pageImages(pdf: Uint8Array, signal: AbortSignal): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-mcp-'))
  try {
    const words = ['-png', '-r', String(DPI), '-l', String(MOST_PAGES), '-', join(folder, 'page')]
    if (!(await runs('pdftoppm', words, { input: pdf, signal }))) return []
    return await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runs(program: string, words: readonly string[], { input, signal }: { input: Uint8Array; signal: AbortSignal }): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['pipe', 'ignore', 'ignore'], signal, timeout: MS_MOST })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
    // A program that ends before it has read everything is reported by its exit code.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
