// The documents drawn by hand: every coordinate is known or found by adding up widths. What they are drawn on is a sheet: `page()`, `rect(x, y, width, height, color)`,
// `image(x, y, width, height)`, `width(text, font, size)` and `line(pieces, x, y, { size, color, extra })`, where pieces are `{ text, font }` and spaces are `extra` wider.
const MM = 72 / 25.4

export const drawings = { invoice, statement, text, merge: (sheet, all) => all.forEach((data) => invoice(sheet, data)) }

/** English figures with grouped thousands and two decimals; `Intl.NumberFormat` takes six times as long. */
function figure(value) {
  const digits = Math.abs(value).toFixed(2)
  let grouped = digits.slice(-6)
  for (let end = digits.length - 6; end > 0; end -= 3) grouped = `${digits.slice(Math.max(0, end - 3), end)},${grouped}`
  return value < 0 ? `-${grouped}` : grouped
}
const money = (value) => `€${figure(value)}`

function put(sheet, text, x, y, { size = 9.5, font = 'regular', color = '#111827', isRight = false } = {}) {
  sheet.line([{ text, font }], isRight ? x - sheet.width(text, font, size) : x, y, { size, color, extra: 0 })
}

function invoice(sheet, data) {
  sheet.page()
  const [left, right] = [18 * MM, 192 * MM]
  const muted = '#6b7280'
  const small = { size: 7.5, font: 'bold', color: muted }
  if (data.logo === undefined) sheet.rect(left, 51, 34, 34, '#1f4e79')
  else sheet.image(left, 51, 34, 34)
  if (data.logo === undefined) put(sheet, data.seller.initials, left + 7, 60, { size: 15, font: 'bold', color: '#ffffff' })
  put(sheet, data.seller.name, left + 43, 52, { size: 12, font: 'bold' })
  put(sheet, `${data.seller.street}, ${data.seller.city}`, left + 43, 68, { color: muted })
  put(sheet, 'Invoice', right, 51, { size: 22, font: 'bold', color: '#1f4e79', isRight: true })
  ;[`No. ${data.number}`, `Issued ${data.issued}`, `Due ${data.due}`].forEach((line, i) => put(sheet, line, right, 78 + i * 16, { color: muted, isRight: true }))
  const { customer, bank } = data
  put(sheet, 'BILL TO', left, 160, small)
  ;[customer.name, customer.contact, customer.street, customer.city, customer.country].forEach((line, i) => put(sheet, line, left, 172 + i * 14))
  put(sheet, 'PAY TO', left + 264, 160, small)
  ;[bank.name, `IBAN ${bank.iban}`, `BIC ${bank.bic}`, `Reference ${data.number}`].forEach((line, i) => put(sheet, line, left + 264, 172 + i * 14))
  const columns = [right - 170, right - 91, right - 6]
  put(sheet, 'DESCRIPTION', left + 6, 270, small)
  ;['QTY', 'PRICE', 'AMOUNT'].forEach((head, i) => put(sheet, head, columns[i], 270, { ...small, isRight: true }))
  sheet.rect(left, 284, right - left, 1.2, '#1f4e79')
  let y = 286
  data.items.forEach((item, i) => {
    if (i % 2 === 1) sheet.rect(left, y, right - left, 37, '#f6f8fb')
    put(sheet, item.name, left + 6, y + 6)
    put(sheet, item.details, left + 6, y + 20, { size: 8, color: muted })
    ;[String(item.quantity), money(item.price), money(item.price * item.quantity)].forEach((cell, c) => put(sheet, cell, columns[c], y + 6, { isRight: true }))
    y += 37
    sheet.rect(left, y, right - left, 0.75, '#d9dee7')
  })
  y += 18
  ;[['Subtotal', data.subtotal], ['VAT 21%', data.tax], ['Amount due', data.total]].forEach(([label, value], i) => {
    const style = i === 2 ? { size: 12, font: 'bold', color: '#1f4e79' } : {}
    put(sheet, label, right - 206, y + i * 20, style)
    put(sheet, money(value), right - 6, y + i * 20, { ...style, isRight: true })
  })
  y += 90
  sheet.rect(left, y, right - left, 46, '#f6f8fb')
  sheet.rect(left, y, 2.25, 46, '#1f4e79')
  put(sheet, 'NOTE', left + 14, y + 9, small)
  put(sheet, data.note ?? '', left + 14, y + 22)
  put(sheet, `${data.seller.name} · ${data.seller.vat_id}`, left, 800, { size: 7.5, color: muted })
  put(sheet, 'Page 1 of 1', right, 800, { size: 7.5, color: muted, isRight: true })
}

const BOTTOM = 766
const ROW = 19.2
const LINE = 11.5

