// The size of an AVIF picture, out of its boxes (ISO 14496-12, HEIF): properties of the primary item, as it is shown.
import { ImageError, type PixelSize } from './raster.ts'

const BRANDS = ['avif', 'avis', 'mif1', 'miaf']

/** The `ftyp` box names AVIF among its brands. */
export function isAvif(bytes: Uint8Array): boolean {
  if (text(bytes, 4) !== 'ftyp') return false
  const end = Math.min(bytes.length, view(bytes).getUint32(0), 256)
  for (let at = 8; at + 4 <= end; at += 4) if (text(bytes, at) === 'avif' || text(bytes, at) === 'avis') return true
  return false
}

/** Still pictures of its family that are packed in another way. */
export function isHeif(bytes: Uint8Array): boolean {
  return text(bytes, 4) === 'ftyp' && [...BRANDS, 'heic', 'heix', 'hevc'].includes(text(bytes, 8))
}

/** Upright, in pixels. Throws ImageError. */
export function avifSize(bytes: Uint8Array): PixelSize {
  const meta = boxes(bytes).find(({ type }) => type === 'meta')
  // `meta` and `pitm` are full boxes: a version and flags stand before their content.
  const parts = meta === undefined ? [] : boxes(meta.body.subarray(4))
  const find = (type: string): Uint8Array | undefined => parts.find((part) => part.type === type)?.body
  const properties = boxes(find('iprp') ?? new Uint8Array())
  const all = boxes(properties.find(({ type }) => type === 'ipco')?.body ?? new Uint8Array())
  const links = properties.find(({ type }) => type === 'ipma')?.body
  const own = links === undefined ? [] : linked(links, primaryItem(find('pitm'))).flatMap((index) => all[index - 1] ?? [])
  const extent = own.findLast(({ type }) => type === 'ispe')?.body
  if (extent === undefined || extent.length < 12) throw new ImageError('there is no picture in it')
  const [width, height] = [view(extent).getUint32(4), view(extent).getUint32(8)]
  if (width === 0 || height === 0) throw new ImageError('it has no size')
  const isTurned = own.filter(({ type, body }) => type === 'irot' && ((body[0] ?? 0) & 1) === 1).length % 2 === 1
  return { width: isTurned ? height : width, height: isTurned ? width : height, bytes: bytes.length }
}

interface BmffBox {
  readonly type: string
  readonly body: Uint8Array
}

/** Boxes one after another; what is cut off at the end is left out. */
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

/** Numbers, from 1, of the properties that belong to an item (`ipma`). */
function linked(body: Uint8Array, item: number): number[] {
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
