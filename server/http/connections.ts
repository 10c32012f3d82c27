// Problem: every connection takes a file descriptor, and anybody may open one; without descriptors the service can neither start a rendering process nor open
// a file.
// Approach: connections are bounded in number. Beyond that, a new one takes the place of the one that has been idle for longest, of those on which no token was
// shown first; where a request is under way on each, the new one is refused. Connections without a token are not kept for long between requests.
// Limits: a caller with a token may hold all of them; teams are held apart by the rate limit and the queue, not here.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionOptions {
  /** Absent: any number. */
  readonly most?: number
  /** Ends a connection that there is no room for. */
  readonly refuse?: (socket: Socket) => void
  /** Milliseconds of a clock that never goes back; the usual one, unless a test brings its own. */
  readonly now?: () => number
}

export interface Connection {
  readonly socket: Socket
  /** Under way. */
  readonly requests: number
  readonly idleSince: number
}

interface Counted extends Connection {
  requests: number
  idleSince: number
  hasToken: boolean
  hasAsked: boolean
}

/** Between two requests on a connection without a token. */
export const SECONDS_WITHOUT_TOKEN = 5
const MS_SWEEP = 1000
const SHARE_OF_DESCRIPTORS = 0.5
const MOST_BY_DEFAULT = 4096

export class Connections {
  readonly #most: number
  readonly #refuse: (socket: Socket) => void
  readonly #all = new Map<Socket, Counted>()
  /** Without a request under way, the one that has been idle for longest first. */
  readonly #idle = { withToken: new Set<Counted>(), without: new Set<Counted>() }

  readonly now: () => number
  /** When the last request began. */
  heardAt = Number.NEGATIVE_INFINITY

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

  /** From here on it counts as idle. */
  rest(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection !== undefined) connection.idleSince = this.now()
  }

  /** `handle` for requests on connections that are counted: what comes on one that was refused has its answer. */
  only<R extends ServerResponse>(
    handle: (request: IncomingMessage, response: R) => unknown,
  ): (request: IncomingMessage, response: R) => void {
    return (request, response) => {
      if (this.#all.has(request.socket)) handle(request, response)
    }
  }

  /** A caller showed a good token on this connection. */
  noteToken(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection !== undefined) connection.hasToken = true
  }

  hasToken(socket: Socket): boolean {
    return this.#all.get(socket)?.hasToken === true
  }

  #add(socket: Socket): void {
    const connection: Counted = { socket, requests: 0, hasToken: false, hasAsked: false, idleSince: this.now() }
    if (this.#all.size >= this.#most && !this.#endIdle()) return this.#refuse(socket)
    this.#all.set(socket, connection)
    this.#idle.without.add(connection)
    socket.once('close', () => this.#forget(connection))
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#all.get(socket)
    if (connection === undefined) return
    connection.hasAsked = true
    this.heardAt = this.now()
    if (connection.requests++ === 0) this.#idleOnes(connection).delete(connection)
    response.once('close', () => {
      connection.idleSince = this.now()
      if (--connection.requests === 0 && this.#all.has(socket)) this.#idleOnes(connection).add(connection)
    })
  }

  #forget(connection: Counted): void {
    this.#all.delete(connection.socket)
    this.#idle.withToken.delete(connection)
    this.#idle.without.delete(connection)
  }

  #idleOnes({ hasToken }: Counted): Set<Counted> {
    return hasToken ? this.#idle.withToken : this.#idle.without
  }

  /** Ends the connection that is missed least; false when all are in use. */
  #endIdle(): boolean {
    const [first] = this.#idle.without.size > 0 ? this.#idle.without : this.#idle.withToken
    if (first === undefined) return false
    this.#end(first)
    return true
  }

  #end(connection: Counted): void {
    this.#forget(connection)
    connection.socket.destroy()
  }

  /** One that has not asked anything yet has its own deadline (`headersTimeout`). */
  #sweep(): void {
    const before = this.now() - SECONDS_WITHOUT_TOKEN * 1000
    for (const connection of this.#idle.without) {
      if (connection.idleSince > before) break
      if (connection.hasAsked) this.#end(connection)
    }
  }
}

/** So many connections leave as many descriptors for processes and files. */
export function connectionsByDefault(): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits())?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.max(1, Math.min(MOST_BY_DEFAULT, Math.floor(limit * SHARE_OF_DESCRIPTORS)))
}

/** As Linux tells them; elsewhere nothing is known. */
function limits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
