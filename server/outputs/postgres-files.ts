// Generated files in PostgreSQL, in chunks of one row each, so that neither side holds a large file in memory.
import { Readable } from 'node:stream'
import { type Row, type RowScope, SERVICE, type Sql } from '../store/sql.ts'
import { BlockChunker } from './block-chunker.ts'
import { type ByteRange, type FileWriter, OUTPUT_KIND, type OutputFiles } from './files.ts'

const CHUNK_BYTES = 512 * 1024

/** `table` holds the chunks of one kind of files. */
export function openPostgresFiles(sql: Sql, table: string = OUTPUT_KIND.table): OutputFiles {
  return new PostgresFiles(sql, table)
}

class PostgresFiles implements OutputFiles {
  readonly #sql: Sql
  readonly #table: string

  constructor(sql: Sql, table: string) {
    this.#sql = sql
    this.#table = table
  }

  /** Each chunk is committed by itself: no connection is held while a document is rendered, and no file is read before its row is ready. */
  async create(id: string): Promise<FileWriter> {
    const chunks = new BlockChunker(CHUNK_BYTES)
    let n = 0
    const insert = async (bytes: Buffer): Promise<void> => {
      await this.#sql.run(scopeOf(id), `INSERT INTO ${this.#table} (id, n, bytes) VALUES (?, ?, ?)`, id, n++, bytes)
    }
    return {
      write: async (bytes) => {
        for (const chunk of chunks.add(bytes)) await insert(chunk)
      },
      finish: async () => {
        const rest = chunks.rest()
        if (rest.length > 0 || n === 0) await insert(rest)
      },
      discard: () => this.remove(id),
    }
  }

  async read(id: string, length: number, range?: ByteRange): Promise<Readable | undefined> {
    const [row] = await this.#sql.all(
      scopeOf(id),
      `SELECT count(*) AS chunks, sum(octet_length(bytes)) AS length FROM ${this.#table} WHERE id = ?`,
      id,
    )
    if (Number(row?.['chunks']) === 0 || Number(row?.['length']) !== length) return undefined
    return Readable.from(this.#chunks(id, range ?? { start: 0, end: length - 1 }), { objectMode: false, highWaterMark: CHUNK_BYTES })
  }

  async remove(id: string): Promise<void> {
    await this.#sql.run(scopeOf(id), `DELETE FROM ${this.#table} WHERE id = ?`, id)
  }

  async *ids(): AsyncIterable<readonly string[]> {
    for (let after = ''; ; ) {
      const rows: readonly Row[] = await this.#sql.all(
        SERVICE,
        `SELECT id FROM ${this.#table} WHERE n = 0 AND id > ? ORDER BY id LIMIT 500`,
        after,
      )
      const ids = rows.map((row) => String(row['id']))
      if (ids.length === 0) return
      yield ids
      after = ids.at(-1)!
    }
  }

  /** Holds a connection for one chunk at a time, not as long as a slow reader takes. */
  async *#chunks(id: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    // All chunks but the last are of one size.
    for (let n = Math.floor(start / CHUNK_BYTES); n * CHUNK_BYTES <= end; n++) {
      const [row] = await this.#sql.all(scopeOf(id), `SELECT bytes FROM ${this.#table} WHERE id = ? AND n = ?`, id, n)
      const chunk = row?.['bytes']
      if (!Buffer.isBuffer(chunk)) throw new Error('a file was removed while it was read')
      const from = n * CHUNK_BYTES
      yield chunk.subarray(Math.max(0, start - from), end + 1 - from)
    }
  }
}

function scopeOf(id: string): RowScope {
  return { kind: 'output', id }
}
