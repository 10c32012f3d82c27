// What owners of a team manage in the web application: members, invitations, API tokens, and the audit log.
import type Router from '@koa/router'
import { mayManage } from '../../accounts/roles.ts'
import { ApiError } from '../../errors.ts'
import { type Link, type MemberChange, ROLES, type Role } from '../../store/accounts.ts'
import type { TokenRecord } from '../../store/store.ts'
import { taggingFields } from '../../tagging.ts'
import { DEFAULT_SCOPES, hashSecret, makeToken, SCOPES, type TokenScope } from '../../tokens.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { taggingChange } from '../templates/source-requests.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { textFields } from './json-fields.ts'
import { sendNothing } from './routes-session.ts'
import { APP_API, membershipOf, originOf, signedInOf } from './session-access.ts'

export const TEAM = `${APP_API}/t/:team`
const TOKEN = textFields(['name'], ['scopes', 'expires_at'])
const INVITATION = textFields(['role'], ['note'])
const ROLE = textFields(['role'])
/** An empty text: nothing is said. */
const DEFAULTS = textFields(['conformance', 'tagged'])

export function addTeamRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  addMemberRoutes(router, deps)
  addTokenRoutes(router, deps)
  addDefaultRoutes(router, deps)
}

/** What counts for documents whose templates say nothing of claims and tags. */
function addDefaultRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { store, limits } = deps
  const send = async (ctx: RouteExchange, teamId: string): Promise<void> => {
    const { conformance = null, tagged = null } = taggingFields(await store.teamTagging(teamId))
    sendJson(ctx, { conformance, tagged })
  }
  router.get(`${TEAM}/defaults`, (ctx) => send(ctx, membershipOf(ctx).teamId))
  router.put(`${TEAM}/defaults`, async (ctx) => {
    const teamId = managedTeam(ctx)
    const { conformance, tagged } = await DEFAULTS.read(ctx, limits)
    if (!['', 'true', 'false'].includes(tagged))
      throw invalidFields([{ path: 'tagged', code: 'invalid_value', message: 'tagged must be "true", "false" or ""' }])
    const change = taggingChange({
      conformance: conformance === '' ? null : conformance,
      tagged: tagged === '' ? null : tagged === 'true',
    })
    await store.setTeamTagging(teamId, change)
    await noteAction(ctx, 'team.defaults', JSON.stringify(taggingFields(await store.teamTagging(teamId))), deps)
    await send(ctx, teamId)
  })
}

/** The team of the address, which the user must own. */
export function managedTeam(ctx: RouteExchange): string {
  const { teamId, role } = membershipOf(ctx)
  if (!mayManage(role)) throw new ApiError('forbidden', 'only owners of the team may do this')
  return teamId
}

function addMemberRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { store, accounts, limits } = deps
  router.get(`${TEAM}/members`, async (ctx) => {
    const { teamId, role } = membershipOf(ctx)
    const members = await store.accounts.members(teamId)
    const invitations = mayManage(role) ? await store.accounts.invitations(teamId) : []
    sendJson(ctx, {
      members: members.map(({ user, role, hasSecondFactor }) => ({
        ...{ id: user.id, name: user.name, display_name: user.displayName, role },
        has_second_factor: hasSecondFactor,
      })),
      invitations: invitations.map(publicInvitation),
    })
  })
  router.post(`${TEAM}/invitations`, async (ctx) => {
    const teamId = managedTeam(ctx)
    const { role, note } = await INVITATION.read(ctx, limits)
    const url = await accounts.invite(teamId, roleOf(role), note)
    await noteAction(ctx, 'member.invite', `${role} ${note}`.trim(), deps)
    sendJson(ctx, { url }, 201)
  })
  router.delete(`${TEAM}/invitations/:id`, async (ctx) => {
    const id = ctx.params['id'] ?? ''
    if (!(await store.accounts.removeInvitation(managedTeam(ctx), id))) throw notFound()
    await noteAction(ctx, 'invitation.remove', id, deps)
    sendNothing(ctx)
  })
  router.put(`${TEAM}/members/:id`, async (ctx) => {
    const teamId = managedTeam(ctx)
    const id = ctx.params['id'] ?? ''
    const role = roleOf((await ROLE.read(ctx, limits)).role)
    changedOrThrow(await store.accounts.setRole(teamId, id, role))
    await noteAction(ctx, 'member.role', `${id} ${role}`, deps)
    sendNothing(ctx)
  })
  router.delete(`${TEAM}/members/:id`, async (ctx) => {
    const id = ctx.params['id'] ?? ''
    // Everybody may leave.
    const teamId = signedInOf(ctx).user.id === id ? membershipOf(ctx).teamId : managedTeam(ctx)
    changedOrThrow(await store.accounts.removeMember(teamId, id))
    await noteAction(ctx, 'member.remove', id, deps)
    sendNothing(ctx)
  })
  router.post(`${TEAM}/members/:id/reset`, async (ctx) => {
    const teamId = managedTeam(ctx)
    const id = ctx.params['id'] ?? ''
    if (!(await mayReset(teamId, id, deps))) throw notFound()
    const url = await accounts.resetLink(id)
    await noteAction(ctx, 'member.reset', id, deps)
    sendJson(ctx, { url }, 201)
  })
}

