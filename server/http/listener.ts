// Options and low-level handlers of the HTTP server: timeouts, malformed requests, CONNECT and connections beyond the bound.
import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { ApiError, errorAnswer } from '../errors.ts'

export function listenerOptions(config: Config): ServerOptions {
  return {
    headersTimeout: config.bodySeconds * 1000,
    // The body reader has a stricter timeout; this one ends requests whose body no route reads.
    requestTimeout: (config.bodySeconds + Math.ceil(config.bodyBytes / (64 * 1024))) * 1000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 75_000,
    maxHeaderSize: 16 * 1024,
    // Node would answer 400 without a body; `app.ts` checks the header instead.
    requireHostHeader: false,
  }
}

/** Answers a malformed request with the usual error body; Node's own response has none. */
export function onClientError(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The parser gave up before it told the method; the answer to HEAD has no body.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD '
  endWithError(apiErrorFor(error.code), socket, isHead)
}

/** Rejects CONNECT, since the service is no proxy. Without this handler Node closes the connection without a response. */
export function onConnect(_: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endWithError(new ApiError('bad_request', 'CONNECT is not served'), socket)
}

/** Answers 503 on a connection beyond the bound. */
export function refuseConnection(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endWithError(new ApiError('overloaded', 'too many connections are open', { headers: { 'Retry-After': '1' } }), socket)
  setTimeout(() => socket.destroy(), MS_TO_READ_REFUSAL).unref()
}

function endWithError(error: ApiError, socket: Duplex, isHead = false): void {
  const requestId = randomUUID()
  const { status, headers, body } = errorAnswer(error, requestId)
  const lines = Object.entries({ ...headers, 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`,
  )
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}
/** Time for a refused client to read the response. */
const MS_TO_READ_REFUSAL = 500

function apiErrorFor(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout', 'the request did not arrive in time')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large', 'the header of the request is too large')
  return new ApiError('bad_request', 'the request is not valid HTTP')
}
