// What the descriptions of all routes are made of.
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'

export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
export const json = (schema: object): object => ({ 'application/json': { schema } })

export const RATE_HEADERS = {
  'X-RateLimit-Limit': { description: 'requests allowed in a minute', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'requests left in the present minute', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'when the minute ends, in seconds since 1970', schema: { type: 'integer' } },
}

/** Answers of an operation that fails, by status. */
export function errors(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), { description: codes.join(', '), content: json(ref('Error')) }]),
  )
}

/** Errors of every route below `/api`. */
export const ACCESS: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'rate_limited']

/** An operation that answers JSON and takes no body. */
export function readOperation(operationId: string, summary: string, schema: object, codes: readonly ErrorCode[]): object {
  const ok = { description: summary, headers: RATE_HEADERS, content: json(schema) }
  return { operationId, summary, responses: { '200': ok, ...errors([...ACCESS, ...codes, 'internal_error']) } }
}
