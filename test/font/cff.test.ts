// Fonts with cubic outlines: CFF and CFF2 come out of the PDF as they went in.
import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { writeCff } from '../../engine/font/cff-writer.ts'
import { openFace } from '../../engine/font/face.ts'
import type { GlyphOutline } from '../../engine/font/font.ts'
import { openSfnt } from '../../engine/font/sfnt.ts'
import { writeSfnt } from '../../engine/font/write-sfnt.ts'
import { createEngine } from '../../engine/index.ts'
import { faultsOf, pixelAt, pixelsOf, textByMupdf, textByPoppler } from '../support/pdf-tools.ts'
import { toyFont } from '../support/toy-font.ts'
import { packWoff2 } from '../support/woff2-encoder.ts'

const cff = suite('CFF')
const engine = await createEngine()

const OTTO = 0x4f54544f

/** A disk about (500, 300) as four cubic curves. */
const DISK: GlyphOutline = (() => {
  const [r, k] = [400, 221]
  const at = (dx: number, dy: number): number[] => [500 + dx, 300 + dy]
  const curve = (...points: (readonly [number, number])[]): GlyphOutline[number] => ({
    type: 'C',
    values: points.flatMap(([x, y]) => at(x, y)),
  })
  return [
    { type: 'M', values: at(r, 0) },
    curve([r, k], [k, r], [0, r]),
    curve([-k, r], [-r, k], [-r, 0]),
    curve([-r, -k], [-k, -r], [0, -r]),
    curve([k, -r], [r, -k], [r, 0]),
    { type: 'Z', values: [] },
  ]
})()

const COUNT = openSfnt(toyFont()).tables.get('maxp')?.getUint16(4) ?? 0
/** Glyphs of every size of number: one byte, two, three. */
const GLYPHS = Array.from({ length: COUNT }, (_, i) => ({ advance: i === 2 ? 1500 : 1000, outline: i === 0 ? [] : DISK }))

/** The toy font with disks for squares, and another table for its outlines. */
function withOutlines(tag: 'CFF ' | 'CFF2', table: Uint8Array): Uint8Array {
  const tables = new Map(
    [...openSfnt(toyFont()).tables].map(([name, view]) => [name, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)]),
  )
  tables.delete('glyf')
  tables.delete('loca')
  tables.set(tag, table)
  return writeSfnt(new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1))), OTTO)
}

cff('what is written is what other readers read', () => {
  for (const [em, bounds] of [
    [1000, [0, -200, 1000, 800]],
    [2048, [0, -200, 2000, 1800]],
  ] as const) {
    const bytes = withOutlines('CFF ', writeCff(GLYPHS, em, bounds))
    const font = fontkit.create(Buffer.from(bytes))
    assert.ok('getGlyph' in font)
    const { bbox } = font.getGlyph(5)
    assert.equal([bbox.minX, bbox.minY, bbox.maxX, bbox.maxY], [100, -100, 900, 700])
    assert.is(font.getGlyph(5).path.commands.filter(({ command }) => command === 'bezierCurveTo').length, 4)
  }
})

cff('outlines packed as WOFF2 are those of the plain file', () => {
  const plain = withOutlines('CFF ', writeCff(GLYPHS, 1000, [0, -200, 1000, 800]))
  const face = openFace(packWoff2(plain))
  assert.equal([face.family, face.glyphCount, face.nominalAdvance(0x61)], ['Toy', COUNT, 1000])
  const [restored, original] = [face.sfnt, openSfnt(plain)].map(({ tables }) => tables.get('CFF '))
  assert.equal(
    restored && Buffer.from(restored.buffer, restored.byteOffset, restored.byteLength),
    original && Buffer.from(original.buffer, original.byteOffset, original.byteLength),
  )
})

/** CFF2 (OpenType) without variations: no widths, no names, 32-bit indexes. */
function toyCff2(): Uint8Array {
  const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
  const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
  const number = (value: number): number[] => [28, ...u16(value & 0xffff)]
  const offset = (value: number): number[] => [29, ...u32(value)]
  const index = (items: readonly (readonly number[])[]): number[] => {
    if (items.length === 0) return u32(0)
    let at = 1
    const offsets = [at, ...items.map(({ length }) => (at += length))]
    return [...u32(items.length), 4, ...offsets.flatMap(u32), ...items.flat()]
  }
  const charString = (outline: GlyphOutline): number[] => {
    let [x, y] = [0, 0]
    return outline.flatMap(({ type, values }) => {
      const deltas: number[] = []
      for (let i = 0; i + 1 < values.length; i += 2) {
        deltas.push(...number(values[i]! - x), ...number(values[i + 1]! - y))
        ;[x, y] = [values[i]!, values[i + 1]!]
      }
      return type === 'Z' ? [] : [...deltas, type === 'M' ? 21 : 8]
    })
  }
  const charStrings = index(GLYPHS.map(({ outline }) => charString(outline)))
  const top = (strings: number, fonts: number): number[] => [...offset(strings), 17, ...offset(fonts), 12, 36]
  const head = [2, 0, 5, ...u16(top(0, 0).length)]
  const start = head.length + top(0, 0).length + 4
  const fonts = start + charStrings.length
  const fontDictionary = (at: number): number[] => index([[...offset(0), ...offset(at), 18]])
  const size = fontDictionary(0).length
  return Uint8Array.from([...head, ...top(start, fonts), ...index([]), ...charStrings, ...fontDictionary(fonts + size)])
}

for (const [name, font] of [
  ['CFF', withOutlines('CFF ', writeCff(GLYPHS, 1000, [0, -200, 1000, 800]))],
  ['CFF2', withOutlines('CFF2', toyCff2())],
] as const) {
  cff(`${name} fonts are embedded, drawn and extracted`, async () => {
    const source = `<style>@page { size: 400px 100px; margin: 0 } @font-face { font-family: C; src: url(c) }
      body { margin: 0; font: 100px/1 C }</style><div>abc</div>`
    const assets = { c: font }
    const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }, { assets }), {}, { assets })
    assert.equal(warnings, [])
    assert.equal(faultsOf(pdf), [])
    assert.ok(Buffer.from(pdf).includes('/CIDFontType0C'))
    assert.is(textByPoppler(pdf)?.trim() ?? 'abc', 'abc')
    assert.is(textByMupdf(pdf)?.trim() ?? 'abc', 'abc')
    const pixels = pixelsOf(pdf, 96)
    if (pixels === undefined) return
    const places = [50, 150, 250].flatMap((x) => [pixelAt(pixels, x, 50), pixelAt(pixels, x, 13), pixelAt(pixels, x + 45, 5)])
    assert.equal(places, Array(3).fill(['#000000', '#000000', '#ffffff']).flat())
  })
}

cff.run()
