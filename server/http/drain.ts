// The end of a listening server, such that no request is lost: whoever was heard is answered.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Connections } from './connections.ts'

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

/** The function that ends a server within about `msMost`. */
export function drainOf(server: Server, connections: Connections): (msMost: number) => Promise<void> {
  return async (msMost) => {
    const end = performance.now() + msMost
    // Answers say `Connection: close` already.
    await wait(Math.min(MS_NOTICE, msMost))
    const { done, held } = await closeDoor(server, (performance.now() + end) / 2)
    for (const socket of held) {
      connections.rest(socket)
      socket.resume()
    }
    const patientUntil = (performance.now() + end) / 2
    const ending = new Set<Socket>()
    const sweep = setInterval(() => {
      const isQuiet = connections.now() - connections.heardAt >= MS_LINGER || performance.now() > patientUntil
      endIdle(connections, ending, isQuiet)
    }, MS_SWEEP)
    const deadline = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()))
    await done
    clearInterval(sweep)
    clearTimeout(deadline)
  }
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

/** `ending`: those that were told so. */
function endIdle(connections: Connections, ending: Set<Socket>, mayBegin: boolean): void {
  for (const { socket, requests, idleSince } of connections) {
    const ms = connections.now() - idleSince
    if (requests > 0 || ms < MS_LINGER) continue
    if (ending.has(socket)) {
      if (ms > MS_LINGER + MS_GOODBYE) socket.destroy()
    } else if (mayBegin) {
      ending.add(socket)
      socket.end()
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
