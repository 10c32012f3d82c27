// Generated files in PostgreSQL: pieces of a file in rows of their own, so that neither side ever holds a large file twice.
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { SCHEMA, unavailable } from '../store/postgres.ts'
import type { FileWriter, OutputFiles } from './files.ts'
import { Gatherer } from './gather.ts'

const CHUNK_BYTES = 512 * 1024

export function openPostgresFiles(pool: Pool): OutputFiles {
  return new PostgresFiles(pool)
}

class PostgresFiles implements OutputFiles {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Each piece is committed by itself: no connection is held while a document is made, and nobody reads what has no row that is ready. */
  async create(id: string): Promise<FileWriter> {
    const blocks = new Gatherer(CHUNK_BYTES)
    let n = 0
    const insert = async (bytes: Buffer): Promise<void> => {
      await this.#query(`INSERT INTO ${SCHEMA}.output_chunks (id, n, bytes) VALUES ($1, $2, $3)`, [id, n++, bytes])
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
    const { rows } = await this.#query(
      `SELECT count(*) AS pieces, sum(octet_length(bytes)) AS length FROM ${SCHEMA}.output_chunks WHERE id = $1`,
      [id],
    )
    if (Number(rows[0]?.['pieces']) === 0 || Number(rows[0]?.['length']) !== length) return undefined
    return Readable.from(this.#pieces(id, length), { objectMode: false, highWaterMark: CHUNK_BYTES })
  }

  async remove(id: string): Promise<void> {
    await this.#query(`DELETE FROM ${SCHEMA}.output_chunks WHERE id = $1`, [id])
  }

  async *ids(): AsyncIterable<readonly string[]> {
    for (let after = ''; ; ) {
      const { rows } = await this.#query(`SELECT id FROM ${SCHEMA}.output_chunks WHERE n = 0 AND id > $1 ORDER BY id LIMIT 500`, [after])
      const ids = rows.map((row) => String(row['id']))
      if (ids.length === 0) return
      yield ids
      after = ids.at(-1)!
    }
  }

  /** A connection is held for a piece at a time, not for as long as a slow reader takes. */
  async *#pieces(id: string, length: number): AsyncGenerator<Buffer> {
    for (let [n, sent] = [0, 0]; sent < length; n++) {
      const { rows } = await this.#query(`SELECT bytes FROM ${SCHEMA}.output_chunks WHERE id = $1 AND n = $2`, [id, n])
      const piece = rows[0]?.['bytes']
      if (!Buffer.isBuffer(piece)) throw new Error('a generated file was removed while it was read')
      sent += piece.length
      yield piece
    }
  }

  async #query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }> {
    try {
      return await this.#pool.query<Record<string, unknown>>({ text, values: [...values] })
    } catch (thrown) {
      throw unavailable(thrown)
    }
  }
}
