// The folder that a batch fills. A document is written beside its place and renamed into it when it is whole, so a file that is there is done.
import { access, mkdir, opendir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { BrokenStream } from '../../pool/renderer.ts'
import { BadInput, describeError } from '../command.ts'

/** What a document lies in until it is whole: its name, the process that writes it. */
const PARTIAL = /\.pdf\.\d+\.part$/

export class BatchFolder {
  readonly #folder: string
  /** What processes that were killed may have left, as found at the beginning. */
  readonly #leftovers: readonly string[]
  /** Subfolders that are known to be there, and to lie in the folder. */
  readonly #subfolders = new Set<string>(['.'])

  private constructor(folder: string, leftovers: readonly string[]) {
    this.#folder = folder
    this.#leftovers = leftovers
  }

  /** Makes the folder if it is not there. */
  static async open(folder: string): Promise<BatchFolder> {
    try {
      await mkdir(folder, { recursive: true })
      const leftovers: string[] = []
      for await (const { name, parentPath } of await opendir(folder, { recursive: true }))
        if (PARTIAL.test(name)) leftovers.push(join(relative(folder, parentPath), name))
      return new BatchFolder(folder, leftovers)
    } catch (thrown) {
      throw new BadInput(`cannot use the folder ${folder}: ${describeError(thrown)}`)
    }
  }

  has(name: string): Promise<boolean> {
    return access(join(this.#folder, name)).then(
      () => true,
      () => false,
    )
  }

  /** Puts a document in its place; of one that breaks off, or that `isWanted` refuses once it is written, nothing stays. */
  async save(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, isWanted: () => boolean = () => true): Promise<void> {
    const file = join(this.#folder, name)
    await this.#makeSubfolder(dirname(name))
    // Two machines may be at it, one of them given up too early: each has a file of its own until it is whole.
    const partial = `${file}.${process.pid}.part`
    try {
      // On the disk before it has its name, or a power failure could leave the name with nothing behind it.
      await writeFile(partial, bytes, { flush: true })
      if (isWanted()) await rename(partial, file)
      else await rm(partial)
    } catch (thrown) {
      await rm(partial, { force: true })
      if (thrown instanceof BrokenStream) throw thrown
      // Another machine was faster, and has tidied up.
      if (await this.has(name)) return
      throw new BadInput(`cannot write ${file}: ${describeError(thrown)}; run it again to go on from here`)
    }
  }

  async #makeSubfolder(name: string): Promise<void> {
    if (this.#subfolders.has(name)) return
    const folder = join(this.#folder, name)
    try {
      await mkdir(folder, { recursive: true })
      // A symbolic link may stand where a subfolder should be.
      const way = relative(await realpath(this.#folder), await realpath(folder))
      if (way.split(/[/\\]/)[0] === '..') throw new Error('it leads out of --out-dir')
    } catch (thrown) {
      throw new BadInput(`cannot use the folder ${folder}: ${describeError(thrown)}`)
    }
    this.#subfolders.add(name)
  }

  /** To be called when all documents are there: then nobody has any use for parts of them. */
  async tidy(): Promise<void> {
    for (const name of this.#leftovers) await rm(join(this.#folder, name), { force: true })
  }
}
