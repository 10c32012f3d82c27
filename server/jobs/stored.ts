// What the store keeps of jobs, encrypted: their requests, the data of their rows, and addresses of results.
import { makeTextCipher, type TextCipher } from '../encryption.ts'
import type { JobAttachment } from '../pool/renderer.ts'
import type { RowFailure } from '../store/jobs.ts'
import type { JobResult, JobSpec, RowInput } from './job.ts'

/** What came out of a job as a whole. */
export interface JobOutcome {
  readonly result?: JobResult
  readonly error?: RowFailure
}

/** An attached file with its bytes in base64. */
type WrittenFile = Omit<JobAttachment, 'data'> & { readonly data: string }

const FILES = 'files:'

function written(files: readonly JobAttachment[]): readonly WrittenFile[] {
  return files.map(({ data, ...file }) => ({ ...file, data: Buffer.from(data).toString('base64') }))
}

function fileOf({ data, ...file }: WrittenFile): JobAttachment {
  return { ...file, data: Buffer.from(data, 'base64') }
}

export class JobCodec {
  readonly #cipher: TextCipher

  constructor(signingKey: string) {
    this.#cipher = makeTextCipher(signingKey, 'jobs')
  }

  spec({ attachments, ...spec }: JobSpec): string {
    return this.#cipher.encrypt(JSON.stringify(attachments === undefined ? spec : { ...spec, attachments: written(attachments) }))
  }

  specOf(text: string): JobSpec {
    // Written by `spec`, and authenticated by the cipher; as are the others.
    const { attachments, ...spec } = JSON.parse(this.text(text)) as JobSpec & { readonly attachments?: readonly WrittenFile[] }
    return attachments === undefined ? spec : { ...spec, attachments: attachments.map(fileOf) }
  }

  /** The data, behind a line with the attached files where there are some. No JSON object begins as that line does. */
  row({ data, attachments = [] }: RowInput): string {
    const text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('utf8')
    return this.#cipher.encrypt(attachments.length === 0 ? text : `${FILES}${JSON.stringify(written(attachments))}\n${text}`)
  }

  rowOf(encrypted: string): RowInput {
    const text = this.text(encrypted)
    if (!text.startsWith(FILES)) return { data: Buffer.from(text) }
    const end = text.indexOf('\n')
    const files = JSON.parse(text.slice(FILES.length, end)) as readonly WrittenFile[]
    return { data: Buffer.from(text.slice(end + 1)), attachments: files.map(fileOf) }
  }

  outcome(outcome: JobOutcome): string {
    return this.#cipher.encrypt(JSON.stringify(outcome))
  }

  outcomeOf(text: string): JobOutcome {
    return JSON.parse(this.text(text)) as JobOutcome
  }

  encrypt(text: string): string {
    return this.#cipher.encrypt(text)
  }

  text(encrypted: string): string {
    const text = this.#cipher.decrypt(encrypted)
    if (text === undefined) throw new Error('what is stored of a job cannot be decrypted')
    return text
  }
}
