// Hostile requests, generated from a seed: the same seed gives the same bytes.
import { METHODS } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Random } from '../../support/random/random.ts'

/** What a generated request needs of the service to be valid in other respects. */
export interface Target {
  readonly templateId: string
  readonly foreignId: string
  readonly token: string
}

export interface FuzzRequest {
  readonly bytes: Buffer
  /** Methods of the requests in the bytes. */
  readonly methods: readonly string[]
}

export type Generator = (random: Random, target: Target) => FuzzRequest

const BYTES = [0, 1, 9, 10, 13, 27, 32, 34, 37, 44, 58, 59, 92, 127, 128, 160, 192, 224, 237, 254, 255]
const PIECES = [
  '%',
  '%00',
  '%0d%0a',
  '%2e%2e',
  '%2f',
  '%5c',
  '%80',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%zz',
  '..',
  '.',
  '//',
  ';',
  '?',
  '#',
  '*',
  '@',
  ' ',
  '\t',
  '{',
  '"',
  '\\',
  '`',
  '__proto__',
  'constructor',
  'null',
  'é',
  '漢',
  '\u202e',
  'a'.repeat(3000),
  '-1',
  '1e9',
  '0x10',
]
const VALUES = [
  '',
  ' ',
  ',',
  ';',
  ',,,',
  '*',
  '*/*',
  'a',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  '"',
  '"\\',
  '()',
  'q=1',
  'application/json;q=9e99',
  'application/pdf;q=-1, */*;q=0',
  'text/html',
  'application/json; charset=utf-16',
  'application/json, application/json',
  'multipart/form-data; boundary=x',
  'gzip',
  'identity',
  'deflate, gzip',
  'br',
  'bytes=0-0',
  'bytes=9-1',
  'handling=strict',
  'handling=strict; wait=10, respond-async',
  'http://evil.example/',
  'evil.example:99999',
  '[::1',
  'localhost\\@evil',
  'Basic YTpi',
  'Bearer',
  'Bearer ',
  'Bearer pdft_',
  `Bearer pdft_${'0'.repeat(49)}`,
  'bearer x y z',
  '%0d%0aX: y',
  '\x80\xff',
  '\t',
  'W/"x"',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '100-continue',
  '200-ok',
  'h2c',
  'websocket',
  'close',
  'keep-alive, close',
  'trailers',
  'x'.repeat(5000),
  '$\x7bjndi:ldap://x}',
  "' OR 1=1 --",
  '../../etc/passwd',
  '{{x}}',
  '<script>',
] as const
const NAMES = [
  'Accept',
  'Accept-Charset',
  'Accept-Encoding',
  'Authorization',
  'Connection',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Type',
  'Cookie',
  'Date',
  'Expect',
  'Forwarded',
  'HTTP2-Settings',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Keep-Alive',
  'Max-Forwards',
  'Origin',
  'Prefer',
  'Proxy-Authorization',
  'Range',
  'Referer',
  'TE',
  'Trailer',
  'Upgrade',
  'User-Agent',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Original-URL',
  'X-Request-Id',
  '__proto__',
  'constructor',
]

const text = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => (random.chance(0.3) ? random.pick(BYTES) : random.int(32, 126))))
/** A value of one line: line breaks have generators of their own. */
const line = (random: Random): string =>
  random.chance(0.7) ? random.pick(VALUES) : text(random, random.int(0, 40)).replace(/[\r\n\0]/g, '')
const latin1 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const renderPath = ({ templateId }: Target): string => `/api/templates/${templateId}/pdf`
const auth = ({ token }: Target): string => `Authorization: Bearer ${token}`
const body = (name: string): string => JSON.stringify({ data: { name } })
const post = (target: Target, lines: readonly string[], content: string | Uint8Array, path = renderPath(target)): Buffer =>
  latin1([`POST ${path} HTTP/1.1`, 'Host: x', auth(target), ...lines, '', ''].join('\r\n'), content)
