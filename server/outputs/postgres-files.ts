// Generated files in PostgreSQL: pieces of a file in rows of their own, so that neither side ever holds a large file twice.
import { Readable } from 'node:stream'
import { type Row, type RowScope, SERVICE, type Sql } from '../store/sql.ts'
import { BlockChunker } from './block-chunker.ts'
import type { FileWriter, OutputFiles } from './files.ts'

const CHUNK_BYTES = 512 * 1024

export function openPostgresFiles(sql: Sql): OutputFiles {
  return new PostgresFiles(sql)
}

class PostgresFiles implements OutputFiles {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Each piece is committed by itself: no connection is held while a document is made, and nobody reads what has no row that is ready. */
  async create(id: string): Promise<FileWriter> {
    const blocks = new BlockChunker(CHUNK_BYTES)
    let n = 0
    const insert = async (bytes: Buffer): Promise<void> => {
      await this.#sql.run(scopeOf(id), 'INSERT INTO output_chunks (id, n, bytes) VALUES (?, ?, ?)', id, n++, bytes)
    }
    return {
      write: async (bytes) => {
        for (const block of blocks.add(bytes)) await insert(block)
      },
      finish: async () => {
        const rest = blocks.rest()
        if (rest.length > 0 || n === 0) await insert(rest)
      },
      discard: () => this.remove(id),
    }
  }

  async read(id: string, length: number): Promise<Readable | undefined> {
    const [row] = await this.#sql.all(
      scopeOf(id),
      'SELECT count(*) AS pieces, sum(octet_length(bytes)) AS length FROM output_chunks WHERE id = ?',
      id,
    )
    if (Number(row?.['pieces']) === 0 || Number(row?.['length']) !== length) return undefined
    return Readable.from(this.#pieces(id, length), { objectMode: false, highWaterMark: CHUNK_BYTES })
  }

  async remove(id: string): Promise<void> {
    await this.#sql.run(scopeOf(id), 'DELETE FROM output_chunks WHERE id = ?', id)
  }

  async *ids(): AsyncIterable<readonly string[]> {
    for (let after = ''; ; ) {
      const rows: readonly Row[] = await this.#sql.all(
        SERVICE,
        'SELECT id FROM output_chunks WHERE n = 0 AND id > ? ORDER BY id LIMIT 500',
        after,
      )
      const ids = rows.map((row) => String(row['id']))
      if (ids.length === 0) return
      yield ids
      after = ids.at(-1)!
    }
  }

  /** A connection is held for a piece at a time, not for as long as a slow reader takes. */
  async *#pieces(id: string, length: number): AsyncGenerator<Buffer> {
    for (let [n, sent] = [0, 0]; sent < length; n++) {
      const [row] = await this.#sql.all(scopeOf(id), 'SELECT bytes FROM output_chunks WHERE id = ? AND n = ?', id, n)
      const piece = row?.['bytes']
      if (!Buffer.isBuffer(piece)) throw new Error('a generated file was removed while it was read')
      sent += piece.length
      yield piece
    }
  }
}

function scopeOf(id: string): RowScope {
  return { kind: 'output', id }
}
