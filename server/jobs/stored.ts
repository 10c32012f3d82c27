// What the store keeps of jobs, encrypted: their requests, the data of their rows, and addresses of results.
import { makeTextCipher, type TextCipher } from '../encryption.ts'
import type { RowFailure } from '../store/jobs.ts'
import type { JobResult, JobSpec } from './job.ts'

/** What came out of a job as a whole. */
export interface JobOutcome {
  readonly result?: JobResult
  readonly error?: RowFailure
}

export class JobCodec {
  readonly #cipher: TextCipher

  constructor(signingKey: string) {
    this.#cipher = makeTextCipher(signingKey, 'jobs')
  }

  spec(spec: JobSpec): string {
    return this.#cipher.encrypt(JSON.stringify(spec))
  }

  specOf(text: string): JobSpec {
    // Written by `spec`, and authenticated by the cipher; as are the others.
    return JSON.parse(this.text(text)) as JobSpec
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