/** An owner of one team must not take over the account of somebody who belongs to another as well. */
async function mayReset(teamId: string, userId: string, { store }: AppRouteDeps): Promise<boolean> {
  const memberships = await store.accounts.membershipsOf(userId)
  if (!memberships.some((membership) => membership.teamId === teamId)) return false
  if (memberships.length > 1) throw new ApiError('forbidden', 'this user belongs to other teams as well: an operator makes the link')
  return true
}

function addTokenRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { store, limits } = deps
  router.get(`${TEAM}/tokens`, async (ctx) => sendJson(ctx, (await store.tokens(managedTeam(ctx))).map(publicToken)))
  router.post(`${TEAM}/tokens`, async (ctx) => {
    const teamId = managedTeam(ctx)
    const { name, scopes, expires_at } = await TOKEN.read(ctx, limits)
    const token = makeToken()
    const made = {
      name: name.trim().slice(0, 200),
      hash: hashSecret(token),
      scopes: scopesFrom(scopes),
      expiresAt: timeFrom(expires_at, deps),
    }
    const record = await store.addToken(teamId, made)
    await noteAction(ctx, 'token.create', `${record.id} ${record.name}`, deps)
    sendJson(ctx, { ...publicToken(record), token }, 201)
  })
  router.delete(`${TEAM}/tokens/:id`, async (ctx) => {
    const id = ctx.params['id'] ?? ''
    if (!(await store.revokeToken(managedTeam(ctx), id))) throw notFound()
    await noteAction(ctx, 'token.revoke', id, deps)
    sendNothing(ctx)
  })
}

export async function noteAction(ctx: RouteExchange, action: string, subject: string, { accounts }: AppRouteDeps): Promise<void> {
  const { teamId } = membershipOf(ctx)
  await accounts.audit({ teamId, user: signedInOf(ctx).user, action, subject, address: originOf(ctx).address })
}

function publicToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt }: TokenRecord): object {
  const time = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())
  return {
    ...{ id, name, scopes, created_at: time(createdAt) },
    ...{ expires_at: time(expiresAt), last_used_at: time(lastUsedAt), revoked_at: time(revokedAt) },
  }
}

function publicInvitation({ id, grant, note, createdAt, expiresAt }: Link): object {
  const role = grant.kind === 'reset' ? undefined : grant.role
  return { id, role, note, created_at: new Date(createdAt).toISOString(), expires_at: new Date(expiresAt).toISOString() }
}

function scopesFrom(text: string): readonly TokenScope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const unknown = words.find((word) => !SCOPES.some((scope) => scope === word))
  if (unknown !== undefined) throw invalidFields([{ path: 'scopes', code: 'invalid_value', message: `"${unknown}" is not a scope` }])
  return words.length === 0 ? DEFAULT_SCOPES : SCOPES.filter((scope) => words.includes(scope))
}

function timeFrom(text: string, { clock }: AppRouteDeps): number | undefined {
  if (text === '') return undefined
  const time = Date.parse(text)
  if (time > clock.now()) return time
  throw invalidFields([
    { path: 'expires_at', code: 'invalid_value', message: 'expires_at must be a time to come, as 2027-01-31T00:00:00Z' },
  ])
}

function roleOf(text: string): Role {
  const role = ROLES.find((candidate) => candidate === text)
  if (role !== undefined) return role
  throw invalidFields([{ path: 'role', code: 'invalid_value', message: `role must be ${ROLES.join(', ')}` }])
}

function changedOrThrow(change: MemberChange): void {
  if (change === 'unknown') throw notFound()
  if (change === 'last-owner') throw new ApiError('conflict', 'a team keeps at least one owner')
}

export function notFound(): ApiError {
  return new ApiError('not_found', 'there is nothing at this address')
}