function statement(sheet, data) {
  const [left, right] = [16 * MM, 194 * MM]
  const edges = [left, left + 54, left + 125, right - 213, right - 145, right - 77, right]
  const rows = data.transactions.map((row) => ({ row, lines: broken(sheet, [{ text: row.description, font: 'regular' }], 8.5, edges[3] - edges[2] - 12) }))
  let number = 0
  let y = BOTTOM + 1
  rows.forEach(({ row, lines }, i) => {
    const height = ROW + (lines.length - 1) * LINE
    if (y + height > BOTTOM) {
      sheet.page()
      put(sheet, data.bank.name, left, 40, { size: 10, font: 'bold', color: '#0f3d3e' })
      put(sheet, `Account ${data.account.number}`, right, 40, { size: 8, color: '#5f6b7a', isRight: true })
      put(sheet, `Page ${++number}`, right, 800, { size: 7, color: '#5f6b7a', isRight: true })
      sheet.rect(left, 74, right - left, 20, '#0f3d3e')
      ;['Date', 'Reference', 'Description'].forEach((head, c) => put(sheet, head, edges[c] + 6, 79, { size: 7.5, font: 'bold', color: '#ffffff' }))
      ;['In', 'Out', 'Balance'].forEach((head, c) => put(sheet, head, edges[c + 4] - 6, 79, { size: 7.5, font: 'bold', color: '#ffffff', isRight: true }))
      y = 94
    }
    if (i % 2 === 1) sheet.rect(left, y, right - left, height, '#f5f9f8')
    sheet.rect(left, y + height - 0.75, right - left, 0.75, '#e1e7ea')
    const cell = { size: 8.5, color: '#17202a' }
    put(sheet, row.booked, edges[0] + 6, y + 4, cell)
    put(sheet, row.reference, edges[1] + 6, y + 4, cell)
    lines.forEach(({ pieces }, k) => sheet.line(pieces, edges[2] + 6, y + 4 + k * LINE, { ...cell, extra: 0 }))
    if (row.in !== undefined) put(sheet, figure(row.in), edges[4] - 6, y + 4, { ...cell, isRight: true })
    if (row.out !== undefined) put(sheet, figure(row.out), edges[5] - 6, y + 4, { ...cell, color: '#9b2c2c', isRight: true })
    put(sheet, figure(row.balance), edges[6] - 6, y + 4, { ...cell, isRight: true })
    y += height
  })
}

const FONT_OF = { t: 'serif', b: 'serif-bold', i: 'serif-italic' }

/** Justified paragraphs, first fit, without hyphens, widows or orphans. */
function text(sheet, data) {
  const [left, width, bottom] = [25 * MM, 160 * MM, 772]
  let y = bottom
  const advance = (by) => {
    if (y + by > bottom) {
      sheet.page()
      y = 25 * MM
    }
    y += by
    return y - by
  }
  for (const { title, paragraphs } of data.chapters) {
    put(sheet, title, left, advance(21), { size: 15, font: 'bold', color: '#000000' })
    for (const paragraph of paragraphs) {
      const pieces = typeof paragraph === 'string' ? [{ text: paragraph, font: 'serif' }] : paragraph.map((span) => {
        const [kind] = Object.keys(span)
        return { text: span[kind], font: FONT_OF[kind] }
      })
      const lines = broken(sheet, pieces, 11, width)
      lines.forEach((line, i) => {
        const extra = i === lines.length - 1 || line.spaces === 0 ? 0 : (width - line.width) / line.spaces
        sheet.line(line.pieces, left, advance(15.4), { size: 11, color: '#000000', extra })
      })
      y += 6
    }
  }
}

/** Lines of `pieces` by first fit: `{ pieces, width, spaces }`. Words are the stretches between spaces; one may be of several pieces. */
function broken(sheet, pieces, size, width) {
  const lines = []
  let line = { pieces: [], width: 0, spaces: 0 }
  let word = []
  let wordWidth = 0
  let space
  const take = () => {
    if (word.length === 0) return
    const gap = space === undefined ? 0 : sheet.width(' ', space, size)
    if (line.pieces.length > 0 && line.width + gap + wordWidth > width) {
      lines.push(line)
      line = { pieces: [], width: 0, spaces: 0 }
    } else if (line.pieces.length > 0) {
      append(line.pieces, ' ', space)
      line.width += gap
      line.spaces++
    }
    for (const { text, font } of word) append(line.pieces, text, font)
    line.width += wordWidth
    word = []
    wordWidth = 0
  }
  for (const { text, font } of pieces) {
    for (let from = 0; from <= text.length; ) {
      const found = text.indexOf(' ', from)
      const to = found < 0 ? text.length : found
      if (to > from) {
        const part = text.slice(from, to)
        word.push({ text: part, font })
        wordWidth += sheet.width(part, font, size)
      }
      if (found < 0) break
      take()
      space = font
      from = to + 1
    }
  }
  take()
  lines.push(line)
  return lines
}

function append(pieces, text, font) {
  const last = pieces[pieces.length - 1]
  if (last?.font === font) last.text += text
  else pieces.push({ text, font })
}
