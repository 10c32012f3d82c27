// Signing in to the web application: links that may be used once, passwords, second factors and sessions. Every outcome is in the audit log.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { TextCipher } from '../encryption.ts'
import { ApiError } from '../errors.ts'
import {
  type AccountStore,
  type Link,
  nameKey,
  type Redeemed,
  type Role,
  type Session,
  type SignedIn,
  type SignInMethod,
  type User,
} from '../store/accounts.ts'
import { hashSecret } from '../tokens.ts'
import { AccountLinks } from './links.ts'
import { makeTotpSecret, stepOf, totpUri } from './one-time-code.ts'
import { hashPassword, isPassword, type PasswordCost, passwordProblem } from './password.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A session ends when it was not used for so long, and at the latest so long after it began. */
const MS_IDLE = 7 * DAY
export const MS_SESSION = 30 * DAY
/** Of a sign-in provider: what it takes away is noticed at the next sign-in. */
const MS_PROVIDED_SESSION = DAY
const MS_BETWEEN_TOUCHES = 5 * MINUTE
const MS_AUDIT = 365 * DAY

/** Counts attempts: of a name or user, and from an address, behind which may be a whole office or a proxy. False when there were too many. */
export interface AttemptLimiter {
  take(kind: 'of' | 'from', key: string): Promise<boolean>
}

export interface AccountsOptions {
  readonly store: AccountStore
  readonly clock: Clock
  /** For secrets of second factors. */
  readonly cipher: TextCipher
  readonly attempts: AttemptLimiter
  readonly passwordCost: PasswordCost
  readonly publicUrl: () => string
}

/** Where a request came from. */
export interface RequestOrigin {
  readonly address: string
  readonly agent: string
}

export interface Credentials {
  readonly name: string
  readonly password: string
  /** Of the second factor. */
  readonly code: string | undefined
}

export interface Registration {
  readonly name: string
  readonly displayName: string
  readonly password: string
}

/** A session that has just begun; its cookie holds `secret`. */
export interface StartedSession {
  readonly secret: string
  readonly user: User
}

export class Accounts {
  readonly #options: AccountsOptions
  readonly #links: AccountLinks

  constructor(options: AccountsOptions) {
    this.#options = options
    this.#links = new AccountLinks(options)
  }

  // Links

  /** The address at which the first user is made; undefined when there is one already. */
  setupLink(teamId: string): Promise<string | undefined> {
    return this.#links.setup(teamId)
  }

  invite(teamId: string, role: Role, note: string): Promise<string> {
    return this.#links.invite(teamId, role, note)
  }

  resetLink(userId: string): Promise<string> {
    return this.#links.reset(userId)
  }

  link(secret: string): Promise<Link | undefined> {
    return this.#options.store.linkByHash(hashSecret(secret))
  }

