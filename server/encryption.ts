// Encryption of short texts that must not be readable in the store, such as stored results of calls, events, and secrets of second factors.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface TextCipher {
  encrypt(text: string): string
  /** Undefined for a text that was encrypted with another key, or altered. */
  decrypt(encrypted: string): string | undefined
}

/** AES-256-GCM with a key derived from the signing key for one purpose. `salt`: a secret of the caller, such as the Idempotency-Key, without which nothing can be decrypted. */
export function makeTextCipher(signingKey: string, purpose: string, salt = ''): TextCipher {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(signingKey, 'hex'), salt, `platen ${purpose}`, 32))
  return {
    encrypt: (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url')
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
