// Generated files behind unguessable URLs, for a limited time.
// The row is written first: pending row → file, complete and synced → row ready → answer. A crash in between leaves a row by which the remains are
// found, and an answered file survives any crash. Removal is in reverse: file, then row.
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { OutputRecord, Store } from '../store/store.ts'
import { hashSecret } from '../tokens.ts'
import type { ByteRange, FileWriter, OutputFiles } from './files.ts'
import { makeSecret, wasIssued } from './secret.ts'

type Opened =
  | OpenFile
  /** The file is to be downloaded from this URL. */
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

interface OpenFile {
  readonly kind: 'open'
  readonly length: number
  readonly fileName: string
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string
  /** The content, or a part of it; undefined when the file is gone. */
  read(range?: ByteRange): Promise<Readable | undefined>
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface Outputs {
  /** Returns the secret of the URL once the file is durable. Pieces are written as they come. */
  save(teamId: string, pdf: Pieces, fileName: string): Promise<string>
  /** As `save`, for a file that lives as long as it says, and answers with its id as well. */
  saveNamed(teamId: string, pieces: Pieces, named: NamedOutput): Promise<SavedOutput>
  /** Removes a file before its time. */
  remove(teamId: string, id: string): Promise<void>
  open(secret: string): Promise<Opened>
  /** Whether the URL that ends in this secret still leads to its file. */
  isAlive(secret: string): Promise<boolean>
  /** Begins a file without a URL, kept for a day; finishing it returns its id. */
  beginKept(teamId: string): Promise<OutputWriter>
  /** The bytes of a kept file; rejects when it has expired. */
  kept(teamId: string, id: string): Promise<{ readonly length: number; readonly content: Readable }>
  /** Removes expired outputs; returns how many, and how late the latest was removed. */
  sweep(): Promise<{ readonly removed: number; readonly msLag: number }>
  /** Removes files without a row and rows without a file; returns how many of each. */
  reconcile(): Promise<{ readonly files: number; readonly rows: number }>
}

interface NamedOutput {
  readonly fileName: string
  readonly msLife: number
  /** How much longer than a rendering it may take to write; 0 when absent. */
  readonly msToWrite?: number
}

interface SavedOutput {
  readonly id: string
  readonly secret: string
}

/** A file that comes in pieces. The caller must either finish or discard it. */
export interface OutputWriter {
  write(piece: Uint8Array): Promise<void>
  /** Resolves once the file is durable, with its secret or id; otherwise removes it and rejects. */
  finish(): Promise<string>
  /** Removes what was written; when that fails, the sweeper does. */
  discard(): Promise<void>
}

interface OutputOptions {
  readonly store: Store
  readonly files: OutputFiles
  readonly clock: Clock
  readonly msLife: number
  /** Age at which a pending row must belong to a request that died. */
  readonly msPending: number
}

const BATCH = 200
/** How long the answers of idempotent calls and the documents of events are kept. */
export const MS_KEPT = 24 * 60 * 60 * 1000

export async function createOutputs(options: OutputOptions): Promise<Outputs> {
  return new StoredOutputs(options, await options.store.signingKey())
}

class StoredOutputs implements Outputs {
  readonly #options: OutputOptions
  readonly #key: string

  constructor(options: OutputOptions, key: string) {
    this.#options = options
    this.#key = key
  }

  async save(teamId: string, pdf: Pieces, fileName: string): Promise<string> {
    return (await this.saveNamed(teamId, pdf, { fileName, msLife: this.#options.msLife })).secret
  }

  async saveNamed(teamId: string, pieces: Pieces, named: NamedOutput): Promise<SavedOutput> {
    const secret = makeSecret(this.#key)
    const writer = await this.#begin(teamId, { ...named, secretHash: hashSecret(secret) })
    try {
      for await (const piece of pieces) await writer.write(piece)
    } catch (thrown) {
      await writer.discard()
      throw thrown
    }
    return { id: await writer.finish(), secret }
  }

  async remove(teamId: string, id: string): Promise<void> {
    await this.#options.files.remove(id)
    await this.#options.store.removeOutput(teamId, id)
  }

  beginKept(teamId: string): Promise<OutputWriter> {
    // Not the hash of any secret.
    return this.#begin(teamId, { fileName: '', secretHash: `kept ${randomUUID()}`, msLife: MS_KEPT })
  }

  async kept(teamId: string, id: string): Promise<{ length: number; content: Readable }> {
    const { store, files, clock } = this.#options
    const row = await store.output(teamId, id)
    const content = row?.state === 'ready' && clock.now() < row.expiresAt ? await files.read(row.id, row.length) : undefined
    if (row === undefined || content === undefined) throw new Error('a kept file has expired')
    return { length: row.length, content }
  }

  async #begin(
    teamId: string,
    { fileName, secretHash, msLife, msToWrite = 0 }: NamedOutput & { secretHash: string },
  ): Promise<OutputWriter> {
    const { store, files, clock } = this.#options
    const now = clock.now()
    // Only the sweeper reads when it was created: a row that is pending for too long belongs to a request that died.
    const row = await store.addOutput(teamId, { secretHash, fileName, createdAt: now + msToWrite, expiresAt: now + msLife })
    let file: FileWriter | undefined
    // When this fails too, the row is still pending, and the sweeper removes it.
    const discard = async (): Promise<void> => {
      await file?.discard().catch(() => {})
      await this.#remove(row).catch(() => {})
    }
    const orDiscard = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (thrown) {
        await discard()
        throw thrown
      }
    }
    const written = await orDiscard(files.create(row.id))
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
        orDiscard(
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
      // Removed at the first refusal, so that it stays gone even if the clock were set back.
      await this.#remove(row).catch(() => {})
      return { kind: 'expired' }
    }
    const { files, clock } = this.#options
    const seconds = Math.floor((row.expiresAt - clock.now()) / 1000)
    // In its last second a file passes through the service: presigned URLs are valid for whole seconds.
    if (files.link !== undefined && seconds > 0)
      return { kind: 'redirect', url: await files.link(row.id, { seconds, fileName: row.fileName }) }
    const { length, fileName, sha256 } = row
    return { kind: 'open', length, fileName, sha256, read: (range) => files.read(row.id, length, range) }
  }

  async isAlive(secret: string): Promise<boolean> {
    const row = await this.#options.store.outputBySecretHash(hashSecret(secret))
    return row?.state === 'ready' && this.#options.clock.now() < row.expiresAt
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

  /** Lists files before it reads rows: a row exists before its file does, so a file without a row is an orphan. */
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

  /** False when another server removed it before. */
  async #remove(row: OutputRecord): Promise<boolean> {
    await this.#options.files.remove(row.id)
    return this.#options.store.removeOutput(row.teamId, row.id)
  }
}
