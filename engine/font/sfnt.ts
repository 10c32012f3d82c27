// Opens font files: TrueType, OpenType/CFF, collections and WOFF become one table directory. Every offset is checked; a file that
// lies about its sizes gives a `FontError`, which never leaves this folder.
import { guard, tagAt, viewOf } from './bytes.ts'
import { FontError } from './font-error.ts'
import { unpackWoff } from './woff.ts'
import { unpackWoff2 } from './woff2.ts'

/** An opened font file. `bytes` is plain sfnt: what HarfBuzz and subsetting read; `index` is the font inside a collection. */
export interface Sfnt {
  readonly bytes: Uint8Array
  readonly index: number
  readonly tables: ReadonlyMap<string, DataView>
}

const SIGNATURES = new Set([0x00010000, 0x4f54544f, 0x74727565])
const COLLECTION = 0x74746366
const WOFF = 0x774f4646
const WOFF2 = 0x774f4632
const MOST_TABLES = 200
/** Of one file. */
const MOST_UNPACKED = 64 * 1024 * 1024
/** The largest collections there are hold some dozens. */
const MOST_FONTS = 200

/** How many fonts are in a font file: more than one only in a collection. */
export function fontsIn(file: Uint8Array): number {
  const view = viewOf(file)
  if (view.byteLength < 12 || view.getUint32(0) !== COLLECTION) return 1
  return Math.min(view.getUint32(8), (view.byteLength - 12) >> 2, MOST_FONTS)
}

/** Reads the directory of a font file, of the font `index` in a collection. What is packed is unpacked to so many bytes at most. Throws `FontError`. */
export function openSfnt(file: Uint8Array, index = 0, mostBytes = MOST_UNPACKED): Sfnt {
  const most = Math.min(mostBytes, MOST_UNPACKED)
  const view = viewOf(file)
  if (view.byteLength < 12) throw new FontError('the file is too short')
  const signature = view.getUint32(0)
  if (signature === WOFF) return openSfnt(unpackWoff(view, most), 0)
  if (signature === WOFF2)
    return openSfnt(
      guard('directory', () => unpackWoff2(file, most)),
      0,
    )
  if (signature !== COLLECTION) return { bytes: file, index: 0, tables: directory(view, 0) }
  const count = view.getUint32(8)
  if (index >= count || 12 + count * 4 > view.byteLength) throw new FontError(`the collection has ${count} fonts`)
  return { bytes: file, index, tables: directory(view, view.getUint32(12 + index * 4)) }
}

function directory(view: DataView, at: number): Map<string, DataView> {
  if (at + 12 > view.byteLength || !SIGNATURES.has(view.getUint32(at))) throw new FontError('it is not a font file')
  const count = view.getUint16(at + 4)
  if (count > MOST_TABLES || at + 12 + count * 16 > view.byteLength) throw new FontError('its table directory is cut off')
  const tables = new Map<string, DataView>()
  for (let i = 0; i < count; i++) {
    const row = at + 12 + i * 16
    const offset = view.getUint32(row + 8)
    const length = view.getUint32(row + 12)
    const tag = tagAt(view, row)
    if (offset > view.byteLength) throw new FontError(`its table ${tag} lies outside the file`)
    const available = Math.min(length, view.byteLength - offset)
    tables.set(tag, new DataView(view.buffer, view.byteOffset + offset, available))
  }
  return tables
}
