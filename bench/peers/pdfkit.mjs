// PDFKit written by hand with known coordinates: no layout at all, fonts embedded and subset. The floor that ratios are taken to.
import PDFDocument from 'pdfkit'

const fonts = new URL('../../fonts/', import.meta.url)
const file = (name) => new URL(name, fonts).pathname
const FACES = { regular: file('Arimo-Regular.ttf'), bold: file('Arimo-Bold.ttf'), serif: file('Tinos-Regular.ttf') }
const MM = 72 / 25.4

export const documents = {
  invoice: (data) => write((sheet) => invoice(sheet, data)),
  statement: (data) => write((sheet) => statement(sheet, data)),
  text: (data) => write((sheet) => text(sheet, data)),
  merge: (all) => write((sheet) => all.forEach((data) => invoice(sheet, data))),
}

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A document drawn by `draw`, as bytes. */
async function write(draw) {
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, bufferPages: false })
  const chunks = []
  const done = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk) => chunks.push(chunk))
  for (const [name, path] of Object.entries(FACES)) doc.registerFont(name, path)
  draw({
    doc,
    page: () => doc.addPage(),
    /** A line of text: its left edge, or its right edge, at x. */
    put(string, x, y, { size = 9.5, font = 'regular', color = '#111827', isRight = false } = {}) {
      doc.font(font).fontSize(size).fillColor(color)
      doc.text(string, isRight ? x - doc.widthOfString(string) : x, y, { lineBreak: false })
    },
  })
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function invoice({ doc, page, put }, data) {
  page()
  const [left, right] = [18 * MM, 192 * MM]
  const muted = { color: '#6b7280' }
  doc.roundedRect(left, 51, 34, 34, 8).fill('#1f4e79')
  put(data.seller.initials, left + 7, 60, { size: 15, font: 'bold', color: '#fff' })
  put(data.seller.name, left + 43, 52, { size: 12, font: 'bold' })
  put(`${data.seller.street}, ${data.seller.city}`, left + 43, 68, muted)
  put('Invoice', right, 51, { size: 22, font: 'bold', color: '#1f4e79', isRight: true })
  ;[`No. ${data.number}`, `Issued ${data.issued}`, `Due ${data.due}`].forEach((line, i) => put(line, right, 78 + i * 16, { ...muted, isRight: true }))
  const { customer, bank } = data
  put('BILL TO', left, 160, { size: 7.5, font: 'bold', ...muted })
  ;[customer.name, customer.contact, customer.street, customer.city, customer.country].forEach((line, i) => put(line, left, 172 + i * 14))
  put('PAY TO', left + 264, 160, { size: 7.5, font: 'bold', ...muted })
  ;[bank.name, `IBAN ${bank.iban}`, `BIC ${bank.bic}`, `Reference ${data.number}`].forEach((line, i) => put(line, left + 264, 172 + i * 14))
  const columns = [right - 170, right - 91, right - 6]
  put('DESCRIPTION', left + 6, 270, { size: 7.5, font: 'bold', ...muted })
  ;['QTY', 'PRICE', 'AMOUNT'].forEach((head, i) => put(head, columns[i], 270, { size: 7.5, font: 'bold', ...muted, isRight: true }))
  doc.rect(left, 284, right - left, 1.2).fill('#1f4e79')
  let y = 286
  data.items.forEach((item, i) => {
    if (i % 2 === 1) doc.rect(left, y, right - left, 37).fill('#f6f8fb')
    put(item.name, left + 6, y + 6)
    put(item.details, left + 6, y + 20, { size: 8, ...muted })
    put(String(item.quantity), columns[0], y + 6, { isRight: true })
    put(money.format(item.price), columns[1], y + 6, { isRight: true })
    put(money.format(item.price * item.quantity), columns[2], y + 6, { isRight: true })
    y += 37
    doc.rect(left, y, right - left, 0.75).fill('#d9dee7')
  })
  y += 18
  ;[['Subtotal', data.subtotal], ['VAT 21%', data.tax], ['Amount due', data.total]].forEach(([label, value], i) => {
    const style = i === 2 ? { size: 12, font: 'bold', color: '#1f4e79' } : {}
    put(label, right - 206, y + i * 20, style)
    put(money.format(value), right - 6, y + i * 20, { ...style, isRight: true })
  })
  y += 90
  doc.rect(left, y, right - left, 46).fill('#f6f8fb').rect(left, y, 2.25, 46).fill('#1f4e79')
  put('NOTE', left + 14, y + 9, { size: 7.5, font: 'bold', ...muted })
  put(data.note ?? '', left + 14, y + 22)
  put(`${data.seller.name} · ${data.seller.vat_id}`, left, 800, { size: 7.5, ...muted })
  put('Page 1 of 1', right, 800, { size: 7.5, ...muted, isRight: true })
}

const ROWS_A_PAGE = 35

function statement({ doc, page, put }, data) {
  const [left, right] = [16 * MM, 194 * MM]
  const edges = [left, left + 54, left + 125, right - 213, right - 145, right - 77, right]
  const pages = Math.ceil(data.transactions.length / ROWS_A_PAGE)
  data.transactions.forEach((row, i) => {
    const k = i % ROWS_A_PAGE
    if (k === 0) {
      page()
      put(data.bank.name, left, 40, { size: 10, font: 'bold', color: '#0f3d3e' })
      put(`Account ${data.account.number}`, right, 40, { size: 8, color: '#5f6b7a', isRight: true })
      put(`Page ${i / ROWS_A_PAGE + 1} of ${pages}`, right, 800, { size: 7, color: '#5f6b7a', isRight: true })
      doc.rect(left, 74, right - left, 20).fill('#0f3d3e')
      ;['Date', 'Reference', 'Description'].forEach((head, c) => put(head, edges[c] + 6, 79, { size: 7.5, font: 'bold', color: '#fff' }))
      ;['In', 'Out', 'Balance'].forEach((head, c) => put(head, edges[c + 4] - 6, 79, { size: 7.5, font: 'bold', color: '#fff', isRight: true }))
    }
    const y = 94 + k * 19.2
    if (i % 2 === 1) doc.rect(left, y, right - left, 19.2).fill('#f5f9f8')
    doc.rect(left, y + 18.45, right - left, 0.75).fill('#e1e7ea')
    const cell = { size: 8.5, color: '#17202a' }
    put(row.booked, edges[0] + 6, y + 4, cell)
    put(row.reference, edges[1] + 6, y + 4, cell)
    put(row.description, edges[2] + 6, y + 4, cell)
    if (row.in !== undefined) put(amount.format(row.in), edges[4] - 6, y + 4, { ...cell, isRight: true })
    if (row.out !== undefined) put(amount.format(row.out), edges[5] - 6, y + 4, { ...cell, color: '#9b2c2c', isRight: true })
    put(amount.format(row.balance), edges[6] - 6, y + 4, { ...cell, isRight: true })
  })
}

/** PDFKit's own line breaking and justification: the one place where it lays something out. */
function text({ doc }, data) {
  const margin = 25 * MM
  doc.addPage({ size: 'A4', margin })
  for (const chapter of data.chapters) {
    doc.font('bold').fontSize(15).text(chapter.title)
    doc.font('serif').fontSize(11)
    for (const paragraph of chapter.paragraphs) doc.text(paragraph, { align: 'justify', paragraphGap: 6, lineGap: 2.6 })
  }
}
