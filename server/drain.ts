// The end of a listening server, such that no request is lost: whoever was heard is answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Between "not ready" and the closed door, so that a load balancer has seen the former. */
const MS_NOTICE = 500
/** A connection on which nothing came for so long is taken to be unused: a request may be on its way on any other. */
const MS_LINGER = 1000
/** For the far end to say goodbye too. */
const MS_GOODBYE = 500

/** Watches the connections of a server from its start on; gives the function that ends it within about `msMost`. */
export function watchConnections(server: Server): (msMost: number) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, idleSince: performance.now(), isEnding: false })
    socket.once('close', () => connections.delete(socket))
  })
  const onRequest = ({ socket }: IncomingMessage, res: ServerResponse): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.requests++
    res.once('close', () => {
      connection.requests--
      connection.idleSince = performance.now()
    })
  }
  server.on('request', onRequest).on('checkContinue', onRequest)
  return async (msMost) => {
    const end = performance.now() + msMost
    // Answers say `Connection: close` already.
    await wait(Math.min(MS_NOTICE, msMost))
    const closed = await closeDoor(server, (performance.now() + end) / 2)
    const sweep = setInterval(() => endIdle(connections), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()))
    await closed.done
    clearInterval(sweep)
    clearTimeout(deadline)
  }
}

interface Connection {
  requests: number
  idleSince: number
  isEnding: boolean
}

/** Ten times what a turn of an event loop takes that has nothing to do. */
const MS_SHORT_TURN = 0.2

/**
 * Stops listening. Not through the HTTP server's own `close`, which also cuts idle connections, with whatever is on its way on them; and
 * only when nobody waits at the door, since the system turns those away with a reset though their requests have been sent. Node takes in
 * one connection in each turn of its event loop: after a turn without one the queue was empty when the turn began, and after a short one
 * it still is. At `end` (of `performance.now`) more keep coming than can be taken in.
 */
function closeDoor(server: Server, end: number): Promise<{ readonly done: Promise<void> }> {
  let hasOneCome = true
  const onConnection = (): void => {
    hasOneCome = true
  }
  server.on('connection', onConnection)
  return new Promise((resolve) => {
    const turn = (before: number): void => {
      const now = performance.now()
      if ((hasOneCome || now - before > MS_SHORT_TURN) && now < end) {
        hasOneCome = false
        setImmediate(turn, now)
        return
      }
      server.off('connection', onConnection)
      const done = new Promise<void>((ended) => NetServer.prototype.close.call(server, () => ended()))
      resolve({ done })
    }
    setImmediate(turn, Number.NEGATIVE_INFINITY)
  })
}

function endIdle(connections: Map<Socket, Connection>): void {
  const now = performance.now()
  for (const [socket, connection] of connections) {
    if (connection.requests > 0 || now - connection.idleSince < MS_LINGER) continue
    if (!connection.isEnding) {
      connection.isEnding = true
      socket.end()
    } else if (now - connection.idleSince > MS_LINGER + MS_GOODBYE) socket.destroy()
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
