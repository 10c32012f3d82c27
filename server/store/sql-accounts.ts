// The part of the store for the web application: users, members, sessions, links and the audit log.
import type { Clock } from '../clock.ts'
import { auditOf, identityOf, linkOf, memberOf, membershipOf, sessionOf, userOf } from './account-rows.ts'
import {
  type AccountStore,
  type AuditEntry,
  type Identity,
  type Link,
  type LinkGrant,
  type Member,
  type MemberChange,
  type Membership,
  type NewUser,
  nameKey,
  type RecordedEntry,
  type Redeemed,
  type Role,
  type Session,
  type SignedIn,
  type User,
} from './accounts.ts'
import { makeId } from './ids.ts'
import { SERVICE, type Sql, type Statements, teamScope } from './sql.ts'

const USABLE = 'used_at IS NULL AND expires_at > ?'
const MEMBERSHIPS =
  'SELECT m.team_id, m.role, t.name AS team_name FROM memberships m JOIN teams t ON t.id = m.team_id WHERE m.user_id = ? ORDER BY t.name, t.id'
const ALL_MEMBERSHIPS =
  'SELECT m.user_id, m.team_id, m.role, t.name AS team_name FROM memberships m JOIN teams t ON t.id = m.team_id ORDER BY t.name, t.id'
const AUDIT = `SELECT * FROM audit_log
  WHERE (team_id = ? OR (team_id IS NULL AND user_id IN (SELECT user_id FROM memberships WHERE team_id = ?)))
    AND (at < ? OR (at = ? AND id < ?)) ORDER BY at DESC, id DESC LIMIT ?`
const MEMBERS =
  'SELECT u.id, u.name, u.display_name, u.created_at, u.totp_secret, m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = ? ORDER BY u.name, u.id'

export class SqlAccounts implements AccountStore {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  // Users

  async hasUsers(): Promise<boolean> {
    return (await this.#sql.all(SERVICE, 'SELECT 1 AS one FROM users LIMIT 1')).length > 0
  }

  async userByName(name: string): Promise<User | undefined> {
    const [row] = await this.#sql.all(SERVICE, 'SELECT * FROM users WHERE name_key = ?', nameKey(name))
    return row && userOf(row)
  }

  async user(id: string): Promise<User | undefined> {
    const [row] = await this.#sql.all(SERVICE, 'SELECT * FROM users WHERE id = ?', id)
    return row && userOf(row)
  }

  async membershipsOf(userId: string): Promise<readonly Membership[]> {
    return (await this.#sql.all(SERVICE, MEMBERSHIPS, userId)).map(membershipOf)
  }

  async users(): Promise<readonly { readonly user: User; readonly memberships: readonly Membership[] }[]> {
    const users = await this.#sql.all(SERVICE, 'SELECT * FROM users ORDER BY name_key')
    const rows = await this.#sql.all(SERVICE, ALL_MEMBERSHIPS)
    const byUser = new Map<string, Membership[]>()
    for (const row of rows) {
      const id = String(row['user_id'])
      byUser.set(id, [...(byUser.get(id) ?? []), membershipOf(row)])
    }
    return users.map(userOf).map((user) => ({ user, memberships: byUser.get(user.id) ?? [] }))
  }

  async userByIdentity({ issuer, subject }: Identity): Promise<User | undefined> {
    const sql = 'SELECT u.* FROM identities i JOIN users u ON u.id = i.user_id WHERE i.issuer = ? AND i.subject = ?'
    const [row] = await this.#sql.all(SERVICE, sql, issuer, subject)
    return row && userOf(row)
  }

  async identities(userId: string): Promise<readonly Identity[]> {
    const sql = 'SELECT issuer, subject FROM identities WHERE user_id = ? ORDER BY created_at, subject'
    return (await this.#sql.all(SERVICE, sql, userId)).map(identityOf)
  }

  addIdentity(identity: Identity, userId: string): Promise<boolean> {
    return this.#sql.transaction(SERVICE, (statements) => this.#addIdentity(statements, identity, userId))
  }

  async #addIdentity(statements: Statements, { issuer, subject }: Identity, userId: string): Promise<boolean> {
    const sql = 'INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'
    return (await statements.run(sql, issuer, subject, userId, this.#clock.now())) > 0
  }

  async removeIdentities(userId: string): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM identities WHERE user_id = ?', userId)
  }

  addUser(user: NewUser): Promise<Redeemed> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const made = await this.#insertUser(statements, user)
      return made === undefined ? { kind: 'name-taken' } : { kind: 'redeemed', user: made }
    })
  }

