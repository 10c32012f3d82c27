// The output folder of a batch. A document is written to a temporary file and renamed when complete, so an existing PDF is finished.
import { access, mkdir, opendir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { BrokenStream } from '../../pool/renderer.ts'
import { BadInput, describeError } from '../command.ts'

/** Temporary files: the name of the document and the id of the process that writes it. */
const PARTIAL = /\.pdf\.\d+\.part$/

export class BatchFolder {
  readonly #folder: string
  /** Temporary files found at the start: killed processes may have left them. */
  readonly #leftovers: readonly string[]
  /** Subfolders known to exist and to be inside the folder. */
  readonly #subfolders = new Set<string>(['.'])

  private constructor(folder: string, leftovers: readonly string[]) {
    this.#folder = folder
    this.#leftovers = leftovers
  }

  /** Creates the folder if it is missing. */
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

  /** Writes a document. Leaves nothing behind if the stream breaks off or `isWanted`, asked after the last byte, says no. */
  async save(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, isWanted: () => boolean = () => true): Promise<void> {
    const file = join(this.#folder, name)
    await this.#makeSubfolder(dirname(name))
    // Two machines may render the same document after a lease expired too early: each writes its own temporary file.
    const partial = `${file}.${process.pid}.part`
    try {
      // Flushed before the rename, or a power failure could leave an empty file under the final name.
      await writeFile(partial, bytes, { flush: true })
      if (isWanted()) await rename(partial, file)
      else await rm(partial)
    } catch (thrown) {
      await rm(partial, { force: true })
      if (thrown instanceof BrokenStream) throw thrown
      // Another machine finished the document and removed our temporary file.
      if (await this.has(name)) return
      throw new BadInput(`cannot write ${file}: ${describeError(thrown)}; run the command again to continue from here`)
    }
  }

  async #makeSubfolder(name: string): Promise<void> {
    if (this.#subfolders.has(name)) return
    const folder = join(this.#folder, name)
    try {
      await mkdir(folder, { recursive: true })
      // A subfolder may be a symbolic link.
      const path = relative(await realpath(this.#folder), await realpath(folder))
      if (path.split(/[/\\]/)[0] === '..') throw new Error('it is outside of --out-dir')
    } catch (thrown) {
      throw new BadInput(`cannot use the folder ${folder}: ${describeError(thrown)}`)
    }
    this.#subfolders.add(name)
  }

  /** Removes temporary files of killed processes. Only safe once all documents exist. */
  async removeLeftovers(): Promise<void> {
    for (const name of this.#leftovers) await rm(join(this.#folder, name), { force: true })
  }
}
