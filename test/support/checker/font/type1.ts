// What rules ask of Type 1 programs: the encoding, the names of glyphs, their widths.
import { latin } from '../cos/objects.ts'
import { STANDARD_ENCODING } from './encodings.data.ts'

export interface Type1 {
  readonly encoding: readonly string[]
  /** Widths in thousandths of an em by name. */
  readonly widths: ReadonlyMap<string, number>
}

export function readType1(bytes: Uint8Array, clearLength: number): Type1 | undefined {
  const whole = withoutSegments(bytes)
  const text = latin(whole)
  const found = text.indexOf('eexec')
  const clear = found < 0 ? text.slice(0, clearLength) : text.slice(0, found)
  let start = found < 0 ? clearLength : found + 5
  while (/[ \t\r\n]/.test(text[start] ?? '')) start++
  const isHex = /^[0-9a-fA-F\s]{8}/.test(text.slice(start, start + 8))
  const cipher = isHex ? Buffer.from(text.slice(start).replace(/[^0-9a-fA-F]/g, ''), 'hex') : whole.subarray(start)
  const plain = decrypt(cipher, 55665).subarray(4)
  const inner = latin(plain)
  const lenIv = Number(inner.match(/\/lenIV\s+(\d+)/)?.[1] ?? 4)
  const scale = Number(clear.match(/\/FontMatrix\s*\[\s*([\d.eE+-]+)/)?.[1] ?? 0.001) * 1000
  const widths = new Map<string, number>()
  const from = inner.indexOf('/CharStrings')
  if (from < 0) return undefined
  const pattern = /\/([^\s/{}[\]()<>%]+)\s+(\d+)\s+(?:RD|-\||\S+)[ ]/g
  pattern.lastIndex = from + 12
  for (let match = pattern.exec(inner); match !== null; match = pattern.exec(inner)) {
    const length = Number(match[2])
    const at = pattern.lastIndex
    const width = widthOf(decrypt(plain.subarray(at, at + length), 4330).subarray(lenIv))
    if (width !== undefined && !widths.has(match[1] ?? '')) widths.set(match[1] ?? '', width * scale)
    pattern.lastIndex = at + length
  }
  return { encoding: encodingOf(clear), widths }
}

function encodingOf(clear: string): string[] {
  if (/\/Encoding\s+StandardEncoding\s+def/.test(clear)) return [...STANDARD_ENCODING]
  const encoding: string[] = []
  for (const match of clear.matchAll(/dup\s+(\d+)\s*\/(\S+)\s+put/g)) encoding[Number(match[1])] = match[2] ?? ''
  return encoding
}

/** Without the segment heads of PFB files. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes
  const parts: Uint8Array[] = []
  for (let at = 0; bytes[at] === 0x80 && (bytes[at + 1] ?? 3) < 3; ) {
    const length = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8) | ((bytes[at + 4] ?? 0) << 16)
    parts.push(bytes.subarray(at + 6, at + 6 + length))
    at += 6 + length
  }
  return Buffer.concat(parts)
}

function decrypt(bytes: Uint8Array, key: number): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let state = key
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    out[i] = byte ^ (state >> 8)
    state = ((byte + state) * 52845 + 22719) & 0xffff
  }
  return out
}

/** The operand of `hsbw` or `sbw`. */
function widthOf(charstring: Uint8Array): number | undefined {
  const stack: number[] = []
  for (let at = 0; at < charstring.length; ) {
    const byte = charstring[at++] ?? 0
    if (byte >= 32 && byte <= 246) stack.push(byte - 139)
    else if (byte >= 247 && byte <= 250) stack.push((byte - 247) * 256 + (charstring[at++] ?? 0) + 108)
    else if (byte >= 251 && byte <= 254) stack.push(-(byte - 251) * 256 - (charstring[at++] ?? 0) - 108)
    else if (byte === 255) {
      stack.push(
        ((charstring[at] ?? 0) << 24) | ((charstring[at + 1] ?? 0) << 16) | ((charstring[at + 2] ?? 0) << 8) | (charstring[at + 3] ?? 0),
      )
      at += 4
    } else if (byte === 13) return stack[1]
    else if (byte === 12) {
      const second = charstring[at++] ?? 0
      if (second === 7) return stack[2]
      if (second === 12) stack.push(divided(stack))
    } else return undefined
  }
  return undefined
}

function divided(stack: number[]): number {
  const by = stack.pop() ?? 1
  return (stack.pop() ?? 0) / by
}
