// The pages of an example as they are kept beside it: one painted thing a line, so that version control shows what changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { BadInput } from '../command.ts'
import type { PaintedItem, PaintedPage } from './page-record.ts'

export interface KeptPages {
  /** The version of Platen that made them. */
  readonly engine: string
  /** Hash of what they were made of: source, data and assets. */
  readonly inputs: string
  readonly pages: readonly PaintedPage[]
}

const FORMAT = 1
const KINDS: readonly string[] = ['text', 'shape', 'image', 'effect', 'link'] satisfies PaintedItem['kind'][]

export function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\0`).update(part)
  return hash.digest('hex')
}

export function writeKeptPages(path: string, { engine, inputs, pages }: KeptPages): void {
  const item = ({ kind, identity, x, y, width, height }: PaintedItem): string =>
    `      ${JSON.stringify([kind, identity, x, y, width, height])}`
  const page = ({ width, height, items }: PaintedPage): string =>
    `    { "width": ${width}, "height": ${height}, "items": [\n${items.map(item).join(',\n')}\n    ] }`
  const head = `  "format": ${FORMAT},\n  "engine": ${JSON.stringify(engine)},\n  "inputs": ${JSON.stringify(inputs)},\n`
  writeFileSync(path, `{\n${head}  "pages": [\n${pages.map(page).join(',\n')}\n  ]\n}\n`)
}

/** Undefined when none are kept. */
export function readKeptPages(path: string): KeptPages | undefined {
  if (!existsSync(path)) return undefined
  try {
    const { format, engine, inputs, pages } = JSON.parse(readFileSync(path, 'utf8'))
    if (format !== FORMAT || !Array.isArray(pages)) throw new Error('of another format')
    return { engine: String(engine), inputs: String(inputs), pages: pages.map(pageOf) }
  } catch (thrown) {
    throw new BadInput(`${path} holds no pages of platen templates verify: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

function pageOf({ width, height, items }: { width: unknown; height: unknown; items: unknown }): PaintedPage {
  if (!Array.isArray(items)) throw new Error('a page without items')
  return { width: Number(width), height: Number(height), items: items.map(itemOf) }
}

function itemOf(item: unknown): PaintedItem {
  if (!Array.isArray(item)) throw new Error('an item that is no list')
  const [kind, identity, x, y, width, height] = item
  if (!KINDS.includes(kind) || typeof identity !== 'string') throw new Error(`the unknown item ${JSON.stringify(item).slice(0, 80)}`)
  return { kind, identity, x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
}
