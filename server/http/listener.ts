// What is settled before a request reaches the application: time-outs of the connection and requests that are no HTTP.
import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { ApiError, errorAnswer } from '../errors.ts'

export function listenerOptions(config: Config): ServerOptions {
  return {
    headersTimeout: config.bodySeconds * 1000,
    // The body reader has its own, stricter rule; this one ends whoever sends a body that nobody reads.
    requestTimeout: (config.bodySeconds + Math.ceil(config.bodyBytes / (64 * 1024))) * 1000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 75_000,
    maxHeaderSize: 16 * 1024,
    // Node's refusal is an empty page; ours is in app.ts.
    requireHostHeader: false,
  }
}

/** Node's own answer to such a request is an empty page; ours has the shape of all others. */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endWith(apiErrorFor(error.code), socket)
}

/** We are no proxy. Without a listener, Node ends the connection without a word. */
export function onConnect(_: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endWith(new ApiError('bad_request', 'CONNECT is not served'), socket)
}

/** There are as many connections as there may be, all in use. */
export function refuseConnection(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endWith(new ApiError('overloaded', 'too many connections are open', { headers: { 'Retry-After': '1' } }), socket)
  setTimeout(() => socket.destroy(), MS_REFUSED).unref()
}

function endWith(error: ApiError, socket: Duplex): void {
  const requestId = randomUUID()
  const { status, headers, body } = errorAnswer(error, requestId)
  const lines = Object.entries({ ...headers, 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}
/** In which a caller who is refused may read why. */
const MS_REFUSED = 500

function apiErrorFor(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout', 'the request did not arrive in time')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large', 'the header of the request is too large')
  return new ApiError('bad_request', 'the request is not valid HTTP')
}
