// Generated files behind unguessable URLs, for a limited time.
// The row goes first: pending row → file, whole and synced → row ready → answer. Whatever dies in between leaves a row that leads to
// its leftovers, and what was answered is there after any crash. Removal goes the other way: file, then row.
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { OutputRecord, Store } from '../store/store.ts'
import { hashSecret } from '../tokens.ts'
import type { FileWriter, OutputFiles } from './files.ts'
import { makeSecret, wasIssued } from './secret.ts'

export type Opened =
  | { readonly kind: 'open'; readonly length: number; readonly fileName: string; readonly content: Readable }
  /** The file is to be had there. */
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface Outputs {
  /** Gives the secret of the URL once the file is safe. Pieces that are made while they are read are written as they come. */
  save(teamId: string, pdf: Pieces, fileName: string): Promise<string>
  open(secret: string): Promise<Opened>
  /** Begins a file that no URL leads to and that is kept for a day; finishing it gives its id. */
  beginKept(teamId: string): Promise<OutputWriter>
  /** The bytes of a kept file; rejects when its time is over. */
  kept(teamId: string, id: string): Promise<{ readonly length: number; readonly content: Readable }>
  /** Removes what is past its time; gives how many and how late the latest was. */
  sweep(): Promise<{ readonly removed: number; readonly msLag: number }>
  /** Removes files without a row and rows without a file; gives how many of each. */
  reconcile(): Promise<{ readonly files: number; readonly rows: number }>
}

/** A file that comes in pieces. Whoever began it either finishes or discards it. */
export interface OutputWriter {
  write(piece: Uint8Array): Promise<void>
  /** Resolves once the file is safe, with what leads to it; leaves nothing and rejects when it cannot be made so. */
  finish(): Promise<string>
  /** Leaves nothing; where that fails, the sweeper comes by. */
  discard(): Promise<void>
}

export interface OutputOptions {
  readonly store: Store
  readonly files: OutputFiles
  readonly clock: Clock
  readonly msLife: number
  /** After this time a pending row belongs to a request that died. */
  readonly msPending: number
}

const BATCH = 200
/** How long calls under a key and events are remembered, and their documents with them. */
export const MS_KEPT = 24 * 60 * 60 * 1000

export async function createOutputs(options: OutputOptions): Promise<Outputs> {
  return new RowFirst(options, await options.store.signingKey())
}

class RowFirst implements Outputs {
  readonly #options: OutputOptions
  readonly #key: string

  constructor(options: OutputOptions, key: string) {
    this.#options = options
    this.#key = key
  }

  async save(teamId: string, pdf: Pieces, fileName: string): Promise<string> {
    const secret = makeSecret(this.#key)
    const writer = await this.#begin(teamId, { fileName, secretHash: hashSecret(secret), msLife: this.#options.msLife })
    try {
      for await (const piece of pdf) await writer.write(piece)
    } catch (thrown) {
      await writer.discard()
      throw thrown
    }
    await writer.finish()
    return secret
  }

  beginKept(teamId: string): Promise<OutputWriter> {
    // The hash of nothing that anybody could send.
    return this.#begin(teamId, { fileName: '', secretHash: `kept ${randomUUID()}`, msLife: MS_KEPT })
  }

  async kept(teamId: string, id: string): Promise<{ length: number; content: Readable }> {
    const { store, files, clock } = this.#options
    const row = await store.output(teamId, id)
    const content = row?.state === 'ready' && clock.now() < row.expiresAt ? await files.read(row.id, row.length) : undefined
    if (row === undefined || content === undefined) throw new Error('a kept file is gone')
    return { length: row.length, content }
  }

  async #begin(teamId: string, named: { fileName: string; secretHash: string; msLife: number }): Promise<OutputWriter> {
    const { store, files, clock } = this.#options
    const createdAt = clock.now()
    const { fileName, secretHash, msLife } = named
    const row = await store.addOutput(teamId, { secretHash, fileName, createdAt, expiresAt: createdAt + msLife })
    let file: FileWriter | undefined
    // Should this fail too, the row is still pending and the sweeper comes by.
    const discard = async (): Promise<void> => {
      await file?.discard().catch(() => {})
      await this.#remove(row).catch(() => {})
    }
    const orNothing = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (thrown) {
        await discard()
        throw thrown
      }
    }
    const written = await orNothing(files.create(row.id))
    file = written
    const hash = createHash('sha256')
    let length = 0
    return {
      write: (piece) => {
        hash.update(piece)
        length += piece.length
        return written.write(piece)
      },
      finish: () =>
        orNothing(
          (async () => {
            await written.finish()
            await store.markOutputReady(teamId, row.id, { sha256: hash.digest('hex'), length })
            return row.id
          })(),
        ),
      discard,
    }
  }

  async open(secret: string): Promise<Opened> {
    if (!wasIssued(this.#key, secret)) return { kind: 'unknown' }
    const row = await this.#options.store.outputBySecretHash(hashSecret(secret))
    if (row === undefined || row.state !== 'ready') return { kind: 'expired' }
    if (this.#options.clock.now() >= row.expiresAt) {
      // Gone for good from the first refusal on, whatever the clock says later.
      await this.#remove(row).catch(() => {})
      return { kind: 'expired' }
    }
    const { files, clock } = this.#options
    const seconds = Math.floor((row.expiresAt - clock.now()) / 1000)
    // In its last second a file passes through us: an address of the store's works for whole seconds.
    if (files.link !== undefined && seconds > 0)
      return { kind: 'elsewhere', address: await files.link(row.id, { seconds, fileName: row.fileName }) }
    const content = await files.read(row.id, row.length)
    return content === undefined ? { kind: 'unknown' } : { kind: 'open', length: row.length, fileName: row.fileName, content }
  }

  async sweep(): Promise<{ removed: number; msLag: number }> {
    let removed = 0
    let msLag = 0
    for (;;) {
      const now = this.#options.clock.now()
      const stale = await this.#options.store.claimStaleOutputs(now, now - this.#options.msPending, BATCH)
      for (const row of stale) {
        if (await this.#remove(row)) removed++
        msLag = Math.max(msLag, this.#options.clock.now() - row.expiresAt)
      }
      if (stale.length < BATCH) return { removed, msLag }
    }
  }

  async reconcile(): Promise<{ files: number; rows: number }> {
    return { files: await this.#removeOrphanFiles(), rows: await this.#removeOrphanRows() }
  }

  /** Files are listed before rows are asked for: a row exists before its file does, so a file without one has lost it. */
  async #removeOrphanFiles(): Promise<number> {
    let count = 0
    for await (const ids of this.#options.files.ids()) {
      const known = await this.#options.store.outputIds(ids)
      for (const id of ids.filter((id) => !known.has(id))) {
        await this.#options.files.remove(id)
        count++
      }
    }
    return count
  }

  async #removeOrphanRows(): Promise<number> {
    let count = 0
    for (let after = ''; ; ) {
      const rows = await this.#options.store.readyOutputs(after, BATCH)
      for (const row of rows) {
        const content = await this.#options.files.read(row.id, row.length)
        content?.destroy()
        if (content !== undefined) continue
        await this.#remove(row)
        count++
      }
      const last = rows.at(-1)
      if (last === undefined) return count
      after = last.id
    }
  }

  /** False when another was faster. */
  async #remove(row: OutputRecord): Promise<boolean> {
    await this.#options.files.remove(row.id)
    return this.#options.store.removeOutput(row.teamId, row.id)
  }
}
