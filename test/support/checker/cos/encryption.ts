// The standard security handler with an empty user password (ISO 32000-1, 7.6): rules ask of encrypted files what their strings and streams say.
import { createDecipheriv, createHash } from 'node:crypto'
import { PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream, PdfString } from './objects.ts'

export type Decryptor = (object: PdfObject, number: number, generation: number) => PdfObject

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Undefined for handlers that are not known: objects stay as they are. */
export function decryptorOf(encrypt: PdfDictionary, id: Uint8Array): Decryptor | undefined {
  const version = encrypt.number('V') ?? 0
  if (version < 1 || version > 5) return undefined
  const filter = encrypt.dictionary('CF')?.dictionary(encrypt.name('StmF') ?? 'StdCF')
  const method = version >= 4 ? (filter?.name('CFM') ?? 'None') : 'V2'
  const key = version === 5 ? key256(encrypt) : key128(encrypt, id)
  if (key === undefined || method === 'None') return undefined
  const open = (bytes: Uint8Array, number: number, generation: number): Uint8Array => {
    if (method === 'AESV3') return aes(key, bytes)
    const salt = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8])
    const hash = createHash('md5').update(key).update(salt)
    if (method === 'AESV2') hash.update('sAlT')
    const own = hash.digest().subarray(0, Math.min(16, key.length + 5))
    return method === 'AESV2' ? aes(own, bytes) : rc4(own, bytes)
  }
  return (object, number, generation) => decrypt(object, (bytes) => open(bytes, number, generation))
}

function decrypt(object: PdfObject, open: (bytes: Uint8Array) => Uint8Array): PdfObject {
  if (object instanceof PdfString) return new PdfString(open(object.bytes))
  if (object instanceof PdfArray) object.items.splice(0, object.items.length, ...object.items.map((item) => decrypt(item, open)))
  if (object instanceof PdfDictionary) for (const [key, value] of object.entries) object.entries.set(key, decrypt(value, open))
  if (!(object instanceof PdfStream)) return object
  const type = object.dictionary.raw('Type')
  if (type instanceof PdfName && type.value === 'XRef') return object
  decrypt(object.dictionary, open)
  return new PdfStream(object.dictionary, open(object.bytes))
}

const bytesOf = (dictionary: PdfDictionary, key: string): Uint8Array => {
  const value = dictionary.get(key)
  return value instanceof PdfString ? value.bytes : new Uint8Array()
}

function key128(encrypt: PdfDictionary, id: Uint8Array): Buffer {
  const revision = encrypt.number('R') ?? 2
  const length = revision === 2 ? 5 : (encrypt.number('Length') ?? (encrypt.number('V') === 4 ? 128 : 40)) / 8
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE((encrypt.number('P') ?? 0) | 0)
  const hash = createHash('md5').update(PADDING).update(bytesOf(encrypt, 'O').subarray(0, 32)).update(permissions).update(id)
  if (revision >= 4 && encrypt.get('EncryptMetadata') === false) hash.update(Buffer.from([255, 255, 255, 255]))
  let key = hash.digest().subarray(0, length)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = createHash('md5').update(key).digest().subarray(0, length)
  return key
}

function key256(encrypt: PdfDictionary): Buffer | undefined {
  const user = bytesOf(encrypt, 'U')
  if ((encrypt.number('R') ?? 5) !== 5) return undefined // revision 6 needs a hash of its own
  const middle = createHash('sha256').update(user.subarray(40, 48)).digest()
  return aes(middle, bytesOf(encrypt, 'UE').subarray(0, 32), Buffer.alloc(16), false)
}

function aes(key: Uint8Array, bytes: Uint8Array, vector = bytes.subarray(0, 16), isPadded = true): Buffer {
  const body = isPadded ? bytes.subarray(16) : bytes
  if (body.length === 0 || body.length % 16 !== 0) return Buffer.alloc(0)
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  return isPadded ? plain.subarray(0, plain.length - Math.min(16, plain.at(-1) ?? 0)) : plain
}

function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  let j = 0
  const swap = (i: number): void => {
    const held = state[i] ?? 0
    state[i] = state[j] ?? 0
    state[j] = held
  }
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i)
  }
  j = 0
  let i = 0
  return bytes.map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
}
