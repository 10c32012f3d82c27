// The files of the web application as the build wrote them: one page, and modules with hashed names that browsers may keep for ever.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { type ExchangeState, type RouteExchange, sendBuffer } from '../exchange.ts'

const FOLDER = join(packageRoot, '.dist', 'server', 'web')
const PAGE = 'index.html'
/** In the page, in place of a nonce for each response. */
const NONCE = '__NONCE__'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Files by name, with the compressed forms that the build wrote beside them. */
type Files = ReadonlyMap<string, Buffer>

export function addAppPages(router: Router<ExchangeState>): void {
  const files = readFiles()
  const page = files.get(PAGE)?.toString('utf8')
  router.get('/', (ctx) => {
    ctx.state.rawHeaders.push('Location', '/app/')
    sendBuffer(ctx, 302, 'text/plain; charset=utf-8', 'The web application is at /app/.')
  })
  router.get('/app', (ctx) => {
    ctx.state.rawHeaders.push('Location', '/app/')
    sendBuffer(ctx, 302, 'text/plain; charset=utf-8', 'The web application is at /app/.')
  })
  router.get('/app/files/:name', (ctx) => sendFile(ctx, ctx.params['name'] ?? '', files))
  // Addresses of screens; what is under /app/api and unknown stays an error in JSON.
  router.get('/app/{*screen}', (ctx) => {
    if (page === undefined || ctx.path.startsWith('/app/api/')) throw new ApiError('not_found', 'there is nothing at this address')
    sendPage(ctx, page)
  })
}

function readFiles(): Files {
  if (!existsSync(FOLDER)) return new Map()
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name))]))
}

function sendFile(ctx: RouteExchange, name: string, files: Files): void {
  const type = TYPES[extname(name)]
  const plain = files.get(name)
  if (type === undefined || plain === undefined) throw new ApiError('not_found', 'there is nothing at this address')
  const accepted = ctx.get('Accept-Encoding')
  const [coding, ending] = CODINGS.find(([coding, ending]) => accepted.includes(coding) && files.has(name + ending)) ?? ['', '']
  ctx.state.rawHeaders.push('Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding')
  if (coding !== '') ctx.state.rawHeaders.push('Content-Encoding', coding)
  sendBuffer(ctx, 200, type, files.get(name + ending) ?? plain)
}

function sendPage(ctx: RouteExchange, page: string): void {
  const nonce = randomBytes(16).toString('base64')
  const { rawHeaders } = ctx.state
  // Of several policies all would bind: this one stands in place of the usual one, which allows nothing.
  rawHeaders[rawHeaders.indexOf('Content-Security-Policy') + 1] = policy(nonce)
  rawHeaders.push('Cache-Control', 'no-cache', 'Referrer-Policy', 'same-origin')
  rawHeaders.push('Cross-Origin-Opener-Policy', 'same-origin', 'Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  sendBuffer(ctx, 200, 'text/html; charset=utf-8', page.replaceAll(NONCE, nonce))
}

/** Nothing of another origin, no script in the page, and strings become scripts nowhere (Trusted Types). */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types platen',
  ].join('; ')
}
