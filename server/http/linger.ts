// Problem: an answer that comes before the request has been read (413, 401, …) on a connection that ends with it is lost to a caller who
// still sends: what arrives at a closed connection is answered with a reset, which throws away what the caller had not read yet.
// Approach: the answer is written, and what still comes is thrown away unread, until the caller has said all or the patience is over.
// Limits: whoever sends for longer than that may lose the answer.
import type { IncomingMessage, ServerResponse } from 'node:http'

const MS_LINGER = 5000

/** Ends an answer whose head was set, or written, with this body; its Content-Length is in the head. */
export function endAfterRequest(req: IncomingMessage, res: ServerResponse, body: string): void {
  // A connection that goes on is read to the end of the request by Node.
  if (req.complete || !endsConnection(res)) {
    res.end(body)
    return
  }
  res.flushHeaders()
  res.write(body)
  const end = (): void => {
    clearTimeout(patience)
    req.off('end', end).off('close', end)
    res.end()
  }
  const patience = setTimeout(end, MS_LINGER).unref()
  req.on('end', end).on('close', end).on('error', ignore).resume()
}

/** Because the caller wants that (every one by HTTP/1.0 does who says nothing), or we do. */
function endsConnection(res: ServerResponse): boolean {
  return !res.shouldKeepAlive || res.getHeader('Connection') === 'close'
}

function ignore(): void {}
