// Our way of writing values is PDFKit's, byte for byte: files are a mixture of both.
import PDFDocument from 'pdfkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { PdfValue } from '../../../engine/paint/pdf/objects.ts'
import { serialize } from '../../../engine/paint/pdf/syntax.ts'
import { makeRandom } from '../../support/random/random.ts'

const syntax = suite('pdf syntax')

interface Kit {
  _write(data: string | Uint8Array): void
  ref(): { id: number; data: unknown; end(): void }
}

function byPdfKit(value: PdfValue): string {
  // PDFKit's declared types leave its container methods out.
  const kit = new PDFDocument({ autoFirstPage: false }) as unknown as Kit
  let text = ''
  kit._write = (data) => {
    text += `${data}\n`
  }
  const object = kit.ref()
  object.data = { Value: value }
  object.end()
  return text.replace(/^\d+ 0 obj\n/, '').replace(/\nendobj\n$/, '')
}

const same = (value: PdfValue): void => assert.is(serialize({ Value: value }), byPdfKit(value))

syntax('values of every kind', () => {
  same('Name')
  for (const text of ['', 'plain', 'br(ack)et\\s', 'line\r\n\t\b\f', 'ü', '😀 and é', 'a\0b', '\x7f', '\x80']) same(Object(text))
  for (const number of [0, -0, 1, -17, 0.1, -0.5, 1 / 3, 1e-7, -1e-7, 4e-6, 123456.7890123, 2 ** 40]) same(number)
  same([])
  same([1, [2, 'A', Object('b')], null, true, false])
  same({})
  same({ A: undefined, B: { C: { D: [{ E: 1 }] } } })
  same(new Uint8Array([0, 10, 255]))
})

syntax('numbers that PDF cannot represent throw', () => {
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY, -1e21]) assert.throws(() => serialize(number))
})

syntax('references are written as object numbers', () => {
  assert.is(serialize({ A: { id: 12 }, B: [{ id: 1 }] }), '<<\n/A 12 0 R\n/B [1 0 R]\n>>')
})

syntax('random values', () => {
  const random = makeRandom(6)
  const characters = ['a', '(', ')', '\\', 'é', '€', '\n', '𝔸', ' ']
  const make = (depth: number): PdfValue => {
    const kind = random.int(0, depth > 3 ? 3 : 5)
    if (kind === 0) return `N${random.int(0, 99)}`
    if (kind === 1) return (random.int(0, 2_000_000) - 1_000_000) / 10 ** random.int(0, 8)
    if (kind === 2) return Object(Array.from({ length: random.int(0, 7) }, () => random.pick(characters)).join(''))
    if (kind === 3) return random.chance(0.5) ? null : true
    const items = Array.from({ length: random.int(0, 4) }, () => make(depth + 1))
    return kind === 4 ? items : Object.fromEntries(items.map((item, i) => [`K${i}`, item]))
  }
  for (let i = 0; i < 200; i++) same(make(0))
})

syntax.run()
