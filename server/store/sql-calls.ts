// The part of the store for idempotent calls (`Idempotency-Key`), webhooks and their deliveries.
import type { Clock } from '../clock.ts'
import { makeId } from './ids.ts'
import { MS_STALE, ReadCache } from './read-cache.ts'
import { type Row, SERVICE, type Sql, teamScope } from './sql.ts'
import type { BegunCall, CompletedCall, Delivery, DeliveryRoom, Store, Webhook } from './store.ts'

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
      if (keyed !== undefined) {
        const sql = 'UPDATE calls SET answer = ? WHERE team_id = ? AND key_hash = ?'
        await statements.run(sql, keyed.answer, teamId, keyed.keyHash)
      }
      if (event === undefined) return
      await statements.run(
        `INSERT INTO deliveries (id, webhook_id, team_id, event, attempts, next_at, created_at)
         SELECT ?, id, team_id, ?, 0, ?, ? FROM webhooks WHERE team_id = ?`,
        ...[event.id, event.text, now, now, teamId],
      )
    })
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
    const webhook: Webhook = { id: makeId(), teamId, url, secret, createdAt: this.#clock.now() }
    const sql = 'INSERT INTO webhooks (id, team_id, url, secret, created_at) VALUES (?, ?, ?, ?, ?)'
    await this.#sql.run(teamScope(teamId), sql, webhook.id, teamId, url, secret, webhook.createdAt)
    return webhook
  }

  async removeWebhook(teamId: string, id: string): Promise<boolean> {
    return (await this.#sql.run(teamScope(teamId), 'DELETE FROM webhooks WHERE team_id = ? AND id = ?', teamId, id)) > 0
  }

  /** Webhook by webhook, the longest waiting first: the backlog of one does not delay the query for the others. */
  async claimDeliveries(now: number, claimedUntil: number, { most, each, busy }: DeliveryRoom): Promise<readonly Delivery[]> {
    return this.#sql.transaction(SERVICE, async (statements) => {
      const others = busy.length === 0 ? '' : `WHERE id NOT IN (${busy.map(() => '?').join(', ')})`
      const waiting = await statements.all(
        `SELECT * FROM (
           SELECT *, (SELECT min(next_at) FROM deliveries WHERE webhook_id = webhooks.id) AS first_at FROM webhooks ${others}
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

  async postponeDelivery({ id, webhook, attempts }: Delivery, nextAt: number): Promise<void> {
    const sql = 'UPDATE deliveries SET attempts = ?, next_at = ? WHERE id = ? AND webhook_id = ?'
    await this.#sql.run(SERVICE, sql, attempts + 1, nextAt, id, webhook.id)
  }

  async removeDelivery({ id, webhook }: Delivery): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM deliveries WHERE id = ? AND webhook_id = ?', id, webhook.id)
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

function webhookOf(row: Row): Webhook {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    url: String(row['url']),
    secret: String(row['secret']),
    createdAt: Number(row['created_at']),
  }
}
