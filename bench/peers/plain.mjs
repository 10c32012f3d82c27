// The same documents for engines that lay out tables and paragraphs of their own: rows of cells, and nothing finer.
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function invoiceParts(data) {
  const { customer, bank, seller } = data
  return {
    title: `Invoice ${data.number}`,
    lines: [seller.name, `${seller.street}, ${seller.city}`, customer.name, customer.contact, customer.street, customer.city, customer.country, bank.name, bank.iban, bank.bic],
    head: ['Description', 'Qty', 'Price', 'Amount'],
    rows: data.items.map((item) => [`${item.name}\n${item.details}`, String(item.quantity), money.format(item.price), money.format(item.price * item.quantity)]),
    totals: [['Subtotal', data.subtotal], ['VAT 21%', data.tax], ['Amount due', data.total]].map(([label, value]) => [label, money.format(value)]),
    note: data.note ?? '',
  }
}

export const statementHead = ['Date', 'Reference', 'Description', 'In', 'Out', 'Balance']
const figure = (value) => (value === undefined ? '' : amount.format(value))
export const statementRows = (data) =>
  data.transactions.map((row) => [row.booked, row.reference, row.description, figure(row.in), figure(row.out), figure(row.balance)])
