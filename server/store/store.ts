// The contract of the store. Async, so that a database across a network can stand in for the embedded file.
import type { Variable } from '../../engine/index.ts'
import type { Scope } from '../tokens.ts'

/** Versions of a template that are kept when nothing else is configured. */
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

/** An earlier or the present source of a template. */
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
  /** Of the file; empty and 0 while it is pending. */
  readonly sha256: string
  readonly length: number
  readonly state: 'pending' | 'ready'
  readonly createdAt: number
  readonly expiresAt: number
}

/** A call made under a key of the caller's (`Idempotency-Key`), or one that was. */
export type BegunCall =
  /** It is the caller's to do. */
  | { readonly kind: 'begun' }
  /** Somebody is at it. */
  | { readonly kind: 'running' }
  /** The key belongs to another request. */
  | { readonly kind: 'other' }
  /** It is done; the answer is as it was given to `completeCall`. */
  | { readonly kind: 'done'; readonly answer: string }

export interface Webhook {
  readonly id: string
  readonly teamId: string
  readonly url: string
  /** Signs what is sent. */
  readonly secret: string
  readonly createdAt: number
}

/** An event on its way to one webhook. */
export interface Delivery {
  readonly id: string
  readonly webhook: Webhook
  /** As it was given to `completeCall`. */
  readonly event: string
  /** Tries so far that failed. */
  readonly attempts: number
  readonly createdAt: number
}

/** For how many deliveries there is room: in all, to one webhook, and to these none. */
export interface DeliveryRoom {
  readonly most: number
  readonly each: number
  readonly busy: readonly string[]
}

/** What is to be remembered of a call that went well, all of it or nothing. */
export interface CompletedCall {
  /** Of a call that was begun under a key. */
  readonly keyed?: { readonly keyHash: string; readonly answer: string } | undefined
  /** To be sent to every webhook of the team. */
  readonly event?: { readonly id: string; readonly text: string } | undefined
}

/** What a team may ask. The team is an argument of every query: forgetting it is a type error, not a leak. */
export interface TeamQueries {
  tokens(teamId: string): Promise<readonly TokenRecord[]>
  addToken(
    teamId: string,
    token: { name: string; hash: string; scopes: readonly Scope[]; expiresAt: number | undefined },
  ): Promise<TokenRecord>
  /** False when the team has no such token or it is revoked already. */
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
  /** Makes a kept version the newest again, as one more version; undefined when there is none of this number. */
  restoreTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined>
  removeTemplate(teamId: string, id: string): Promise<boolean>
  addOutput(teamId: string, output: { secretHash: string; fileName: string; createdAt: number; expiresAt: number }): Promise<OutputRecord>
  output(teamId: string, id: string): Promise<OutputRecord | undefined>
  /** The file is whole and safe; rejects when the row is gone. */
  markOutputReady(teamId: string, id: string, file: { sha256: string; length: number }): Promise<void>
  /** False when the row was gone already. */
  removeOutput(teamId: string, id: string): Promise<boolean>
  /** A call whose doer is gone, which is so after `leaseUntil`, may be begun again. */
  beginCall(teamId: string, call: { keyHash: string; fingerprint: string; leaseUntil: number; expiresAt: number }): Promise<BegunCall>
  completeCall(teamId: string, call: CompletedCall): Promise<void>
  /** The call failed: its key is free again. */
  abandonCall(teamId: string, keyHash: string): Promise<void>
  webhooks(teamId: string): Promise<readonly Webhook[]>
  addWebhook(teamId: string, webhook: { url: string; secret: string }): Promise<Webhook>
  removeWebhook(teamId: string, id: string): Promise<boolean>
}

/** What an unguessable secret opens by itself: it is the secret that says whose the row is. */
export interface SecretQueries {
  tokenByHash(hash: string): Promise<TokenRecord | undefined>
  outputBySecretHash(secretHash: string): Promise<OutputRecord | undefined>
}

/** What the service asks for itself, never on behalf of a request. */
export interface Housekeeping {
  /** Rejects when the store cannot be used. */
  check(): Promise<void>
  /** A 256-bit key made when the store was, hexadecimal. */
  signingKey(): Promise<string>
  teams(): Promise<readonly Team[]>
  addTeam(name: string): Promise<Team>
  /** True for one caller only, of all that start on the same empty store: it is to fill it. */
  claimFirstStart(): Promise<boolean>
  /**
   * Outputs past their time, and pending ones older than `pendingBefore`: at most `most`. Whoever is given a row has it to itself
   * for a minute, so that each is swept once however many processes sweep.
   */
  claimStaleOutputs(now: number, pendingBefore: number, most: number): Promise<readonly OutputRecord[]>
  removeExpiredCalls(now: number): Promise<void>
  /** Deliveries whose time has come: whoever is given them has them to itself until `claimedUntil`. */
  claimDeliveries(now: number, claimedUntil: number, room: DeliveryRoom): Promise<readonly Delivery[]>
  postponeDelivery(delivery: Delivery, nextAt: number): Promise<void>
  removeDelivery(delivery: Delivery): Promise<void>
  outputIds(ids: readonly string[]): Promise<ReadonlySet<string>>
  readyOutputs(afterId: string, most: number): Promise<readonly OutputRecord[]>
  close(): Promise<void>
}

export interface Store extends TeamQueries, SecretQueries, Housekeeping {}
