// What rules ask of TrueType and OpenType programs: widths, glyphs, character maps.
import { MAC_GLYPHS } from './encodings.data.ts'

export interface CharacterMap {
  readonly platform: number
  readonly encoding: number
  glyph(code: number): number
}

export interface TrueType {
  readonly glyphCount: number
  readonly maps: readonly CharacterMap[]
  /** The table `CFF `, of OpenType fonts. */
  readonly cff: Uint8Array | undefined
  /** In thousandths of an em. */
  width(glyph: number): number
  glyphNamed(name: string): number | undefined
}

/** Undefined when the bytes are no such font. */
export function readTrueType(bytes: Uint8Array): TrueType | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const tables = new Map<string, DataView>()
    for (let i = 0; i < view.getUint16(4); i++) {
      const at = 12 + i * 16
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)))
      const offset = view.getUint32(at + 8)
      if (offset < bytes.length)
        tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, Math.min(view.getUint32(at + 12), bytes.length - offset)))
    }
    return fontOf(tables)
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function fontOf(tables: ReadonlyMap<string, DataView>): TrueType | undefined {
  const head = tables.get('head')
  const metrics = tables.get('hmtx')
  const cff = tables.get('CFF ')
  if (head === undefined && cff === undefined) return undefined
  const em = head?.getUint16(18) || 1000
  const longCount = tables.get('hhea')?.getUint16(34) ?? 0
  const glyphCount = tables.get('maxp')?.getUint16(4) ?? 0
  const names = lazily(() => glyphNames(tables.get('post')))
  return {
    glyphCount,
    maps: mapsOf(tables.get('cmap')),
    cff: cff === undefined ? undefined : new Uint8Array(cff.buffer, cff.byteOffset, cff.byteLength),
    width: (glyph) => {
      const at = Math.min(glyph, longCount - 1) * 4
      return metrics === undefined || at < 0 || at + 2 > metrics.byteLength ? 0 : (metrics.getUint16(at) * 1000) / em
    },
    glyphNamed: (name) => names().get(name),
  }
}

function lazily<T>(make: () => T): () => T {
  let value: { readonly made: T } | undefined
  return () => (value ??= { made: make() }).made
}

function glyphNames(post: DataView | undefined): Map<string, number> {
  const names = new Map<string, number>()
  if (post === undefined) return names
  const version = post.getUint32(0)
  if (version === 0x10000) for (const [glyph, name] of MAC_GLYPHS.entries()) names.set(name, glyph)
  if (version !== 0x20000) return names
  try {
    const count = post.getUint16(32)
    const strings: string[] = []
    for (let at = 34 + count * 2; at < post.byteLength; ) {
      const length = post.getUint8(at)
      strings.push(Buffer.from(post.buffer, post.byteOffset + at + 1, Math.min(length, post.byteLength - at - 1)).toString('latin1'))
      at += length + 1
    }
    for (let glyph = 0; glyph < count; glyph++) {
      const index = post.getUint16(34 + glyph * 2)
      const name = index < 258 ? MAC_GLYPHS[index] : strings[index - 258]
      if (name !== undefined && !names.has(name)) names.set(name, glyph)
    }
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
  return names
}

function mapsOf(cmap: DataView | undefined): CharacterMap[] {
  const maps: CharacterMap[] = []
  for (let i = 0; cmap !== undefined && i < cmap.getUint16(2); i++) {
    const at = 4 + i * 8
    const offset = cmap.getUint32(at + 4)
    const table = new DataView(cmap.buffer, cmap.byteOffset + offset, cmap.byteLength - offset)
    maps.push({
      platform: cmap.getUint16(at),
      encoding: cmap.getUint16(at + 2),
      glyph: (code) => {
        try {
          return lookUp(table, code)
        } catch (thrown) {
          if (thrown instanceof RangeError) return 0
          throw thrown
        }
      },
    })
  }
  return maps
}

function lookUp(table: DataView, code: number): number {
  const format = table.getUint16(0)
  if (format === 0) return code < 256 ? table.getUint8(6 + code) : 0
  if (format === 6) {
    const first = table.getUint16(6)
    return code >= first && code < first + table.getUint16(8) ? table.getUint16(10 + (code - first) * 2) : 0
  }
  if (format === 12) {
    for (let i = 0; i < table.getUint32(12); i++) {
      const at = 16 + i * 12
      if (code >= table.getUint32(at) && code <= table.getUint32(at + 4)) return table.getUint32(at + 8) + code - table.getUint32(at)
    }
  }
  if (format !== 4) return 0
  const segments = table.getUint16(6)
  for (let i = 0; i < segments; i += 2) {
    if (code > table.getUint16(14 + i)) continue
    const start = table.getUint16(16 + segments + i)
    if (code < start) return 0
    const delta = table.getUint16(16 + segments * 2 + i)
    const rangeAt = 16 + segments * 3 + i
    const range = table.getUint16(rangeAt)
    if (range === 0) return (code + delta) & 0xffff
    const glyph = table.getUint16(rangeAt + range + (code - start) * 2)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}
