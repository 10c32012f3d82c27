// Uploads one object to an S3-compatible store: in one request, or as a multipart upload when there is more than one part.
import { createHash } from 'node:crypto'

/** Sends a signed request; rejects when the answer is an error. */
export type SignedFetch = (address: string, init: RequestInit & { headers?: Record<string, string> }) => Promise<Response>

export class Upload {
  readonly #address: string
  readonly #type: Readonly<Record<string, string>>
  readonly #fetch: SignedFetch
  /** The upload's id and the tags of its parts, once there is more than one. */
  #multipart: { readonly id: string; readonly tags: string[] } | undefined

  constructor(address: string, mediaType: string, fetch: SignedFetch) {
    this.#address = address
    this.#type = { 'Content-Type': mediaType }
    this.#fetch = fetch
  }

  /** Sends a part that is not the last. */
  async put(part: Buffer): Promise<void> {
    this.#multipart ??= { id: await this.#begin(), tags: [] }
    const { id, tags } = this.#multipart
    const query = new URLSearchParams({ partNumber: String(tags.length + 1), uploadId: id })
    const answer = await this.#fetch(`${this.#address}?${query}`, { method: 'PUT', body: part, headers: hashOf(part) })
    await answer.arrayBuffer()
    tags.push(answer.headers.get('ETag') ?? '')
  }

  /** Sends the last part, and completes the object. */
  async finish(last: Buffer): Promise<void> {
    if (this.#multipart === undefined) {
      const answer = await this.#fetch(this.#address, { method: 'PUT', body: last, headers: { ...this.#type, ...hashOf(last) } })
      await answer.arrayBuffer()
      return
    }
    if (last.length > 0) await this.put(last)
    const { id, tags } = this.#multipart
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
    const answer = await this.#fetch(`${this.#address}?${new URLSearchParams({ uploadId: id })}`, { method: 'POST', body })
    // An error may occur after status 200 was sent; then only the body tells.
    const text = await answer.text()
    if (!/<CompleteMultipartUploadResult/.test(text)) throw new Error('the store of files did not complete the multipart upload')
    this.#multipart = undefined
  }

  /** Parts of an incomplete upload are stored, and billed, until it is aborted. */
  async abort(): Promise<void> {
    if (this.#multipart === undefined) return
    const answer = await this.#fetch(`${this.#address}?${new URLSearchParams({ uploadId: this.#multipart.id })}`, { method: 'DELETE' })
    await answer.arrayBuffer()
  }

  async #begin(): Promise<string> {
    const answer = await this.#fetch(`${this.#address}?uploads=`, { method: 'POST', headers: this.#type })
    const id = /<UploadId>([^<]+)</.exec(await answer.text())?.[1]
    if (id === undefined) throw new Error('the store of files gave no upload id')
    return id.replaceAll('&amp;', '&')
  }
}

/** The store checks the hash: a damaged upload is refused. */
function hashOf(bytes: Buffer): Record<string, string> {
  return { 'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex') }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
