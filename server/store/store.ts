// The contract of the store, which the embedded file and PostgreSQL implement.
import type { Variable } from '../../engine/index.ts'
import type { Scope } from '../tokens.ts'

/** Versions of a template that are kept by default. */
export const MOST_VERSIONS = 20

export interface Team {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** An API token as kept: never the token itself, only `hash`. Times are milliseconds since 1970. */
export interface TokenRecord {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
  readonly revokedAt: number | undefined
}

export type TemplateType = 'html' | 'editor'

/** A template without its source, which may be megabytes: `hash` (SHA-256 of type and source) stands for it. */
export interface TemplateRecord {
  readonly id: string
  readonly teamId: string
  readonly teamName: string
  readonly name: string
  readonly type: TemplateType
  readonly meta: Readonly<Record<string, unknown>>
  readonly variables: readonly Variable[]
  readonly hash: string
  /** From 1, one more at every push. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface TemplateDraft {
  /** An existing template's id to push its next version; absent for a new template. */
  readonly id?: string | undefined
  readonly name: string
  readonly type: TemplateType
  readonly source: string
  readonly meta: Readonly<Record<string, unknown>>
  readonly variables: readonly Variable[]
}

/** A version of a template, without its source. */
export interface VersionRecord {
  readonly version: number
  readonly type: TemplateType
  readonly hash: string
  readonly createdAt: number
}

/** A generated file. The row comes first and goes last: a file without a row is an orphan. */
export interface OutputRecord {
  readonly id: string
  readonly teamId: string
  readonly fileName: string
  /** Hash and length of the file; empty and 0 while it is pending. */
  readonly sha256: string
  readonly length: number
  readonly state: 'pending' | 'ready'
  readonly createdAt: number
  readonly expiresAt: number
}

/** The state of a call made under an `Idempotency-Key`, when it is begun. */
export type BegunCall =
  /** The key is taken: the call is to be made. */
  | { readonly kind: 'begun' }
  /** A call under this key is running. */
  | { readonly kind: 'running' }
  /** The key was used for another request. */
  | { readonly kind: 'other' }
  /** The call was completed; the answer is the one given to `completeCall`. */
  | { readonly kind: 'done'; readonly answer: string }

export interface Webhook {
  readonly id: string
  readonly teamId: string
  readonly url: string
  /** Key of the signature of deliveries. */
  readonly secret: string
  readonly createdAt: number
}

/** An event to be sent to one webhook. */
export interface Delivery {
  readonly id: string
  readonly webhook: Webhook
  /** The text given to `completeCall`. */
  readonly event: string
  /** Failed attempts so far. */
  readonly attempts: number
  readonly createdAt: number
}

/** How many deliveries to claim: at most in all, at most for one webhook, and none for busy ones. */
export interface DeliveryRoom {
  readonly most: number
  readonly each: number
  readonly busy: readonly string[]
}

/** What a successful call leaves in the store, in one transaction. */
export interface CompletedCall {
  /** The answer of a call that was begun under a key. */
  readonly keyed?: { readonly keyHash: string; readonly answer: string } | undefined
  /** An event for every webhook of the team. */
  readonly event?: { readonly id: string; readonly text: string } | undefined
}

/** The queries of a team. The team is an argument of each: a query without it is a type error, not a leak. */
interface TeamQueries {
  tokens(teamId: string): Promise<readonly TokenRecord[]>
  addToken(
    teamId: string,
    token: { name: string; hash: string; scopes: readonly Scope[]; expiresAt: number | undefined },
  ): Promise<TokenRecord>
  /** False when the team has no such token, or it was revoked before. */
  revokeToken(teamId: string, id: string): Promise<boolean>
  /** Notes that a token was used. */
  touchToken(teamId: string, id: string): Promise<void>
  templates(teamId: string): Promise<readonly TemplateRecord[]>
  template(teamId: string, id: string): Promise<TemplateRecord | undefined>
  /** The source that has this hash, of any kept version of the template. */
  templateSource(teamId: string, id: string, hash: string): Promise<string | undefined>
  /** Undefined when the draft names a template that the team does not have. */
  saveTemplate(teamId: string, draft: TemplateDraft): Promise<TemplateRecord | undefined>
  /** The versions that are kept, newest first. */
  templateVersions(teamId: string, id: string): Promise<readonly VersionRecord[]>
  /** Saves a kept version again as the newest; undefined when there is none of this number. */
  restoreTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined>
  removeTemplate(teamId: string, id: string): Promise<boolean>
  addOutput(teamId: string, output: { secretHash: string; fileName: string; createdAt: number; expiresAt: number }): Promise<OutputRecord>
  output(teamId: string, id: string): Promise<OutputRecord | undefined>
  /** Notes that the file is complete and durable; rejects when the row is gone. */
  markOutputReady(teamId: string, id: string, file: { sha256: string; length: number }): Promise<void>
  /** False when the row was gone before. */
  removeOutput(teamId: string, id: string): Promise<boolean>
  /** A call that is not completed by `leaseUntil` may be begun again: its server has died. */
  beginCall(teamId: string, call: { keyHash: string; fingerprint: string; leaseUntil: number; expiresAt: number }): Promise<BegunCall>
  completeCall(teamId: string, call: CompletedCall): Promise<void>
  /** Frees the key of a call that failed. */
  abandonCall(teamId: string, keyHash: string): Promise<void>
  webhooks(teamId: string): Promise<readonly Webhook[]>
  addWebhook(teamId: string, webhook: { url: string; secret: string }): Promise<Webhook>
  removeWebhook(teamId: string, id: string): Promise<boolean>
}

/** Queries by the hash of a secret, which identifies the row and its team. */
interface SecretQueries {
  tokenByHash(hash: string): Promise<TokenRecord | undefined>
  outputBySecretHash(secretHash: string): Promise<OutputRecord | undefined>
}

/** Queries of the service itself, never on behalf of a request. */
interface Housekeeping {
  /** Rejects when the store cannot be used. */
  check(): Promise<void>
  /** A 256-bit key, created with the store, in hexadecimal. */
  signingKey(): Promise<string>
  teams(): Promise<readonly Team[]>
  addTeam(name: string): Promise<Team>
  /** True for one of the servers that start on the same empty store: it is to seed the store. */
  claimFirstStart(): Promise<boolean>
  /**
   * Claims at most `most` outputs that have expired, or are pending since before `pendingBefore`. A claim lasts a minute, so that each row is swept
   * once, however many processes sweep.
   */
  claimStaleOutputs(now: number, pendingBefore: number, most: number): Promise<readonly OutputRecord[]>
  removeExpiredCalls(now: number): Promise<void>
  /** Claims deliveries that are due, until `claimedUntil`. */
  claimDeliveries(now: number, claimedUntil: number, room: DeliveryRoom): Promise<readonly Delivery[]>
  postponeDelivery(delivery: Delivery, nextAt: number): Promise<void>
  removeDelivery(delivery: Delivery): Promise<void>
  outputIds(ids: readonly string[]): Promise<ReadonlySet<string>>
  readyOutputs(afterId: string, most: number): Promise<readonly OutputRecord[]>
  close(): Promise<void>
}

export interface Store extends TeamQueries, SecretQueries, Housekeeping {}
