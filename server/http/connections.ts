// Problem: every connection takes a file descriptor, and anybody may open one; without free descriptors the service can neither start a
// rendering process nor open a file.
// Approach: the number of connections is bounded. A connection beyond the bound evicts the least recently used idle one, unauthenticated
// connections first; when all are serving requests, the new connection is refused. Unauthenticated connections have a short keep-alive timeout.
// Limits: one caller with a token may hold all connections; the rate limit and the job queue keep teams apart, this file does not.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface ConnectionOptions {
  /** The bound; absent: unlimited. */
  readonly most?: number
  /** Ends a connection beyond the bound; absent: destroys its socket. */
  readonly refuse?: (socket: Socket) => void
  /** Milliseconds of a monotonic clock; tests replace it. */
  readonly now?: () => number
}

interface Connection {
  readonly socket: Socket
  /** Requests in progress. */
  readonly requests: number
  readonly idleSince: number
}

interface TrackedConnection extends Connection {
  requests: number
  idleSince: number
  hasToken: boolean
  hasRequested: boolean
}

/** Keep-alive timeout of an unauthenticated connection. */
export const SECONDS_WITHOUT_TOKEN = 5
const MS_SWEEP = 1000
const SHARE_OF_DESCRIPTORS = 0.5
const MOST_BY_DEFAULT = 4096

export class Connections {
  readonly #most: number
  readonly #refuse: (socket: Socket) => void
  readonly #all = new Map<Socket, TrackedConnection>()
  /** Connections without a request in progress, the longest idle first. */
  readonly #idle = { authenticated: new Set<TrackedConnection>(), anonymous: new Set<TrackedConnection>() }

  readonly now: () => number
  /** When the last request on any connection began. */
  lastRequestAt = Number.NEGATIVE_INFINITY

  constructor(server: Server, { most, refuse, now }: ConnectionOptions = {}) {
    this.#most = most ?? Number.POSITIVE_INFINITY
    this.#refuse = refuse ?? ((socket) => socket.destroy())
    this.now = now ?? (() => performance.now())
    const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => this.#begin(socket, response)
    server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('request', onRequest).on('checkContinue', onRequest).on('checkExpectation', onRequest)
    const sweep = setInterval(() => this.#sweep(), MS_SWEEP)
    sweep.unref()
    server.once('close', () => clearInterval(sweep))
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#all.values()
  }

  /** Restarts the idle time of a connection. */
  markIdle(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection !== undefined) connection.idleSince = this.now()
  }

  /** Wraps a request handler so that it skips requests on refused or evicted connections, which have had their answer. */
  only<R extends ServerResponse>(
    handle: (request: IncomingMessage, response: R) => unknown,
  ): (request: IncomingMessage, response: R) => void {
    return (request, response) => {
      if (this.#all.has(request.socket)) handle(request, response)
    }
  }

  /** A request on this connection passed authentication. */
  noteToken(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection !== undefined) connection.hasToken = true
  }

  hasToken(socket: Socket): boolean {
    return this.#all.get(socket)?.hasToken === true
  }

  #add(socket: Socket): void {
    const connection: TrackedConnection = { socket, requests: 0, hasToken: false, hasRequested: false, idleSince: this.now() }
    if (this.#all.size >= this.#most && !this.#evictIdle()) return this.#refuse(socket)
    this.#all.set(socket, connection)
    this.#idle.anonymous.add(connection)
    socket.once('close', () => this.#forget(connection))
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#all.get(socket)
    if (connection === undefined) return
    connection.hasRequested = true
    this.lastRequestAt = this.now()
    if (connection.requests++ === 0) this.#idleSetOf(connection).delete(connection)
    response.once('close', () => {
      connection.idleSince = this.now()
      if (--connection.requests === 0 && this.#all.has(socket)) this.#idleSetOf(connection).add(connection)
    })
  }

  #forget(connection: TrackedConnection): void {
    this.#all.delete(connection.socket)
    this.#idle.authenticated.delete(connection)
    this.#idle.anonymous.delete(connection)
  }

  #idleSetOf({ hasToken }: TrackedConnection): Set<TrackedConnection> {
    return hasToken ? this.#idle.authenticated : this.#idle.anonymous
  }

  /** Closes the connection idle for longest, an anonymous one if there is any; false when all are serving requests. */
  #evictIdle(): boolean {
    const [first] = this.#idle.anonymous.size > 0 ? this.#idle.anonymous : this.#idle.authenticated
    if (first === undefined) return false
    this.#close(first)
    return true
  }

  #close(connection: TrackedConnection): void {
    this.#forget(connection)
    connection.socket.destroy()
  }

  /** Closes anonymous connections whose keep-alive timeout is over. Before a first request, Node's `headersTimeout` applies instead. */
  #sweep(): void {
    const before = this.now() - SECONDS_WITHOUT_TOKEN * 1000
    for (const connection of this.#idle.anonymous) {
      if (connection.idleSince > before) break
      if (connection.hasRequested) this.#close(connection)
    }
  }
}

/** Half of the file descriptors that the process may open, up to `MOST_BY_DEFAULT`; the other half remains for processes and files. */
export function defaultConnectionLimit(): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(processLimits())?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.max(1, Math.min(MOST_BY_DEFAULT, Math.floor(limit * SHARE_OF_DESCRIPTORS)))
}

/** The resource limits of the process on Linux; empty elsewhere. */
function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
