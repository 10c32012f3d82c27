// WOFF, WOFF2 and collections give the same face as the plain file.
import { deflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFace } from '../../engine/font/face.ts'
import { FontError } from '../../engine/font/font-error.ts'
import { openSfnt } from '../../engine/font/sfnt.ts'
import { writeSfnt } from '../../engine/font/write-sfnt.ts'
import { createEngine, fontSources } from '../../engine/index.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { fileText } from '../support/file-text.ts'
import { toyFont } from '../support/toy-font.ts'
import { packWoff2 } from '../support/woff2-encoder.ts'

const containers = suite('font containers')

const bundled = BUNDLED_FONTS[0]!.data
const arimo = typeof bundled === 'function' ? bundled() : bundled

const kit = (bytes: Uint8Array): fontkit.Font => {
  const font = fontkit.create(Buffer.from(bytes))
  assert.ok('getGlyph' in font)
  return font
}

containers('WOFF2 outlines and advances are restored to the unit', () => {
  const face = openFace(packWoff2(arimo))
  const [restored, original] = [kit(face.sfnt.bytes), kit(arimo)]
  assert.is(face.glyphCount, original.numGlyphs)
  for (let glyph = 0; glyph < face.glyphCount; glyph++) {
    assert.is(restored.getGlyph(glyph).path.toSVG(), original.getGlyph(glyph).path.toSVG(), `glyph ${glyph}`)
  }
  assert.is(face.nominalAdvance(0x41), 1366)
})

containers('a small WOFF2', () => {
  const face = openFace(packWoff2(toyFont()))
  assert.equal([face.family, face.unitsPerEm, face.nominalAdvance(0x61)], ['Toy', 1000, 1000])
})

containers('damaged WOFF2 gives an error of ours', () => {
  const whole = packWoff2(toyFont())
  for (let length = 0; length < whole.length; length += 37) assert.throws(() => openFace(whole.slice(0, length)), isFontError)
  for (let at = 4; at < 120; at++) {
    const bytes = whole.slice()
    bytes[at]! ^= 0xff
    try {
      openFace(bytes)
    } catch (problem) {
      assert.ok(isFontError(problem), `byte ${at}: ${String(problem)}`)
    }
  }
})

const isFontError = (problem: unknown): boolean => problem instanceof FontError

/** A font with a table more. */
function withTable(font: Uint8Array, tag: string, table: Uint8Array): Uint8Array {
  const { tables } = openSfnt(font)
  const bytes = [...tables].map(([tag, view]) => [tag, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)] as const)
  return writeSfnt(new Map([...bytes, [tag, table]]), 0x00010000)
}

/** WOFF 1.0 of a plain font. */
function packWoff(font: Uint8Array): Uint8Array {
  const tables = [...openSfnt(font).tables].map(([tag, view]) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    const packed = deflateSync(bytes)
    return { tag, bytes, stored: packed.length < bytes.length ? packed : bytes }
  })
  const start = 44 + tables.length * 20
  const out = new Uint8Array(start + tables.reduce((sum, { stored }) => sum + ((stored.length + 3) & ~3), 0))
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x774f4646)
  view.setUint32(4, 0x00010000)
  view.setUint16(12, tables.length)
  let offset = start
  tables.forEach(({ tag, bytes, stored }, i) => {
    for (let j = 0; j < 4; j++) out[44 + i * 20 + j] = tag.charCodeAt(j)
    view.setUint32(48 + i * 20, offset)
    view.setUint32(52 + i * 20, stored.length)
    view.setUint32(56 + i * 20, bytes.length)
    out.set(stored, offset)
    offset += (stored.length + 3) & ~3
  })
  return out
}

containers('WOFF is inflated table by table', () => {
  const face = openFace(packWoff(arimo))
  assert.is(kit(face.sfnt.bytes).getGlyph(36).path.toSVG(), kit(arimo).getGlyph(36).path.toSVG())
  assert.throws(() => openFace(packWoff(arimo).slice(0, 5000)), isFontError)
})

/** A collection of fonts that share nothing. */
function packCollection(...fonts: readonly Uint8Array[]): Uint8Array {
  const head = 12 + fonts.length * 4
  const out = new Uint8Array(fonts.reduce((sum, font) => sum + ((font.length + 3) & ~3), head))
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x74746366)
  view.setUint32(4, 0x00010000)
  view.setUint32(8, fonts.length)
  let at = head
  for (const [i, font] of fonts.entries()) {
    view.setUint32(12 + i * 4, at)
    out.set(font, at)
    for (let row = at + 12; row < at + 12 + view.getUint16(at + 4) * 16; row += 16) view.setUint32(row + 8, view.getUint32(row + 8) + at)
    at += (font.length + 3) & ~3
  }
  return out
}

