import { Document, Font, Page, renderToBuffer, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { invoiceParts, statementHead, statementRows } from './plain.mjs'

const file = (name) => new URL(`../../fonts/${name}`, import.meta.url).pathname
Font.register({ family: 'Arimo', fonts: [{ src: file('Arimo-Regular.ttf') }, { src: file('Arimo-Bold.ttf'), fontWeight: 700 }] })
Font.register({ family: 'Tinos', src: file('Tinos-Regular.ttf') })

const page = (children, style = {}) => h(Page, { size: 'A4', style: { fontFamily: 'Arimo', fontSize: 9, padding: 45, ...style } }, children)
const row = (cells, key) => h(View, { key, style: { flexDirection: 'row' } }, cells.map((cell, i) => h(Text, { key: i, style: { flex: 1, padding: 4 } }, cell)))
const print = (pages) => renderToBuffer(h(Document, null, pages))

function invoice(data) {
  const { title, lines, head, rows, totals, note } = invoiceParts(data)
  return [
    h(Text, { key: 'title', style: { fontSize: 22 } }, title),
    ...lines.map((line, i) => h(Text, { key: `l${i}` }, line)),
    ...[head, ...rows, ...totals].map((cells, i) => row(cells, `r${i}`)),
    h(Text, { key: 'note' }, note),
  ]
}

export const documents = {
  invoice: (data) => print(page(invoice(data))),
  merge: (all) => print(all.map((data, key) => h(Page, { key, size: 'A4', style: { fontFamily: 'Arimo', fontSize: 9, padding: 45 } }, invoice(data)))),
  statement: (data) => print(page([statementHead, ...statementRows(data)].map((cells, i) => row(cells, i)))),
  text: (data) =>
    print(
      page(
        data.chapters.flatMap(({ title, paragraphs }, c) => [title, ...paragraphs].map((text, i) => h(Text, { key: `${c} ${i}`, style: { textAlign: 'justify' } }, text))),
        { fontFamily: 'Tinos', fontSize: 11 },
      ),
    ),
}
