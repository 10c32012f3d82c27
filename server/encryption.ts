// Short texts that must not lie readable in the store, such as download names inside remembered answers.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  close(text: string): string
  /** Undefined for what was sealed with another key, or altered. */
  open(sealed: string): string | undefined
}

/** A seal for one purpose, made of the service's key; `more` is what only a caller knows. */
export function makeSeal(signingKey: string, purpose: string, more = ''): Seal {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(signingKey, 'hex'), more, `platen ${purpose}`, 32))
  return {
    close: (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
