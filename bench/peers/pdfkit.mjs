// PDFKit by hand as an expert writes it, the base of the ratios: fonts opened once a process, measures and glyphs of words cached over documents, one text-showing operator
// a run, written straight into the page. PDFKit makes pages, streams, subsets, images and the file.
import PDFDocument from 'pdfkit'
import { drawings } from './drawings.mjs'
import { FONTS, shapeWord, widthOf } from './hand-fonts.mjs'

const round = (number) => Math.round(number * 1000) / 1000

export const documents = Object.fromEntries(Object.entries(drawings).map(([kind, draw]) => [kind, (data) => write(draw, data)]))

async function write(draw, data) {
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, bufferPages: false, font: null })
  const chunks = []
  const done = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk) => chunks.push(chunk))
  const image = data.logo === undefined ? undefined : Buffer.from(data.logo.slice(data.logo.indexOf(',') + 1), 'base64')
  draw(sheetOf(doc, image), data)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function sheetOf(doc, image) {
  const faces = new Map()
  const face = (name) => {
    let known = faces.get(name)
    if (known === undefined) {
      doc.font(FONTS[name].font, name)
      known = { embedded: doc._font, words: new Map() }
      faces.set(name, known)
    }
    doc.page.fonts[known.embedded.id] ??= known.embedded.ref()
    return known
  }
  return {
    page: () => doc.addPage(),
    width: widthOf,
    rect: (x, y, width, height, color) => doc.rect(x, y, width, height).fill(color),
    image: (x, y, width, height) => doc.image(image, x, y, { width, height }),
    line(pieces, x, y, { size, color, extra }) {
      const parts = [`${colorOf(color)} rg BT 1 0 0 -1 ${round(x)} ${round(y + size * 0.905)} Tm`]
      for (const { text, font } of pieces) parts.push(`/${face(font).embedded.id} ${size} Tf [${shown(face(font), font, text, (extra * 1000) / size)}] TJ`)
      doc.addContent(`${parts.join(' ')} ET`)
    },
  }
}

const COLORS = new Map()

/** A colour as operands. */
function colorOf(color) {
  let known = COLORS.get(color)
  if (known === undefined) {
    known = [1, 3, 5].map((at) => round(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
    COLORS.set(color, known)
  }
  return known
}

/** The operand of TJ; words are encoded once a document. */
function shown(face, name, text, extra) {
  let out = ''
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf(' ', from)
    const to = found < 0 ? text.length : found
    if (to > from) out += encoded(face, name, text.slice(from, to))
    if (found < 0) break
    out += encoded(face, name, ' ')
    if (extra !== 0) out += round(-extra)
    from = to + 1
  }
  return out
}

function encoded(face, name, word) {
  const known = face.words.get(word)
  if (known !== undefined) return known
  const { embedded } = face
  const { ids, points, own, kerns } = shapeWord(name, word)
  let out = '<'
  for (let i = 0; i < ids.length; i++) {
    const id = embedded.subset.includeGlyph(ids[i])
    embedded.widths[id] ??= own[i]
    embedded.unicode[id] ??= points[i]
    out += id.toString(16).padStart(4, '0')
    if (kerns[i] !== 0) out += `>${round(kerns[i])}<`
  }
  out += '>'
  face.words.set(word, out)
  return out
}
