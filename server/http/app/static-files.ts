// The files of the web application as the build wrote them: one page, and modules with hashed names that browsers may keep for ever.
import { randomBytes } from 'node:crypto'
import type Router from '@koa/router'
import type { EmbedSessions } from '../../accounts/embed-session.ts'
import { type AppFiles, appFileType, readAppFiles } from '../../app-files.ts'
import { ApiError } from '../../errors.ts'
import { type ExchangeState, type RouteExchange, sendBuffer } from '../exchange.ts'
import type { AppRouteDeps } from './app-deps.ts'

const PAGE = 'index.html'
/** In the page, in place of a nonce for each response. */
const NONCE = '__NONCE__'
const SESSION_PRELOAD = /^.*rel="preload" href="\/app\/api\/session".*\n/m
/** The addresses of the list of templates. */
const LIST = /^\/app(?:\/(?:templates\/?)?)?$/
/** The team that the browser has shown last; the page sets the cookie, and the routes check what the session may see. */
const TEAM_COOKIE = /(?:^|;\s*)platen-team=([a-z0-9]{1,64})(?:;|$)/
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export function addAppPages(router: Router<ExchangeState>, { embed }: Pick<AppRouteDeps, 'embed'>): void {
  const files = readAppFiles()
  const page = files.get(PAGE)?.toString('utf8')
  for (const path of ['/', '/app']) router.get(path, redirectToApp)
  router.get('/app/files/:name', (ctx) => sendFile(ctx, ctx.params['name'] ?? '', files))
  // Addresses of screens; what is under /app/api and unknown stays an error in JSON.
  router.get('/app/{*screen}', (ctx) => {
    if (page === undefined || ctx.path.startsWith('/app/api/')) throw new ApiError('not_found', 'there is nothing at this address')
    const isFramed = ctx.path === '/app/embed'
    // A frame has a session of another kind.
    sendPage(ctx, isFramed ? page.replace(SESSION_PRELOAD, '') : withList(ctx, page), isFramed ? framesOf(ctx, embed) : [])
  })
}

/** Has the browser ask for the list with the script that shows it, not after it: on a slow line that is a third of the wait. */
function withList({ path, req }: RouteExchange, page: string): string {
  const team = LIST.test(path) ? TEAM_COOKIE.exec(req.headers.cookie ?? '')?.[1] : undefined
  if (team === undefined) return page
  const link = `    <link rel="preload" href="/app/api/t/${team}/template-list" as="fetch" crossorigin>\n`
  return page.replace(SESSION_PRELOAD, (line) => line + link)
}

function redirectToApp(ctx: RouteExchange): void {
  ctx.state.rawHeaders.push('Location', '/app/')
  sendBuffer(ctx, 302, 'text/plain; charset=utf-8', 'The web application is at /app/.')
}

function sendFile(ctx: RouteExchange, name: string, files: AppFiles): void {
  const type = appFileType(name)
  const plain = files.get(name)
  if (type === undefined || plain === undefined) throw new ApiError('not_found', 'there is nothing at this address')
  const accepted = ctx.get('Accept-Encoding')
  const [coding, ending] = CODINGS.find(([coding, ending]) => accepted.includes(coding) && files.has(name + ending)) ?? ['', '']
  ctx.state.rawHeaders.push('Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding')
  if (coding !== '') ctx.state.rawHeaders.push('Content-Encoding', coding)
  sendBuffer(ctx, 200, type, files.get(name + ending) ?? plain)
}

/** The origin that a frame's address names, if it may hold one; all that may when it names none. */
function framesOf(ctx: RouteExchange, embed: EmbedSessions): readonly string[] {
  const { origin } = ctx.query
  if (origin === undefined) return embed.origins
  return typeof origin === 'string' && embed.mayFrame(origin) ? [origin] : []
}

/** `ancestors`: origins whose pages may show it in a frame. */
function sendPage(ctx: RouteExchange, page: string, ancestors: readonly string[]): void {
  const nonce = randomBytes(16).toString('base64')
  const { rawHeaders } = ctx.state
  // Of several policies all would bind: this one stands in place of the usual one, which allows nothing.
  rawHeaders[rawHeaders.indexOf('Content-Security-Policy') + 1] = policy(nonce, ancestors)
  rawHeaders[rawHeaders.indexOf('Referrer-Policy') + 1] = 'same-origin'
  rawHeaders.push('Cache-Control', 'no-cache')
  // For browsers that know no frame-ancestors; it cannot name an origin.
  if (ancestors.length === 0) rawHeaders.push('X-Frame-Options', 'DENY')
  rawHeaders.push('Cross-Origin-Opener-Policy', 'same-origin', 'Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  sendBuffer(ctx, 200, 'text/html; charset=utf-8', page.replaceAll(NONCE, nonce))
}

/** Nothing of another origin, no script in the page, and strings become scripts nowhere (Trusted Types). */
function policy(nonce: string, ancestors: readonly string[]): string {
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
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    // The editor of documents parses what is pasted into a document that shows and runs nothing.
    'trusted-types platen ProseMirrorClipboard',
  ].join('; ')
}
