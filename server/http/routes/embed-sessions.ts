// Makes the sessions of frames in other applications.
import type Router from '@koa/router'
import { EMBED_RIGHTS, type EmbedRight, missingScope } from '../../accounts/embed-session.ts'
import { ApiError } from '../../errors.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { checkFields, compileSchema, invalidFields } from '../fields.ts'
import { readBody, takeStrictness } from '../json-request.ts'
import { DEFAULT_SECONDS, EMBED_REQUEST } from '../openapi-embed.ts'
import { templateNotFound } from '../template-errors.ts'

const MOST_BYTES = 16 * 1024
const check = compileSchema(EMBED_REQUEST)
const checkStrictly = compileSchema({ ...EMBED_REQUEST, additionalProperties: false })

interface Request {
  readonly template: string
  readonly origin: string
  readonly right?: EmbedRight
  readonly seconds?: number
  readonly name?: string
}

type Deps = Pick<AppDeps, 'store' | 'limits' | 'publicUrl' | 'clock' | 'web'>

export function addEmbedRoutes(router: Router<ExchangeState>, deps: Deps): void {
  router.post('/api/embed-sessions', (ctx) => create(ctx, deps))
}

async function create(ctx: RouteExchange, deps: Deps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read')
  const { template: templateId, origin, right = EMBED_RIGHTS[0], seconds = DEFAULT_SECONDS, name } = await requestOf(ctx, deps)
  const { token } = ctx.state
  const { web, store, clock, publicUrl } = deps
  if (token === undefined || web === undefined) throw new Error('the route of frames was reached without a token or the application')
  const missing = missingScope(token.scopes, right)
  if (missing !== undefined)
    throw new ApiError('forbidden', `the token lacks the scope "${missing}", so it cannot give the right "${right}"`)
  if (!web.embed.mayFrame(origin)) {
    const message = `origin must be one of PLATEN_EMBED_ORIGINS, such as https://crm.example.com, not "${origin}"`
    throw invalidFields([{ path: 'origin', code: 'invalid_value', message }])
  }
  if ((await store.template(teamId, templateId)) === undefined) throw templateNotFound('template')
  const expiresAt = clock.now() + seconds * 1000
  const session = web.embed.make({ teamId, templateId, right, origin, name: name ?? token.name, tokenId: token.id, expiresAt })
  const author = { user: undefined, name: token.name }
  await web.accounts.audit({
    teamId,
    ...author,
    action: 'embed.create',
    subject: `${templateId} ${right} ${origin}`,
    address: ctx.state.address,
  })
  sendJson(
    ctx,
    {
      url: `${publicUrl()}/app/embed?origin=${encodeURIComponent(origin)}#${session}`,
      ...{ session, template: templateId, origin, right, expires_at: new Date(expiresAt).toISOString() },
    },
    201,
  )
}

async function requestOf(ctx: RouteExchange, { limits }: Deps): Promise<Request> {
  const body = { ...limits.body, bytes: Math.min(MOST_BYTES, limits.body.bytes) }
  const { bytes } = await readBody(ctx, { kind: 'object', fields: {} }, { ...limits, body })
  const fields: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  checkFields(takeStrictness(ctx) ? checkStrictly : check, fields)
  // As the schema says.
  return fields as Request
}
