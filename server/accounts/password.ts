// Passwords as scrypt hashes (RFC 7914). One takes 64 MiB and some 150 ms: at most two are computed at a time, so that sign-ins cannot use up the memory.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** CPU and memory cost, block size and parallelism; kept with each hash, so that they can be raised. */
export interface PasswordCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

export const PASSWORD_COST: PasswordCost = { N: 2 ** 16, r: 8, p: 2 }
const KEY_BYTES = 32
const MOST_AT_A_TIME = 2
/** Hashing longer ones would only cost time. */
const LONGEST = 256
const SHORTEST = 10

/** Why a password cannot be chosen; undefined for a good one. Length is what counts (NIST SP 800-63B, 3.1.1.2). */
export function passwordProblem(password: string, name: string): string | undefined {
  if ([...password].length < SHORTEST) return `a password has at least ${SHORTEST} characters`
  if (password.length > LONGEST) return `a password has at most ${LONGEST} characters`
  const plain = password.toLowerCase()
  if (plain === name.toLowerCase() || new Set(plain).size < 4) return 'this password is too easy to guess'
  return undefined
}

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Takes as long without a hash as with one of `cost`, so that nobody learns which names exist. */
export async function isPassword(password: string, hash: string | undefined, cost: PasswordCost): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? absent(cost)).split('$')
  const expected = Buffer.from(key, 'base64')
  const found = await derive(password.slice(0, LONGEST), Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(found, expected) && hash !== undefined
}

/** In the form of a hash; nothing is compared with it. */
function absent({ N, r, p }: PasswordCost): string {
  return `scrypt$${N}$${r}$${p}$${randomBytes(16).toString('base64')}$${randomBytes(KEY_BYTES).toString('base64')}`
}

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  if (running >= MOST_AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await scryptKey(password.normalize('NFKC'), salt, { ...cost, maxmem: 256 * 1024 * 1024 })
  } finally {
    running--
    waiting.shift()?.()
  }
}

function scryptKey(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
