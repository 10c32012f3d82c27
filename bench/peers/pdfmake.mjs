import pdfmake from 'pdfmake'
import { invoiceParts, statementHead, statementRows } from './plain.mjs'

const file = (name) => new URL(`../../fonts/${name}`, import.meta.url).pathname
pdfmake.setFonts({
  Arimo: { normal: file('Arimo-Regular.ttf'), bold: file('Arimo-Bold.ttf') },
  Tinos: { normal: file('Tinos-Regular.ttf'), bold: file('Tinos-Bold.ttf') },
})
pdfmake.setUrlAccessPolicy?.(() => false)

const make = (definition) => pdfmake.createPdf({ pageSize: 'A4', defaultStyle: { font: 'Arimo', fontSize: 9 }, ...definition }).getBuffer()

function invoice(data, pageBreak) {
  const { title, lines, head, rows, totals, note } = invoiceParts(data)
  return [
    { text: title, fontSize: 22, bold: true, ...(pageBreak ? { pageBreak: 'before' } : {}) },
    ...lines,
    { table: { headerRows: 1, widths: ['*', 40, 80, 85], body: [head, ...rows] }, layout: 'lightHorizontalLines' },
    { table: { widths: ['*', 85], body: totals }, layout: 'noBorders' },
    note,
  ]
}

export const documents = {
  invoice: (data) => make({ content: invoice(data, false) }),
  merge: (all) => make({ content: all.flatMap((data, i) => invoice(data, i > 0)) }),
  statement: (data) =>
    make({
      footer: (page, pages) => `Page ${page} of ${pages}`,
      content: [{ table: { headerRows: 1, widths: [54, 70, '*', 68, 68, 77], body: [statementHead, ...statementRows(data)] }, layout: 'lightHorizontalLines' }],
    }),
  text: (data) =>
    make({
      defaultStyle: { font: 'Tinos', fontSize: 11, alignment: 'justify' },
      content: data.chapters.flatMap(({ title, paragraphs }) => [{ text: title, fontSize: 15, bold: true }, ...paragraphs]),
    }),
}
