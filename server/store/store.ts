// The contract of the store, which the embedded file and PostgreSQL implement.
import type { Variable } from '../../engine/index.ts'
import type { DefaultTagging, Tagging, TaggingChange } from '../tagging.ts'
import type { TokenScope } from '../tokens.ts'
import type { AccountStore } from './accounts.ts'
import type { AssetQueries } from './assets.ts'
import type { ExampleStore } from './examples.ts'
import type { JobStore } from './jobs.ts'
import type { PictureStore } from './pictures.ts'
import type { RequestQueries } from './requests.ts'
import type { UsageStore } from './usage.ts'

/** Versions of a template that are kept by default, besides the published one. */
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
  readonly scopes: readonly TokenScope[]
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
  readonly revokedAt: number | undefined
}

export type TemplateType = 'html' | 'editor'

/**
 * A template without its source, which may be megabytes: `hash` (SHA-256 of type and source) stands for it. `type`, `variables` and `hash` are those of the
 * published version, which rendering uses, or of the newest where none is published.
 */
export interface TemplateRecord {
  /** Unique within the team. */
  readonly id: string
  readonly teamId: string
  readonly teamName: string
  readonly name: string
  readonly type: TemplateType
  readonly meta: Readonly<Record<string, unknown>>
  readonly variables: readonly Variable[]
  readonly hash: string
  /** Number of the newest version, from 1. */
  readonly version: number
  /** Number of the published version; absent when none is. */
  readonly publishedVersion: number | undefined
  /** Of the team: greater after each change of any of its assets. */
  readonly assetsRevision: number
  /** What counts where its source says nothing: its own field, and the default of its team. */
  readonly tagging: Required<DefaultTagging>
  readonly createdAt: number
  readonly updatedAt: number
}

/** The part of a template that makes a version. */
export interface TemplateContent {
  readonly type: TemplateType
  readonly source: string
  /** The source was sent as a JSON object, whose text it is. */
  readonly isObject?: boolean
  readonly variables: readonly Variable[]
  /** Names of the assets that the source itself refers to, whether they exist or not; none when absent. */
  readonly assets?: readonly string[]
}

interface Saving {
  /** Whether rendering is to use what is saved: the content, or the newest version where no content is given. */
  readonly publish: boolean
  /** Who saves the version, and why; shown in the list of versions. */
  readonly author?: string | undefined
  readonly note?: string | undefined
  readonly tagging?: TaggingChange | undefined
}

/** A template that the team does not have. */
export interface NewTemplate extends Saving {
  readonly kind: 'new'
  /** Generated when absent. */
  readonly id?: string | undefined
  readonly name: string
  readonly meta: Readonly<Record<string, unknown>>
  readonly content: TemplateContent
  /** Completes the call under an Idempotency-Key that creates the template, with it or not at all. */
  readonly keyed?: ((template: TemplateRecord) => KeyedAnswer) | undefined
}

/** The answer of a call under an Idempotency-Key. */
export interface KeyedAnswer {
  readonly keyHash: string
  readonly answer: string
}

/** A change of a template. What is absent stays as it is. */
export interface TemplateChange extends Saving {
  readonly kind: 'change'
  readonly id: string
  /** The number that the newest version must have. */
  readonly expected?: number | undefined
  readonly name?: string | undefined
  /** These fields are set, others stay. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** Makes a new version unless type and source are those of the newest. */
  readonly content?: TemplateContent | undefined
}

export type TemplateDraft = NewTemplate | TemplateChange

export type SavedTemplate =
  | { readonly kind: 'saved'; readonly template: TemplateRecord }
  /** The team has no such template. */
  | { readonly kind: 'missing' }
  /** The id is taken, or `expected` is not the newest version; nothing is changed. */
  | { readonly kind: 'conflict' }

/** A version of a template, without its source. */
export interface VersionRecord {
  readonly version: number
  readonly type: TemplateType
  readonly hash: string
  readonly createdAt: number
  /** Rendering uses this version. */
  readonly isPublished: boolean
  readonly author: string | undefined
  readonly note: string | undefined
}

/** A version of a template with its content. */
export interface VersionContent extends VersionRecord {
  readonly source: string
  readonly isObject: boolean
  readonly variables: readonly Variable[]
  /**
   * The assets that it uses, also through shared parts, by name, with their hashes when the version was published last, or saved where it never was. The hash
   * is absent where the asset did not exist.
   */
  readonly assets: readonly UsedAsset[]
}

/** What follows from the source of a version and the assets of its team. */
export interface DerivedContent {
  readonly hash: string
  readonly variables: readonly Variable[]
  readonly assets: readonly string[]
}

export interface UsedAsset {
  readonly name: string
  readonly hash: string | undefined
  /** The source itself refers to it, not only a shared part. */
  readonly isDirect: boolean
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
  /** Since when no events are kept for it, and none sent; absent while it is in use. */
  readonly disabledAt: number | undefined
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

/** A delivery as owners of the webhook see it: waiting for an attempt, or ended in the last day. */
export interface ListedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly attempts: number
  /** Of the last attempt; absent when it succeeded, or there was none yet. */
  readonly error: string | undefined
  readonly createdAt: number
  /** When the next attempt is due; absent when it has ended. */
  readonly nextAt: number | undefined
  readonly endedAt: number | undefined
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
  readonly keyed?: KeyedAnswer | undefined
  /** An event for every webhook of the team. */
  readonly event?: { readonly id: string; readonly text: string } | undefined
}

