// The contract of the store for the web application: users, their roles in teams, sessions, links that may be used once, and the audit log.
import { ROLE_NAMES } from '../role-rules.ts'

/** From least to most; each may do all that the ones before it may. */
export const ROLES = ROLE_NAMES
export type Role = (typeof ROLES)[number]

/** Who somebody is for a sign-in provider (OpenID Connect): the subject never changes, as names and addresses do. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Somebody who signs in. Times are milliseconds since 1970. */
export interface User {
  readonly id: string
  /** What is typed to sign in, mostly an email address; unique without regard to case. */
  readonly name: string
  readonly displayName: string
  /** Absent for users who sign in elsewhere. */
  readonly passwordHash: string | undefined
  /** Of the second factor, encrypted; absent without one. */
  readonly totpSecret: string | undefined
  /** The time step of the last one-time code that was accepted: a code works once. */
  readonly totpStep: number
  readonly createdAt: number
}

export interface Membership {
  readonly teamId: string
  readonly teamName: string
  readonly role: Role
}

export interface Member {
  readonly user: Pick<User, 'id' | 'name' | 'displayName' | 'createdAt'>
  readonly role: Role
  readonly hasSecondFactor: boolean
}

export type SignInMethod = 'password' | 'oidc'

export interface Session {
  /** SHA-256 of what the cookie holds. */
  readonly hash: string
  readonly userId: string
  readonly createdAt: number
  readonly seenAt: number
  /** Of the browser, to tell sessions apart. */
  readonly agent: string
  /** Where it began. */
  readonly address: string
  readonly method: SignInMethod
}

/** A session with whose it is. */
export interface SignedIn {
  readonly session: Session
  readonly user: User
  readonly memberships: readonly Membership[]
}

/** What a link allows, once: the first user of a store, a new member of a team, or a new password. */
export type LinkGrant =
  | { readonly kind: 'setup'; readonly teamId: string; readonly role: Role }
  | { readonly kind: 'invite'; readonly teamId: string; readonly role: Role }
  | { readonly kind: 'reset'; readonly userId: string }

export interface Link {
  readonly id: string
  readonly grant: LinkGrant
  /** For whom it is, as whoever made it noted; may be empty. */
  readonly note: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface NewUser {
  readonly name: string
  readonly displayName: string
  readonly passwordHash: string | undefined
  /** Of users who sign in elsewhere. */
  readonly identity?: Identity
}

export type Redeemed =
  | { readonly kind: 'redeemed'; readonly user: User }
  /** Unknown, expired, used, or a set-up link after the first user. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'name-taken' }

/** Names that differ only in case or in the form of their letters are one name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

export type MemberChange = 'changed' | 'unknown' | 'last-owner'

/** An entry of the audit log. */
export interface AuditEntry {
  readonly at: number
  /** Absent for what is of no team, such as a sign-in. */
  readonly teamId: string | undefined
  /** Whose action it was; a sign-in that failed has a name and no id. */
  readonly userId: string | undefined
  readonly userName: string
  /** Such as `token.create`. */
  readonly action: string
  /** What it was done to: an id or a name. */
  readonly subject: string
  readonly address: string
}

/** An entry as the log holds it. */
export interface RecordedEntry extends AuditEntry {
  readonly id: string
}

/** Queries about a team: the team is an argument of each. */
interface TeamAccounts {
  members(teamId: string): Promise<readonly Member[]>
  /** Never leaves a team without an owner. */
  setRole(teamId: string, userId: string, role: Role): Promise<MemberChange>
  /** The same also for somebody who is no member yet. */
  setMembership(teamId: string, userId: string, role: Role): Promise<MemberChange>
  removeMember(teamId: string, userId: string): Promise<MemberChange>
  /** Invitations that may still be used. */
  invitations(teamId: string): Promise<readonly Link[]>
  removeInvitation(teamId: string, id: string): Promise<boolean>
  /** What was done in the team, and what its members did outside any (such as signing in): newest first, after an entry or from a time on. */
  audit(teamId: string, before: { readonly at: number; readonly id: string }, most: number): Promise<readonly RecordedEntry[]>
}

export interface AccountStore extends TeamAccounts {
  hasUsers(): Promise<boolean>
  userByName(name: string): Promise<User | undefined>
  user(id: string): Promise<User | undefined>
  membershipsOf(userId: string): Promise<readonly Membership[]>
  /** Everybody, with their teams, by name. */
  users(): Promise<readonly { readonly user: User; readonly memberships: readonly Membership[] }[]>
  userByIdentity(identity: Identity): Promise<User | undefined>
  identities(userId: string): Promise<readonly Identity[]>
  /** False when it is somebody's already. */
  addIdentity(identity: Identity, userId: string): Promise<boolean>
  removeIdentities(userId: string): Promise<void>
  /** Makes a user who signs in by this identity alone. */
  addUser(user: NewUser): Promise<Redeemed>
  addLink(hash: string, grant: LinkGrant, more: { readonly note: string; readonly expiresAt: number }): Promise<Link>
  /** What a link that may still be used allows. */
  linkByHash(hash: string): Promise<Link | undefined>
  /** Uses up a set-up link or an invitation and makes the user with the membership, in one transaction. */
  redeemForNewUser(hash: string, user: NewUser): Promise<Redeemed>
  /** Uses up an invitation for somebody who has an account. */
  redeemForUser(hash: string, userId: string): Promise<Redeemed>
  /** Uses up a reset link, sets the password and ends all sessions of the user. */
  redeemForPassword(hash: string, passwordHash: string): Promise<Redeemed>
  /** Ends all sessions of the user but `kept`. */
  setPassword(userId: string, passwordHash: string, kept: string | undefined): Promise<void>
  setSecondFactor(userId: string, secret: string | undefined): Promise<void>
  /** True for the first use of a code's time step, or of a later one. */
  takeTotpStep(userId: string, step: number): Promise<boolean>
  addSession(session: Session): Promise<void>
  /** Undefined for one not seen since `seenAfter`, or made before `createdAfter`. */
  signedIn(hash: string, limits: { readonly seenAfter: number; readonly createdAfter: number }): Promise<SignedIn | undefined>
  touchSession(hash: string): Promise<void>
  removeSession(hash: string): Promise<void>
  sessions(userId: string): Promise<readonly Session[]>
  removeSessions(userId: string, kept: string | undefined): Promise<void>
  addAudit(entry: AuditEntry): Promise<void>
  /** Erases links, sessions and audit entries that no query shows any more. */
  eraseExpiredAccounts(now: number, limits: { readonly sessionsSeenBefore: number; readonly auditBefore: number }): Promise<void>
}
