// The part of the store for idempotent calls (`Idempotency-Key`), webhooks and their deliveries.
import type { Clock } from '../clock.ts'
import { makeId } from './ids.ts'
import { MS_STALE, ReadCache } from './read-cache.ts'
import { optionalNumber, optionalText } from './rows.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope } from './sql.ts'
import type { BegunCall, CompletedCall, Delivery, DeliveryRoom, KeyedAnswer, ListedDelivery, Store, Webhook } from './store.ts'

/** Most ended deliveries that are kept, of all teams. */
const MOST_ENDED = 100_000

export class SqlCalls {
  readonly #sql: Sql
  readonly #clock: Clock
  /** For the rows that every request reads. */
  protected readonly readCache: ReadCache

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
    this.readCache = new ReadCache((msStale) => sql.version(msStale))
  }

  async beginCall(teamId: string, call: Parameters<Store['beginCall']>[1]): Promise<BegunCall> {
    const now = this.#clock.now()
    const { keyHash, fingerprint, leaseUntil, expiresAt } = call
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      // One statement takes the key, if it was never used, has expired, or its lease over the same request is over.
      const taken = await statements.run(
        `INSERT INTO calls (team_id, key_hash, fingerprint, answer, lease_until, expires_at) VALUES (?, ?, ?, NULL, ?, ?)
         ON CONFLICT (team_id, key_hash) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL,
           lease_until = excluded.lease_until, expires_at = excluded.expires_at
         WHERE calls.expires_at <= ? OR (calls.answer IS NULL AND calls.lease_until <= ? AND calls.fingerprint = excluded.fingerprint)`,
        ...[teamId, keyHash, fingerprint, leaseUntil, expiresAt, now, now],
      )
      if (taken === 1) return { kind: 'begun' }
      const [row] = await statements.all('SELECT fingerprint, answer FROM calls WHERE team_id = ? AND key_hash = ?', teamId, keyHash)
      // The call was abandoned a moment ago.
      if (row === undefined) return { kind: 'running' }
      if (row['fingerprint'] !== fingerprint) return { kind: 'other' }
      return row['answer'] === null ? { kind: 'running' } : { kind: 'done', answer: String(row['answer']) }
    })
  }

  async restartCall(teamId: string, { keyHash, answer, leaseUntil }: Parameters<Store['restartCall']>[1]): Promise<boolean> {
    const sql = 'UPDATE calls SET answer = NULL, lease_until = ? WHERE team_id = ? AND key_hash = ? AND answer = ?'
    return (await this.#sql.run(teamScope(teamId), sql, leaseUntil, teamId, keyHash, answer)) === 1
  }

  async completeCall(teamId: string, { keyed, event }: CompletedCall): Promise<void> {
    const now = this.#clock.now()
    await this.#sql.transaction(teamScope(teamId), async (statements) => {
      if (keyed !== undefined) await this.completeKeyed(statements, teamId, keyed)
      if (event === undefined) return
      await statements.run(
        `INSERT INTO deliveries (id, webhook_id, team_id, event, attempts, next_at, created_at)
         SELECT ?, id, team_id, ?, 0, ?, ? FROM webhooks WHERE team_id = ? AND disabled_at IS NULL`,
        ...[event.id, event.text, now, now, teamId],
      )
    })
  }

  protected async completeKeyed(statements: Statements, teamId: string, { keyHash, answer }: KeyedAnswer): Promise<void> {
    await statements.run('UPDATE calls SET answer = ? WHERE team_id = ? AND key_hash = ?', answer, teamId, keyHash)
  }

  async abandonCall(teamId: string, keyHash: string): Promise<void> {
    const sql = 'DELETE FROM calls WHERE team_id = ? AND key_hash = ? AND answer IS NULL'
    await this.#sql.run(teamScope(teamId), sql, teamId, keyHash)
  }

  async removeExpiredCalls(now: number): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM calls WHERE expires_at <= ?', now)
  }

  webhooks(teamId: string): Promise<readonly Webhook[]> {
    return this.readCache.get(`webhooks ${teamId}`, MS_STALE, async () => {
      const sql = 'SELECT * FROM webhooks WHERE team_id = ? ORDER BY created_at, id'
      return (await this.#sql.all(teamScope(teamId), sql, teamId)).map(webhookOf)
    })
  }

  async addWebhook(teamId: string, { url, secret }: { url: string; secret: string }): Promise<Webhook> {
    const webhook: Webhook = { id: makeId(), teamId, url, secret, createdAt: this.#clock.now(), disabledAt: undefined }
    const sql = 'INSERT INTO webhooks (id, team_id, url, secret, created_at) VALUES (?, ?, ?, ?, ?)'
    await this.#sql.run(teamScope(teamId), sql, webhook.id, teamId, url, secret, webhook.createdAt)
    return webhook
  }

  async removeWebhook(teamId: string, id: string): Promise<boolean> {
    return (await this.#sql.run(teamScope(teamId), 'DELETE FROM webhooks WHERE team_id = ? AND id = ?', teamId, id)) > 0
  }

  async setWebhookEnabled(teamId: string, id: string, isEnabled: boolean): Promise<boolean> {
    const sql = 'UPDATE webhooks SET disabled_at = ? WHERE team_id = ? AND id = ?'
    return (await this.#sql.run(teamScope(teamId), sql, isEnabled ? null : this.#clock.now(), teamId, id)) > 0
  }

  /** Webhook by webhook, the longest waiting first: the backlog of one does not delay the query for the others. */
  async claimDeliveries(now: number, claimedUntil: number, { most, each, busy }: DeliveryRoom): Promise<readonly Delivery[]> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const others = busy.length === 0 ? '' : `AND id NOT IN (${busy.map(() => '?').join(', ')})`
      const waiting = await statements.all(
        `SELECT * FROM (
           SELECT *, (SELECT min(next_at) FROM deliveries WHERE webhook_id = webhooks.id) AS first_at FROM webhooks WHERE disabled_at IS NULL ${others}
         ) AS w WHERE first_at <= ? ORDER BY first_at LIMIT ?`,
        ...[...busy, now, most],
      )
      const claimed: Delivery[] = []
      for (const row of waiting) {
        const webhook = webhookOf(row)
        const room = Math.min(each, most - claimed.length)
        const sql = `SELECT * FROM deliveries WHERE webhook_id = ? AND next_at <= ? ORDER BY next_at LIMIT ? ${this.#sql.skipLocked}`
        for (const due of await statements.all(sql, webhook.id, now, room)) {
          const delivery = deliveryOf(due, webhook)
          await statements.run('UPDATE deliveries SET next_at = ? WHERE id = ? AND webhook_id = ?', claimedUntil, delivery.id, webhook.id)
          claimed.push(delivery)
        }
      }
      return claimed
    })
  }

  async postponeDelivery({ id, webhook, attempts }: Delivery, nextAt: number, error: string): Promise<void> {
    const sql = 'UPDATE deliveries SET attempts = ?, next_at = ?, error = ? WHERE id = ? AND webhook_id = ?'
    await this.#sql.run(SERVICE, sql, attempts + 1, nextAt, error, id, webhook.id)
  }

  async endDelivery({ id, webhook, event, attempts, createdAt }: Delivery, error: string | undefined): Promise<void> {
    await this.#sql.transaction(SERVICE, async (statements) => {
      // It is gone when its webhook was removed meanwhile.
      if ((await statements.run('DELETE FROM deliveries WHERE id = ? AND webhook_id = ?', id, webhook.id)) === 0) return
      await statements.run(
        `INSERT INTO ended_deliveries (id, webhook_id, team_id, event, attempts, error, created_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id, webhook_id) DO UPDATE SET attempts = excluded.attempts, error = excluded.error, ended_at = excluded.ended_at`,
        ...[id, webhook.id, webhook.teamId, event, attempts + 1, error ?? null, createdAt, this.#clock.now()],
      )
    })
  }

  async eraseEndedDeliveries(before: number): Promise<void> {
    const [oldest] = await this.#sql.all(
      SERVICE,
      'SELECT ended_at FROM ended_deliveries ORDER BY ended_at DESC LIMIT 1 OFFSET ?',
      MOST_ENDED,
    )
    const last = Math.max(before, Number(oldest?.['ended_at'] ?? 0))
    await this.#sql.run(SERVICE, 'DELETE FROM ended_deliveries WHERE ended_at <= ?', last)
  }

  async listDeliveries(teamId: string, most: number): Promise<readonly ListedDelivery[]> {
    const columns = 'id, webhook_id, attempts, error, created_at'
    const waiting = `SELECT ${columns}, next_at FROM deliveries WHERE team_id = ? ORDER BY created_at DESC LIMIT ?`
    const ended = `SELECT ${columns}, ended_at FROM ended_deliveries WHERE team_id = ? ORDER BY ended_at DESC LIMIT ?`
    const rows = [waiting, ended].map((sql) => this.#sql.all(teamScope(teamId), sql, teamId, most))
    const listed = (await Promise.all(rows)).flat().map(listedOf)
    return listed.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)).slice(0, most)
  }

  async sendAgain(teamId: string, webhookId: string, id: string): Promise<boolean> {
    const now = this.#clock.now()
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const sql = 'UPDATE deliveries SET next_at = ? WHERE team_id = ? AND webhook_id = ? AND id = ?'
      if ((await statements.run(sql, now, teamId, webhookId, id)) > 0) return true
      const copied = await statements.run(
        `INSERT INTO deliveries (id, webhook_id, team_id, event, attempts, next_at, created_at)
         SELECT id, webhook_id, team_id, event, 0, CAST(? AS BIGINT), created_at FROM ended_deliveries WHERE team_id = ? AND webhook_id = ? AND id = ?`,
        ...[now, teamId, webhookId, id],
      )
      await statements.run('DELETE FROM ended_deliveries WHERE team_id = ? AND webhook_id = ? AND id = ?', teamId, webhookId, id)
      return copied > 0
    })
  }
}

function deliveryOf(row: Row, webhook: Webhook): Delivery {
  return {
    id: String(row['id']),
    webhook,
    event: String(row['event']),
    attempts: Number(row['attempts']),
    createdAt: Number(row['created_at']),
  }
}

function listedOf(row: Row): ListedDelivery {
  return {
    id: String(row['id']),
    webhookId: String(row['webhook_id']),
    attempts: Number(row['attempts']),
    error: optionalText(row['error']),
    createdAt: Number(row['created_at']),
    nextAt: optionalNumber(row['next_at'] ?? null),
    endedAt: optionalNumber(row['ended_at'] ?? null),
  }
}

function webhookOf(row: Row): Webhook {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    url: String(row['url']),
    secret: String(row['secret']),
    createdAt: Number(row['created_at']),
    disabledAt: optionalNumber(row['disabled_at']),
  }
}
