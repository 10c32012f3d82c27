import { createHash } from 'node:crypto'

/** Identifies a source by its content, so that a worker can cache it across requests and teams. */
export function sourceHash(type: string, source: string): string {
  return createHash('sha256').update(type).update('\0').update(source).digest('hex')
}
