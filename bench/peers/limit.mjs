// The limit: a bare writer that is given lines with their coordinates and does only what no writer can leave out: characters to glyphs, kerning by pairs, content streams,
// a subset a font, deflating, the file. No layout, no template, no style, no tags, no metadata. Laying out (`prepare`) is not measured. Subsets grow over the documents of
// the process and are encoded again only when they grow, as engines may do that keep base sets of glyphs.
import { deflateSync } from 'node:zlib'
import { drawings } from './drawings.mjs'
import { FONTS, widthOf } from './hand-fonts.mjs'
import { subsetOf } from './limit-subset.mjs'

const HEIGHT = 841.89

/** The document as a list of operations, not measured. */
export function prepare(kind, data) {
  const operations = []
  const sheet = {
    page: () => operations.push({ kind: 'page' }),
    width: widthOf,
    rect: (x, y, width, height, color) => operations.push({ kind: 'rect', x, y: HEIGHT - y - height, width, height, color: operands(color) }),
    image: (x, y, width, height) => operations.push({ kind: 'image', x, y: HEIGHT - y - height, width, height }),
    line: (pieces, x, y, { size, color, extra }) =>
      operations.push({ kind: 'line', pieces, x, y: HEIGHT - y - size * 0.905, size, color: operands(color), extra: (extra * 1000) / size }),
  }
  drawings[kind](sheet, data)
  return { operations, logo: data.logo }
}

const operands = (color) => [1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000).join(' ')

export const documents = Object.fromEntries(Object.keys(drawings).map((kind) => [kind, async (prepared) => write(prepared)]))

const ROOM = 1024

/** Faces with ids of characters (by first use in the process) and kerning of pairs of ids. */
const faces = new Map(Object.entries(FONTS).map(([name, { font, scale, bytes }], i) => [name, makeFace(`F${i}`, font, scale, bytes)]))
function makeFace(name, font, scale, bytes) {
  return { name, font, scale, bytes, ids: new Uint16Array(0x10000), characters: [0], kerns: new Float32Array(ROOM * ROOM).fill(Number.NaN), embedded: undefined }
}

function idOf(face, code) {
  const known = face.ids[code]
  if (known !== 0) return known
  const id = face.characters.push(code) - 1
  if (id >= ROOM) throw new Error('more characters than the bench uses')
  face.embedded = undefined
  return (face.ids[code] = id)
}

function learn(face, left, right) {
  const { positions, glyphs } = face.font.layout(String.fromCharCode(face.characters[left], face.characters[right]))
  // A ligature is left out: the limit kerns by pairs alone.
  return glyphs.length < 2 ? 0 : Math.round((glyphs[0].advanceWidth - positions[0].xAdvance) * face.scale)
}

let out = Buffer.allocUnsafe(1 << 20)
let at = 0

function ascii(text) {
  for (let i = 0; i < text.length; i++) out[at++] = text.charCodeAt(i)
}

/** A number of up to two decimals. */
function number(value) {
  let hundredths = Math.round(value * 100)
  if (hundredths < 0) {
    out[at++] = 45
    hundredths = -hundredths
  }
  const whole = Math.trunc(hundredths / 100)
  digits(whole)
  const rest = hundredths - whole * 100
  if (rest === 0) return
  out[at++] = 46
  out[at++] = 48 + Math.trunc(rest / 10)
  if (rest % 10 !== 0) out[at++] = 48 + (rest % 10)
}

function digits(whole) {
  if (whole >= 10) digits(Math.trunc(whole / 10))
  out[at++] = 48 + (whole % 10)
}

function byte(value) {
  if (value === 40 || value === 41 || value === 92) out[at++] = 92
  if (value === 13) {
    out[at++] = 92
    out[at++] = 114
  } else out[at++] = value
}

function show(face, text, extra) {
  const { kerns } = face
  out[at++] = 40
  let before = -1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const id = idOf(face, code)
    if (before >= 0) {
      let kern = kerns[before * ROOM + id]
      if (Number.isNaN(kern)) kern = kerns[before * ROOM + id] = learn(face, before, id)
      if (kern !== 0) moved(kern)
    }
    byte(id >> 8)
    byte(id & 255)
    before = id
    if (code === 32 && extra !== 0) moved(-extra)
  }
  out[at++] = 41
}

function moved(by) {
  out[at++] = 41
  number(by)
  out[at++] = 40
}

/** Text operators stand between BT and ET, paths and images outside. */
function inText(state, isText) {
  if (state.isText !== isText) ascii(isText ? 'BT ' : 'ET ')
  state.isText = isText
}

function line({ pieces, x, y, size, color, extra }, state) {
  if (at > out.length - 65_536) out = Buffer.concat([out, Buffer.allocUnsafe(out.length)])
  inText(state, true)
  if (state.color !== color) ascii(`${color} rg `)
  state.color = color
  ascii('1 0 0 1 ')
  number(x)
  out[at++] = 32
  number(y)
  ascii(' Tm ')
  for (const { text, font } of pieces) {
    const face = faces.get(font)
    state.used.add(face)
    if (state.face !== face || state.size !== size) {
      ascii(`/${face.name} `)
      number(size)
      ascii(' Tf ')
      state.face = face
      state.size = size
    }
    out[at++] = 91
    show(face, text, extra)
    ascii(']TJ\n')
  }
}

