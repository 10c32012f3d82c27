// The documents of the benches: templates from the samples and from `templates/`, data generated from a seed so that no cache holds it yet.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makePng } from '../test/support/make-png.ts'
import { naturalPhrase } from './natural-text.ts'
import { makeRandom, pick } from './random.ts'

const samples = new URL('../server/samples/', import.meta.url)
const templates = new URL('templates/', import.meta.url)

export const samplePath = (name: string): string => fileURLToPath(new URL(name, samples))
export const benchPath = (name: string): string => fileURLToPath(new URL(name, templates))

export function sampleSource(name: string): string {
  return readFileSync(samplePath(name), 'utf8')
}

export function benchSource(name: string): string {
  return readFileSync(benchPath(name), 'utf8')
}

export function sampleData(name: string): Record<string, unknown> {
  // The data file of every sample holds an object.
  return JSON.parse(readFileSync(new URL(`${name}.data.json`, samples), 'utf8')) as Record<string, unknown>
}

const WORDS =
  'harbour orchard vellum ledger north mill quarter signal copper lantern river meadow timber glass paper anchor garden winter market bridge cotton silver candle harvest'.split(
    ' ',
  )

export function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS)).join(' ')
}

/** Data of the sample invoice with generated numbers, names and items; eight items fill one page. */
export function invoiceData(seed: number, itemCount = 8): Record<string, unknown> {
  const random = makeRandom(seed)
  const items = Array.from({ length: itemCount }, () => ({
    name: words(random, 3),
    details: words(random, 6),
    quantity: 1 + Math.floor(random() * 20),
    price: Math.round(random() * 90000) / 100,
  }))
  const subtotal = items.reduce((sum, item) => sum + item.quantity * item.price, 0)
  return {
    ...sampleData('invoice'),
    number: `INV-${100000 + Math.floor(random() * 900000)}`,
    customer: {
      name: words(random, 2),
      contact: words(random, 2),
      street: `${words(random, 1)} ${seed}`,
      city: words(random, 1),
      country: words(random, 1),
    },
    items,
    subtotal,
    tax_rate: 0.21,
    tax: subtotal * 0.21,
    total: subtotal * 1.21,
  }
}

/** The data of `count` invoices for one merged document. */
export function mergeData(seed: number, count: number): readonly Record<string, unknown>[] {
  return Array.from({ length: count }, (_, i) => invoiceData(seed * count + i))
}

const LOGO_SIDE = 160

/** A company's logo, 160 px wide and high: flat shapes and a gradient, as an opaque RGB PNG in a `data:` URL. */
const logo = (): string => {
  const pixel = (x: number, y: number): readonly number[] => {
    const distance = Math.hypot(x - LOGO_SIDE / 2, y - LOGO_SIDE / 2)
    return distance < 30 ? [255, 255, 255] : distance < 70 ? [31, 78 + y / 2, 121] : [246, 248, 251]
  }
  const file = makePng({ width: LOGO_SIDE, height: LOGO_SIDE, bitDepth: 8, colorType: 2, pixel })
  return `data:image/png;base64,${Buffer.from(file).toString('base64')}`
}

let madeLogo: string | undefined

/** Data of the sample invoice with words of a vocabulary of 20,000 and a logo, the same in every invoice. */
export function logoInvoiceData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const data = invoiceData(seed)
  // `invoiceData` made an array of objects.
  const items = (data['items'] as object[]).map((item) => ({ ...item, name: naturalPhrase(random, 3), details: naturalPhrase(random, 6) }))
  madeLogo ??= logo()
  return { ...data, items, logo: madeLogo, note: naturalPhrase(random, 12) }
}

/** The sample invoice with an image for its logo. */
export function logoInvoiceSource(): string {
  const source = sampleSource('invoice.html').replace(
    '<div class="mark">{{seller.initials}}</div>',
    '<img class="mark" src="{{logo}}" alt="">',
  )
  if (!source.includes('{{logo}}')) throw new Error('the sample invoice has no place for a logo')
  return source
}

/** Data of the sample statement with descriptions of a vocabulary of 20,000 words, one in four so long that it wraps. */
export function wrappedStatementData(seed: number, rows: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const transactions = Array.from(statementRows(seed, rows), (row) => ({
    ...row,
    description: naturalPhrase(random, random() < 0.25 ? 8 + Math.floor(random() * 4) : 2 + Math.floor(random() * 2)),
  }))
  return { ...sampleData('statement'), transactions }
}

/** Data of the sample editor letter with generated words in its fields. */
export function letterData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const day = String(1 + (seed % 28)).padStart(2, '0')
  const reworded = (value: unknown): unknown => {
    if (typeof value === 'string') return /^[a-z ]{8,}$/i.test(value) ? words(random, value.split(' ').length) : value
    if (Array.isArray(value)) return value.map(reworded)
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reworded(each)]))
      : value
  }
  // `reworded` maps an object to an object.
  return { ...(reworded(sampleData('letter')) as object), date: `2026-11-${day}`, reference: `L-${seed}` }
}

/** Data of the sample statement with `rows` transactions: six columns, striped rows, borders, a repeated header, page x of y. */
export function statementData(seed: number, rows: number): Record<string, unknown> {
  return { ...sampleData('statement'), transactions: [...statementRows(seed, rows)] }
}

/** The transactions of a statement, generated one by one. */
export function* statementRows(seed: number, rows: number): Generator<Record<string, unknown>, undefined> {
  const random = makeRandom(seed)
  let balance = 10000
  for (let i = 0; i < rows; i++) {
    const amount = Math.round(random() * 200000) / 100
    const isIn = random() < 0.5
    balance += isIn ? amount : -amount
    const day = String(1 + Math.floor((i / rows) * 28)).padStart(2, '0')
    yield {
      booked: `2026-10-${day}`,
      reference: `R${String(i + 1).padStart(7, '0')}`,
      description: words(random, 2 + Math.floor(random() * 3)),
      ...(isIn ? { in: amount } : { out: amount }),
      balance: Math.round(balance * 100) / 100,
    }
  }
  return undefined
}

/** Data of `templates/text.html`: about fifty pages of justified text. */
export function textData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const chapters = Array.from({ length: 25 }, () => ({
    title: words(random, 4),
    paragraphs: Array.from({ length: 12 }, () => `${words(random, 60 + Math.floor(random() * 60))}.`),
  }))
  return { chapters }
}
