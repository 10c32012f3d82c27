// Shows an author what a source looks like: errors are part of the answer, and nothing is stored.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { Previewed } from '../../pool/renderer.ts'
import type { TemplateRecord, TemplateType } from '../../store/store.ts'
import { hasScope } from '../../tokens.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { readBody, takeStrictness, takeTagging } from '../json-request.ts'
import { renderWarning, resultOrThrow } from '../outcome.ts'
import { admit } from '../rendering.ts'
import { templateNotFound } from '../template-errors.ts'
import { publicDiagnostic } from '../templates/response.ts'
import { checkForm, PREVIEW_SHAPE, previewedTemplate, previewRequest, type SentSource } from '../templates/source-requests.ts'

/** The answer is one JSON text: a longer document is read page by page. */
const MOST_BYTES = 16 * 1024 * 1024

export function addPreviewRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/preview', (ctx) => preview(ctx, deps))
}

async function preview(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const { token, membership, embedded } = ctx.state
  const isAuthor = hasScope(token?.scopes ?? [], 'templates:write', 'render:any')
  // People who may only look see the template as it is stored, in the application and in frames.
  const mayLook = membership !== undefined || embedded !== undefined
  const teamId = mayLook ? admit(ctx, deps, 'templates:read') : admit(ctx, deps, 'templates:write', 'render:any')
  const body = await readBody(ctx, PREVIEW_SHAPE, deps.limits)
  const templateId = previewedTemplate(body)
  if (embedded !== undefined && templateId !== embedded.templateId) throw templateNotFound('id')
  const template = await storedTemplate(teamId, templateId, deps)
  if (templateId !== undefined) ctx.state.template = templateId
  const request = previewRequest(body, takeStrictness(ctx))
  const tagging = takeTagging(ctx)
  const { pageRange, withBoxes, places, withSchema, example } = request
  if (!isAuthor && (request.source !== undefined || request.type !== undefined))
    throw new ApiError('forbidden', 'to preview a source of your own takes the role of an editor')
  if (example !== undefined) teamOf(ctx, 'templates:read')
  const data = example === undefined ? request.data : await exampleData(teamId, templateId ?? '', example, deps)
  const isWhole = request.type !== undefined && request.source !== undefined
  const stored = isWhole ? undefined : await storedSource(teamId, templateId, deps)
  // Without a stored template, the request was validated to have both.
  const [type, source] = [(request.type ?? stored?.type)!, (request.source ?? stored?.source)!]
  checkForm(type, source)
  // What counts where the source says nothing of claims and tags.
  const defaults = template?.tagging ?? { team: await deps.store.teamTagging(teamId) }
  const wanted = { data, pageRange, withBoxes, places, withSchema, defaults, tagging }
  const job = { teamId, type, source: source.text, ...wanted, ...(await deps.assets.current(teamId)) }
  send(ctx, resultOrThrow(await deps.renderer.preview(job, ctx.state.signal), false))
}

/** The template that the request names, from the cache of reads; undefined when it names none. */
async function storedTemplate(teamId: string, id: string | undefined, { store }: AppDeps): Promise<TemplateRecord | undefined> {
  if (id === undefined) return undefined
  const template = await store.template(teamId, id, 'draft')
  if (template === undefined) throw templateNotFound('id')
  return template
}

/** The newest version of the template that the request names; undefined when it names none. Its text is read from the store. */
async function storedSource(
  teamId: string,
  id: string | undefined,
  { store }: AppDeps,
): Promise<{ readonly type: TemplateType; readonly source: SentSource } | undefined> {
  if (id === undefined) return undefined
  const newest = await store.templateVersion(teamId, id, 'newest')
  if (newest === undefined) throw templateNotFound('id')
  return { type: newest.type, source: { text: newest.source, isObject: newest.isObject } }
}

async function exampleData(teamId: string, id: string, name: string, { store }: AppDeps): Promise<Uint8Array> {
  const data = await store.examples.read(teamId, id, name)
  if (data !== undefined) return Buffer.from(data)
  const message = 'the template has no such example'
  throw new ApiError('not_found', `example: ${message}`, { errors: [{ path: 'example', code: 'not_found', message }] })
}

function send(ctx: RouteExchange, previewed: Previewed): void {
  const { pdf, pages, variables, diagnostics, warnings, warningCount, boxes, places, dataForm } = previewed
  const outside = diagnostics.find(({ code }) => code === 'page-range')
  if (outside !== undefined) throw invalidFields([{ path: 'page_range', code: 'invalid_value', message: outside.message }])
  if (pdf.length > MOST_BYTES) throw tooLong()
  const listed = warnings.map((warning) => renderWarning(warning, false))
  // Of all warnings, of which the first are listed.
  ctx.state.rawHeaders.push('X-Render-Warnings', String(warningCount))
  ctx.state.rendered = { pages, bytes: pdf.length, warnings: listed }
  sendJson(ctx, {
    pdf: pdf.length === 0 ? null : Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).toString('base64'),
    ...{ pages, diagnostics: diagnostics.map(publicDiagnostic), warnings: listed, variables },
    ...(boxes === undefined ? {} : { boxes }),
    ...(places === undefined ? {} : { places }),
    ...(dataForm === undefined ? {} : { schema: dataForm.schema, sample: dataForm.sample }),
  })
}

function tooLong(): ApiError {
  const message = `the preview is larger than ${MOST_BYTES} bytes; ask for fewer pages by page_range`
  return new ApiError('limit_exceeded', message, { errors: [{ path: 'page_range', code: 'limit_exceeded', message }] })
}
