// The webhooks of a team: made and removed by its owners, who see what became of their events, and may have them sent again.
import { randomBytes, randomUUID } from 'node:crypto'
import type Router from '@koa/router'
import type { ListedDelivery, Webhook } from '../../store/store.ts'
import { problemWith } from '../../webhooks/address.ts'
import { textPayload } from '../../webhooks/payload.ts'
import { SECRET_PREFIX, sendMessage } from '../../webhooks/send.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { textFields } from './json-fields.ts'
import { sendNothing } from './routes-session.ts'
import { managedTeam, noteAction, notFound, TEAM } from './routes-team.ts'

const WEBHOOK = textFields(['url'])
const STATE = textFields(['state'])
const MOST_DELIVERIES = 100
/** Has a shape of its own, so that no receiver takes it for a document. */
const TEST_EVENT = '{"type":"webhook.test","data":{}}'

export function addWebhookRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { store } = deps
  router.get(`${TEAM}/webhooks`, async (ctx) => sendJson(ctx, (await store.webhooks(managedTeam(ctx))).map(publicWebhook)))
  router.post(`${TEAM}/webhooks`, (ctx) => create(ctx, deps))
  router.put(`${TEAM}/webhooks/:id`, (ctx) => setState(ctx, deps))
  router.delete(`${TEAM}/webhooks/:id`, async (ctx) => {
    const id = idOf(ctx)
    if (!(await store.removeWebhook(managedTeam(ctx), id))) throw notFound()
    await noteAction(ctx, 'webhook.remove', id, deps)
    sendNothing(ctx)
  })
  router.post(`${TEAM}/webhooks/:id/test`, (ctx) => test(ctx, deps))
  router.get(`${TEAM}/deliveries`, async (ctx) => {
    sendJson(ctx, (await store.listDeliveries(managedTeam(ctx), MOST_DELIVERIES)).map(publicDelivery))
  })
  router.post(`${TEAM}/webhooks/:id/deliveries/:delivery/send`, async (ctx) => {
    if (!(await store.sendAgain(managedTeam(ctx), idOf(ctx), ctx.params['delivery'] ?? ''))) throw notFound()
    sendNothing(ctx)
  })
}

async function create(ctx: RouteExchange, deps: AppRouteDeps): Promise<void> {
  const { store, limits, isPrivateWebhookAllowed } = deps
  const teamId = managedTeam(ctx)
  const { url } = await WEBHOOK.read(ctx, limits)
  const problem = problemWith(url, isPrivateWebhookAllowed)
  if (problem !== undefined) throw invalidFields([{ path: 'url', code: 'invalid_value', message: problem }])
  const secret = SECRET_PREFIX + randomBytes(32).toString('base64')
  const { id } = await store.addWebhook(teamId, { url, secret })
  await noteAction(ctx, 'webhook.create', url, deps)
  sendJson(ctx, { id, url, secret }, 201)
}

async function setState(ctx: RouteExchange, deps: AppRouteDeps): Promise<void> {
  const teamId = managedTeam(ctx)
  const { state } = await STATE.read(ctx, deps.limits)
  if (state !== 'on' && state !== 'off') throw invalidFields([{ path: 'state', code: 'invalid_value', message: 'state must be on or off' }])
  if (!(await deps.store.setWebhookEnabled(teamId, idOf(ctx), state === 'on'))) throw notFound()
  await noteAction(ctx, `webhook.${state}`, idOf(ctx), deps)
  sendNothing(ctx)
}

/** Sends an event that reports nothing, and says what the receiver answered. */
async function test(ctx: RouteExchange, { store, clock, isPrivateWebhookAllowed }: AppRouteDeps): Promise<void> {
  const webhook = (await store.webhooks(managedTeam(ctx))).find(({ id }) => id === idOf(ctx))
  if (webhook === undefined) throw notFound()
  const message = { id: `test_${randomUUID()}`, time: Math.floor(clock.now() / 1000), payload: textPayload(TEST_EVENT) }
  const error = await sendMessage(webhook, message, isPrivateWebhookAllowed).then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  )
  sendJson(ctx, { is_delivered: error === null, error })
}

function idOf({ params }: RouteExchange): string {
  return params['id'] ?? ''
}

function publicWebhook({ id, url, createdAt, disabledAt }: Webhook): object {
  return { id, url, created_at: new Date(createdAt).toISOString(), is_enabled: disabledAt === undefined }
}

function publicDelivery({ id, webhookId, attempts, error, createdAt, nextAt, endedAt }: ListedDelivery): object {
  const time = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())
  const state = nextAt !== undefined ? 'waiting' : error === undefined ? 'sent' : 'failed'
  return {
    ...{ id, webhook_id: webhookId, state, attempts, error: error ?? null },
    ...{ created_at: time(createdAt), next_at: time(nextAt), ended_at: time(endedAt) },
  }
}
