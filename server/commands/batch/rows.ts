// Reads a JSONL file of any size. Lines are split as bytes, at line feeds only, and validated one by one: an invalid line is reported with its
// number and does not affect the others.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BadInput, type CommandContext, describeError, readInput } from '../command.ts'

/** A line that is not blank; `number` is its line number, from 1. */
export type Row = { readonly number: number } & (
  | { readonly kind: 'valid'; readonly text: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'invalid'; readonly why: string }
)

/** Opens the bytes of a file or of standard input; each call starts from the beginning. */
export type RowBytes = () => AsyncIterable<Uint8Array>

const LINE_FEED = 0x0a
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

interface RowSource {
  readonly bytes: RowBytes
  readonly close: () => Promise<void>
}

/** Input that can be read only once is buffered: standard input in memory, as in every command, a pipe such as `<(…)` in a file. */
export async function openRows(path: string, context: CommandContext): Promise<RowSource> {
  if (path === '-') {
    const bytes = await readInput(path, context)
    return { bytes: () => Readable.from([bytes]), close: async () => {} }
  }
  if (await isPlainFile(path)) return { bytes: () => fileBytes(path), close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'platen-rows-'))
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const copyPath = join(folder, 'rows.jsonl')
  try {
    await writeFile(copyPath, fileBytes(path))
  } catch (thrown) {
    await close()
    throw thrown instanceof BadInput ? thrown : new BadInput(`cannot buffer the rows of ${path} in ${folder}: ${describeError(thrown)}`)
  }
  return { bytes: () => fileBytes(copyPath), close }
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (thrown) {
    throw new BadInput(`cannot read ${path}: ${describeError(thrown)}`)
  }
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (thrown) {
    throw new BadInput(`cannot read ${path}: ${describeError(thrown)}`)
  }
}

/** The rows of a file; a line of more than `mostBytes` is bad. */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Row> {
  let number = 0
  for await (const line of linesOf(bytes, maxBytes)) {
    number++
    const row = line === undefined ? invalid(number, `it is longer than ${maxBytes} bytes (PLATEN_BODY_BYTES)`) : rowOf(number, line)
    if (row !== undefined) yield row
  }
}

/** Lines without their line feeds; undefined for a line of more than `mostBytes`. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array | undefined> {
  let held: Uint8Array[] = []
  let length = 0
  const hold = (piece: Uint8Array): void => {
    length += piece.length
    if (length <= maxBytes) held.push(piece)
    else held = []
  }
  const takeLine = (): Uint8Array | undefined => {
    const line = length > maxBytes ? undefined : Buffer.concat(held, length)
    held = []
    length = 0
    return line
  }
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      hold(chunk.subarray(from, end))
      yield takeLine()
      from = end + 1
    }
    hold(chunk.subarray(from))
  }
  if (length > 0) yield takeLine()
}

function rowOf(number: number, line: Uint8Array): Row | undefined {
  let text: string
  try {
    // Drops a byte order mark, which Windows editors put before the first line.
    text = UTF_8.decode(line)
  } catch {
    return invalid(number, 'it is not valid UTF-8')
  }
  if (text.trim() === '') return undefined
  const data = parse(text)
  return data === undefined ? invalid(number, 'it is not a JSON object') : { kind: 'valid', number, text, data }
}

function invalid(number: number, why: string): Row {
  return { kind: 'invalid', number, why }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text)
    // An object that is no array has string keys.
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
