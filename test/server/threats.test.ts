// Rows of security.md that need the whole service: data is printed as text and stays with its team; decompression bombs are rejected before they expand.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { usageOf } from '../../server/pool/process-usage.ts'
import { fileText } from '../support/file-text.ts'
import { faultsOf, textByPoppler } from '../support/pdf-tools.ts'
import { PICTURE_BOMBS } from '../support/picture-bombs.ts'
import { programUrl } from '../support/programs.ts'
import { saveTemplate } from './support/save-template.ts'
import { type Answer, startTestService, type TestService } from './support/service.ts'

const threats = suite('threats')
let test: TestService
threats.before(async () => {
  test = await startTestService({}, programUrl('server/pool/child'))
})
threats.after(() => test.close())

interface Wanted {
  readonly source: string
  readonly data?: object
  readonly team?: 'acme' | 'other'
}

async function render({ source, data = {}, team = 'acme' }: Wanted): Promise<Answer> {
  const { id, token } = test[team]
  const template = await saveTemplate(test.service.store, id, { name: 'T', type: 'html', source, meta: {}, variables: [] })
  return test.call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, token, body: { data } })
}

const rssOfServer = (): number => usageOf(process.pid)?.residentBytes ?? 0

// ── security.md: bombs (PNG, zlib, WOFF2, gzip body, PDF) ───────────────────────────────────────────────────────────────

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function crc(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** A PNG with these dimensions in its header and so many deflated zeros. */
function png(width: number, height: number, zeros: number): Buffer {
  const chunk = (type: string, body: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type), body])
    return Buffer.concat([Buffer.from(u32(body.length)), named, Buffer.from(u32(crc(named)))])
  }
  const header = Buffer.from([...u32(width), ...u32(height), 8, 6, 0, 0, 0])
  const pixels = deflateSync(Buffer.alloc(zeros), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A WOFF file of one table that inflates to so many zeros and declares `stated` bytes. */
function woff(zeros: number, stated: number): Buffer {
  const packed = deflateSync(Buffer.alloc(zeros))
  const head = Buffer.alloc(64)
  head.write('wOFF', 0, 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt32BE(64 + packed.length, 8)
  head.writeUInt16BE(1, 12)
  head.write('glyf', 44, 'latin1')
  head.writeUInt32BE(64, 48)
  head.writeUInt32BE(packed.length, 52)
  head.writeUInt32BE(stated, 56)
  return Buffer.concat([head, packed])
}

/** A WOFF2 file of one untransformed table that decompresses to so many zeros and declares `stated` bytes. */
function woff2(zeros: number, stated: number): Buffer {
  const packed = brotliCompressSync(Buffer.alloc(zeros), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const head = Buffer.alloc(48)
  head.write('wOF2', 0, 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt16BE(1, 12)
  head.writeUInt32BE(stated, 16)
  head.writeUInt32BE(packed.length, 20)
  const groups = [28, 21, 14, 7, 0].map((shift) => (Math.floor(stated / 2 ** shift) & 127) | (shift > 0 ? 128 : 0))
  // The first byte is version 3 of `glyf`; leading groups of zeros are not allowed.
  return Buffer.concat([head, Buffer.from([0xca, ...groups.slice(groups.findIndex((group) => group !== 128))]), packed])
}

/** A PDF whose only object stream inflates to so many zeros. */
function pdf(zeros: number): Buffer {
  const packed = deflateSync(Buffer.alloc(zeros), { level: 9 })
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')])
}

const MB = 2 ** 20
const picture = (bytes: Uint8Array): string => `<p>before</p><img src="data:image/png;base64,${base64(bytes)}">`
const font = (bytes: Uint8Array, kind = 'woff'): string =>
  `<style>@font-face { font-family: F; src: url(data:font/${kind};base64,${base64(bytes)}) }</style><p style="font-family: F">before</p>`

const BOMBS: Readonly<Record<string, () => string>> = {
  'a PNG of 60,000 × 60,000': () => picture(png(60_000, 60_000, 100 * MB)),
  'a PNG of 5,000 × 5,001': () => picture(png(5000, 5001, 1)),
  'a PNG of 2³¹ × 2³¹': () => picture(png(2 ** 31 - 1, 2 ** 31 - 1, 1)),
  'a small PNG with a gigabyte in it': () => picture(png(10, 10, 200 * MB)),
  'pictures that are large together': () => picture(png(5000, 4990, 1)).repeat(40),
  'WOFF that says what it unpacks to': () => font(woff(200 * MB, 200 * MB)),
  'WOFF that says less': () => font(woff(200 * MB, 1000)),
  'WOFF2 that says what it unpacks to': () => font(woff2(500 * MB, 500 * MB), 'woff2'),
  'WOFF2 that says less': () => font(woff2(500 * MB, 1000), 'woff2'),
  'WOFF2 that says just what is allowed': () => font(woff2(60 * MB, 60 * MB), 'woff2'),
  'a PDF for a picture': () => `${picture(pdf(200 * MB))}<img src="data:application/pdf;base64,${base64(pdf(200 * MB))}">`,
  'a picture in a picture': () =>
    `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image width="9" height="9" href="data:image/png;base64,${base64(png(60_000, 60_000, 100 * MB))}"/></svg>`)}">`,
  ...Object.fromEntries(Object.entries(PICTURE_BOMBS).map(([name, make]) => [name, () => picture(make())])),
  'a drawing of a gigabyte of numbers': () => `<svg><path d="M0 0${'h1'.repeat(900_000)}"/></svg>`,
}

for (const [name, source] of Object.entries(BOMBS)) {
  threats(`security.md bombs: ${name}`, async () => {
    const text = source()
    const before = rssOfServer()
    const answer = await render({ source: text })
    // The request itself is in memory several times: as text, as data, as a frame.
    const grown = rssOfServer() - before - 6 * text.length
    assert.ok(answer.status < 500, answer.text)
    // Rejected by its header, not by the death of a worker.
    if (Object.hasOwn(PICTURE_BOMBS, name)) assert.equal([answer.status, answer.json.code], [422, 'limit_exceeded'])
    assert.ok(grown < 50 * MB, `the server grew by ${Math.round(grown / MB)} MB`)
    if (answer.status === 200) assert.equal(faultsOf(answer.bytes), [])
    const next = await render({ source: '<p>{{name}}', data: { name: 'the next one is right' } })
    assert.match(textByPoppler(next.bytes) ?? 'the next one is right', 'the next one is right')
  })
}

threats('security.md bombs: a gzip body is inflated no further than bodies may be long', async () => {
  const body = gzipSync(Buffer.alloc(200 * MB, 0x20))
  const before = rssOfServer()
  const headers = { 'Content-Encoding': 'gzip' }
  const answer = await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, headers, body })
  assert.is(answer.status, 413)
  assert.ok(rssOfServer() - before < 50 * MB)
})

