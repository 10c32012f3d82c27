// Where the bytes of generated files lie. A folder here; a shared or remote store can stand in.
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../errors.ts'

export interface OutputFiles {
  /** Begins a file, which nobody can read before it is finished. */
  create(id: string): Promise<FileWriter>
  /** Undefined when there is no such file or its length is another. */
  read(id: string, length: number): Promise<Readable | undefined>
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>
  /** Every id that has a file, whole or not, in batches. */
  ids(): AsyncIterable<readonly string[]>
  /** An address of the store's own that gives the file without us; absent when downloads are to pass through the service. */
  readonly link?: ((id: string, link: OutputLink) => Promise<string>) | undefined
}

/** A file that is being written, one call at a time. Whoever began it either finishes or discards it. */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Resolves once the bytes are whole under their id and would survive a power cut. */
  finish(): Promise<void>
  /** Leaves nothing. */
  discard(): Promise<void>
}

export interface OutputLink {
  /** How long the address works. */
  readonly seconds: number
  readonly fileName: string
}

const WHOLE = '.pdf'
const PARTIAL = '.part'

export async function openFolder(folder: string): Promise<OutputFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new Folder(folder)
}

class Folder implements OutputFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async create(id: string): Promise<FileWriter> {
    const partial = join(this.#folder, id + PARTIAL)
    let length = 0
    const file = await told(() => open(partial, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600))
    return {
      write: (bytes) => {
        length += bytes.length
        return told(() => writeAll(file, bytes))
      },
      finish: () =>
        told(async () => {
          try {
            await checkLength(file, length)
            await file.sync()
          } finally {
            await file.close()
          }
          await rename(partial, join(this.#folder, id + WHOLE))
          await this.#syncFolder()
        }),
      discard: async () => {
        await file.close().catch(() => {})
        await this.remove(id)
      },
    }
  }

  async read(id: string, length: number): Promise<Readable | undefined> {
    let file: FileHandle
    try {
      file = await open(join(this.#folder, id + WHOLE), 'r')
    } catch (thrown) {
      if (isMissing(thrown)) return undefined
      throw new Unavailable('the folder of generated files', thrown)
    }
    const { size } = await file.stat()
    if (size === length) return file.createReadStream({ highWaterMark: 256 * 1024 })
    await file.close()
    return undefined
  }

  async remove(id: string): Promise<void> {
    for (const ending of [PARTIAL, WHOLE]) {
      await unlink(join(this.#folder, id + ending)).catch((thrown: unknown) => {
        if (!isMissing(thrown)) throw thrown
      })
    }
  }

  async *ids(): AsyncIterable<readonly string[]> {
    const names = await readdir(this.#folder)
    const ids = names.filter((name) => name.endsWith(WHOLE) || name.endsWith(PARTIAL)).map((name) => name.slice(0, name.lastIndexOf('.')))
    for (let at = 0; at < ids.length; at += 500) yield ids.slice(at, at + 500)
  }

  /** A rename is durable once its folder is. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at)
    if (bytesWritten === 0) throw new Error('the disk takes no more')
    at += bytesWritten
  }
}

/** On a full disk `FileHandle.write` writes a part and reports no error, so what counts is what the file holds at the end. */
async function checkLength(file: FileHandle, length: number): Promise<void> {
  const { size } = await file.stat()
  if (size !== length) throw new Error(`${size} of ${length} bytes were kept`)
}

/** Whatever fails here is the folder's doing. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw new Unavailable('the folder of generated files', thrown)
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
