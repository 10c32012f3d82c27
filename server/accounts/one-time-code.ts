// One-time codes of authenticator apps (RFC 6238: TOTP with SHA-1, six digits, 30 seconds, as every such app has them).
import { createHmac, randomBytes } from 'node:crypto'

const SECONDS = 30
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret of 160 bits in base 32, as apps take it. */
export function makeTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

/** What an authenticator app scans. */
export function totpUri(secret: string, name: string): string {
  return `otpauth://totp/Platen:${encodeURIComponent(name)}?secret=${secret}&issuer=Platen`
}

/** The time step that a code is of; undefined for a wrong one. A clock may be a step off. */
export function stepOf(code: string, secret: string, now: number): number | undefined {
  const step = Math.floor(now / 1000 / SECONDS)
  return [step, step - 1, step + 1].find((candidate) => codeAt(secret, candidate) === code.replace(/\s/g, ''))
}

export function codeAt(secret: string, step: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = mac[mac.length - 1]! & 0x0f
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}
