// What the routes that take JSON do first: media type and body, and the preference for strict handling.
import { ApiError } from '../errors.ts'
import { conformanceNames, type Tagging } from '../tagging.ts'
import { type JsonBody, readJsonBody } from './body.ts'
import type { AppLimits } from './deps.ts'
import type { RouteExchange } from './exchange.ts'
import { invalidFields } from './fields.ts'
import type { Shape } from './json-scanner.ts'
import { contentTypeOf, isJsonContentType, preferenceNames, preferenceValue, wantsStrictHandling } from './negotiate.ts'

export async function readBody(ctx: RouteExchange, shape: Shape, { body }: AppLimits): Promise<JsonBody> {
  if (!isJsonContentType(contentTypeOf(ctx.req))) throw new ApiError('unsupported_media_type', 'the body must be application/json')
  return readJsonBody(ctx, shape, body)
}

/** Whether the request prefers to see the warnings (`Prefer: warnings`); `applyWarnings` confirms it where the response has them. */
export function prefersWarnings(ctx: RouteExchange): boolean {
  return preferenceNames(ctx.get('Prefer')).includes('warnings')
}

export function applyWarnings(ctx: RouteExchange): void {
  apply(ctx, 'warnings')
}

function apply({ state: { rawHeaders } }: RouteExchange, preference: string): void {
  const at = rawHeaders.indexOf('Preference-Applied')
  if (at < 0) rawHeaders.push('Preference-Applied', preference)
  else rawHeaders[at + 1] += `, ${preference}`
}

/** Whether the request prefers strict handling, which the response then confirms. */
export function takeStrictness(ctx: RouteExchange): boolean {
  const isStrict = wantsStrictHandling(ctx.get('Prefer'))
  if (isStrict) apply(ctx, 'handling=strict')
  return isStrict
}

const LONGEST_CLAIM = 100

/**
 * The standards that the request prefers its document to keep, and whether it is tagged: `Prefer: conformance="a-3u ua-1"`, `conformance=none`, `tagged=false`. Absent
 * where it says nothing.
 */
export function takeTagging(ctx: RouteExchange): Tagging {
  const prefer = ctx.get('Prefer')
  const claims = preferenceValue(prefer, 'conformance')
  const tagged = preferenceValue(prefer, 'tagged')
  if (claims !== undefined && claims.length > LONGEST_CLAIM) throw badPreference('conformance', 'names at most two standards')
  if (tagged !== undefined && tagged !== 'true' && tagged !== 'false') throw badPreference('tagged', 'is true or false')
  const names = claims === undefined ? undefined : conformanceNames(claims)
  if (claims !== undefined) apply(ctx, `conformance=${/^[\w-]+$/.test(claims) ? claims : `"${names?.join(' ')}"`}`)
  if (tagged !== undefined) apply(ctx, `tagged=${tagged}`)
  return { ...(names === undefined ? {} : { conformance: names }), ...(tagged === undefined ? {} : { tagged: tagged === 'true' }) }
}

function badPreference(name: string, rule: string): ApiError {
  return invalidFields([{ path: 'Prefer', code: 'invalid_value', message: `the preference ${name} ${rule}` }])
}

/** What a request under an Idempotency-Key must repeat, besides its body. */
export function keyPath(path: string, tagging: Tagging): string {
  return tagging.conformance === undefined && tagging.tagged === undefined ? path : `${path} ${JSON.stringify(tagging)}`
}
