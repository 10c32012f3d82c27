// Problem: a caller who reads slowly must not hold a rendering process, nor its document the memory of the server.
// Approach: what comes faster than it is read goes to a temporary file beyond a little memory. The file has no name, so that nothing
// remains of it whatever becomes of us.
// Limits: all files together have room for so many bytes; beyond, and where no file can be made, the source waits for the reader.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MOST_HELD = 1024 * 1024
const READ_BYTES = 256 * 1024

/** How much all spools together may put into files. */
export class SpoolRoom {
  readonly #most: number
  #used = 0

  constructor(most = 1024 * 1024 * 1024) {
    this.#most = most
  }

  get used(): number {
    return this.#used
  }

  /** False when there is no room for so many bytes. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#most) return false
    this.#used += bytes
    return true
  }

  give(bytes: number): void {
    this.#used -= bytes
  }
}

/** Reads its source at once and to the end, and gives what it read at the pace of one reader. Whoever makes one closes it. */
export class Spool implements AsyncIterable<Uint8Array> {
  readonly #room: SpoolRoom
  /** Everything in the file is older than everything in memory. */
  #memory: Uint8Array[] = []
  #held = 0
  #file: FileHandle | undefined
  #mayWrite = true
  #written = 0
  #read = 0
  #writing: Promise<void> | undefined
  #end: { readonly error?: unknown } | undefined
  #isClosed = false
  #wakeReader: (() => void) | undefined
  #wakeSource: (() => void) | undefined

  constructor(source: AsyncIterable<Uint8Array>, room: SpoolRoom) {
    this.#room = room
    void this.#fill(source)
  }

  /** Everything that was not read is forgotten. */
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
      // Who will not get the whole need not wait for more of it.
      if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error
      if (this.#read < this.#written) yield await this.#fromFile()
      else if (this.#memory.length > 0) yield this.#fromMemory()
      else if (this.#end !== undefined) return undefined
      else await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    }
  }

  async #fill(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of source) {
        if (this.#isClosed) break
        this.#memory.push(piece)
        this.#held += piece.length
        this.#wakeReader?.()
        if (this.#held > MOST_HELD) await this.#makeRoom()
      }
      this.#end = {}
    } catch (error) {
      this.#end = { error }
    }
    this.#wakeReader?.()
  }

  async #makeRoom(): Promise<void> {
    if (this.#mayWrite && this.#room.take(this.#held)) {
      this.#writing = this.#toFile()
      await this.#writing
      this.#writing = undefined
    }
    while (this.#held > MOST_HELD && !this.#isClosed) await new Promise<void>((resolve) => (this.#wakeSource = resolve))
  }

  async #toFile(): Promise<void> {
    const pieces = this.#memory
    const bytes = this.#held
    try {
      this.#file ??= await openNameless()
      for (let at = this.#written, rest = Buffer.concat(pieces, bytes); rest.length > 0; ) {
        const { bytesWritten } = await this.#file.write(rest, 0, rest.length, at)
        if (bytesWritten === 0) throw new Error('the disk takes no more')
        at += bytesWritten
        rest = rest.subarray(bytesWritten)
      }
      this.#written += bytes
      this.#memory = []
      this.#held = 0
    } catch {
      this.#mayWrite = false
      this.#room.give(bytes)
    }
  }

  async #fromFile(): Promise<Uint8Array> {
    const wanted = Math.min(READ_BYTES, this.#written - this.#read)
    const { buffer, bytesRead } = await this.#file!.read(Buffer.allocUnsafe(wanted), 0, wanted, this.#read)
    if (bytesRead === 0) throw new Error('a temporary file has lost its bytes')
    this.#read += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  #fromMemory(): Uint8Array {
    const piece = this.#memory.shift()!
    this.#held -= piece.length
    if (this.#held <= MOST_HELD) this.#wakeSource?.()
    return piece
  }

  async #release(): Promise<void> {
    await this.#writing
    this.#room.give(this.#written)
    await this.#file?.close().catch(() => {})
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `platen-${randomUUID()}.part`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
