// Problem: an early response (413, 401, …) on a connection that closes after it is lost to a client that is still sending: bytes that arrive
// at a closed socket are answered with a TCP reset, which discards what the client has not read yet.
// Approach: a lingering close, as nginx does it: the response is written and the rest of the request is discarded, until the request ends or
// the timeout expires.
// Limits: a client that sends for longer than the timeout may lose the response.
import type { IncomingMessage, ServerResponse } from 'node:http'

const MS_LINGER = 5000

/** Ends the response with this body after the rest of the request has arrived. The caller has set or written the headers, Content-Length included. */
export function endAfterRequest(req: IncomingMessage, res: ServerResponse, body: string): void {
  // On a keep-alive connection Node itself reads the request to its end.
  if (req.complete || !endsConnection(res)) {
    res.end(body)
    return
  }
  res.flushHeaders()
  res.write(body)
  const end = (): void => {
    clearTimeout(timeout)
    req.off('end', end).off('close', end)
    res.end()
  }
  const timeout = setTimeout(end, MS_LINGER).unref()
  req.on('end', end).on('close', end).on('error', ignore).resume()
}

/** Whether the connection closes after this response: at the client's request, by default of HTTP/1.0, or by our own header. */
function endsConnection(res: ServerResponse): boolean {
  return !res.shouldKeepAlive || res.getHeader('Connection') === 'close'
}

function ignore(): void {}
