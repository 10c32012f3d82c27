// Graceful shutdown of the HTTP server: every request that reached this machine is answered, also those still in the accept queue.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Connections } from './connections.ts'

/** Delay between failing readiness checks and closing the listener, so that load balancers stop sending first. */
const MS_NOTICE = 500
/**
 * A connection idle for this long is closed, once no request has arrived on any other for as long either: a busy client cycles through its
 * pool of connections, so the next request may already be on its way on any of them.
 */
const MS_LINGER = 1000
/** Interval at which idle connections are looked for. */
const MS_SWEEP = 50
/** Time for the client to close its side after our FIN. */
const MS_TO_CLOSE = 500

/** Returns the function that drains and closes the server within about `msMost`. */
export function drainOf(server: Server, connections: Connections): (msMost: number) => Promise<void> {
  return async (msMost) => {
    const end = performance.now() + msMost
    // Responses carry `Connection: close` from here on (`isDraining`).
    await wait(Math.min(MS_NOTICE, msMost))
    const { done, held } = await closeListener(server, (performance.now() + end) / 2)
    for (const socket of held) {
      connections.markIdle(socket)
      socket.resume()
    }
    const lingerUntil = (performance.now() + end) / 2
    const ending = new Set<Socket>()
    const sweep = setInterval(() => {
      const isQuiet = connections.now() - connections.lastRequestAt >= MS_LINGER || performance.now() > lingerUntil
      endIdle(connections, ending, isQuiet)
    }, MS_SWEEP)
    const deadline = setTimeout(() => server.closeAllConnections(), Math.max(0, end - performance.now()))
    await done
    clearInterval(sweep)
    clearTimeout(deadline)
  }
}

/** Upper bound of an idle event-loop iteration: ten times what one takes. */
const MS_SHORT_ITERATION = 0.2
/** Consecutive iterations without a new connection after which the accept queue counts as empty: a client that wakes up connects in bursts. */
const QUIET_ITERATIONS = 4
/** The kernel rarely preempts a process this soon after it woke up; one that has run for longer may be preempted at any moment. */
const MS_AWAKE = 1

/**
 * Closes the listening socket once the kernel's accept queue is empty, since the kernel resets queued connections though their requests may
 * have been sent. The HTTP server's own `close` does not serve: it also closes idle connections with requests on their way. Node accepts one
 * connection per event-loop iteration: after an iteration without one, the queue was empty when it began, and if it was short, still is.
 * Connections accepted meanwhile are paused (`held`) and served after the close, since iterations that serve requests are not short.
 * After `end` (of `performance.now`) the socket closes in any case: connections keep arriving faster than they are accepted.
 */
function closeListener(server: Server, end: number): Promise<{ readonly done: Promise<void>; readonly held: readonly Socket[] }> {
  const held: Socket[] = []
  const hold = (socket: Socket): void => {
    held.push(socket)
  }
  // An option of `net.createServer` that `http.createServer` does not pass on.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', hold)
  // A dry run, so that V8 has compiled `close` before its time counts.
  NetServer.prototype.close.call(new NetServer())
  return new Promise((resolve) => {
    let [awakeSince, before, heldBefore, quiet] = [0, 0, 0, 0]
    const iterate = (): void => {
      const now = performance.now()
      quiet = held.length === heldBefore && now - before < MS_SHORT_ITERATION ? quiet + 1 : 0
      before = now
      heldBefore = held.length
      if (quiet >= QUIET_ITERATIONS || now > end) {
        const done = new Promise<void>((ended) => NetServer.prototype.close.call(server, () => ended()))
        server.off('connection', hold)
        resolve({ done, held })
      } else if (now - awakeSince < MS_AWAKE) setImmediate(iterate)
      else setTimeout(wake, 1)
    }
    const wake = (): void => {
      awakeSince = performance.now()
      setImmediate(iterate)
    }
    wake()
  })
}

/** Half-closes connections idle for `MS_LINGER` and destroys those that do not close in return. `ending`: the half-closed ones. */
function endIdle(connections: Connections, ending: Set<Socket>, mayBegin: boolean): void {
  for (const { socket, requests, idleSince } of connections) {
    const ms = connections.now() - idleSince
    if (requests > 0 || ms < MS_LINGER) continue
    if (ending.has(socket)) {
      if (ms > MS_LINGER + MS_TO_CLOSE) socket.destroy()
    } else if (mayBegin) {
      ending.add(socket)
      socket.end()
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
