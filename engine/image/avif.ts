// The displayed size of an AVIF picture, from the properties of its primary item (ISO 14496-12, HEIF). The sizes in its bitstreams are checked against the limits, too.
import { sequenceSizes } from './av1.ts'
import { ImageError, type PixelSize, type SizeCheck } from './raster.ts'

const BRANDS = ['avif', 'avis', 'mif1', 'miaf']

/** The `ftyp` box names AVIF among its brands. */
export function isAvif(bytes: Uint8Array): boolean {
  if (text(bytes, 4) !== 'ftyp') return false
  const end = Math.min(bytes.length, view(bytes).getUint32(0), 256)
  for (let at = 8; at + 4 <= end; at += 4) if (text(bytes, at) === 'avif' || text(bytes, at) === 'avis') return true
  return false
}

/** Still pictures of the same family of formats, with other codecs. */
export function isHeif(bytes: Uint8Array): boolean {
  return text(bytes, 4) === 'ftyp' && [...BRANDS, 'heic', 'heix', 'hevc'].includes(text(bytes, 8))
}

/** Upright, in pixels. Throws ImageError. */
export function avifSize(bytes: Uint8Array, check: SizeCheck): PixelSize {
  try {
    return sizeOf(bytes, check)
  } catch (thrown) {
    // A read beyond the end of a box.
    if (thrown instanceof RangeError) throw new ImageError('it is truncated')
    throw thrown
  }
}

function sizeOf(bytes: Uint8Array, check: SizeCheck): PixelSize {
  const meta = only(boxes(bytes), 'meta')
  // `meta` and `pitm` are full boxes: version and flags precede their content.
  const metaBoxes = meta === undefined ? [] : boxes(meta.subarray(4))
  const propertyBoxes = boxes(only(metaBoxes, 'iprp') ?? new Uint8Array())
  const properties = boxes(only(propertyBoxes, 'ipco') ?? new Uint8Array())
  // libheif allocates for the sizes in the bitstreams of all parts of the primary item: each is checked.
  const extents = properties.filter(({ type }) => type === 'ispe').map(({ body }) => extentOf(body))
  for (const size of [...extents, ...codedSizes(bytes, metaBoxes)]) check({ ...size, bytes: size.width * size.height * 4 })
  const associations = only(propertyBoxes, 'ipma')
  const ownProperties =
    associations === undefined
      ? []
      : propertyIndicesOf(associations, primaryItem(only(metaBoxes, 'pitm'))).flatMap((index) => properties[index - 1] ?? [])
  const extent = ownProperties.findLast(({ type }) => type === 'ispe')?.body
  if (extent === undefined) throw new ImageError('it contains no picture')
  const { width, height } = extentOf(extent)
  const isTurned = ownProperties.filter(({ type, body }) => type === 'irot' && ((body[0] ?? 0) & 1) === 1).length % 2 === 1
  return { width: isTurned ? height : width, height: isTurned ? width : height, bytes: width * height * 4 }
}

function extentOf(body: Uint8Array): Dimensions {
  const [width, height] = [view(body).getUint32(4), view(body).getUint32(8)]
  if (width === 0 || height === 0) throw new ImageError('it has no size')
  return { width, height }
}

// ── Items ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Dimensions = Pick<PixelSize, 'width' | 'height'>

/** Kinds of items without pixels of their own. */
const WITHOUT_PIXELS = ['Exif', 'mime', 'uri ', 'tmap', 'iden']

/** The sizes that bitstreams and grids of tiles declare. */
function* codedSizes(bytes: Uint8Array, metaBoxes: readonly BmffBox[]): Generator<Dimensions, undefined> {
  const types = itemTypes(only(metaBoxes, 'iinf'))
  const locations = itemExtents(only(metaBoxes, 'iloc'))
  const idat = only(metaBoxes, 'idat') ?? new Uint8Array()
  let left = MAX_READ * bytes.length
  for (const [item, type] of types) {
    if (WITHOUT_PIXELS.includes(type)) continue
    const data = Buffer.concat((locations.get(item) ?? []).map((place) => extentBytes(place.isInIdat ? idat : bytes, place)))
    if ((left -= data.length) < 0) throw new ImageError('its items share the same bytes too often')
    if (type === 'av01') yield* sequenceSizes(data)
    else if (type === 'grid') yield gridSize(data)
    else throw new ImageError('its items have an unknown type')
  }
  for (const { type, body } of boxes(only(boxes(only(metaBoxes, 'iprp') ?? new Uint8Array()), 'ipco') ?? new Uint8Array())) {
    if (type === 'av1C') yield* sequenceSizes(body.subarray(4))
  }
  return undefined
}

/** Bytes of items read, as a multiple of the file's length. */
const MAX_READ = 2

