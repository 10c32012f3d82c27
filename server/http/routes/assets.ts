// The assets of a team: fonts, pictures, style sheets, letterheads and shared parts. Names may contain slashes.
import type Router from '@koa/router'
import { type Assets, assetNotFound, type ListedAsset } from '../../assets/assets.ts'
import { AssetRefused } from '../../assets/check.ts'
import { checkAssetName } from '../../assets/name.ts'
import { ApiError } from '../../errors.ts'
import { disposition } from '../../file-name.ts'
import type { AssetRecord, ExpectedAsset } from '../../store/assets.ts'
import { teamOf } from '../access.ts'
import { checkEmbeddedAsset } from '../app/embed-access.ts'
import { readRawBody } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import { applyRawHeaders, type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { contentTypeOf } from '../negotiate.ts'
import { sourceResultOrThrow } from '../outcome.ts'
import { unusable } from '../templates/preconditions.ts'

/** Of an asset itself: nothing in it may run or load anything, should a browser open it after all. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

export function addAssetRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  const { assets } = deps
  router.get('/api/assets', async (ctx) => {
    const listed = await assets.list(teamOf(ctx, 'templates:read', 'assets:write'))
    sendJson(ctx, listed.map(listedAsset))
  })
  // The router answers HEAD with the GET route.
  router.get('/api/assets/*name', (ctx) => get(ctx, deps))
  router.put('/api/assets/*name', (ctx) => put(ctx, deps))
  router.delete('/api/assets/*name', (ctx) => remove(ctx, assets))
}

async function get(ctx: RouteExchange, { assets, store }: AppDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read', 'assets:write')
  const asset = await assets.find(teamId, nameOf(ctx))
  await checkEmbeddedAsset(ctx.state, asset, store)
  if (asset === undefined) throw assetNotFound()
  applyRawHeaders(ctx)
  ctx.set('ETag', entityTag(asset))
  // A cache must ask each time: an asset may be replaced under its name.
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set('Content-Security-Policy', SANDBOX)
  const known = ctx.get('If-None-Match')
  if (known !== '' && matches(known, asset)) {
    ctx.status = 304
    return
  }
  ctx.set('Content-Disposition', disposition('attachment', asset.name.slice(asset.name.lastIndexOf('/') + 1)))
  ctx.set('Last-Modified', new Date(asset.updatedAt).toUTCString())
  if (ctx.method === 'HEAD') ctx.status = 200
  else ctx.body = await assets.open(teamId, asset)
  ctx.set('Content-Type', /^text\//.test(asset.type) ? `${asset.type}; charset=utf-8` : asset.type)
  ctx.length = asset.size
}

async function put(ctx: RouteExchange, { assets, limits, publicUrl }: AppDeps): Promise<void> {
  const teamId = teamOf(ctx, 'assets:write')
  const name = nameOf(ctx)
  checkAssetName(name)
  const expected = expectedOf(ctx)
  const bytes = await readRawBody(ctx, limits.asset)
  const upload = { name, contentType: contentTypeOf(ctx.req) ?? '', bytes, expected }
  const { asset, isNew } = await assets.put(teamId, upload, ctx.state.signal).catch(throwMapped)
  ctx.state.rawHeaders.push('ETag', entityTag(asset))
  if (isNew) ctx.state.rawHeaders.push('Location', `${publicUrl()}/api/assets/${asset.name}`)
  const { size, type, hash } = asset
  sendJson(ctx, { name: asset.name, size, type, hash }, isNew ? 201 : 200)
}

/** What the renderer refuses is answered as it would be for a template. */
function throwMapped(thrown: unknown): never {
  if (thrown instanceof AssetRefused) sourceResultOrThrow(thrown.failure)
  throw thrown
}

async function remove(ctx: RouteExchange, assets: Assets): Promise<void> {
  const teamId = teamOf(ctx, 'assets:write')
  const isForced = isForcedBy(ctx)
  const expected = matchOf(ctx)
  await assets.remove(teamId, nameOf(ctx), { isForced, expected })
  ctx.status = 204
}

function isForcedBy(ctx: RouteExchange): boolean {
  const { force } = ctx.query
  if (force === undefined || force === 'false' || force === '0') return false
  if (force === 'true' || force === '1' || force === '') return true
  const message = 'force is true or false'
  throw new ApiError('validation_failed', message, { errors: [{ path: 'force', code: 'invalid_value', message }] })
}

/** What the headers demand of an asset that is put. */
function expectedOf(ctx: RouteExchange): ExpectedAsset | undefined {
  const noneMatch = ctx.get('If-None-Match').trim()
  if (noneMatch === '') return matchOf(ctx)
  if (noneMatch !== '*') throw unusable('If-None-Match', 'If-None-Match must be *, which creates the asset')
  if (ctx.get('If-Match') !== '') throw unusable('If-Match', 'If-Match and If-None-Match exclude each other')
  return null
}

/** The hashes of `If-Match`, or `*` for any; undefined without the header. Proxies that compress make tags weak, and some clients leave the quotes out. */
function matchOf(ctx: RouteExchange): ExpectedAsset | undefined {
  const match = ctx.get('If-Match').trim()
  if (match === '') return undefined
  return match === '*' ? match : match.split(',').map((tag) => /^\s*(?:W\/)?"?([^"]*?)"?\s*$/.exec(tag)?.[1] ?? tag)
}

/** Whether one of the entity tags of `If-None-Match` is that of the asset (RFC 9110, 13.1.2: weakly compared). */
function matches(header: string, { hash }: AssetRecord): boolean {
  return header.trim() === '*' || [...header.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === hash)
}

function entityTag({ hash }: AssetRecord): string {
  return `"${hash}"`
}

function nameOf(ctx: RouteExchange): string {
  return ctx.params['name'] ?? ''
}

function listedAsset({ name, size, hash, type, usedBy, updatedAt }: ListedAsset): object {
  return { name, size, hash, type, used_by: usedBy, updated_at: new Date(updatedAt).toISOString() }
}
