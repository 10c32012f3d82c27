// The data examples of templates: named data to preview and to check a template with.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import { isExampleName, MOST_CHARACTERS, MOST_NAME_BYTES } from '../../example-name.ts'
import type { ExampleRecord } from '../../store/examples.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendBuffer, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { readBody } from '../json-request.ts'
import { MOST_EXAMPLE_BYTES, MOST_EXAMPLES } from '../openapi-examples.ts'
import { spanOf } from '../requests.ts'
import { templateNotFound } from '../template-errors.ts'

type ExampleDeps = Pick<AppDeps, 'store' | 'limits' | 'publicUrl'>

export function addExampleRoutes(router: Router<ExchangeState>, deps: ExampleDeps): void {
  router.get('/api/templates/:id/examples', (ctx) => list(ctx, deps))
  router.get('/api/templates/:id/examples/:name', (ctx) => get(ctx, deps))
  router.put('/api/templates/:id/examples/:name', (ctx) => put(ctx, deps))
  router.delete('/api/templates/:id/examples/:name', (ctx) => remove(ctx, deps))
}

async function list(ctx: RouteExchange, { store }: ExampleDeps): Promise<void> {
  const examples = await store.examples.list(teamOf(ctx, 'templates:read'), idOf(ctx))
  if (examples === undefined) throw templateNotFound()
  sendJson(ctx, examples.map(publicExample))
}

async function get(ctx: RouteExchange, { store }: ExampleDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read')
  const data = await store.examples.read(teamId, idOf(ctx), nameOf(ctx))
  if (data !== undefined) return sendBuffer(ctx, 200, 'application/json', data)
  throw (await store.template(teamId, idOf(ctx))) === undefined ? templateNotFound() : exampleNotFound()
}

async function put(ctx: RouteExchange, { store, limits, publicUrl }: ExampleDeps): Promise<void> {
  const teamId = teamOf(ctx, 'templates:write')
  const name = nameOf(ctx)
  checkName(name)
  const data = await readData(ctx, limits)
  const saved = await store.examples.save(teamId, idOf(ctx), { name, data, most: MOST_EXAMPLES })
  if (saved.kind === 'missing') throw templateNotFound()
  if (saved.kind === 'too-many') {
    const message = `a template has at most ${MOST_EXAMPLES} examples`
    throw new ApiError('limit_exceeded', message, { errors: [{ path: 'name', code: 'limit_exceeded', message }] })
  }
  if (saved.isNew) {
    const path = `/api/templates/${encodeURIComponent(idOf(ctx))}/examples/${encodeURIComponent(name)}`
    ctx.state.rawHeaders.push('Location', `${publicUrl()}${path}`)
  }
  sendJson(ctx, publicExample(saved.example), saved.isNew ? 201 : 200)
}

async function remove(ctx: RouteExchange, { store }: ExampleDeps): Promise<void> {
  const removed = await store.examples.remove(teamOf(ctx, 'templates:write'), idOf(ctx), nameOf(ctx))
  if (removed === 'missing-template') throw templateNotFound()
  if (removed === 'missing') throw exampleNotFound()
  ctx.status = 204
}

/** The object of the body as it was sent. An empty array, which PHP sends for one without fields, is an empty object. */
async function readData(ctx: RouteExchange, limits: AppDeps['limits']): Promise<string> {
  const bytes = Math.min(limits.body.bytes, MOST_EXAMPLE_BYTES)
  const body = await readBody(ctx, { kind: 'object', fields: {} }, { ...limits, body: { ...limits.body, bytes } })
  const { kind, count } = body.outline
  if (kind === 'array' && count === 0) return '{}'
  if (kind !== 'object') throw invalidFields([{ path: '', code: 'invalid_type', message: 'the body must be of type object' }])
  return Buffer.from(spanOf(body, body.outline)).toString('utf8')
}

function idOf({ params }: RouteExchange): string {
  return params['id'] ?? ''
}

/** Systems write the same letters in two ways; names are composed. */
function nameOf({ params }: RouteExchange): string {
  return (params['name'] ?? '').normalize('NFC')
}

function checkName(name: string): void {
  if (isExampleName(name)) return
  const message = `an example's name is made of letters, digits, spaces, ".", "_" and "-", begins with a letter, a digit or "_", ends neither with a space nor with ".pages", and has 1 to ${MOST_CHARACTERS} characters (${MOST_NAME_BYTES} bytes)`
  throw invalidFields([{ path: 'name', code: 'invalid_value', message }])
}

function exampleNotFound(): ApiError {
  return new ApiError('not_found', 'the template has no such example')
}

function publicExample({ name, size, hash, updatedAt }: ExampleRecord): object {
  return { name, size, hash, updated_at: new Date(updatedAt).toISOString() }
}
