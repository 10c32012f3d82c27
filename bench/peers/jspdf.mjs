import { readFileSync } from 'node:fs'
import { jsPDF } from 'jspdf'
import { autoTable } from 'jspdf-autotable'
import { invoiceParts, statementHead, statementRows } from './plain.mjs'

const font = (name) => readFileSync(new URL(`../../fonts/${name}`, import.meta.url)).toString('base64')
const FACES = [
  ['Arimo-Regular.ttf', 'normal'],
  ['Arimo-Bold.ttf', 'bold'],
].map(([name, style]) => ({ name, style, data: font(name) }))

function open() {
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  for (const { name, style, data } of FACES) {
    doc.addFileToVFS(name, data)
    doc.addFont(name, 'Arimo', style)
  }
  doc.setFont('Arimo', 'normal')
  return doc
}

function invoice(doc, data) {
  const { title, lines, head, rows, totals, note } = invoiceParts(data)
  doc.setFontSize(22).text(title, 51, 60)
  doc.setFontSize(9).text(lines, 51, 90)
  autoTable(doc, { startY: 220, head: [head], body: rows, styles: { font: 'Arimo' } })
  autoTable(doc, { startY: doc.lastAutoTable.finalY + 12, body: totals, styles: { font: 'Arimo' } })
  doc.text(note, 51, doc.lastAutoTable.finalY + 30)
}

const bytes = (doc) => new Uint8Array(doc.output('arraybuffer'))

export const documents = {
  async invoice(data) {
    const doc = open()
    invoice(doc, data)
    return bytes(doc)
  },
  async merge(all) {
    const doc = open()
    all.forEach((data, i) => {
      if (i > 0) doc.addPage()
      invoice(doc, data)
    })
    return bytes(doc)
  },
  async statement(data) {
    const doc = open()
    autoTable(doc, { head: [statementHead], body: statementRows(data), styles: { font: 'Arimo', fontSize: 8.5 } })
    return bytes(doc)
  },
}
