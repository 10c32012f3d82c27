// A zip of files that come one after the other; neither the zip nor any of its files is held in memory.
import type { Readable } from 'node:stream'
import yazl from 'yazl'

export interface ZippedFile {
  /** Path in the zip; unique. */
  readonly path: string
  readonly open: () => Promise<Readable>
}

/** PDFs are compressed already; but a stored file of unknown length cannot be read by programs that read a zip from its beginning. */
const LEVEL = 1

/** Yields the bytes of the zip. `at` is the time of all files, in milliseconds since 1970. */
export async function* zipOf(files: readonly ZippedFile[], at: number): AsyncGenerator<Uint8Array, undefined> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  for (const { path, open } of files) {
    zip.addReadStreamLazy(path, { mtime: new Date(at), compressionLevel: LEVEL }, (give) => {
      open().then(
        (content) => give(null, content),
        (thrown: unknown) => give(thrown, undefined as unknown as Readable),
      )
    })
  }
  zip.end()
  // A stream without an encoding yields buffers.
  for await (const piece of output) yield piece as Uint8Array
}