/** The queries of a team. The team is an argument of each: a query without it is a type error, not a leak. */
interface TeamQueries {
  /** What counts for documents of the team whose templates say nothing. */
  teamTagging(teamId: string): Promise<Tagging>
  setTeamTagging(teamId: string, tagging: TaggingChange): Promise<void>
  tokens(teamId: string): Promise<readonly TokenRecord[]>
  addToken(
    teamId: string,
    token: { name: string; hash: string; scopes: readonly TokenScope[]; expiresAt: number | undefined },
  ): Promise<TokenRecord>
  /** False when the team has no such token, or it was revoked before. */
  revokeToken(teamId: string, id: string): Promise<boolean>
  /** Notes that a token was used. */
  touchToken(teamId: string, id: string): Promise<void>
  templates(teamId: string): Promise<readonly TemplateRecord[]>
  /** With `draft`, `type`, `variables` and `hash` are those of the newest version. */
  template(teamId: string, id: string, which?: 'published' | 'draft'): Promise<TemplateRecord | undefined>
  /** The source that has this hash, of any kept version of the template. */
  templateSource(teamId: string, id: string, hash: string): Promise<string | undefined>
  /** Two saves at once with the same `expected`, or under the same new id: one is saved, the other is a conflict. */
  saveTemplate(teamId: string, draft: TemplateDraft): Promise<SavedTemplate>
  /** Makes rendering use a kept version; undefined when there is none of this number. */
  publishTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined>
  /** The versions that are kept, newest first: the published one and the last ones. */
  templateVersions(teamId: string, id: string): Promise<readonly VersionRecord[]>
  /** A kept version, or the newest. */
  templateVersion(teamId: string, id: string, version: number | 'newest'): Promise<VersionContent | undefined>
  /** Saves a kept version again as the newest and publishes it; undefined when there is none of this number. */
  restoreTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined>
  /** Replaces what the versions of this hash owe to shared parts and style sheets as well: their variables, and the names of their assets. */
  replaceDerived(teamId: string, id: string, derived: DerivedContent): Promise<void>
  /** The template is gone from all other queries; `undeleteTemplate` brings it back within 30 days. False when the team has no such template. */
  removeTemplate(teamId: string, id: string): Promise<boolean>
  /** Of several removed under this id the last one; a conflict when the id has been taken again. */
  undeleteTemplate(teamId: string, id: string): Promise<SavedTemplate>
  addOutput(teamId: string, output: { secretHash: string; fileName: string; createdAt: number; expiresAt: number }): Promise<OutputRecord>
  output(teamId: string, id: string): Promise<OutputRecord | undefined>
  /** Notes that the file is complete and durable; rejects when the row is gone. */
  markOutputReady(teamId: string, id: string, file: { sha256: string; length: number }): Promise<void>
  /** False when the row was gone before. */
  removeOutput(teamId: string, id: string): Promise<boolean>
  /** A call that is not completed by `leaseUntil` may be begun again: its server has died. */
  beginCall(teamId: string, call: { keyHash: string; fingerprint: string; leaseUntil: number; expiresAt: number }): Promise<BegunCall>
  /** Takes the key of a completed call again, if this is still its answer: false when another request did so first. */
  restartCall(teamId: string, call: { keyHash: string; answer: string; leaseUntil: number }): Promise<boolean>
  completeCall(teamId: string, call: CompletedCall): Promise<void>
  /** Frees the key of a call that failed. */
  abandonCall(teamId: string, keyHash: string): Promise<void>
  webhooks(teamId: string): Promise<readonly Webhook[]>
  addWebhook(teamId: string, webhook: { url: string; secret: string }): Promise<Webhook>
  removeWebhook(teamId: string, id: string): Promise<boolean>
  /** False when the team has no such webhook. */
  setWebhookEnabled(teamId: string, id: string, isEnabled: boolean): Promise<boolean>
  /** Of all webhooks of the team, the last first. */
  listDeliveries(teamId: string, most: number): Promise<readonly ListedDelivery[]>
  /** Has a delivery that waits, or has ended, be sent at once; false when there is none. */
  sendAgain(teamId: string, webhookId: string, id: string): Promise<boolean>
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
  /** Erases templates that were removed more than 30 days ago, with their versions, requests and ended deliveries older than a day, and counts of usage that are not shown any more. */
  eraseExpired(now: number): Promise<void>
  /** Claims deliveries that are due, until `claimedUntil`. */
  claimDeliveries(now: number, claimedUntil: number, room: DeliveryRoom): Promise<readonly Delivery[]>
  postponeDelivery(delivery: Delivery, nextAt: number, error: string): Promise<void>
  /** It was sent, or is given up because of an error. */
  endDelivery(delivery: Delivery, error: string | undefined): Promise<void>
  outputIds(ids: readonly string[]): Promise<ReadonlySet<string>>
  readyOutputs(afterId: string, most: number): Promise<readonly OutputRecord[]>
  close(): Promise<void>
}

export interface Store extends TeamQueries, AssetQueries, RequestQueries, SecretQueries, Housekeeping {
  readonly jobs: JobStore
  readonly accounts: AccountStore
  readonly examples: ExampleStore
  readonly pictures: PictureStore
  readonly usage: UsageStore
}