  /** Undefined when somebody has the name or the identity, also somebody who is made at the same time. */
  async #insertUser(statements: Statements, { name, displayName, passwordHash, identity }: NewUser): Promise<User | undefined> {
    const sql = `INSERT INTO users (id, name, name_key, display_name, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING RETURNING *`
    const values = [makeId(), name, nameKey(name), displayName, passwordHash ?? null, this.#clock.now()]
    const [row] = await statements.all(sql, ...values)
    if (row === undefined) return undefined
    const user = userOf(row)
    if (identity === undefined || (await this.#addIdentity(statements, identity, user.id))) return user
    await statements.run('DELETE FROM users WHERE id = ?', user.id)
    return undefined
  }

  async setPassword(userId: string, passwordHash: string, kept: string | undefined): Promise<void> {
    await this.#sql.transaction(SERVICE, (statements) => setPassword(statements, userId, passwordHash, kept))
  }

  async setSecondFactor(userId: string, secret: string | undefined): Promise<void> {
    await this.#sql.run(SERVICE, 'UPDATE users SET totp_secret = ? WHERE id = ?', secret ?? null, userId)
  }

  async takeTotpStep(userId: string, step: number): Promise<boolean> {
    return (await this.#sql.run(SERVICE, 'UPDATE users SET totp_step = ? WHERE id = ? AND totp_step < ?', step, userId, step)) > 0
  }

  // Members of a team

  async members(teamId: string): Promise<readonly Member[]> {
    return (await this.#sql.all(teamScope(teamId), MEMBERS, teamId)).map(memberOf)
  }

  async setRole(teamId: string, userId: string, role: Role): Promise<MemberChange> {
    return this.#changeMember(teamId, userId, role, 'member')
  }

  async removeMember(teamId: string, userId: string): Promise<MemberChange> {
    return this.#changeMember(teamId, userId, undefined, 'member')
  }

  setMembership(teamId: string, userId: string, role: Role): Promise<MemberChange> {
    return this.#changeMember(teamId, userId, role, 'anybody')
  }

  /** Holds the members of the team while one changes, so that two owners cannot demote each other at once. */
  #changeMember(teamId: string, userId: string, role: Role | undefined, who: 'member' | 'anybody'): Promise<MemberChange> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      await statements.all(`SELECT id FROM teams WHERE id = ? ${this.#sql.forUpdate}`.trim(), teamId)
      const rows = await statements.all('SELECT user_id, role FROM memberships WHERE team_id = ?', teamId)
      const now = rows.find((row) => row['user_id'] === userId)
      if (now === undefined && who === 'member') return 'unknown'
      const owners = rows.filter((row) => row['role'] === 'owner')
      if (now?.['role'] === 'owner' && role !== 'owner' && owners.length === 1) return 'last-owner'
      if (role === undefined) await statements.run('DELETE FROM memberships WHERE team_id = ? AND user_id = ?', teamId, userId)
      else await this.#join(statements, teamId, userId, role)
      return 'changed'
    })
  }

  async invitations(teamId: string): Promise<readonly Link[]> {
    const sql = `SELECT * FROM account_links WHERE team_id = ? AND kind = 'invite' AND ${USABLE} ORDER BY created_at, id`
    return (await this.#sql.all(teamScope(teamId), sql, teamId, this.#clock.now())).map(linkOf)
  }

  async removeInvitation(teamId: string, id: string): Promise<boolean> {
    const sql = "DELETE FROM account_links WHERE team_id = ? AND id = ? AND kind = 'invite' AND used_at IS NULL"
    return (await this.#sql.run(teamScope(teamId), sql, teamId, id)) > 0
  }

  // Links

  async addLink(hash: string, grant: LinkGrant, { note, expiresAt }: { note: string; expiresAt: number }): Promise<Link> {
    const link: Link = { id: makeId(), grant, note, createdAt: this.#clock.now(), expiresAt }
    const of = grant.kind === 'reset' ? [null, grant.userId, null] : [grant.teamId, null, grant.role]
    const sql =
      'INSERT INTO account_links (id, hash, kind, team_id, user_id, role, note, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
    await this.#sql.run(SERVICE, sql, link.id, hash, grant.kind, ...of, note, link.createdAt, expiresAt)
    return link
  }

  async linkByHash(hash: string): Promise<Link | undefined> {
    const [row] = await this.#sql.all(SERVICE, `SELECT * FROM account_links WHERE hash = ? AND ${USABLE}`, hash, this.#clock.now())
    return row && linkOf(row)
  }

  redeemForNewUser(hash: string, user: NewUser): Promise<Redeemed> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const grant = await this.#take(statements, hash)
      if (grant === undefined || grant.kind === 'reset') return { kind: 'invalid' }
      if (grant.kind === 'setup' && (await statements.all('SELECT 1 AS one FROM users LIMIT 1')).length > 0) return { kind: 'invalid' }
      const made = await this.#insertUser(statements, user)
      if (made === undefined) {
        await statements.run('UPDATE account_links SET used_at = NULL WHERE hash = ?', hash)
        return { kind: 'name-taken' }
      }
      await this.#join(statements, grant.teamId, made.id, grant.role)
      return { kind: 'redeemed', user: made }
    })
  }

  redeemForUser(hash: string, userId: string): Promise<Redeemed> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const grant = await this.#take(statements, hash)
      const [row] = await statements.all('SELECT * FROM users WHERE id = ?', userId)
      if (grant?.kind !== 'invite' || row === undefined) return { kind: 'invalid' }
      await this.#join(statements, grant.teamId, userId, grant.role)
      return { kind: 'redeemed', user: userOf(row) }
    })
  }

  redeemForPassword(hash: string, passwordHash: string): Promise<Redeemed> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const grant = await this.#take(statements, hash)
      if (grant?.kind !== 'reset') return { kind: 'invalid' }
      await setPassword(statements, grant.userId, passwordHash, undefined)
      const [row] = await statements.all('SELECT * FROM users WHERE id = ?', grant.userId)
      return row === undefined ? { kind: 'invalid' } : { kind: 'redeemed', user: userOf(row) }
    })
  }

  /** Marks a link as used; of several callers one gets what it allows. */
  async #take(statements: Statements, hash: string): Promise<LinkGrant | undefined> {
    const now = this.#clock.now()
    const [row] = await statements.all(`UPDATE account_links SET used_at = ? WHERE hash = ? AND ${USABLE} RETURNING *`, now, hash, now)
    return row && linkOf(row).grant
  }

  async #join(statements: Statements, teamId: string, userId: string, role: Role): Promise<void> {
    const sql = `INSERT INTO memberships (team_id, user_id, role, created_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role`
    await statements.run(sql, teamId, userId, role, this.#clock.now())
  }

  // Sessions

  async addSession({ hash, userId, createdAt, seenAt, agent, address, method }: Session): Promise<void> {
    const sql = 'INSERT INTO sessions (hash, user_id, created_at, seen_at, agent, address, method) VALUES (?, ?, ?, ?, ?, ?, ?)'
    await this.#sql.run(SERVICE, sql, hash, userId, createdAt, seenAt, agent, address, method)
  }

  async signedIn(hash: string, { seenAfter, createdAfter }: { seenAfter: number; createdAfter: number }): Promise<SignedIn | undefined> {
    const sql = `SELECT u.*, s.hash AS session_hash, s.created_at AS session_created_at, s.seen_at, s.agent, s.address, s.method
      FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = ? AND s.seen_at > ? AND s.created_at > ?`
    const [row] = await this.#sql.all(SERVICE, sql, hash, seenAfter, createdAfter)
    if (row === undefined) return undefined
    const user = userOf(row)
    const session = sessionOf({ ...row, hash: row['session_hash'], user_id: row['id'], created_at: row['session_created_at'] })
    return { session, user, memberships: await this.membershipsOf(user.id) }
  }

  async touchSession(hash: string): Promise<void> {
    await this.#sql.run(SERVICE, 'UPDATE sessions SET seen_at = ? WHERE hash = ?', this.#clock.now(), hash)
  }

  async removeSession(hash: string): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM sessions WHERE hash = ?', hash)
  }

  async sessions(userId: string): Promise<readonly Session[]> {
    return (await this.#sql.all(SERVICE, 'SELECT * FROM sessions WHERE user_id = ? ORDER BY seen_at DESC', userId)).map(sessionOf)
  }

  async removeSessions(userId: string, kept: string | undefined): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM sessions WHERE user_id = ? AND hash <> ?', userId, kept ?? '')
  }

  // Audit log

  async addAudit({ at, teamId, userId, userName, action, subject, address }: AuditEntry): Promise<void> {
    const sql = 'INSERT INTO audit_log (id, at, team_id, user_id, user_name, action, subject, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
    await this.#sql.run(SERVICE, sql, makeId(), at, teamId ?? null, userId ?? null, userName, action, subject, address)
  }

  async audit(teamId: string, { at, id }: { at: number; id: string }, most: number): Promise<readonly RecordedEntry[]> {
    return (await this.#sql.all(teamScope(teamId), AUDIT, teamId, teamId, at, at, id, most)).map(auditOf)
  }

  async eraseExpiredAccounts(now: number, limits: { sessionsSeenBefore: number; auditBefore: number }): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM account_links WHERE expires_at <= ?', now)
    await this.#sql.run(SERVICE, 'DELETE FROM sessions WHERE seen_at <= ?', limits.sessionsSeenBefore)
    await this.#sql.run(SERVICE, 'DELETE FROM audit_log WHERE at <= ?', limits.auditBefore)
  }
}

async function setPassword(statements: Statements, userId: string, passwordHash: string, kept: string | undefined): Promise<void> {
  await statements.run('UPDATE users SET password_hash = ? WHERE id = ?', passwordHash, userId)
  await statements.run('DELETE FROM sessions WHERE user_id = ? AND hash <> ?', userId, kept ?? '')
}
