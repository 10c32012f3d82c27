// WOFF 2.0 (W3C): all tables in one Brotli stream, with outlines and metrics rearranged so that they pack better.
import { brotliDecompressSync } from 'node:zlib'
import { ByteReader } from './bytes.ts'
import { FontError } from './font-error.ts'
import { restoreGlyphs, restoreMetrics } from './woff2-glyphs.ts'
import { writeSfnt } from './write-sfnt.ts'

/** Tags by their number in the table directory (§4.1): four characters each, some of them spaces, and a space between two. */
const TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB ' +
  'EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf ' +
  'Silf Glat Gloc Feat Sill'
)
  .match(/.{4} ?/g)!
  .map((tag) => tag.slice(0, 4))

const OTHER_TAG = 63
const COLLECTION = 0x74746366
const MOST_TABLES = 200

interface Row {
  readonly tag: string
  readonly length: number
  /** Length in the stream. */
  readonly stored: number
  readonly isTransformed: boolean
}

/** The sfnt inside a WOFF2 file, of about so many bytes at most. Throws `FontError`, or `RangeError` when the file is cut off. */
export function unpackWoff2(file: Uint8Array, mostBytes: number): Uint8Array {
  const reader = new ByteReader(file)
  reader.u32()
  const flavor = reader.u32()
  if (flavor === COLLECTION) throw new FontError('it is a WOFF2 collection')
  reader.u32()
  const count = reader.u16()
  if (count === 0 || count > MOST_TABLES) throw new FontError(`it has ${count} tables`)
  reader.take(6)
  const packed = reader.u32()
  reader.take(24)
  const rows = Array.from({ length: count }, () => readRow(reader))
  const size = rows.reduce((sum, row) => sum + row.stored, 0)
  if (size > mostBytes || rows.some((row) => row.length > mostBytes)) throw new FontError(`it unpacks to ${size} bytes`)
  const stream = new ByteReader(decompress(reader.take(packed), size))
  const stored = new Map(rows.map((row) => [row.tag, { row, bytes: stream.take(row.stored) }]))
  return writeSfnt(restore(stored), flavor)
}

function readRow(reader: ByteReader): Row {
  const flags = reader.u8()
  const number = flags & 63
  const tag = number === OTHER_TAG ? String.fromCharCode(...reader.take(4)) : (TAGS[number] ?? '')
  const version = flags >> 6
  const length = readBase128(reader)
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
  return { tag, length, stored: isTransformed ? readBase128(reader) : length, isTransformed }
}

/** UIntBase128 (§4.1): seven bits a byte, the highest bit says that more follow. */
function readBase128(reader: ByteReader): number {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = reader.u8()
    if ((i === 0 && byte === 0x80) || value > 0x1ffffff) break
    value = value * 128 + (byte & 127)
    if ((byte & 128) === 0) return value
  }
  throw new FontError('its table directory is damaged')
}

function decompress(packed: Uint8Array, size: number): Uint8Array {
  try {
    const bytes = brotliDecompressSync(packed, { maxOutputLength: Math.max(size, 1) })
    if (bytes.length === size) return bytes
  } catch {
    // zlib has several error types; all mean that the packed bytes are not what the directory says.
  }
  throw new FontError('its tables cannot be unpacked')
}

type Stored = ReadonlyMap<string, { readonly row: Row; readonly bytes: Uint8Array }>

/** Undoes the transformations (§5); tables come out in order of their tags. */
function restore(stored: Stored): ReadonlyMap<string, Uint8Array> {
  const tables = new Map<string, Uint8Array>()
  for (const [tag, { bytes, row }] of stored) {
    if (!row.isTransformed) tables.set(tag, bytes)
    else if (tag !== 'glyf' && tag !== 'loca' && tag !== 'hmtx') throw new FontError(`its table ${tag} is stored in an unknown way`)
  }
  const glyf = stored.get('glyf')
  const glyphs = glyf?.row.isTransformed === true ? restoreGlyphs(glyf.bytes) : undefined
  if (glyphs !== undefined) {
    const head = Uint8Array.from(tables.get('head') ?? [])
    if (head.length < 54) throw new FontError('it has no table head')
    head[51] = 1 // long offsets
    tables.set('head', head)
    tables.set('glyf', glyphs.glyf)
    tables.set('loca', glyphs.loca)
  }
  const hmtx = stored.get('hmtx')
  if (hmtx?.row.isTransformed === true) {
    const hhea = tables.get('hhea')
    if (glyphs === undefined || hhea === undefined) throw new FontError('its advances cannot be restored')
    tables.set('hmtx', restoreMetrics(hmtx.bytes, hhea, glyphs.xMins))
  }
  return new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1)))
}