/** The size of a grid of tiles (HEIF §6.6.2.3). */
function gridSize(data: Uint8Array): Dimensions {
  const isLong = ((data[1] ?? 0) & 1) === 1
  const numbers = view(data)
  return isLong
    ? { width: numbers.getUint32(4), height: numbers.getUint32(8) }
    : { width: numbers.getUint16(4), height: numbers.getUint16(6) }
}

/** The kind of each item (`iinf`). */
function itemTypes(body: Uint8Array | undefined): ReadonlyMap<number, string> {
  const types = new Map<number, string>()
  for (const { type, body: entry } of body === undefined ? [] : boxes(body.subarray(body[0] === 0 ? 6 : 8))) {
    if (type !== 'infe') continue
    const isLong = (entry[0] ?? 0) >= 3
    const item = isLong ? view(entry).getUint32(4) : view(entry).getUint16(4)
    if (types.has(item)) throw new ImageError(CONTRADICTION)
    types.set(item, text(entry, isLong ? 10 : 8))
  }
  return types
}

interface Extent {
  readonly isInIdat: boolean
  readonly start: number
  /** 0: to the end. */
  readonly length: number
}

function extentBytes(source: Uint8Array, { start, length }: Extent): Uint8Array {
  return source.subarray(start, length === 0 ? source.length : start + length)
}

/** The locations of each item's bytes (`iloc`, ISO 14496-12 §8.11.3). */
function itemExtents(body: Uint8Array | undefined): ReadonlyMap<number, readonly Extent[]> {
  const locations = new Map<number, Extent[]>()
  if (body === undefined) return locations
  const version = body[0] ?? 0
  let at = 4
  const read = (size: number): number => {
    let value = 0
    for (let i = 0; i < size; i++) {
      if (at >= body.length) throw new RangeError('the list of places is cut off')
      value = value * 256 + body[at++]!
    }
    return value
  }
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0]
  for (let items = read(version < 2 ? 2 : 4); items > 0; items--) {
    const item = read(version < 2 ? 2 : 4)
    const method = version > 0 ? read(2) & 15 : 0
    if (method > 1) throw new ImageError('its items are made of other items')
    read(2) // data_reference_index, which libheif does not look at either
    const base = read(baseSize)
    const found: Extent[] = []
    for (let extents = read(2); extents > 0; extents--) {
      read(indexSize)
      found.push({ isInIdat: method === 1, start: base + read(offsetSize), length: read(lengthSize) })
    }
    if (locations.has(item)) throw new ImageError(CONTRADICTION)
    locations.set(item, found)
  }
  return locations
}

// ── Boxes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const CONTRADICTION = 'its header contradicts itself'

/** The content of the only box of a type; undefined when there is none. With two, decoders would disagree on the one that counts. */
function only(found: readonly BmffBox[], type: string): Uint8Array | undefined {
  const [first, second] = found.filter((box) => box.type === type)
  if (second !== undefined) throw new ImageError(CONTRADICTION)
  return first?.body
}

interface BmffBox {
  readonly type: string
  readonly body: Uint8Array
}

/** Consecutive boxes; a truncated one at the end is left out. */
function boxes(bytes: Uint8Array): BmffBox[] {
  const found: BmffBox[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view(bytes).getUint32(at)
    // 0: to the end of the file. Boxes of 64 bits hold pixels, which are not read here.
    const end = size === 0 ? bytes.length : at + size
    if (size === 1 || end > bytes.length || end < at + 8) break
    found.push({ type: text(bytes, at + 4), body: bytes.subarray(at + 8, end) })
    at = end
  }
  return found
}

function primaryItem(body: Uint8Array | undefined): number {
  if (body === undefined || body.length < 6) return 1
  return body[0] === 0 ? view(body).getUint16(4) : body.length < 8 ? 1 : view(body).getUint32(4)
}

/** Numbers, from 1, of the properties of an item (`ipma`). */
function propertyIndicesOf(body: Uint8Array, item: number): number[] {
  const data = view(body)
  const isLong = (body[0] ?? 0) >= 1
  const isWide = ((body[3] ?? 0) & 1) === 1
  let at = 8
  for (let left = body.length < 8 ? 0 : data.getUint32(4); left > 0; left--) {
    if (at + (isLong ? 5 : 3) > body.length) return []
    const id = isLong ? data.getUint32(at) : data.getUint16(at)
    at += isLong ? 4 : 2
    const count = body[at++] ?? 0
    const end = at + count * (isWide ? 2 : 1)
    if (end > body.length) return []
    if (id === item) {
      return Array.from({ length: count }, (_, i) => (isWide ? data.getUint16(at + 2 * i) & 0x7fff : (body[at + i] ?? 0) & 0x7f))
    }
    at = end
  }
  return []
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
