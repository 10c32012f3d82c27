// Creates and changes templates. A source is compiled in a rendering process before it is saved.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { Compiled } from '../../pool/renderer.ts'
import type { TemplateContent, TemplateRecord, TemplateType } from '../../store/store.ts'
import { changedDefaults, type DefaultTagging, type TaggingChange } from '../../tagging.ts'
import { hasScope } from '../../tokens.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendBuffer } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { readBody, takeStrictness } from '../json-request.ts'
import { sourceResultOrThrow } from '../outcome.ts'
import { templateNotFound } from '../template-errors.ts'
import { auditTemplate } from '../templates/audit.ts'
import { expectedVersion, newerVersion, preconditionOf, versionConflict } from '../templates/preconditions.ts'
import { addVersionTag, managedTemplate, sendManaged } from '../templates/response.ts'
import { checkForm, newTemplateRequest, type SentSource, TEMPLATE_SHAPE, templateChangeRequest } from '../templates/source-requests.ts'

export function addTemplateSavingRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/templates', (ctx) => create(ctx, undefined, deps))
  router.put('/api/templates/:id', (ctx) => put(ctx, deps))
}

/** What callers who migrate may keep as ids. */
const ID = /^[A-Za-z0-9_-]{1,64}$/

/** Saves a new template, under an id that is made up when absent. */
async function create(ctx: RouteExchange, id: string | undefined, deps: AppDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:write')
  const body = await readBody(ctx, TEMPLATE_SHAPE, deps.limits)
  const isStrict = takeStrictness(ctx)
  const { name, type, source, description = '', note, publish, tagging } = newTemplateRequest(body, isStrict)
  const mayPublish = checkPublish(ctx, publish)
  if (id !== undefined && !ID.test(id)) throw invalidId()
  // Before the work of compiling; `saveTemplate` decides when two requests create it at once.
  if (id !== undefined && (await deps.store.template(teamId, id)) !== undefined) throw idTaken()
  // Under an id of its own, a second creation is refused anyway.
  const key = id === undefined ? ctx.get('Idempotency-Key') || undefined : undefined
  const call = { teamId, key, path: '/api/templates', body: body.bytes }
  const { text, isReplayed } = await deps.recorder.recordText(call, async (keep) => {
    const defaults = changedDefaults({ team: await deps.store.teamTagging(teamId) }, tagging)
    const { content, diagnostics } = await compiled(ctx, { teamId, type, source, defaults }, deps)
    const answerOf = (template: TemplateRecord): string => JSON.stringify(managedTemplate({ template, diagnostics }))
    const saving = { publish: publish ?? mayPublish, author: authorOf(ctx), note, tagging }
    const keyed = keep && ((template: TemplateRecord) => keep(answerOf(template)))
    const saved = await deps.store.saveTemplate(teamId, { kind: 'new', id, name, meta: { description }, content, ...saving, keyed })
    if (saved.kind !== 'saved') throw idTaken()
    if (saving.publish) await auditTemplate(ctx, deps, 'template.publish', `${saved.template.id} ${saved.template.version}`)
    return answerOf(saved.template)
  })
  if (isReplayed) ctx.state.rawHeaders.push('Idempotency-Replayed', 'true')
  sendCreated(ctx, text, deps)
}

/** `text` is that of `managedTemplate`. */
function sendCreated(ctx: RouteExchange, text: string, { publicUrl }: AppDeps): void {
  // Written by the caller, or by an earlier request.
  const { id, version } = JSON.parse(text) as { readonly id: string; readonly version: number }
  ctx.state.rawHeaders.push('Location', `${publicUrl()}/api/templates/${encodeURIComponent(id)}`)
  addVersionTag(ctx, version)
  sendBuffer(ctx, 201, 'application/json', text)
}

