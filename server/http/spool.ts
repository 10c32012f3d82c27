// Problem: a client that reads slowly must occupy neither a rendering process nor the server's memory.
// Approach: chunks that arrive faster than the client reads are buffered, up to 1 MiB in memory and then in a temporary file. The file is
// unlinked as soon as it is open, so that nothing remains of it after a crash.
// Limits: all spool files share a disk budget; when it is used up, or a file cannot be created, the source waits for the reader.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that a spool buffers in memory. */
const MOST_BUFFERED = 1024 * 1024
const READ_BYTES = 256 * 1024

/** The disk budget that all spools share. */
export class SpoolBudget {
  readonly #most: number
  #used = 0

  constructor(most = 1024 * 1024 * 1024) {
    this.#most = most
  }

  get used(): number {
    return this.#used
  }

  /** Reserves bytes; false when the budget is exceeded. */
  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.#most) return false
    this.#used += bytes
    return true
  }

  release(bytes: number): void {
    this.#used -= bytes
  }
}

/** Reads its source eagerly to the end and yields the bytes at the pace of one reader. The creator closes it. */
export class Spool implements AsyncIterable<Uint8Array> {
  readonly #budget: SpoolBudget
  /** Chunks in memory; they follow everything in the file. */
  #memory: Uint8Array[] = []
  #bufferedBytes = 0
  #file: FileHandle | undefined
  /** False after a write failed: the rest stays in memory. */
  #mayWrite = true
  #written = 0
  #read = 0
  #writing: Promise<void> | undefined
  #end: { readonly error?: unknown } | undefined
  #isClosed = false
  #wakeReader: (() => void) | undefined
  #wakeSource: (() => void) | undefined

  constructor(source: AsyncIterable<Uint8Array>, budget: SpoolBudget) {
    this.#budget = budget
    void this.#fill(source)
  }

  /** Discards everything unread. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#memory = []
    this.#wakeReader?.()
    this.#wakeSource?.()
    void this.#release()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    for (;;) {
      await this.#writing
      if (this.#isClosed) return undefined
      // The error is raised before the buffered rest, since the reader will not get the whole document anyway.
      if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error
      if (this.#read < this.#written) yield await this.#fromFile()
      else if (this.#memory.length > 0) yield this.#fromMemory()
      else if (this.#end !== undefined) return undefined
      else await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    }
  }

  async #fill(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of source) {
        if (this.#isClosed) break
        this.#memory.push(chunk)
        this.#bufferedBytes += chunk.length
        this.#wakeReader?.()
        if (this.#bufferedBytes > MOST_BUFFERED) await this.#reduceBuffer()
      }
      this.#end = {}
    } catch (error) {
      this.#end = { error }
    }
    this.#wakeReader?.()
  }

  async #reduceBuffer(): Promise<void> {
    if (this.#mayWrite && this.#budget.reserve(this.#bufferedBytes)) {
      this.#writing = this.#toFile()
      await this.#writing
      this.#writing = undefined
    }
    while (this.#bufferedBytes > MOST_BUFFERED && !this.#isClosed) await new Promise<void>((resolve) => (this.#wakeSource = resolve))
  }

  async #toFile(): Promise<void> {
    const chunks = this.#memory
    const bytes = this.#bufferedBytes
    try {
      this.#file ??= await openUnlinked()
      for (let at = this.#written, rest = Buffer.concat(chunks, bytes); rest.length > 0; ) {
        const { bytesWritten } = await this.#file.write(rest, 0, rest.length, at)
        if (bytesWritten === 0) throw new Error('the disk is full')
        at += bytesWritten
        rest = rest.subarray(bytesWritten)
      }
      this.#written += bytes
      this.#memory = []
      this.#bufferedBytes = 0
    } catch {
      this.#mayWrite = false
      this.#budget.release(bytes)
    }
  }

  async #fromFile(): Promise<Uint8Array> {
    const wanted = Math.min(READ_BYTES, this.#written - this.#read)
    const { buffer, bytesRead } = await this.#file!.read(Buffer.allocUnsafe(wanted), 0, wanted, this.#read)
    if (bytesRead === 0) throw new Error('a spool file is shorter than what was written to it')
    this.#read += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  #fromMemory(): Uint8Array {
    const chunk = this.#memory.shift()!
    this.#bufferedBytes -= chunk.length
    if (this.#bufferedBytes <= MOST_BUFFERED) this.#wakeSource?.()
    return chunk
  }

  async #release(): Promise<void> {
    await this.#writing
    this.#budget.release(this.#written)
    await this.#file?.close().catch(() => {})
  }
}

async function openUnlinked(): Promise<FileHandle> {
  const path = join(tmpdir(), `platen-${randomUUID()}.part`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
