// Random calls of the operations that an OpenAPI document describes: valid ones, and ones that differ from valid ones here and there.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Random } from '../../support/random/random.ts'
import type { Call } from './service.ts'

export interface RandomCall extends Call {
  /** The path in the document; undefined for an address or method that it does not know. */
  readonly described: string | undefined
  readonly method: string
}

/** Names and ids that calls may use; answers add to them. */
export interface Known {
  readonly tokens: readonly (string | null)[]
  readonly templates: string[]
  readonly jobs: string[]
  readonly requests: string[]
  readonly secrets: string[]
  readonly etags: string[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly parameters?: readonly Parameter[]
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>

const ODD = ['', ' ', '%', '%2f', '%00', '..', '.', 'null', '-1', '1e9', 'x'.repeat(300), 'é', '"', '*', '1', '2', '{id}', '__proto__']
const ODD_VALUES = [null, true, -1, 1.5, 2 ** 63, '', 'x', [], {}, [[]], { a: { b: null } }, 'x'.repeat(2000), '\u0000', '\ud800']
const SOURCES = ['Hello {{name}}', 'x', '{{#bad', '', '<p>{{a}}{{b.c}}</p>', '\u0000', 'ä'.repeat(3000)]
const NAMES = ['logo.png', 'brand.css', 'footer.html', 'fonts/a.ttf', 'a/../b', '.x', 'x', `${'a/'.repeat(70)}b`]
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Assets whose name, type and content agree. */
const ASSETS: readonly (readonly [string, string, Buffer])[] = [
  ['logo.png', 'image/png', PNG],
  ['brand.css', 'text/css', Buffer.from('p { color: red }')],
  ['footer.html', 'text/html', Buffer.from('<p>{{x}}</p>')],
]

export class CallMaker {
  readonly #random: Random
  readonly #known: Known
  readonly #paths: Paths
  /** The asset of the present call. */
  #asset = ASSETS[0]!

  constructor(random: Random, known: Known, paths: Paths) {
    this.#random = random
    this.#known = known
    this.#paths = paths
  }

  make(): RandomCall {
    const random = this.#random
    const path = random.pick(Object.keys(this.#paths))
    this.#asset = random.pick(ASSETS)
    const item = this.#paths[path]!
    const methods = Object.keys(item).filter((key) => key !== 'parameters')
    const isKnown = random.chance(0.96)
    const method = isKnown ? random.pick(methods) : random.pick(['get', 'put', 'post', 'delete', 'patch', 'options', 'head'])
    const operation = (item[method] ?? (method === 'head' ? item['get'] : undefined)) as Operation | undefined
    const end = isKnown ? '' : random.pick(['', '', '/', '/x', '%2f'])
    const address = `${this.#address(path)}${end}${this.#query(operation)}`
    const body = operation?.requestBody === undefined && random.chance(0.95) ? undefined : this.#body(path)
    const { headers, bytes } = this.#packed(body, this.#headers(operation, path))
    return {
      described: operation === undefined || end !== '' ? undefined : path,
      method: method.toUpperCase(),
      path: address,
      token: random.chance(0.9) ? this.#known.tokens[0]! : random.pick(this.#known.tokens),
      headers,
      ...(bytes === undefined ? {} : { body: bytes }),
    }
  }

  #address(path: string): string {
    const random = this.#random
    return path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (random.chance(0.12)) return encodeURI(random.pick(ODD).slice(0, 300)) || 'x'
      if (name === 'secret') return this.#oneOf(this.#known.secrets)
      if (name === 'request_id') return this.#oneOf(this.#known.requests)
      if (name === 'version' || name === 'n') return String(random.int(0, 3))
      if (name === 'name') return random.chance(0.7) ? this.#asset[0] : random.pick(NAMES)
      return this.#oneOf(path.includes('/jobs/') ? this.#known.jobs : this.#known.templates)
    })
  }

  #query(operation: Operation | undefined): string {
    const random = this.#random
    const pairs = (operation?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && random.chance(0.5))
      .map(({ name }) => `${name}=${random.pick(['draft', 'published', 'true', 'false', '', 'x', '1-2'])}`)
    if (random.chance(0.03)) pairs.push(random.pick(['x=1', 'version=draft&version=x', '%', '&&', 'force']))
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  }