async function put(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:write')
  const id = ctx.params['id'] ?? ''
  const precondition = preconditionOf(ctx.headers)
  if (precondition.kind === 'new') return create(ctx, id, deps)
  const body = await readBody(ctx, TEMPLATE_SHAPE, deps.limits)
  const before = await deps.store.template(teamId, id, 'draft')
  if (before === undefined) throw templateNotFound()
  const { name, type, source, description, note, publish, tagging } = templateChangeRequest(body, takeStrictness(ctx))
  const mayPublish = checkPublish(ctx, publish)
  const expected = expectedVersion(precondition, before.version)
  const isRetyped = type !== undefined && type !== before.type
  const sent = source ?? (isRetyped ? await newestSource(teamId, id, deps) : undefined)
  checkTagging(ctx, tagging, before)
  const defaults = changedDefaults(before.tagging, tagging)
  const result = sent && (await compiled(ctx, { teamId, type: type ?? before.type, source: sent, defaults }, deps))
  // A token that may publish does so with a source; a new name must not publish a draft that someone is at work on.
  const isPublished = publish ?? (source !== undefined && mayPublish)
  const saved = await deps.store.saveTemplate(teamId, {
    ...{ kind: 'change', id, expected, name, content: result?.content },
    meta: description === undefined ? undefined : { description },
    ...{ publish: isPublished, author: authorOf(ctx), note, tagging },
  })
  if (saved.kind !== 'saved') throw await lostAgainst(teamId, id, deps)
  if (isPublished) await auditTemplate(ctx, deps, 'template.publish', `${id} ${saved.template.version}`)
  sendManaged(ctx, { template: saved.template, ...(result === undefined ? {} : { diagnostics: result.diagnostics }) })
}

/** Another request has saved a version, or removed the template, while this one compiled. */
async function lostAgainst(teamId: string, id: string, { store }: AppDeps): Promise<ApiError> {
  const template = await store.template(teamId, id, 'draft')
  return template === undefined ? templateNotFound() : newerVersion(template.version)
}

/** Whether the token may publish; throws when it is asked to and may not. */
function checkPublish({ state }: RouteExchange, publish: boolean | undefined): boolean {
  const mayPublish = hasScope(state.token?.scopes ?? [], 'templates:publish')
  if (publish === true && !mayPublish) throw new ApiError('forbidden', 'the token lacks the scope "templates:publish"')
  return mayPublish
}

/** Claims and tags are of the template, not of a version: a change is seen in the next document, as that of a publication is. */
function checkTagging(ctx: RouteExchange, { conformance, tagged }: TaggingChange, { publishedVersion }: TemplateRecord): void {
  if (publishedVersion === undefined || (conformance === undefined && tagged === undefined)) return
  teamOf(ctx, 'templates:publish')
}

function authorOf({ state }: RouteExchange): string | undefined {
  return state.token?.name
}

async function newestSource(teamId: string, id: string, { store }: AppDeps): Promise<SentSource> {
  const newest = await store.templateVersion(teamId, id, 'newest')
  if (newest === undefined) throw templateNotFound()
  return { text: newest.source, isObject: newest.isObject }
}

interface Uncompiled {
  readonly teamId: string
  readonly type: TemplateType
  readonly source: SentSource
  readonly defaults: DefaultTagging
}

/** Compiles a source and renders it with sample data: its problems are those that rendering would report, but errors alone stop saving. */
async function compiled(
  ctx: RouteExchange,
  { teamId, type, source, defaults }: Uncompiled,
  { renderer, assets: teamAssets }: AppDeps,
): Promise<{ readonly content: TemplateContent; readonly diagnostics: Compiled['warnings'] }> {
  checkForm(type, source)
  const job = { teamId, type, source: source.text, withSample: true, defaults, ...(await teamAssets.current(teamId)) }
  const outcome = await renderer.compile(job, ctx.state.signal)
  const { variables, assets, warnings } = sourceResultOrThrow(outcome)
  return { content: { type, source: source.text, isObject: source.isObject, variables, assets }, diagnostics: warnings }
}

function idTaken(): ApiError {
  return versionConflict('the team has a template of this id')
}

function invalidId(): ApiError {
  const message = 'an id has 1 to 64 letters, digits, - or _'
  return invalidFields([{ path: 'id', code: 'invalid_value', message }])
}
