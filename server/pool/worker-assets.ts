// Problem: the engine asks for assets by name and does not wait; a worker has to fetch them through its pipe.
// Approach: manifests (name → hash) are cached by team and revision, bytes by hash, both least recently used first. What a compilation or rendering asks for
// and the worker lacks is noted, the result is thrown away, and it runs again once everything is there. What a template names itself is fetched before.
// Limits: names that data composes cost one rendering more, once for a worker.
import { Lru } from './lru.ts'
import { MOST_ASSETS, type ToChild } from './protocol.ts'

/** Bytes of assets that a worker keeps; those of its current job come on top. */
const MOST_BYTES = 64 * 1024 * 1024
/** Names in all manifests that a worker keeps. */
const MOST_NAMES = 100_000
/** Strings of a document's data that are looked up in the manifest. */
const MOST_STRINGS = 100_000
const LONGEST_NAME = 256

type Manifest = ReadonlyMap<string, string>
type AssetFrame = Extract<ToChild, { kind: 'manifest' | 'asset' }>

interface Request {
  readonly id: number
  /** Hashes that have not arrived; absent for a manifest. */
  readonly hashes: Set<string> | undefined
  readonly resolve: (body: Uint8Array) => void
  readonly reject: (reason: Error) => void
}

/** Asks the server, for the job with this id. */
type Ask = (
  message: { kind: 'need-manifest'; id: number } | { kind: 'need-assets'; id: number; hashes: readonly string[] },
) => Promise<void>

export interface AssetLimits {
  readonly bytes: number
  readonly names: number
}

/** What a worker keeps of the assets of teams. */
export class AssetCache {
  readonly #ask: Ask
  readonly #manifests: Lru<Manifest>
  readonly #files: Lru<Uint8Array>
  #request: Request | undefined
  /** Bytes that have arrived for the current job. */
  #arrived = new Map<string, Uint8Array | undefined>()

  constructor(ask: Ask, { bytes, names }: AssetLimits = { bytes: MOST_BYTES, names: MOST_NAMES }) {
    this.#ask = ask
    this.#manifests = new Lru(names, ({ size }) => size + 1)
    this.#files = new Lru(bytes, ({ length }) => length + 64)
  }

  /** The assets of a job. `state` names the team and the revision of its assets; absent: it has none. */
  open(id: number, state: string | undefined): JobFiles {
    this.#arrived = new Map()
    return new JobFiles(state, {
      manifest: () => (state === undefined ? undefined : this.#manifests.get(state)),
      bytes: (hash) => this.#arrived.get(hash) ?? this.#files.get(hash),
      fetchManifest: () => this.#fetchManifest(id, state ?? ''),
      fetchBytes: (hashes) => this.#fetchBytes(id, hashes),
    })
  }

  /** Takes an answer of the server. */
  receive(message: AssetFrame, body: Uint8Array): void {
    if (message.kind === 'asset') {
      // A copy where the frame would keep other frames alive.
      const bytes = body.buffer.byteLength > 2 * body.length + 4096 ? Buffer.from(body) : body
      if (!message.isGone) this.#files.set(message.hash, bytes)
      this.#arrived.set(message.hash, message.isGone ? undefined : bytes)
    }
    const request = this.#request
    if (request === undefined || (message.kind === 'manifest') !== (request.hashes === undefined)) return
    if (message.kind === 'asset') {
      request.hashes?.delete(message.hash)
      if ((request.hashes?.size ?? 0) > 0) return
    }
    this.#request = undefined
    request.resolve(body)
  }

  /** Ends the wait of a job that is to stop. */
  stop(id: number, reason: Error): void {
    if (this.#request?.id !== id) return
    this.#request.reject(reason)
    this.#request = undefined
  }

  async #fetchManifest(id: number, state: string): Promise<Manifest> {
    const answer = this.#answer(id, undefined)
    await this.#ask({ kind: 'need-manifest', id })
    const hashes = JSON.parse(Buffer.from(await answer).toString('utf8')) as Readonly<Record<string, string>> // of the server
    const manifest: Manifest = new Map(Object.entries(hashes))
    this.#manifests.set(state, manifest)
    return manifest
  }

  async #fetchBytes(id: number, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
    const answer = this.#answer(id, new Set(hashes))
    await this.#ask({ kind: 'need-assets', id, hashes })
    await answer
    return this.#arrived
  }