  #headers(operation: Operation | undefined, path: string): Record<string, string> {
    const random = this.#random
    const headers: Record<string, string> = {}
    const maybe = (chance: number, name: string, values: readonly string[]): void => {
      if (random.chance(chance)) headers[name] = random.pick(values)
    }
    maybe(0.3, 'Accept', ['application/json', 'application/pdf', '*/*', 'text/html', 'application/json, */*;q=0.1', '', 'x'])
    maybe(0.3, 'Prefer', ['warnings', 'handling=strict', 'handling=strict, warnings', 'x=1; y', '', ',,='])
    maybe(0.2, 'Idempotency-Key', [`k${random.int(0, 20)}`, 'x'.repeat(300), '', 'ä'])
    const isVersioned = operation?.parameters?.some(({ name }) => name === 'If-Match') === true
    maybe(isVersioned ? 0.4 : 0.05, 'If-Match', ['"1"', '"2"', '*', 'x', 'W/"1"', '"1", "2"', ''])
    maybe(isVersioned ? 0.3 : 0.05, 'If-None-Match', ['*', '"1"', 'x', ...this.#known.etags.slice(-3)])
    maybe(path.startsWith('/d/') ? 0.6 : 0.03, 'Range', ['bytes=0-3', 'bytes=-5', 'bytes=999999-', 'bytes=0-1,3-4', 'x', 'bytes=5-2'])
    maybe(0.05, 'Content-Type', ['application/json', 'text/plain', 'null', '', 'application/json;charset=utf-8', 'x'])
    maybe(0.03, 'Origin', ['https://app.example.com', 'null'])
    if (/assets/.test(path))
      headers['Content-Type'] = random.chance(0.8) ? this.#asset[1] : random.pick(['font/ttf', 'application/octet-stream', 'x/y', ''])
    return headers
  }

  #body(path: string): unknown {
    const random = this.#random
    if (/assets/.test(path) && random.chance(0.8)) return this.#asset[2]
    if (/assets/.test(path))
      return random.pick([PNG, Buffer.from('p { color: red }'), Buffer.from('<p>{{x}}</p>'), Buffer.alloc(0), Buffer.from([0, 255])])
    if (random.chance(0.08))
      return Buffer.from(
        random.pick(['', '{', 'null', '[]', '"x"', '{"data":{}} x', '\xff', `${'['.repeat(70)}${']'.repeat(70)}`]),
        'latin1',
      )
    const body = this.#valid(path)
    for (let i = random.chance(0.35) ? random.int(1, 3) : 0; i > 0; i--) this.#distort(body)
    return body
  }

  /** A body that the operation takes. */
  #valid(path: string): Record<string, unknown> {
    const random = this.#random
    const data = (): unknown => random.pick([{}, { name: 'Ann' }, [], { name: null, items: [{ a: 1 }, {}] }, { name: 'x'.repeat(500) }])
    const output = random.chance(0.5) ? {} : { output: random.pick(['pdf', 'url', null]) }
    const id = (): string | number => (random.chance(0.05) ? 12 : this.#oneOf(this.#known.templates))
    const type = random.pick(['html', 'html', 'html', 'editor'])
    const editor = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello {{name}}' }] }] }
    const source = type === 'html' ? random.pick(SOURCES) : random.pick<unknown>([editor, JSON.stringify(editor), '{'])
    if (path.includes('/examples/')) return { name: 'Ann', big: 2 ** 53 }
    if (path.endsWith('/merge'))
      return { templates: Array.from({ length: random.int(0, 4) }, () => ({ id: id(), data: data() })), ...output }
    if (path.endsWith('/pdf')) return { data: data(), ...output }
    if (path === '/api/render') return { type, source, data: data(), ...output }
    if (path === '/api/preview')
      return random.chance(0.4)
        ? { id: id(), ...(random.chance(0.5) ? { data: data() } : {}), ...(random.chance(0.2) ? { example: 'x' } : {}) }
        : { type, source, ...(random.chance(0.5) ? { page_range: '1-2' } : {}), ...(random.chance(0.1) ? { example: 'x' } : {}) }
    if (path === '/api/embed-sessions') {
      const origin = random.pick(['https://app.example.com', 'https://app.example.com', 'null'])
      return { template: id(), origin, ...(random.chance(0.5) ? { right: random.pick(['view', 'edit', 'publish']) } : {}) }
    }
    if (path === '/api/jobs') {
      const rows = Array.from({ length: random.int(1, 3) }, data)
      const parts = rows.map((data) => ({ id: id(), data }))
      const output = random.pick(['url', 'zip', 'merged', 's3'])
      return { ...(random.chance(0.5) ? { template: id(), rows } : { templates: parts }), ...(random.chance(0.6) ? { output } : {}) }
    }
    const publish = random.chance(0.4) ? { publish: random.chance(0.5) } : {}
    return { name: 'T', type, source, ...publish, ...(random.chance(0.2) ? { description: 'D' } : {}) }
  }

  /** Changes, adds or removes one field, somewhere. */
  #distort(body: unknown): void {
    const random = this.#random
    if (typeof body !== 'object' || body === null) return
    const fields = body as Record<string, unknown>
    const keys = Object.keys(fields)
    const key =
      keys.length === 0 || random.chance(0.15)
        ? random.pick(['x', 'id', 'data', 'output', 'source', 'callback', 'note'])
        : random.pick(keys)
    if (random.chance(0.3) && typeof fields[key] === 'object') return this.#distort(fields[key])
    if (random.chance(0.3)) delete fields[key]
    else fields[key] = structuredClone(random.pick(ODD_VALUES))
  }

  #packed(body: unknown, headers: Record<string, string>): { headers: Record<string, string>; bytes: Uint8Array | undefined } {
    if (body === undefined) return { headers, bytes: undefined }
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const random = this.#random
    if (!random.chance(0.06)) return { headers, bytes }
    const [encoding, packed] = random.pick<readonly [string, Uint8Array]>([
      ['gzip', gzipSync(bytes)],
      ['br', brotliCompressSync(bytes)],
      ['gzip', bytes],
      ['deflate', bytes],
    ])
    return { headers: { ...headers, 'Content-Encoding': encoding }, bytes: packed }
  }

  #oneOf(names: readonly string[]): string {
    return names.length === 0 || this.#random.chance(0.05) ? 'nope' : this.#random.pick(names)
  }
}
