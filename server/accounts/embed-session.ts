// Sessions of frames in other applications: for one template, with named rights, for a time. Nobody is signed in; the program whose token made it answers for who looks.
// Such a session is a text that this service alone can make and read (AES-256-GCM), so the store keeps nothing of it.
import type { Clock } from '../clock.ts'
import type { TextCipher } from '../encryption.ts'
import type { Store } from '../store/store.ts'
import { hasScope, type TokenScope } from '../tokens.ts'

/** From least to most; each includes the ones before it. */
export const EMBED_RIGHTS = ['view', 'edit', 'publish'] as const
export type EmbedRight = (typeof EMBED_RIGHTS)[number]

const SCOPES_OF: Readonly<Record<EmbedRight, readonly TokenScope[]>> = {
  view: ['read', 'render', 'templates:read'],
  edit: ['read', 'render', 'templates:read', 'templates:write'],
  publish: ['read', 'render', 'templates:read', 'templates:write', 'templates:publish'],
}

export interface EmbedSession {
  readonly teamId: string
  readonly templateId: string
  readonly right: EmbedRight
  /** Of the page that the frame is in. */
  readonly origin: string
  /** Who looks, for the history of the template. */
  readonly name: string
  /** By which it was made: when that is revoked, the session ends. */
  readonly tokenId: string
  readonly expiresAt: number
}

interface Options {
  readonly store: Pick<Store, 'tokens'>
  readonly clock: Clock
  readonly cipher: TextCipher
  /** Of the pages that may hold a frame. */
  readonly origins: ReadonlySet<string>
}

export class EmbedSessions {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  mayFrame(origin: string): boolean {
    return this.#options.origins.has(origin)
  }

  get origins(): readonly string[] {
    return [...this.#options.origins]
  }

  make(session: EmbedSession): string {
    return this.#options.cipher.encrypt(JSON.stringify(session))
  }

  /** Undefined for one that has expired, was altered, or whose token or origin counts no more. */
  async read(text: string): Promise<EmbedSession | undefined> {
    const { cipher, clock, store } = this.#options
    const plain = cipher.decrypt(text)
    if (plain === undefined) return undefined
    // Only `make` encrypts with this key.
    const session = JSON.parse(plain) as EmbedSession
    const now = clock.now()
    if (session.expiresAt <= now || !this.mayFrame(session.origin)) return undefined
    const token = (await store.tokens(session.teamId)).find(({ id }) => id === session.tokenId)
    if (token === undefined || token.revokedAt !== undefined || (token.expiresAt ?? Number.POSITIVE_INFINITY) <= now) return undefined
    return session
  }
}

export function scopesOfRight(right: EmbedRight): readonly TokenScope[] {
  return SCOPES_OF[right]
}

/** What a token lacks to give this right to somebody; undefined when it has it itself. */
export function missingScope(granted: readonly TokenScope[], right: EmbedRight): TokenScope | undefined {
  return SCOPES_OF[right].find((scope) => !hasScope(granted, scope))
}