  /** Uses a set-up link or an invitation to make an account, and signs in. */
  async register(secret: string, { name, displayName, password }: Registration, origin: RequestOrigin): Promise<StartedSession> {
    const { store } = this.#options
    const link = await this.link(secret)
    if (link === undefined || link.grant.kind === 'reset') throw linkInvalid()
    checkPassword(password, name)
    const passwordHash = await hashPassword(password, this.#options.passwordCost)
    const user = userOrThrow(await store.redeemForNewUser(hashSecret(secret), { name: name.trim(), displayName, passwordHash }))
    await this.audit({ teamId: link.grant.teamId, user, action: 'member.join', subject: link.grant.role, address: origin.address })
    return this.#start(user, origin)
  }

  /** Accepts an invitation for a user who is signed in; returns the team's id. */
  async join(secret: string, user: User, { address }: RequestOrigin): Promise<string> {
    const link = await this.link(secret)
    if (link?.grant.kind !== 'invite') throw linkInvalid()
    userOrThrow(await this.#options.store.redeemForUser(hashSecret(secret), user.id))
    await this.audit({ teamId: link.grant.teamId, user, action: 'member.join', subject: link.grant.role, address })
    return link.grant.teamId
  }

  /** Uses a reset link: all sessions of the user end, and a new one begins. */
  async resetPassword(secret: string, password: string, origin: RequestOrigin): Promise<StartedSession> {
    const { store } = this.#options
    const link = await this.link(secret)
    if (link?.grant.kind !== 'reset') throw linkInvalid()
    const user = await store.user(link.grant.userId)
    checkPassword(password, user?.name ?? '')
    const changed = userOrThrow(await store.redeemForPassword(hashSecret(secret), await hashPassword(password, this.#options.passwordCost)))
    await this.audit({ user: changed, action: 'password.reset', subject: changed.name, address: origin.address })
    return this.#start(changed, origin)
  }

  // Sessions

  /** The same answer, after the same time, for an unknown name and for a wrong password. */
  async signIn({ name, password, code }: Credentials, origin: RequestOrigin): Promise<StartedSession> {
    const { store, attempts } = this.#options
    const isAllowed = (await attempts.take('of', nameKey(name))) && (await attempts.take('from', origin.address))
    if (!isAllowed) throw tooMany()
    const user = await store.userByName(name)
    const isPasswordRight = await isPassword(password, user?.passwordHash, this.#options.passwordCost)
    if (user === undefined || !isPasswordRight) {
      await this.audit({ user, name, action: 'sign-in.failed', subject: name, address: origin.address })
      throw new ApiError('unauthenticated', 'the name or the password is wrong')
    }
    await this.#checkCode(user, code, origin)
    await this.audit({ user, action: 'sign-in', subject: user.name, address: origin.address })
    return this.#start(user, origin)
  }

  async #checkCode(user: User, code: string | undefined, { address }: RequestOrigin): Promise<void> {
    if (user.totpSecret === undefined) return
    if (code === undefined || code === '') {
      const errors = [{ path: 'code', code: 'required', message: 'the code of the authenticator app is needed' }]
      throw new ApiError('unauthenticated', 'the code of the authenticator app is needed', { errors })
    }
    if (await this.#isCode(user, code, user.totpSecret)) return
    await this.audit({ user, action: 'sign-in.failed', subject: user.name, address })
    const errors = [{ path: 'code', code: 'invalid_value', message: 'the code is wrong, or was used' }]
    throw new ApiError('unauthenticated', 'the code is wrong, or was used', { errors })
  }

  async #isCode(user: User, code: string, encrypted: string): Promise<boolean> {
    const { store, clock, cipher } = this.#options
    const secret = cipher.decrypt(encrypted)
    const step = secret === undefined ? undefined : stepOf(code, secret, clock.now())
    return step !== undefined && store.takeTotpStep(user.id, step)
  }

  async #start(user: User, origin: RequestOrigin): Promise<StartedSession> {
    return this.start(user, 'password', origin)
  }

  /** A new session for each sign-in: the one before cannot have been planted. */
  async start(user: User, method: SignInMethod, { agent, address }: RequestOrigin): Promise<StartedSession> {
    const { store, clock } = this.#options
    const secret = randomBytes(32).toString('base64url')
    const now = clock.now()
    const times = { createdAt: now, seenAt: now }
    await store.addSession({ hash: hashSecret(secret), userId: user.id, ...times, agent: agent.slice(0, 200), address, method })
    return { secret, user }
  }

  async session(secret: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#options
    const now = clock.now()
    const hash = hashSecret(secret)
    const found = await store.signedIn(hash, { seenAfter: now - MS_IDLE, createdAfter: now - MS_SESSION })
    if (found === undefined || !isAlive(found.session, now)) return undefined
    if (now - found.session.seenAt > MS_BETWEEN_TOUCHES) await store.touchSession(hash)
    return found
  }

  /** Ends the session that a new one takes the place of in a browser. */
  async replace(secret: string): Promise<void> {
    await this.#options.store.removeSession(hashSecret(secret))
  }

  async signOut({ session, user }: SignedIn, { address }: RequestOrigin): Promise<void> {
    await this.#options.store.removeSession(session.hash)
    await this.audit({ user, action: 'sign-out', subject: user.name, address })
  }

  /** The user's sessions that would be accepted, the one used last first. */
  async sessions({ user }: SignedIn): Promise<readonly Session[]> {
    const now = this.#options.clock.now()
    return (await this.#options.store.sessions(user.id)).filter((session) => isAlive(session, now))
  }

  /** Ends one session of the user; false when there is none of this id. */
  async endSession({ user }: SignedIn, id: string, { address }: RequestOrigin): Promise<boolean> {
    const { store } = this.#options
    const session = (await store.sessions(user.id)).find((candidate) => sessionId(candidate) === id)
    if (session === undefined) return false
    await store.removeSession(session.hash)
    await this.audit({ user, action: 'session.end', subject: id, address })
    return true
  }

  /** Ends all sessions of the user but this one. */
  async signOutElsewhere({ session, user }: SignedIn, { address }: RequestOrigin): Promise<void> {
    await this.#options.store.removeSessions(user.id, session.hash)
    await this.audit({ user, action: 'sign-out.elsewhere', subject: user.name, address })
  }

  // What users change about themselves

  async changePassword({ session, user }: SignedIn, change: { old: string; password: string }, { address }: RequestOrigin): Promise<void> {
    const { store } = this.#options
    if (!(await this.#isOwnPassword(user, change.old))) throw invalid('old', 'the present password is wrong')
    checkPassword(change.password, user.name)
    await store.setPassword(user.id, await hashPassword(change.password, this.#options.passwordCost), session.hash)
    await this.audit({ user, action: 'password.change', subject: user.name, address })
  }

  /** A secret for an authenticator app; it counts once a code made with it was given. */
  offerSecondFactor({ user }: SignedIn): { secret: string; uri: string } {
    const secret = makeTotpSecret()
    return { secret, uri: totpUri(secret, user.name) }
  }

  async setSecondFactor({ user }: SignedIn, { secret, code }: { secret: string; code: string }, { address }: RequestOrigin): Promise<void> {
    const { store, clock, cipher } = this.#options
    if (user.totpSecret !== undefined) throw new ApiError('conflict', 'a second factor is set up: turn it off first, with your password')
    if (!/^[A-Z2-7]{32}$/.test(secret)) throw invalid('secret', 'this is not a secret that was offered')
    const step = stepOf(code, secret, clock.now())
    if (step === undefined) throw invalid('code', 'the code is wrong')
    await store.setSecondFactor(user.id, cipher.encrypt(secret))
    await store.takeTotpStep(user.id, step)
    await this.audit({ user, action: 'second-factor.set', subject: user.name, address })
  }

  async removeSecondFactor({ user }: SignedIn, password: string, { address }: RequestOrigin): Promise<void> {
    if (!(await this.#isOwnPassword(user, password))) throw invalid('password', 'the password is wrong')
    await this.#options.store.setSecondFactor(user.id, undefined)
    await this.audit({ user, action: 'second-factor.remove', subject: user.name, address })
  }

  /** Limited as signing in is: somebody at an open browser must not find the password. */
  async #isOwnPassword(user: User, password: string): Promise<boolean> {
    const { attempts, passwordCost } = this.#options
    if (!(await attempts.take('of', user.id))) throw tooMany()
    return isPassword(password, user.passwordHash, passwordCost)
  }

  async audit(entry: {
    teamId?: string
    user: User | undefined
    name?: string
    action: string
    subject: string
    address: string
  }): Promise<void> {
    const { teamId, user, name = user?.name ?? '', action, subject, address } = entry
    const at = this.#options.clock.now()
    await this.#options.store.addAudit({
      at,
      teamId,
      userId: user?.id,
      userName: name.slice(0, 200),
      action,
      subject: subject.slice(0, 200),
      address,
    })
  }

  eraseExpired(now: number): Promise<void> {
    return this.#options.store.eraseExpiredAccounts(now, { sessionsSeenBefore: now - MS_IDLE, auditBefore: now - MS_AUDIT })
  }
}

/** An id of a session that may be shown: it does not give the session away. */
export function sessionId({ hash }: Session): string {
  return hash.slice(0, 16)
}

function isAlive({ seenAt, createdAt, method }: Session, now: number): boolean {
  return now - seenAt < MS_IDLE && now - createdAt < (method === 'password' ? MS_SESSION : MS_PROVIDED_SESSION)
}

function checkPassword(password: string, name: string): void {
  const problem = passwordProblem(password, name)
  if (problem !== undefined) throw invalid('password', problem)
}

function userOrThrow(redeemed: Redeemed): User {
  if (redeemed.kind === 'redeemed') return redeemed.user
  throw redeemed.kind === 'name-taken' ? invalid('name', 'somebody else has this name') : linkInvalid()
}

function tooMany(): ApiError {
  return new ApiError('rate_limited', 'too many attempts to sign in', { headers: { 'Retry-After': '60' } })
}

function linkInvalid(): ApiError {
  return invalid('link', 'this link was used, has expired or is unknown: ask for another')
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('validation_failed', message, { errors: [{ path, code: 'invalid_value', message }] })
}
