// What the lists of the web application show besides what programs can ask for: templates with pictures of their first pages, and usage.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { ListedTemplate } from '../../store/pictures.ts'
import type { RequestRecord } from '../../store/requests.ts'
import type { UsageSpan } from '../../store/usage.ts'
import { teamOf } from '../access.ts'
import { readRawBody } from '../body.ts'
import { type ExchangeState, type RouteExchange, sendBuffer } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { contentTypeOf } from '../negotiate.ts'
import { templateNotFound } from '../template-errors.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { checkPicture, MOST_PICTURE_BYTES } from './picture-format.ts'
import { sendNothing } from './routes-session.ts'
import { TEAM } from './routes-team.ts'
import { usageReport } from './usage-report.ts'

const MS_HOUR = 60 * 60 * 1000
const MS_DAY = 24 * MS_HOUR
const PERIODS: Readonly<Record<string, { readonly span: UsageSpan; readonly count: number; readonly ms: number }>> = {
  1: { span: 'hour', count: 24, ms: MS_HOUR },
  7: { span: 'day', count: 7, ms: MS_DAY },
  30: { span: 'day', count: 30, ms: MS_DAY },
}
const MAX_FAILED = 50
/** A shorter answer is one packet anyway. */
const MIN_COMPRESSED = 1400

export function addOverviewRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { store } = deps
  router.get(`${TEAM}/template-list`, async (ctx) => {
    await sendCompressed(ctx, (await store.pictures.list(teamOf(ctx, 'read'))).map(publicListed))
  })
  router.get(`${TEAM}/pictures/:id`, (ctx) => sendPicture(ctx, deps))
  router.put(`${TEAM}/pictures/:id`, (ctx) => savePicture(ctx, deps))
  router.get(`${TEAM}/usage`, (ctx) => sendUsage(ctx, deps))
  router.get(`${TEAM}/usage/failed`, async (ctx) => {
    const failed = await store.failedRequests(teamOf(ctx, 'requests:read'), beforeOf(ctx), MAX_FAILED)
    await sendCompressed(ctx, failed.map(publicFailed))
  })
}

async function sendPicture(ctx: RouteExchange, { store }: AppRouteDeps): Promise<void> {
  const picture = await store.pictures.read(teamOf(ctx, 'read'), ctx.params['id'] ?? '')
  if (picture === undefined) throw new ApiError('not_found', 'the template has no picture')
  const { rawHeaders } = ctx.state
  // Its address names the hash: another picture has another address. The cookie is part of what a cache compares, so that nobody else is shown it.
  if (ctx.query['hash'] === picture.hash) rawHeaders[rawHeaders.indexOf('Cache-Control') + 1] = 'private, max-age=86400, immutable'
  rawHeaders.push('Vary', 'Cookie')
  sendBuffer(ctx, 200, picture.type, Buffer.from(picture.bytes))
}

async function savePicture(ctx: RouteExchange, { store, limits }: AppRouteDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:write')
  const [version, pages, warnings] = ['version', 'pages', 'warnings'].map((name) => countOf(ctx, name))
  const bytes = await readRawBody(ctx, { ...limits.body, bytes: MOST_PICTURE_BYTES })
  const type = checkPicture(bytes, contentTypeOf(ctx.req) ?? '')
  const hash = createHash('sha256').update(bytes).digest('hex')
  // There are three names above.
  const draft = { version: version!, pages: pages!, warnings: warnings!, type, hash, bytes }
  const saved = await store.pictures.save(teamId, ctx.params['id'] ?? '', draft)
  if (saved === 'missing') throw templateNotFound()
  if (saved === 'conflict') throw new ApiError('version_conflict', 'the picture is of an older version of the template')
  sendNothing(ctx)
}

async function sendUsage(ctx: RouteExchange, { store, clock }: AppRouteDeps): Promise<void> {
  const teamId = teamOf(ctx, 'requests:read')
  const period = PERIODS[String(ctx.query['days'] ?? 7)]
  if (period === undefined) throw invalid('days', 'days must be 1, 7 or 30')
  const { span, count, ms } = period
  const last = clock.now() - (clock.now() % ms)
  const times = Array.from({ length: count }, (_, i) => last - (count - 1 - i) * ms)
  await sendCompressed(ctx, { span, ...usageReport(await store.usage.counts(teamId, span, times[0]!), times) })
}

async function sendCompressed(ctx: RouteExchange, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  ctx.state.rawHeaders.push('Vary', 'Accept-Encoding')
  if (text.length < MIN_COMPRESSED || !ctx.get('Accept-Encoding').includes('gzip')) return sendBuffer(ctx, 200, 'application/json', text)
  ctx.state.rawHeaders.push('Content-Encoding', 'gzip')
  sendBuffer(ctx, 200, 'application/json', await promisify(gzip)(text))
}

function countOf({ query }: RouteExchange, name: string): number {
  const text = String(query[name] ?? '')
  if (!/^\d{1,9}$/.test(text)) throw invalid(name, `${name} must be a whole number`)
  return Number(text)
}

function beforeOf({ query }: RouteExchange): number {
  if (query['before'] === undefined) return Number.MAX_SAFE_INTEGER
  const time = Date.parse(String(query['before']))
  if (Number.isNaN(time)) throw invalid('before', 'before must be a time, as 2027-01-31T00:00:00Z')
  return time
}

function invalid(path: string, message: string): ApiError {
  return invalidFields([{ path, code: 'invalid_value', message }])
}

function publicListed(listed: ListedTemplate): object {
  const { id, name, type, description, createdAt, updatedAt, version, publishedVersion, picture } = listed
  return {
    ...{ id, name, type, description, created_at: new Date(createdAt).toISOString(), updated_at: new Date(updatedAt).toISOString() },
    ...{ version, published_version: publishedVersion ?? null },
    picture: picture && { hash: picture.hash, pages: picture.pages, warnings: picture.warnings, is_stale: picture.isStale },
  }
}

/** As `GET /api/requests/ID`, with the places of what was wrong. */
function publicFailed({ id, at, route, status, code, template, ms, errors = [] }: RequestRecord): object {
  return {
    ...{ request_id: id, at: new Date(at).toISOString(), route, status, code: code ?? null, template: template ?? null, ms },
    errors: errors.map(({ code, path }) => ({ code, path: path ?? '' })),
  }
}
