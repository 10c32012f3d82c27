// The documents as HTML, for engines that print it.
import { invoiceParts, statementHead, statementRows } from './plain.mjs'

const row = (cells, tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const html = (body, css = '') =>
  `<!DOCTYPE html><meta charset="utf-8"><style>@page{size:A4;margin:18mm}body{margin:0;font:9pt Arimo,Arial,sans-serif}table{width:100%;border-collapse:collapse}td,th{padding:4pt;border-bottom:.75pt solid #ddd;text-align:left}article+article{break-before:page}${css}</style>${body}`

function invoice(data) {
  const { title, lines, head, rows, totals, note } = invoiceParts(data)
  const list = lines.map((line) => `<p>${line}</p>`).join('')
  return `<article><h1>${title}</h1>${list}<table><thead>${row(head, 'th')}</thead>${rows.map((cells) => row(cells)).join('')}</table><table>${totals.map((cells) => row(cells)).join('')}</table><p>${note}</p></article>`
}

export const pages = {
  invoice: (data) => html(invoice(data)),
  merge: (all) => html(all.map(invoice).join('')),
  statement: (data) => html(`<table><thead>${row(statementHead, 'th')}</thead>${statementRows(data).map((cells) => row(cells)).join('')}</table>`),
  text: (data) =>
    html(
      data.chapters.map(({ title, paragraphs }) => `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`).join(''),
      'body{font:11pt/1.4 Tinos,serif}p{text-align:justify;margin:0 0 6pt}',
    ),
}
