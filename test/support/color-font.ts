// The toy font with colour tables (OpenType COLR and CPAL): its letters are whatever paint graphs a test describes, on squares of one em.
import { openSfnt } from '../../engine/font/sfnt.ts'
import { writeSfnt } from '../../engine/font/write-sfnt.ts'
import { toyFont } from './toy-font.ts'

/** A paint table by what it does. Colours are places in the palette, 65535 the text's; offsets, alphas and angles are numbers as in the spec. */
export type ToyPaint =
  | { readonly solid: number; readonly alpha?: number }
  | { readonly linear: readonly number[]; readonly stops: readonly ToyStop[]; readonly extend?: 0 | 1 | 2 }
  | { readonly radial: readonly number[]; readonly stops: readonly ToyStop[]; readonly extend?: 0 | 1 | 2 }
  /** Centre, then angles in degrees counter-clockwise from the right. */
  | { readonly sweep: readonly number[]; readonly stops: readonly ToyStop[]; readonly extend?: 0 | 1 | 2 }
  /** The square of a letter, filled. */
  | { readonly glyph: string; readonly paint: ToyPaint }
  /** The picture of another letter. */
  | { readonly letter: string }
  | { readonly matrix: readonly [number, number, number, number, number, number]; readonly paint: ToyPaint }
  | { readonly mode: number; readonly source: ToyPaint; readonly backdrop: ToyPaint }
  | { readonly layers: readonly ToyPaint[] }

export type ToyStop = readonly [offset: number, color: number, alpha?: number]

export const RED = 0
export const GREEN = 1
export const BLUE = 2
export const FOREGROUND = 0xffff
const PALETTE = [0xff0000, 0x00ff00, 0x0000ff]

/** A font of version 1 whose letters have these pictures; `layers` of version 0 are pairs of letter and colour. */
export function colorFont(
  pictures: Readonly<Record<string, ToyPaint>>,
  layers: Readonly<Record<string, readonly (readonly [letter: string, color: number])[]>> = {},
): Uint8Array {
  const tables = new Map(
    [...openSfnt(toyFont()).tables].map(([tag, view]) => [tag, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)]),
  )
  tables.set('COLR', Object.keys(layers).length > 0 ? colr0(layers) : colr1(pictures))
  tables.set('CPAL', cpal())
  return writeSfnt(new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1))))
}

const u8 = (...values: number[]): Buffer => Buffer.from(values.map((value) => value & 255))
const u16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u8(value >> 8, value)))
const u24 = (value: number): Buffer => u8(value >> 16, value >> 8, value)
const u32 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)))
const fixed2 = (value: number): Buffer => u16(Math.round(value * 16_384))
const fixed16 = (value: number): Buffer => u32(Math.round(value * 65_536) >>> 0)

/** Letters of the toy font are glyphs in order of their code points from U+0020 on. */
const glyphOf = (letter: string): number => letter.charCodeAt(0) - 0x1f

function colr1(pictures: Readonly<Record<string, ToyPaint>>): Uint8Array {
  const layerPaints: Buffer[] = []
  const encoded = Object.entries(pictures).map(([letter, paint]) => [glyphOf(letter), encode(paint, layerPaints)] as const)
  encoded.sort(([a], [b]) => a - b)
  let at = 4 + encoded.length * 6
  const records = encoded.map(([glyph, paint]) => {
    const record = Buffer.concat([u16(glyph), u32(at)])
    at += paint.length
    return record
  })
  const glyphList = Buffer.concat([u32(encoded.length), ...records, ...encoded.map(([, paint]) => paint)])
  let layerAt = 4 + layerPaints.length * 4
  const offsets = layerPaints.map((paint) => {
    const offset = u32(layerAt)
    layerAt += paint.length
    return offset
  })
  const layerList = Buffer.concat([u32(layerPaints.length), ...offsets, ...layerPaints])
  return Buffer.concat([u16(1, 0), u32(0, 0), u16(0), u32(34, 34 + glyphList.length, 0, 0, 0), glyphList, layerList])
}

/** A paint table with those it refers to behind it; layers go to the common list. */
function encode(paint: ToyPaint, layers: Buffer[]): Buffer {
  if ('solid' in paint) return Buffer.concat([u8(2), u16(paint.solid), fixed2(paint.alpha ?? 1)])
  if ('linear' in paint) return Buffer.concat([u8(4), u24(16), u16(...paint.linear), line(paint)])
  if ('radial' in paint) return Buffer.concat([u8(6), u24(16), u16(...paint.radial), line(paint)])
  if ('sweep' in paint) {
    const [x = 0, y = 0, start = 0, end = 0] = paint.sweep
    return Buffer.concat([u8(8), u24(12), u16(x, y), fixed2(start / 180 - 1), fixed2(end / 180 - 1), line(paint)])
  }
  if ('glyph' in paint) return Buffer.concat([u8(10), u24(6), u16(glyphOf(paint.glyph)), encode(paint.paint, layers)])
  if ('letter' in paint) return Buffer.concat([u8(11), u16(glyphOf(paint.letter))])
  if ('matrix' in paint) {
    const child = encode(paint.paint, layers)
    return Buffer.concat([u8(12), u24(7), u24(7 + child.length), child, ...paint.matrix.map(fixed16)])
  }
  if ('mode' in paint) {
    const source = encode(paint.source, layers)
    return Buffer.concat([u8(32), u24(8), u8(paint.mode), u24(8 + source.length), source, encode(paint.backdrop, layers)])
  }
  const parts = paint.layers.map((layer) => encode(layer, layers))
  const first = layers.length
  layers.push(...parts)
  return Buffer.concat([u8(1, parts.length), u32(first)])
}

function line({ stops, extend = 0 }: { readonly stops: readonly ToyStop[]; readonly extend?: number }): Buffer {
  const rows = stops.map(([offset, color, alpha = 1]) => Buffer.concat([fixed2(offset), u16(color), fixed2(alpha)]))
  return Buffer.concat([u8(extend), u16(stops.length), ...rows])
}

function colr0(pictures: Readonly<Record<string, readonly (readonly [letter: string, color: number])[]>>): Uint8Array {
  const rows = Object.entries(pictures).sort(([a], [b]) => (a < b ? -1 : 1))
  const layers = rows.flatMap(([, parts]) => parts)
  let first = 0
  const records = rows.map(([letter, parts]) => {
    const record = u16(glyphOf(letter), first, parts.length)
    first += parts.length
    return record
  })
  const head = Buffer.concat([u16(0, rows.length), u32(14, 14 + rows.length * 6), u16(layers.length)])
  return Buffer.concat([head, ...records, ...layers.map(([letter, color]) => u16(glyphOf(letter), color))])
}

function cpal(): Uint8Array {
  const colors = PALETTE.map((rgb) => u8(rgb, rgb >> 8, rgb >> 16, 255))
  return Buffer.concat([u16(0, PALETTE.length, 1, PALETTE.length), u32(14), u16(0), ...colors])
}
