// Links that may be used once: to make the first account, to join a team, to choose a new password. The service sends no mail: the person who makes a link hands it over.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { AccountStore, LinkGrant, Role } from '../store/accounts.ts'
import { hashSecret } from '../tokens.ts'

const MINUTE = 60_000
const MS_SETUP = 30 * MINUTE
const MS_INVITATION = 7 * 24 * 60 * MINUTE
const MS_RESET = 60 * MINUTE

interface Options {
  readonly store: Pick<AccountStore, 'hasUsers' | 'addLink'>
  readonly clock: Clock
  readonly publicUrl: () => string
}

export class AccountLinks {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** The address at which the first user is made; undefined when there is one already. */
  async setup(teamId: string): Promise<string | undefined> {
    if (await this.#options.store.hasUsers()) return undefined
    return this.#make({ kind: 'setup', teamId, role: 'owner' }, 'setup', MS_SETUP, '')
  }

  invite(teamId: string, role: Role, note: string): Promise<string> {
    return this.#make({ kind: 'invite', teamId, role }, 'join', MS_INVITATION, note.slice(0, 200))
  }

  reset(userId: string): Promise<string> {
    return this.#make({ kind: 'reset', userId }, 'reset', MS_RESET, '')
  }

  /** The secret stands in the fragment of the address, which browsers send to no server. */
  async #make(grant: LinkGrant, page: string, ms: number, note: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url')
    await this.#options.store.addLink(hashSecret(secret), grant, { note, expiresAt: this.#options.clock.now() + ms })
    return `${this.#options.publicUrl()}/app/${page}#${secret}`
  }
}
