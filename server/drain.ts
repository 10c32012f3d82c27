// The end of a listening server, such that no request is lost: whoever was heard is answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Between "not ready" and the closed door, so that a load balancer has seen the former. */
const MS_NOTICE = 500
/**
 * Connections on which nothing came for so long are taken to be unused, once nothing has come on any other either: clients who are busy go through
 * the connections they have, and a request may be on its way on each.
 */
const MS_LINGER = 1000
/** How often unused ones are looked for. */
const MS_SWEEP = 50
/** For the far end to say goodbye too. */
const MS_GOODBYE = 500

/** Watches the connections of a server from its start on; gives the function that ends it within about `msMost`. `now`: what idleness is measured by. */
export function watchConnections(server: Server, now = () => performance.now()): (msMost: number) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  let heardAt = Number.NEGATIVE_INFINITY
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, idleSince: now(), isEnding: false })
    socket.once('close', () => connections.delete(socket))
  })
  const onRequest = ({ socket }: IncomingMessage, res: ServerResponse): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    heardAt = now()
    connection.requests++
    res.once('close', () => {
      connection.requests--
      connection.idleSince = now()
    })
  }
  server.on('request', onRequest).on('checkContinue', onRequest)
  return async (msMost) => {
    const end = performance.now() + msMost
    // Answers say `Connection: close` already.
    await wait(Math.min(MS_NOTICE, msMost))
    const { done, held } = await closeDoor(server, (performance.now() + end) / 2)
    for (const socket of held) {
      const connection = connections.get(socket)
      if (connection !== undefined) connection.idleSince = now()
      socket.resume()
    }
    const patientUntil = (performance.now() + end) / 2
    const sweep = setInterval(() => {
      const isQuiet = now() - heardAt >= MS_LINGER || performance.now() > patientUntil
      endIdle(connections, isQuiet, now())
    }, MS_SWEEP)
    const deadline = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()))
    await done
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
/** Turns in a row that nobody came in: clients that wake up send what they have in one go. */
const QUIET_TURNS = 4
/** A process that slept is not put aside soon after, one that has worked for longer may be at any moment. */
const MS_AWAKE = 1

/**
 * Stops listening. Not through the HTTP server's own `close`, which also cuts idle connections, with whatever is on its way on them; and
 * only when nobody waits at the door, since the system turns those away with a reset though their requests have been sent. Node takes in
 * one connection in each turn of its event loop: after a turn without one the queue was empty when the turn began, and after a short one
 * it still is. Those who come meanwhile are heard when the door is closed (`held`), since turns are not short while requests are worked on.
 * At `end` (of `performance.now`) more keep coming than can be taken in.
 */
function closeDoor(server: Server, end: number): Promise<{ readonly done: Promise<void>; readonly held: readonly Socket[] }> {
  const held: Socket[] = []
  const hold = (socket: Socket): void => {
    held.push(socket)
  }
  // Known to Node as an option of `net.createServer`; `http.createServer` passes no such options on.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', hold)
  // What it calls is compiled by then.
  NetServer.prototype.close.call(new NetServer())
  return new Promise((resolve) => {
    let [awakeSince, before, heldBefore, quiet] = [0, 0, 0, 0]
    const turn = (): void => {
      const now = performance.now()
      quiet = held.length === heldBefore && now - before < MS_SHORT_TURN ? quiet + 1 : 0
      before = now
      heldBefore = held.length
      if (quiet >= QUIET_TURNS || now > end) {
        const done = new Promise<void>((ended) => NetServer.prototype.close.call(server, () => ended()))
        server.off('connection', hold)
        resolve({ done, held })
      } else if (now - awakeSince < MS_AWAKE) setImmediate(turn)
      else setTimeout(wake, 1)
    }
    const wake = (): void => {
      awakeSince = performance.now()
      setImmediate(turn)
    }
    wake()
  })
}

function endIdle(connections: Map<Socket, Connection>, mayBegin: boolean, now: number): void {
  for (const [socket, connection] of connections) {
    if (connection.requests > 0 || now - connection.idleSince < MS_LINGER) continue
    if (!connection.isEnding) {
      if (!mayBegin) continue
      connection.isEnding = true
      socket.end()
    } else if (now - connection.idleSince > MS_LINGER + MS_GOODBYE) socket.destroy()
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
