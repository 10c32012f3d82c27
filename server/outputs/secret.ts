// The secret in a download URL: 256 random bits and a MAC of them. The MAC tells an expired secret from one that was never issued, so that nothing
// has to be stored for that once the row is gone.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const RANDOM_LENGTH = 43
const TAG_BYTES = 12

export function makeSecret(key: string): string {
  const random = randomBytes(32).toString('base64url')
  return random + tagOf(key, random).toString('base64url')
}

export function wasIssued(key: string, secret: string): boolean {
  if (!/^[\w-]{59}$/.test(secret)) return false
  const tag = Buffer.from(secret.slice(RANDOM_LENGTH), 'base64url')
  return tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(key, secret.slice(0, RANDOM_LENGTH)))
}

function tagOf(key: string, random: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(random).digest().subarray(0, TAG_BYTES)
}