const sized = (target: Target, content: string | Uint8Array, lines: readonly string[] = []): Buffer =>
  post(target, [`Content-Length: ${content.length}`, ...lines], content)

const one = (method: string, bytes: Buffer): FuzzRequest => ({ bytes, methods: [method] })

const paths: Generator = (random, target) => {
  const routes = [
    renderPath(target),
    '/api/templates',
    `/api/templates/${target.foreignId}`,
    '/api/templates/merge',
    `/api/templates/${target.templateId}/source`,
    `/api/templates/${target.templateId}/versions/1`,
    `/api/templates/${target.templateId}/pdf?version=draft`,
    ...['/api/assets/a/b.css', '/api/jobs/x', '/api/requests/x', '/api/render', '/api/preview'],
    '/d/x',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/openapi.json',
    '/',
  ]
  const segments = random.pick(routes).split('/')
  for (let i = random.int(1, 3); i > 0; i--) {
    const at = random.int(0, segments.length - 1)
    const piece = random.chance(0.8) ? utf8(random.pick(PIECES)) : text(random, random.int(1, 12))
    if (random.chance(0.5)) segments[at] += piece
    else segments.splice(at, random.int(0, 1), piece)
  }
  const whole = segments.join('/')
  const path = random.chance(0.1) ? `http://evil.example${whole}` : random.chance(0.1) ? `${whole}?${text(random, 30)}` : whole
  const method = random.pick(['GET', 'POST', 'HEAD', 'OPTIONS'])
  return one(method, latin1(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${auth(target)}\r\nContent-Length: 0\r\n\r\n`))
}

const methods: Generator = (random, target) => {
  const odd = ['get', 'GETS', 'G', '', ' GET', 'GET ', 'PRI', '\x16\x03\x01', text(random, random.int(1, 9))]
  const method = random.chance(0.7) ? random.pick(METHODS) : random.pick(odd)
  const path = random.pick([renderPath(target), '/api/templates', '/health/live', '*', 'evil.example:443', '/d/x'])
  const version = random.chance(0.8)
    ? 'HTTP/1.1'
    : random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10', 'http/1.1', 'HTTP/', 'RTSP/1.0', ''])
  return one(method, latin1(`${method} ${path} ${version}\r\nHost: x\r\n${auth(target)}\r\n\r\n`))
}

const headers: Generator = (random, target) => {
  const lines = Array.from(
    { length: random.int(1, 8) },
    () => `${random.chance(0.9) ? random.pick(NAMES) : text(random, random.int(0, 12)).replace(/[\r\n\0]/g, '')}: ${utf8(line(random))}`,
  )
  const content = body('x')
  const host = random.chance(0.9) ? ['Host: x'] : []
  const access = random.chance(0.8) ? [auth(target)] : []
  return one(
    'POST',
    latin1(
      [`POST ${renderPath(target)} HTTP/1.1`, ...host, ...access, ...lines, `Content-Length: ${content.length}`, '', ''].join('\r\n'),
      content,
    ),
  )
}

const lineBreaks: Generator = (random, target) => {
  const end = (): string => random.pick(['\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\r\n ', '\r\n\t', '\0\r\n', '\x0b', '\r\n\r\n'])
  const lines = [
    `POST ${renderPath(target)} HTTP/1.1`,
    'Host: x',
    auth(target),
    `X: ${random.pick(VALUES)}`,
    'Content-Length: 11',
    'X-Y : z',
    ' folded',
  ]
  return one('POST', latin1(lines.map((each) => utf8(each) + end()).join(''), '\r\n', '{"data":{}}'))
}

const encodings: Generator = (random, target) => {
  const plain = body('héllo 漢')
  const utf16 = Buffer.from(plain, 'utf16le')
  const bytes = random.pick([
    Buffer.from(plain, 'utf8'),
    Buffer.from(plain, 'latin1'),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(plain)]),
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    gzipSync(plain),
    Buffer.from(`{"data":{"name":"${'\xed\xa0\x80\xc0\xaf'}"}}`, 'latin1'),
    Buffer.from('{"data":{"name":"\\ud800"}}'),
    Buffer.from([0x80, 0xfe, 0xff]),
    Buffer.alloc(random.int(0, 50), random.int(0, 255)),
  ])
  const type = random.chance(0.5)
    ? []
    : [
        `Content-Type: ${random.pick(['application/json; charset=utf-8', 'application/json;charset=UTF-16LE', 'application/json;charset=latin1', 'text/plain', 'application/x-www-form-urlencoded', 'application/json\x80', ''])}`,
      ]
  const encoding = random.chance(0.6)
    ? []
    : [`Content-Encoding: ${random.pick(['gzip', 'identity', 'br', 'identity, gzip', 'GZIP', '', 'x'])}`]
  return one('POST', sized(target, bytes, [...type, ...encoding]))
}

const json: Generator = (random, target) => {
  const base = random.pick([
    body('x'),
    '{"data":{"__proto__":{"a":1},"constructor":{"prototype":{}}},"output":"pdf"}',
    '{"data":{"a":[[[[1.5e300,-0,true,null,"\\u0000\\"\\\\"]]]]},"output":null,"x":{}}',
    '{"data":{"name":"a"},"data":{"name":"b"},"data":[]}',
    `{"data":${'['.repeat(80)}${']'.repeat(80)}}`,
    `{"data":{"${'k'.repeat(300)}":${'9'.repeat(400)}}}`,
    `{"templates":[{"id":"${target.templateId}","data":{}},{"id":"${target.foreignId}","data":{}}]}`,
    `{"id":"${target.templateId}","type":"html","source":"x {{y}}","data":{},"page_range":"1-2","boxes":false}`,
    '{"name":"\\u0000a","type":"editor","source":{"type":"doc","content":[{"type":"text","text":"\\ud800"}]},"publish":null,"note":"n"}',
  ])
  const bytes = Buffer.from(base)
  for (let i = random.int(0, 4); i > 0; i--)
    bytes[random.int(0, bytes.length - 1)] = random.chance(0.5) ? random.pick(BYTES) : '{}[],:"0e-tfn\\u'.charCodeAt(random.int(0, 13))
  const cut = random.chance(0.2) ? bytes.subarray(0, random.int(0, bytes.length)) : bytes
  const others = ['/api/templates/merge', '/api/templates', '/api/preview', '/api/render', '/api/jobs']
  const path = random.chance(0.5) ? renderPath(target) : random.pick(others)
  return one('POST', post(target, [`Content-Length: ${cut.length}`], cut, path))
}

const chunks: Generator = (random, target) => {
  const content = body(text(random, random.int(0, 60)))
  const parts: string[] = []
  for (let at = 0; at < content.length; ) {
    const part = content.slice(at, at + random.int(1, 30))
    at += part.length
    const size = random.chance(0.9)
      ? part.length.toString(16)
      : random.pick(['-1', '0x5', 'FFFFFFFFFFFFFFFF', '', ' 5', '5 ', 'g', '00000000000000000005', '+5', '1e2'])
    const extension = random.chance(0.1) ? random.pick([';', ';a=b', ';a="\r\n"', `;${'x'.repeat(20_000)}`, ';\0']) : ''
    parts.push(`${size}${extension}${random.chance(0.95) ? '\r\n' : '\n'}${part}${random.chance(0.95) ? '\r\n' : ''}`)
  }
  const trailer = random.chance(0.3) ? `${random.pick(NAMES)}: ${utf8(line(random))}\r\n` : ''
  return one('POST', post(target, ['Transfer-Encoding: chunked'], `${parts.join('')}0\r\n${trailer}${random.chance(0.9) ? '\r\n' : ''}`))
}

const mutated: Generator = (random, target) => {
  const bytes = sized(target, body('x'))
  for (let i = random.int(1, 6); i > 0; i--)
    bytes[random.int(0, bytes.length - 1)] = random.chance(0.6) ? random.pick(BYTES) : random.int(0, 255)
  const cut = random.chance(0.2) ? bytes.subarray(0, random.int(1, bytes.length)) : bytes
  return { bytes: cut, methods: [] }
}

const noise: Generator = (random) => ({ bytes: Buffer.from(text(random, random.int(1, 400)), 'latin1'), methods: [] })

/** By what they distort. Each is answered, and the connection is closed. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  paths,
  methods,
  headers,
  'line breaks': lineBreaks,
  encodings,
  JSON: json,
  chunks,
  'single bytes': mutated,
  noise,
}

/** Request smuggling: requests whose end two parsers might see differently. `inner` is hidden in the body and must not be answered as a request. */
export function smuggling(target: Target): Readonly<Record<string, FuzzRequest>> {
  const inner = 'GET /api/templates/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const chunked = `0\r\n\r\n${inner}`
  const make = (lines: readonly string[], content: string): FuzzRequest => one('POST', post(target, lines, content))
  const both = [`Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked']
  return {
    'length and chunks': make(both, chunked),
    'chunks and length': make([...both].reverse(), chunked),
    'two lengths': make(['Content-Length: 11', `Content-Length: ${11 + inner.length}`], `{"data":{}}${inner}`),
    'a list of lengths': make([`Content-Length: 11, ${11 + inner.length}`], `{"data":{}}${inner}`),
    'a length with a sign': make(['Content-Length: +11'], `{"data":{}}${inner}`),
    'a negative length': make(['Content-Length: -1'], `{"data":{}}${inner}`),
    'a length in base 16': make(['Content-Length: 0xb'], `{"data":{}}${inner}`),
    'a length too large for a number': make(['Content-Length: 18446744073709551627'], `{"data":{}}${inner}`),
    'chunks twice': make(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', 'Content-Length: 5'], chunked),
    'chunks that are no chunks': make(['Transfer-Encoding: xchunked', `Content-Length: ${chunked.length}`], chunked),
    'chunks not last': make(['Transfer-Encoding: chunked, identity', `Content-Length: ${chunked.length}`], chunked),
    'chunks behind a tab': make(['Transfer-Encoding:\tchunked', `Content-Length: ${chunked.length}`], chunked),
    'chunks behind a space': make(['Transfer-Encoding : chunked', `Content-Length: ${chunked.length}`], chunked),
    'chunks in a folded line': make(['X: y', ' Transfer-Encoding: chunked', `Content-Length: ${chunked.length}`], chunked),
    'chunks behind a bare CR': make(['X: y\rTransfer-Encoding: chunked', `Content-Length: ${chunked.length}`], chunked),
    'chunks behind a bare LF': make(['X: y\nTransfer-Encoding: chunked', `Content-Length: ${chunked.length}`], chunked),
    'a chunk whose size wraps': make(['Transfer-Encoding: chunked'], `1000000000000000b\r\n{"data":{}}\r\n${chunked}`),
    'a chunk longer than said': make(['Transfer-Encoding: chunked'], `b\r\n{"data":{}}xx\r\n${chunked}`),
  }
}

/** Pipelined valid requests, each with a name; `names` in the order of the answers. */
export function pipelined(random: Random, target: Target): FuzzRequest & { readonly names: readonly string[] } {
  const names = Array.from({ length: random.int(2, 12) }, (_, i) => `pipelined ${i} ${random.int(0, 1e9)}`)
  const asChunks = (content: string): Buffer =>
    post(target, ['Transfer-Encoding: chunked'], `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`)
  const requests = names.map((name) => (random.chance(0.5) ? sized(target, body(name)) : asChunks(body(name))))
  return { bytes: Buffer.concat(requests), methods: names.map(() => 'POST'), names }
}

/** Splits the bytes into pieces of random lengths. */
export function split(random: Random, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = random.int(1, random.chance(0.5) ? 3 : 200)
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}
