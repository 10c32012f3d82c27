// What the routes that take JSON do first: media type and body, and the preference for strict handling.
import { ApiError } from '../errors.ts'
import { type JsonBody, readJsonBody } from './body.ts'
import type { AppLimits } from './deps.ts'
import type { RouteExchange } from './exchange.ts'
import type { Shape } from './json-scanner.ts'
import { contentTypeOf, isJsonContentType, preferenceNames, wantsStrictHandling } from './negotiate.ts'

export async function readBody(ctx: RouteExchange, shape: Shape, { body }: AppLimits): Promise<JsonBody> {
  if (!isJsonContentType(contentTypeOf(ctx.req))) throw new ApiError('unsupported_media_type', 'the body must be application/json')
  return readJsonBody(ctx, shape, body)
}

/** Whether the request prefers to see the warnings (`Prefer: warnings`); `applyWarnings` confirms it where the response has them. */
export function prefersWarnings(ctx: RouteExchange): boolean {
  return preferenceNames(ctx.get('Prefer')).includes('warnings')
}

export function applyWarnings({ state: { rawHeaders } }: RouteExchange): void {
  const at = rawHeaders.indexOf('Preference-Applied')
  if (at < 0) rawHeaders.push('Preference-Applied', 'warnings')
  else rawHeaders[at + 1] += ', warnings'
}

/** Whether the request prefers strict handling, which the response then confirms. */
export function takeStrictness(ctx: RouteExchange): boolean {
  const isStrict = wantsStrictHandling(ctx.get('Prefer'))
  if (isStrict) ctx.state.rawHeaders.push('Preference-Applied', 'handling=strict')
  return isStrict
}
