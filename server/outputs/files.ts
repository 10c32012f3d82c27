// The contract for the bytes of stored files (generated PDFs, assets), and its implementation by a folder.
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../errors.ts'

/** One kind of stored files, and where each place keeps it: no place mixes kinds, since each kind is compared with rows of its own. */
export interface FileKind {
  /** Folder below the data folder. */
  readonly folder: string
  /** Extension of names in a folder and in S3. */
  readonly ending: string
  /** Prefix in S3, after that of the settings. */
  readonly prefix: string
  readonly mediaType: string
  /** Table of PostgreSQL. */
  readonly table: string
  /** Shown when the place is unavailable. */
  readonly description: string
}

export const OUTPUT_KIND: FileKind = {
  folder: 'outputs',
  ending: '.pdf',
  prefix: '',
  mediaType: 'application/pdf',
  table: 'output_chunks',
  description: 'generated files',
}

export const ASSET_KIND: FileKind = {
  folder: 'assets',
  ending: '.asset',
  prefix: 'assets/',
  mediaType: 'application/octet-stream',
  table: 'asset_chunks',
  description: 'assets',
}

export interface OutputFiles {
  /** Begins a file, which cannot be read before it is finished. */
  create(id: string): Promise<FileWriter>
  /** The file, or a part of it; undefined when there is no such file, or one of another length. */
  read(id: string, length: number, range?: ByteRange): Promise<Readable | undefined>
  /** Removing an absent file is no error. */
  remove(id: string): Promise<void>
  /** The ids of all files, complete or not, in batches. */
  ids(): AsyncIterable<readonly string[]>
  /** A presigned URL of the file in a remote store; absent when downloads pass through the service. */
  readonly link?: ((id: string, link: OutputLink) => Promise<string>) | undefined
}

/** First and last byte of a part, both included and both in the file. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file that is being written, one call at a time. The caller must either finish or discard it. */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Resolves once the file is complete and would survive a power cut. */
  finish(): Promise<void>
  /** Removes what was written. */
  discard(): Promise<void>
}

export interface OutputLink {
  /** Validity of the URL. */
  readonly seconds: number
  readonly fileName: string
}

const PARTIAL = '.part'

export async function openFolder(folder: string, kind: Pick<FileKind, 'ending' | 'description'> = OUTPUT_KIND): Promise<OutputFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new Folder(folder, kind)
}

class Folder implements OutputFiles {
  readonly #folder: string
  readonly #whole: string
  readonly #description: string

  constructor(folder: string, { ending, description }: Pick<FileKind, 'ending' | 'description'>) {
    this.#folder = folder
    this.#whole = ending
    this.#description = `the folder of ${description}`
  }

  async create(id: string): Promise<FileWriter> {
    const partial = join(this.#folder, id + PARTIAL)
    let length = 0
    const file = await this.#withMappedErrors(() => open(partial, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600))
    return {
      write: (bytes) => {
        length += bytes.length
        return this.#withMappedErrors(() => writeAll(file, bytes))
      },
      finish: () =>
        this.#withMappedErrors(async () => {
          try {
            await checkLength(file, length)
            await file.sync()
          } finally {
            await file.close()
          }
          await rename(partial, join(this.#folder, id + this.#whole))
          await this.#syncFolder()
        }),
      discard: async () => {
        await file.close().catch(() => {})
        await this.remove(id)
      },
    }
  }

  async read(id: string, length: number, range?: ByteRange): Promise<Readable | undefined> {
    let file: FileHandle
    try {
      file = await open(join(this.#folder, id + this.#whole), 'r')
    } catch (thrown) {
      if (isMissing(thrown)) return undefined
      throw new Unavailable(this.#description, thrown)
    }
    const { size } = await file.stat()
    if (size === length) return file.createReadStream({ highWaterMark: 256 * 1024, ...range })
    await file.close()
    return undefined
  }

  async remove(id: string): Promise<void> {
    for (const ending of [PARTIAL, this.#whole]) {
      await unlink(join(this.#folder, id + ending)).catch((thrown: unknown) => {
        if (!isMissing(thrown)) throw thrown
      })
    }
  }

  async *ids(): AsyncIterable<readonly string[]> {
    const names = await readdir(this.#folder)
    const ids = names
      .filter((name) => name.endsWith(this.#whole) || name.endsWith(PARTIAL))
      .map((name) => name.slice(0, name.lastIndexOf('.')))
    for (let at = 0; at < ids.length; at += 500) yield ids.slice(at, at + 500)
  }

  /** Maps any error to `Unavailable`. */
  async #withMappedErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      throw new Unavailable(this.#description, thrown)
    }
  }

  /** A rename is durable once its folder is synced. */
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
    if (bytesWritten === 0) throw new Error('the disk is full')
    at += bytesWritten
  }
}

/** On a full disk `FileHandle.write` writes a part and reports no error, so the length of the file is checked at the end. */
async function checkLength(file: FileHandle, length: number): Promise<void> {
  const { size } = await file.stat()
  if (size !== length) throw new Error(`${size} of ${length} bytes were written`)
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