const collection = packCollection(toyFont({ advances: { a: 500 } }), toyFont({ family: 'Other', weight: 700, advances: { a: 2000 } }))

containers('every font of a collection is found', () => {
  assert.is(openFace(collection).family, 'Toy')
  assert.is(openFace(collection, 1).family, 'Other')
  assert.throws(() => openFace(collection, 2), isFontError)
  assert.equal(
    fontSources(collection).map(({ family, weight, index }) => ({ family, weight, index })),
    [
      { family: 'Toy', weight: 400, index: undefined },
      { family: 'Other', weight: 700, index: 1 },
    ],
  )
})

containers('each font of a collection is shaped and written as itself', async () => {
  const engine = await createEngine({ extraFonts: fontSources(collection) })
  const widths = async (family: string): Promise<(number | undefined)[]> => {
    const source = `<div><span id=s style="font: bold 10px ${family}">aa</span></div>`
    const { boxes } = await engine.inspect(engine.compile({ type: 'html', source }), {})
    return boxes.filter(({ id }) => id === 's').map(({ width }) => width)
  }
  assert.equal(await widths('Toy'), [10])
  assert.equal(await widths('Other'), [40])
  const source = '<p style="font: 10px Toy">a<p style="font: bold 10px Other">a'
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})
  assert.equal(warnings, [])
  for (const name of ['Toy-Regular', 'Other-Bold']) assert.ok(fileText(pdf).includes(name), name)
})

containers('a style sheet names the font of a collection behind a number sign', async () => {
  const engine = await createEngine()
  const render = (name: string): ReturnType<typeof engine.render> => {
    const source = `<style>@font-face { font-family: F; src: url("a.ttc#${name}") }</style><p style="font: 10px F">a`
    const assets = { 'a.ttc': collection }
    return engine.render(engine.compile({ type: 'html', source }, { assets }), {}, { assets })
  }
  const { pdf, warnings } = await render('Other-Bold')
  assert.equal(warnings, [])
  assert.ok(fileText(pdf).includes('Other-Bold'))
  assert.equal(
    (await render('Nothing')).warnings.map(({ code }) => code),
    ['bad-font'],
  )
})

containers('fonts of a document are unpacked to so many bytes together, whatever their files have', async () => {
  const junk = 1024 * 1024
  const fonts = [0, 1, 2].map((value) => packWoff(withTable(toyFont(), 'junk', new Uint8Array(junk).fill(value))))
  assert.ok(fonts.every((font) => font.length < 20_000))
  const engine = await createEngine({ limits: { fontBytes: 2.5 * junk } })
  const faces = fonts.map((_, i) => `@font-face { font-family: F${i}; src: url(f${i}) }`).join('')
  const source = `<style>${faces}</style>${fonts.map((_, i) => `<p style="font: 10px F${i}">a</p>`).join('')}`
  const assets = Object.fromEntries(fonts.map((font, i) => [`f${i}`, font]))
  const warningsOf = async (): Promise<readonly string[]> =>
    (await engine.render(engine.compile({ type: 'html', source }, { assets }), {}, { assets })).warnings.map(
      ({ code, message }) => `${code}: ${message}`,
    )
  const refused = await warningsOf()
  assert.is(refused.length, 1)
  assert.match(refused[0] ?? '', /^bad-font: font "F2" 400 cannot be read: /)
  // Those that are still known from the document before count as well.
  assert.equal((await warningsOf()).length, 1)
})

containers('what is no font says so', () => {
  for (const bytes of [new Uint8Array(100), new TextEncoder().encode('<html>not a font, but long enough to look at</html>')]) {
    assert.throws(() => openFace(bytes), /not a font file/)
  }
})

containers('sources in formats that no one reads are passed over', async () => {
  const engine = await createEngine()
  const source = `<style>@font-face { font-family: F; src: url(a.eot) format('embedded-opentype'), url(a.ttf) format('truetype') }</style><p style="font: 10px F">a`
  const assets = { 'a.eot': new Uint8Array(9), 'a.ttf': toyFont() }
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }, { assets }), {}, { assets })
  assert.equal(warnings, [])
  assert.ok(fileText(pdf).includes('Toy-Regular'))
})

containers.run()
