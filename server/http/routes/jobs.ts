// Jobs: many documents by one call, asked for later.
import { createHash } from 'node:crypto'
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { JobRequest, JobTemplate, JobView } from '../../jobs/job.ts'
import type { Tagging } from '../../tagging.ts'
import { teamOf } from '../access.ts'
import type { JsonBody } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { keyError, LONGEST_KEY } from '../idempotency.ts'
import { jobRequest, jobShape, jobTemplates } from '../job-requests.ts'
import { keyPath, readBody, takeStrictness, takeTagging } from '../json-request.ts'
import { notPublished, templateNotFound } from '../template-errors.ts'

/** A team that has as many jobs as it may is to try again after this. */
const SECONDS_TO_WAIT = 30

export function addJobRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/jobs', (ctx) => submit(ctx, deps))
  router.get('/api/jobs/:id', async (ctx) => {
    const teamId = teamOf(ctx, 'jobs')
    const job = await deps.jobs.find(teamId, ctx.params['id'] ?? '', ctx.query['results'] !== 'no')
    if (job === undefined) throw jobNotFound()
    sendJson(ctx, publicJob(job))
  })
  router.delete('/api/jobs/:id', async (ctx) => {
    const teamId = teamOf(ctx, 'jobs')
    if ((await deps.jobs.cancel(teamId, ctx.params['id'] ?? '')) === undefined) throw jobNotFound()
    ctx.status = 204
  })
}

/** The order of checks is that of rendering: media type → size → JSON → template → body fields. */
async function submit(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = teamOf(ctx, 'jobs')
  const body = await readBody(ctx, jobShape(deps.limits.jobRows), deps.limits)
  const templates = await findTemplates(deps, teamId, body)
  const isStrict = takeStrictness(ctx)
  const request = requestOf(ctx, body, { deps, templates, isStrict, tagging: takeTagging(ctx) })
  const submitted = await deps.jobs.submit(teamId, request)
  if (submitted.kind === 'other') throw keyError('this key was used for another request')
  if (submitted.kind === 'running')
    throw new ApiError('conflict', 'a request under this key is under way', { headers: { 'Retry-After': '1' } })
  if (submitted.kind === 'too-many')
    throw new ApiError('rate_limited', 'the team has as many unfinished jobs as it may have', {
      headers: { 'Retry-After': String(SECONDS_TO_WAIT) },
    })
  const { id, isReplayed, callbackSecret } = submitted
  const job = await deps.jobs.find(teamId, id, false)
  if (job === undefined) throw jobNotFound()
  ctx.state.rawHeaders.push('Location', `${deps.publicUrl()}/api/jobs/${id}`)
  if (isReplayed) ctx.state.rawHeaders.push('Idempotency-Replayed', 'true')
  sendJson(ctx, { ...publicJob(job), ...(request.callback === undefined ? {} : { callback_secret: callbackSecret }) }, 202)
}

/** The published versions of all templates that the body names, by id. Throws at the first that cannot be rendered. */
async function findTemplates({ store }: AppDeps, teamId: string, body: JsonBody): Promise<ReadonlyMap<string, JobTemplate>> {
  const found = new Map<string, JobTemplate>()
  for (const { id, path } of jobTemplates(body)) {
    if (id === undefined || found.has(id)) continue
    const template = await store.template(teamId, id)
    if (template === undefined) throw templateNotFound(path)
    if (template.publishedVersion === undefined) throw notPublished(path)
    const { hash, type, name, tagging } = template
    found.set(id, { id, hash, type, name, tagging })
  }
  return found
}

interface RequestContext {
  readonly deps: AppDeps
  readonly templates: ReadonlyMap<string, JobTemplate>
  readonly isStrict: boolean
  readonly tagging: Tagging
}

function requestOf(ctx: RouteExchange, body: JsonBody, { deps, templates, isStrict, tagging }: RequestContext): JobRequest {
  const { jobs, limits } = deps
  const { output, callback, attachments, rows } = jobRequest(body, isStrict, limits.jobRows)
  if (output === 's3' && !jobs.hasBucket) throw invalidField('output', 'no bucket is configured (PLATEN_S3_BUCKET)')
  const problem = callback === undefined ? undefined : jobs.problemWith(callback)
  if (problem !== undefined) throw invalidField('callback', `callback cannot be called: ${problem}`)
  const ids = [...templates.keys()]
  const indices = new Map(ids.map((id, i) => [id, i]))
  return {
    ...{ output, isStrict, tagging, templates: [...templates.values()], keyed: keyedOf(ctx, body, tagging) },
    rows: rows.map(({ id, input }) => ({ template: indices.get(id) ?? 0, input })),
    ...(callback === undefined ? {} : { callback }),
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function keyedOf(ctx: RouteExchange, body: JsonBody, tagging: Tagging): JobRequest['keyed'] {
  const key = ctx.get('Idempotency-Key')
  if (key === '') return undefined
  if (key.length > LONGEST_KEY) throw keyError(`a key has at most ${LONGEST_KEY} characters`)
  const fingerprint = createHash('sha256').update(body.bytes).update(keyPath('', tagging)).digest('hex')
  return { keyHash: createHash('sha256').update(key).digest('hex'), fingerprint }
}

/** The same bytes whether the job does not exist or belongs to another team. */
function jobNotFound(): ApiError {
  return new ApiError('not_found', 'job not found')
}

function invalidField(path: string, message: string): ApiError {
  return invalidFields([{ path, code: 'invalid_value', message }])
}

function publicJob({ createdAt, expiresAt, ...job }: JobView): object {
  return { ...job, created_at: new Date(createdAt).toISOString(), expires_at: new Date(expiresAt).toISOString() }
}
