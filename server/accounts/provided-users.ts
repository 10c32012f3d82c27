// Who somebody that a sign-in provider vouches for is here: found by issuer and subject, never by a name or an email address, which people choose.
import { ApiError } from '../errors.ts'
import type { RoleRule } from '../role-rules.ts'
import type { AccountStore, Membership, Role, SignedIn, User } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { hashSecret } from '../tokens.ts'
import type { Accounts, RequestOrigin, StartedSession } from './accounts.ts'
import { rolesOf } from './provided-roles.ts'
import type { Provided } from './provider.ts'

/** Why somebody whom the provider knows is not let in. */
export class NotAdmitted extends Error {
  readonly kind: 'unknown' | 'name-taken' | 'no-team' | 'link-invalid' | 'identity-taken'

  constructor(kind: NotAdmitted['kind']) {
    super(`somebody whom the sign-in provider knows is not let in: ${kind}`)
    this.kind = kind
  }
}

interface Options {
  readonly store: Pick<Store, 'teams'> & { readonly accounts: AccountStore }
  readonly accounts: Accounts
  readonly rules: readonly RoleRule[]
  /** Makes accounts for people who have none, where the rules give them a team. */
  readonly mayProvision: boolean
}

export class ProvidedUsers {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Signs in. `link` is the secret of an invitation or set-up link that the person came with; empty for none. */
  async enter(provided: Provided, link: string, origin: RequestOrigin): Promise<StartedSession> {
    const { store, accounts } = this.#options
    const known = await store.accounts.userByIdentity(provided.identity)
    const user = known ?? (await this.#newUser(provided, link, origin))
    if (known !== undefined && link !== '') await accounts.join(link, known, origin)
    await this.#assignRoles(user, provided.groups, origin)
    await accounts.audit({ user, action: 'sign-in', subject: user.name, address: origin.address })
    return accounts.start(user, 'oidc', origin)
  }

  /** Lets somebody who is signed in use the provider from now on. */
  async connect({ user }: SignedIn, { identity }: Provided, { address }: RequestOrigin): Promise<void> {
    const { store, accounts } = this.#options
    if (!(await store.accounts.addIdentity(identity, user.id))) {
      if ((await store.accounts.userByIdentity(identity))?.id === user.id) return
      throw new NotAdmitted('identity-taken')
    }
    await accounts.audit({ user, action: 'identity.add', subject: identity.subject, address })
  }

  async disconnect({ user }: SignedIn, { address }: RequestOrigin): Promise<void> {
    const { store, accounts } = this.#options
    if (user.passwordHash === undefined) throw new ApiError('conflict', 'this account has no password: there would be no way to sign in')
    await store.accounts.removeIdentities(user.id)
    await accounts.audit({ user, action: 'identity.remove', subject: user.name, address })
  }

  async #newUser({ identity, name, displayName, groups }: Provided, link: string, origin: RequestOrigin): Promise<User> {
    const { store, accounts, mayProvision } = this.#options
    const user = { name, displayName, passwordHash: undefined, identity }
    if (link !== '') {
      const found = await accounts.link(link)
      if (found === undefined || found.grant.kind === 'reset') throw new NotAdmitted('link-invalid')
      const redeemed = await store.accounts.redeemForNewUser(hashSecret(link), user)
      if (redeemed.kind !== 'redeemed') throw new NotAdmitted(redeemed.kind === 'invalid' ? 'link-invalid' : 'name-taken')
      const { teamId, role } = found.grant
      await accounts.audit({ teamId, user: redeemed.user, action: 'member.join', subject: role, address: origin.address })
      return redeemed.user
    }
    if (!mayProvision) throw new NotAdmitted('unknown')
    if ((await this.#wanted(groups)).every(({ role }) => role === undefined)) throw new NotAdmitted('no-team')
    const made = await store.accounts.addUser(user)
    if (made.kind !== 'redeemed') throw new NotAdmitted('name-taken')
    await accounts.audit({ user: made.user, action: 'user.add', subject: identity.subject, address: origin.address })
    return made.user
  }

  /** Roles in the teams that the rules name are the provider's; those in other teams are left alone, and so is the last owner of a team. */
  async #assignRoles(user: User, groups: readonly string[], { address }: RequestOrigin): Promise<void> {
    const { store, accounts } = this.#options
    const before = await store.accounts.membershipsOf(user.id)
    for (const { teamId, role } of await this.#wanted(groups)) {
      if (roleIn(before, teamId) === role) continue
      const change =
        role === undefined ? await store.accounts.removeMember(teamId, user.id) : await store.accounts.setMembership(teamId, user.id, role)
      const action = change === 'changed' ? 'member.role' : 'member.role.kept'
      await accounts.audit({ teamId, user, action, subject: `${user.id} ${role ?? 'none'} (groups)`, address })
    }
  }

  async #wanted(groups: readonly string[]): Promise<readonly { readonly teamId: string; readonly role: Role | undefined }[]> {
    const teams = await this.#options.store.teams()
    return [...rolesOf(groups, this.#options.rules)].flatMap(([wanted, role]) => {
      const team = teams.find(({ id }) => id === wanted) ?? teams.find(({ name }) => name === wanted)
      return team === undefined ? [] : [{ teamId: team.id, role }]
    })
  }
}

function roleIn(memberships: readonly Membership[], teamId: string): Role | undefined {
  return memberships.find((membership) => membership.teamId === teamId)?.role
}
