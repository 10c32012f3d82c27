// The statement written by hand with PDFKit: one `doc.text` per cell, drawn lines and stripes, the header on each page, "Page x of y" at the end.
import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'

const LEFT = 45
const TOP = 74
const BOTTOM = 785
const WIDTHS = [54, 71, 142, 68, 68, 77]
const ROW = 18.5
const HEADINGS = ['Date', 'Reference', 'Description', 'In', 'Out', 'Balance']

const FONT = readFileSync(new URL('../fonts/Arimo-Regular.ttf', import.meta.url))
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' })

export async function statementByPdfkit(rows) {
  const doc = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true })
  let bytes = 0
  doc.on('data', (chunk) => {
    bytes += chunk.length
  })
  const ended = new Promise((resolve) => {
    doc.on('end', resolve)
  })
  doc.registerFont('Arimo', FONT)
  doc.font('Arimo').fontSize(8.5)
  let y = head(doc)
  for (const [i, row] of rows.entries()) {
    if (y + ROW > BOTTOM) {
      doc.addPage()
      y = head(doc)
    }
    if (i % 2 === 1) doc.rect(LEFT, y, 480, ROW).fill('#f5f9f8')
    cells(doc, textsOf(row), y + 4, '#17202a')
    doc
      .moveTo(LEFT, y + ROW)
      .lineTo(LEFT + 480, y + ROW)
      .lineWidth(0.75)
      .stroke('#e1e7ea')
    y += ROW
  }
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.fillColor('#5f6b7a').text(`Page ${page + 1} of ${count}`, LEFT, 810, { width: 480, align: 'right', lineBreak: false })
  }
  doc.end()
  await ended
  return { pages: count, bytes, rowsAlive: rows.length }
}

function head(doc) {
  doc.rect(LEFT, TOP, 480, ROW).fill('#0f3d3e')
  cells(doc, HEADINGS, TOP + 4, '#ffffff')
  return TOP + ROW
}

function cells(doc, texts, y, color) {
  doc.fillColor(color)
  let x = LEFT
  for (const [i, text] of texts.entries()) {
    doc.text(text, x + 4, y, { width: WIDTHS[i] - 8, align: i > 2 ? 'right' : 'left', lineBreak: false })
    x += WIDTHS[i]
  }
}

function textsOf(row) {
  const amount = (value) => (typeof value === 'number' ? AMOUNT.format(value) : '')
  return [DATE.format(new Date(row.booked)), row.reference, row.description, amount(row.in), amount(row.out), amount(row.balance)]
}
