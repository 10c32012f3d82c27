// Ids of requests.
import { randomUUID } from 'node:crypto'

/** A UUID of version 7 (RFC 9562), which begins with the time in milliseconds: the log of requests adds rows at the end of its index, not all over it. */
export function makeRequestId(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  // Of version 4, whose random part is the same from the version on.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
