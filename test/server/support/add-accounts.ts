import type { Clock } from '../../../server/clock.ts'
import type { Store } from '../../../server/store/store.ts'

/** A user of the team with the invitation used, an identity, a session, and an entry of the audit log. */
export async function addAccounts({ accounts }: Store, clock: Clock, teamId: string, i: number): Promise<void> {
  const more = { note: 'n', expiresAt: clock.now() + 1000 }
  await accounts.addLink(`used ${i}`, { kind: 'invite', teamId, role: 'owner' }, more)
  const user = { name: `user ${i}`, displayName: 'u', passwordHash: undefined, identity: { issuer: 'i', subject: `s ${i}` } }
  const made = await accounts.redeemForNewUser(`used ${i}`, user)
  if (made.kind !== 'redeemed') throw new Error(made.kind)
  const now = clock.now()
  const session = {
    hash: `session ${i}`,
    userId: made.user.id,
    createdAt: now,
    seenAt: now,
    agent: '',
    address: '',
    method: 'password',
  } as const
  await accounts.addSession(session)
  await accounts.addAudit({ at: now, teamId, userId: made.user.id, userName: 'u', action: 'a', subject: 's', address: '' })
}