function rect({ x, y, width, height, color }, state) {
  inText(state, false)
  if (state.color !== color) ascii(`${color} rg `)
  state.color = color
  for (const value of [x, y, width, height]) {
    number(value)
    out[at++] = 32
  }
  ascii('re f\n')
}

function write({ operations, logo }) {
  const file = makeFile()
  const pages = []
  const state = { color: '', face: undefined, size: 0, isText: false, used: new Set() }
  const root = file.reserve()
  const tree = file.reserve()
  const resources = file.reserve()
  const close = () => {
    if (at === 0) return
    inText(state, false)
    const content = file.stream('', deflateSync(out.subarray(0, at), { level: 4 }))
    pages.push(file.add(`<</Type/Page/Parent ${tree} 0 R/Resources ${resources} 0 R/MediaBox[0 0 595.28 ${HEIGHT}]/Contents ${content} 0 R>>`))
    at = 0
  }
  for (const operation of operations) {
    if (operation.kind === 'line') line(operation, state)
    else if (operation.kind === 'rect') rect(operation, state)
    else if (operation.kind === 'page') {
      close()
      Object.assign(state, { color: '', face: undefined, size: 0 })
    } else {
      const { x, y, width, height } = operation
      inText(state, false)
      ascii(`q ${width} 0 0 ${height} ${x} ${y} cm /I Do Q\n`)
    }
  }
  close()
  const fonts = [...state.used].map((face) => `/${face.name} ${embed(file, face)} 0 R`).join('')
  const image = logo === undefined ? '' : `/XObject<</I ${picture(file, logo)} 0 R>>`
  file.set(resources, `<</Font<<${fonts}>>${image}>>`)
  file.set(tree, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`)
  file.set(root, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  return file.end(root)
}

/** An opaque RGB PNG in one IDAT: its data is what PDF's predictor 15 reads. */
function picture(file, logo) {
  const png = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const from = png.indexOf('IDAT')
  const decode = `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns ${width}>>`
  return file.object(
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceRGB${decode}`,
    png.subarray(from + 4, from + 4 + png.readUInt32BE(from - 4)),
  )
}

function embed(file, face) {
  face.embedded ??= encodeFace(face)
  const { program, unicode, widths, length } = face.embedded
  const base = `AAAAAA+${face.font.postscriptName}`
  const data = file.stream(`/Length1 ${length}`, program)
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${base}/Flags 4/FontBBox[-500 -300 2000 1100]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 716/StemV 80/FontFile2 ${data} 0 R>>`,
  )
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${base}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/W[0[${widths}]]>>`,
  )
  const map = file.stream('', unicode)
  return file.add(`<</Type/Font/Subtype/Type0/BaseFont/${base}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${map} 0 R>>`)
}

function encodeFace({ font, bytes, characters, scale }) {
  const glyphs = characters.map((code, id) => (id === 0 ? font.getGlyph(0) : font.glyphForCodePoint(code)))
  const program = subsetOf(bytes, glyphs.map(({ id }) => id))
  const hex = (value) => value.toString(16).padStart(4, '0')
  const lines = characters.slice(1).map((code, i) => `<${hex(i + 1)}><${hex(code)}>`)
  const blocks = []
  for (let from = 0; from < lines.length; from += 100) {
    const block = lines.slice(from, from + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  const cmap = `/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Limit def/CMapType 2 def 1 begincodespacerange<0000><ffff>endcodespacerange\n${blocks.join('\n')}\nendcmap end end`
  return {
    length: program.length,
    program: deflateSync(program),
    unicode: deflateSync(Buffer.from(cmap, 'latin1')),
    widths: glyphs.map(({ advanceWidth }) => Math.round(advanceWidth * scale)).join(' '),
  }
}

/** The objects of a file in the order in which they were made. */
function makeFile() {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = [0]
  let size = parts[0].length
  const put = (part) => {
    parts.push(part)
    size += part.length
  }
  const file = {
    reserve: () => offsets.push(0) - 1,
    set(id, text) {
      offsets[id] = size
      put(Buffer.from(`${id} 0 obj\n${text}\nendobj\n`, 'latin1'))
    },
    add(text) {
      const id = file.reserve()
      file.set(id, text)
      return id
    },
    object(head, bytes) {
      const id = file.reserve()
      offsets[id] = size
      put(Buffer.from(`${id} 0 obj\n${head}/Length ${bytes.length}>>stream\n`, 'latin1'))
      put(bytes)
      put(Buffer.from('\nendstream\nendobj\n', 'latin1'))
      return id
    },
    stream: (entries, bytes) => file.object(`<</Filter/FlateDecode${entries}`, bytes),
    end(root) {
      const start = size
      const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      const table = `xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${offsets.length}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF`
      put(Buffer.from(table, 'latin1'))
      return Buffer.concat(parts)
    },
  }
  return file
}
