// The Model Context Protocol over HTTP ("streamable HTTP"), without sessions: each request is answered by itself, under the token that it brings.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PlatenClient, PlatenError } from '../client/index.ts'
import { excessOf } from './access.ts'
import { StreamableHTTPServerTransport } from './sdk.ts'
import { makeMcpServer } from './server.ts'

export interface HttpOptions {
  readonly port: number
  readonly host: string
  /** Names under which clients reach the server, besides those of this machine. */
  readonly names: readonly string[]
  readonly clientOf: (token: string) => PlatenClient
}

/** A token that was found to be fit for an assistant is not examined again for this long. */
const MS_TRUSTED = 60_000
const MOST_TRUSTED = 1000
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

export async function serveHttp(options: HttpOptions): Promise<{ readonly server: Server; readonly port: number }> {
  const trusted = new Map<string, number>()
  const server = createServer((req, res) => {
    answer(req, res, options, trusted).catch((thrown) => {
      if (!res.headersSent) refuse(res, 500, thrown instanceof PlatenError ? thrown.message : 'internal error')
      else res.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve))
  // A TCP server has an address of this kind once it listens.
  return { server, port: (server.address() as AddressInfo).port }
}

async function answer(req: IncomingMessage, res: ServerResponse, options: HttpOptions, trusted: Map<string, number>): Promise<void> {
  if ((req.url ?? '').split('?')[0] !== '/mcp') return refuse(res, 404, 'the address is /mcp')
  // Pages of other sites must not reach a server of this machine under a name of theirs (DNS rebinding), and browsers send Origin.
  if (!isOurs(req, options)) return refuse(res, 403, 'this host or origin is not allowed')
  if (req.method !== 'POST') return refuse(res, 405, 'POST only: there are no sessions', { Allow: 'POST' })
  const token = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1]
  if (token === undefined) return refuse(res, 401, 'send an API token of Platen: Authorization: Bearer …', { 'WWW-Authenticate': 'Bearer' })
  const client = options.clientOf(token)
  const problem = await problemOfToken(client, token, trusted)
  if (problem !== undefined)
    return refuse(res, problem.status, problem.message, problem.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = makeMcpServer(client)
  res.on('close', () => void server.close())
  // The SDK's own class does not fit its own interface where optional properties are exact.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(req, res)
}

function isOurs({ headers }: IncomingMessage, { names }: HttpOptions): boolean {
  const isKnown = (host: string): boolean => [...LOCAL, ...names].includes(host.replace(/:\d+$/, '').toLowerCase())
  if (!isKnown(headers.host ?? '')) return false
  return headers.origin === undefined || (URL.canParse(headers.origin) && isKnown(new URL(headers.origin).host))
}

async function problemOfToken(
  client: PlatenClient,
  token: string,
  trusted: Map<string, number>,
): Promise<{ readonly status: number; readonly message: string } | undefined> {
  const key = createHash('sha256').update(token).digest('hex')
  if ((trusted.get(key) ?? 0) > Date.now()) return undefined
  try {
    const excess = await excessOf(client)
    if (excess.length > 0) return { status: 403, message: `this token may ${excess.join(' and ')}, which an assistant must not` }
  } catch (thrown) {
    if (!(thrown instanceof PlatenError)) throw thrown
    return { status: thrown.code === 'unauthenticated' ? 401 : 502, message: thrown.message }
  }
  if (trusted.size >= MOST_TRUSTED) trusted.clear()
  trusted.set(key, Date.now() + MS_TRUSTED)
  return undefined
}

function refuse(res: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}
