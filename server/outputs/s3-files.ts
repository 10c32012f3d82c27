// Stored files in any S3-compatible store. Objects appear whole or not at all, so there are no partial files.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../errors.ts'
import { disposition, mediaTypeOf } from '../file-name.ts'
import { BlockChunker } from './block-chunker.ts'
import type { ByteRange, FileKind, FileWriter, OutputFiles, OutputLink } from './files.ts'
import { type SignedFetch, Upload } from './s3-upload.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Downloads are redirected to presigned URLs of the store. */
  readonly isPresigned: boolean
  readonly kind: Pick<FileKind, 'ending' | 'mediaType' | 'description'>
}

/** Part size of a multipart upload; S3 requires at least five MiB of all parts but the last. */
const PART_BYTES = 8 * 1024 * 1024
const MS_ANSWER = 20_000

export function openS3Files(options: S3Options): OutputFiles {
  return new S3Files(options)
}

class S3Files implements OutputFiles {
  readonly #options: S3Options
  readonly #client: AwsClient

  constructor(options: S3Options) {
    this.#options = options
    const { key, secret, region } = options
    this.#client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3', retries: 2 })
  }

  get link(): OutputFiles['link'] {
    return this.#options.isPresigned ? (id, link) => this.#presign(id, link) : undefined
  }

  /** Small files are uploaded in one request, large ones as multipart uploads: S3 needs the length of each request beforehand. */
  async create(id: string): Promise<FileWriter> {
    const blocks = new BlockChunker(PART_BYTES)
    const upload = new Upload(this.#address(id), this.#options.kind.mediaType, (address, init) => this.#fetch(address, init))
    return {
      write: async (bytes) => {
        for (const block of blocks.add(bytes)) await upload.put(block)
      },
      finish: () => upload.finish(blocks.rest()),
      discard: async () => {
        // When this fails, the bucket's lifecycle rule for incomplete multipart uploads must remove it.
        await upload.abort().catch(() => {})
        await this.remove(id)
      },
    }
  }

  async read(id: string, length: number, range?: ByteRange): Promise<Readable | undefined> {
    const init = range === undefined ? {} : { headers: { Range: `bytes=${range.start}-${range.end}` } }
    // 416: the file is shorter than it should be.
    const answer = await this.#fetch(this.#address(id), init, [404, 416])
    const isWhole = range === undefined && answer.ok && Number(answer.headers.get('Content-Length')) === length
    const isPart = range !== undefined && answer.headers.get('Content-Range') === `bytes ${range.start}-${range.end}/${length}`
    if (!(isWhole || isPart) || answer.body === null) {
      await answer.body?.cancel()
      return undefined
    }
    // The two declarations of web streams, the DOM's and Node's, differ in name only.
    return Readable.fromWeb(answer.body as ReadableStream)
  }

  async remove(id: string): Promise<void> {
    const answer = await this.#fetch(this.#address(id), { method: 'DELETE' }, [404])
    await answer.arrayBuffer()
  }

  async *ids(): AsyncIterable<readonly string[]> {
    for (let token: string | undefined; ; ) {
      const address = new URL(this.#bucket())
      address.search = new URLSearchParams({
        'list-type': '2',
        prefix: this.#options.prefix,
        ...(token && { 'continuation-token': token }),
      }).toString()
      const list = await (await this.#fetch(address.href, {})).text()
      // The service's names contain nothing that XML would escape; other objects below the prefix are not listed.
      const keys = [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1]!.slice(this.#options.prefix.length))
      const { ending } = this.#options.kind
      yield keys
        .filter((key) => key.endsWith(ending))
        .map((key) => key.slice(0, -ending.length))
        .filter((id) => /^\w+$/.test(id))
      token = /<NextContinuationToken>([^<]*)</.exec(list)?.[1]?.replaceAll('&amp;', '&')
      if (token === undefined) return
    }
  }

  async #presign(id: string, { seconds, fileName }: OutputLink): Promise<string> {
    const address = new URL(this.#address(id))
    address.searchParams.set('X-Amz-Expires', String(seconds))
    address.searchParams.set('response-content-disposition', disposition('inline', fileName))
    address.searchParams.set('response-cache-control', 'private, no-store')
    // Objects are stored as PDFs.
    if (mediaTypeOf(fileName) !== this.#options.kind.mediaType) address.searchParams.set('response-content-type', mediaTypeOf(fileName))
    return (await this.#client.sign(address.href, { aws: { signQuery: true } })).url
  }

  #bucket(): string {
    return `${this.#options.endpoint}/${encodeURIComponent(this.#options.bucket)}`
  }

  #address(id: string): string {
    return `${this.#bucket()}/${this.#options.prefix}${id}${this.#options.kind.ending}`
  }

  async #fetch(address: string, init: Parameters<SignedFetch>[1], alsoGood: readonly number[] = []): Promise<Response> {
    let answer: Response
    try {
      answer = await this.#client.fetch(address, { ...init, signal: AbortSignal.timeout(MS_ANSWER) })
    } catch (thrown) {
      throw new Unavailable(`the store of ${this.#options.kind.description}`, thrown)
    }
    if (answer.ok || alsoGood.includes(answer.status)) return answer
    await answer.body?.cancel()
    throw new Unavailable(`the store of ${this.#options.kind.description}`, new Error(`the answer had status ${answer.status}`))
  }
}