// ── security.md: markup through data, PDF actions ───────────────────────────────────────────────────────────────────────

const NAUGHTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style></p><a href=javascript:x>',
  ') /JavaScript (x) >> endobj',
  '/OpenAction << /S /JavaScript /JS (x) >>',
  'javascript:alert(1)',
  '{{constructor.constructor "return process"}}',
  ']]></rdf:RDF><?xpacket end="w"?>',
  'R&D <x>',
  '\u202eabc\u202c',
  '\\) \\( \\\\',
  '%00%0a<<>>',
]
/** A placeholder in every context, on a page that always has the same boxes. */
const EVERYWHERE =
  '<title>{{v}}</title><meta name=author content="{{v}}"><style>p::after { content: "{{v}}" }</style><h1 id="{{v}}" title="{{v}}">{{v}}</h1><p class="{{v}}" style="color: {{v}}">{{v}}</p><a href="https://example.com/{{v}}">x</a><a href="{{v}}">y</a><img alt="{{v}}">'

threats('security.md markup through data, PDF actions: data stays text in every context', async () => {
  for (const value of NAUGHTY) {
    const { status, bytes } = await render({ source: EVERYWHERE, data: { v: value } })
    assert.is(status, 200, value)
    assert.equal(faultsOf(bytes), [], value)
    // Only links to example.com and to URLs without a scheme.
    assert.ok((fileText(bytes).match(/\/S \/URI/g) ?? []).length <= 2, value)
  }
})

// ── security.md: template injection, prototype pollution ────────────────────────────────────────────────────────────────

threats('security.md prototype pollution: __proto__ at three depths changes neither this nor the next rendering', async () => {
  const evil = '{"polluted":"yes","toString":"yes","length":9}'
  const body = `{"data":{"__proto__":${evil},"constructor":{"prototype":${evil}},"a":{"__proto__":${evil},"b":{"__proto__":${evil},"constructor":${evil}}}}}`
  const source =
    '[{{polluted}}{{a.polluted}}{{a.b.polluted}}{{#each a}}{{polluted}}{{/each}}{{constructor.constructor "return process"}}{{__proto__.polluted}}{{a.__proto__.polluted}}]'
  const template = await saveTemplate(test.service.store, test.acme.id, { name: 'T', type: 'html', source, meta: {}, variables: [] })
  for (let i = 0; i < 2; i++) {
    const answer = await test.call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, body })
    assert.ok([200, 422].includes(answer.status), answer.text)
    assert.not.match(textByPoppler(answer.bytes) ?? '', 'yes')
  }
  const next = await render({ source: '[{{polluted}}{{a.polluted}}]', data: { a: {} } })
  assert.not.match(textByPoppler(next.bytes) ?? '', 'yes')
  assert.is(({} as Record<string, unknown>)['polluted'], undefined)
})

// ── security.md: data of one team never in another's output (canary) ────────────────────────────────────────────────────

threats('security.md canary: data of one team is in no answer to another', async () => {
  const canary = 'CANARYxQ7x'
  const source = `<title>{{name}}</title><p>${canary}SOURCE {{name}}</p><p>{{missing}}</p>`
  const shared = '<title>{{name}}</title><p>{{name}}{{secret}}</p>'
  for (let round = 0; round < 5; round++) {
    const secret = `${canary}${round}`
    await Promise.all([
      render({ source, data: { name: secret, secret } }),
      // The same source in both teams: one compiled template in one worker renders the data of both.
      render({ source: shared, data: { name: secret, secret } }),
      render({ source: '{{#each a}}', data: { name: secret } }),
    ])
    const others = await Promise.all([
      render({ source: shared, data: { name: 'other' }, team: 'other' }),
      render({ source: '<p>{{name}}', data: {}, team: 'other' }),
      render({ source: '{{#if}}', data: {}, team: 'other' }),
      test.call({ path: '/api/templates', token: test.other.token }),
      test.call({ path: `/api/templates/${test.templateId}`, token: test.other.token }),
      test.call({ path: '/metrics', token: null }),
      test.call({ path: '/openapi.json', token: null }),
    ])
    for (const { bytes, headers } of others) {
      const isPdf = headers['content-type'] === 'application/pdf'
      assert.not.match(`${fileText(bytes)}${isPdf ? textByPoppler(bytes) : ''}${JSON.stringify(headers)}`, canary)
    }
  }
})

threats.run()