  #answer(id: number, hashes: Set<string> | undefined): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#request = { id, hashes, resolve, reject }
    })
  }
}

interface Sources {
  /** As far as the worker holds them. */
  readonly manifest: () => Manifest | undefined
  readonly bytes: (hash: string) => Uint8Array | undefined
  readonly fetchManifest: () => Promise<Manifest>
  readonly fetchBytes: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array | undefined>>
}

const NO_ASSETS: Manifest = new Map()

/** The assets of one job, as the engine asks for them. */
export class JobFiles {
  readonly #sources: Sources
  #manifest: Manifest | undefined
  /** Held until the job ends, so that nothing is fetched twice for it; undefined for bytes that are gone. */
  readonly #held = new Map<string, Uint8Array | undefined>()
  /** Hashes that were asked for and are not here. */
  readonly #lacking = new Set<string>()
  #lacksManifest = false
  #fetched = 0
  /** Names that were asked for. */
  readonly asked = new Set<string>()
  readonly isEmpty: boolean

  constructor(state: string | undefined, sources: Sources) {
    this.#sources = sources
    this.isEmpty = state === undefined
    if (this.isEmpty) this.#manifest = NO_ASSETS
  }

  /** Something was asked for that has to be fetched: results made meanwhile are worth nothing. */
  get isLacking(): boolean {
    return this.#lacksManifest || this.#lacking.size > 0
  }

  /** The bytes of a name; undefined when there are none, and for the time being while they are not here. */
  readonly find = (name: string): Uint8Array | undefined => {
    this.asked.add(name)
    const hash = this.hashOf(name)
    if (hash === undefined) return undefined
    if (this.#held.has(hash)) return this.#held.get(hash)
    const bytes = this.#sources.bytes(hash)
    if (bytes === undefined) this.#lacking.add(hash)
    else this.#held.set(hash, bytes)
    return bytes
  }

  /** The hash behind a name; undefined when there is none, and for the time being while the manifest is not here. */
  hashOf(name: string): string | undefined {
    this.#manifest ??= this.#sources.manifest()
    if (this.#manifest === undefined) this.#lacksManifest = true
    return this.#manifest?.get(name)
  }

  readonly names = (): readonly string[] => [...(this.#manifest?.keys() ?? [])]

  /** Asks for every asset that a string in the data names. */
  findIn(data: unknown): void {
    if (this.isEmpty) return
    let left = MOST_STRINGS
    const visit = (value: unknown): void => {
      if (left <= 0) return
      if (typeof value === 'string') {
        left--
        if (value !== '' && value.length <= LONGEST_NAME) this.find(value.replace(/^\.\//, ''))
      } else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner)
    }
    visit(data)
  }

  async fetch(): Promise<void> {
    if (this.#lacksManifest) {
      this.#manifest = await this.#sources.fetchManifest()
      this.#lacksManifest = false
    }
    const wanted = [...this.#lacking]
    this.#lacking.clear()
    // Beyond what the server gives one job, assets count as missing.
    const hashes = wanted.slice(0, MOST_ASSETS - this.#fetched)
    this.#fetched += hashes.length
    const arrived = hashes.length === 0 ? undefined : await this.#sources.fetchBytes(hashes)
    for (const hash of wanted) this.#held.set(hash, arrived?.get(hash))
  }

  /** The result of `work` with everything that it asked for. */
  async complete<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        const result = await work()
        if (!this.isLacking) return result
      } catch (thrown) {
        if (!this.isLacking) throw thrown
      }
      await this.fetch()
    }
  }
}
