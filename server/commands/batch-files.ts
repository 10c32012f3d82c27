// The folder that a batch fills. A document is written beside its place and renamed into it when it is whole, so a file that is there is done.
import { access, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Broken } from '../pool/renderer.ts'
import { BadInput, reason } from './command.ts'

/** What a document lies in until it is whole: its name, the process that writes it. */
const PARTIAL = /\.pdf\.\d+\.part$/

export class BatchFolder {
  readonly #folder: string
  /** What processes that were killed may have left, as found at the beginning. */
  readonly #leftovers: readonly string[]

  private constructor(folder: string, leftovers: readonly string[]) {
    this.#folder = folder
    this.#leftovers = leftovers
  }

  /** Makes the folder if it is not there. */
  static async open(folder: string): Promise<BatchFolder> {
    try {
      await mkdir(folder, { recursive: true })
      const leftovers: string[] = []
      for await (const { name } of await opendir(folder)) if (PARTIAL.test(name)) leftovers.push(name)
      return new BatchFolder(folder, leftovers)
    } catch (thrown) {
      throw new BadInput(`cannot use the folder ${folder}: ${reason(thrown)}`)
    }
  }

  has(name: string): Promise<boolean> {
    return access(join(this.#folder, name)).then(
      () => true,
      () => false,
    )
  }

  /** Puts a document in its place; of one that breaks off nothing stays. */
  async save(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const file = join(this.#folder, name)
    // Two machines may be at it, one of them given up too early: each has a file of its own until it is whole.
    const partial = `${file}.${process.pid}.part`
    try {
      // On the disk before it has its name, or a power failure could leave the name with nothing behind it.
      await writeFile(partial, bytes, { flush: true })
      await rename(partial, file)
    } catch (thrown) {
      await rm(partial, { force: true })
      if (thrown instanceof Broken) throw thrown
      // Another machine was faster, and has tidied up.
      if (await this.has(name)) return
      throw new BadInput(`cannot write ${file}: ${reason(thrown)}; run it again to go on from here`)
    }
  }

  /** To be called when all documents are there: then nobody has any use for parts of them. */
  async tidy(): Promise<void> {
    for (const name of this.#leftovers) await rm(join(this.#folder, name), { force: true })
  }
}
