// The assets of teams: fonts, pictures, style sheets, letterheads and shared parts that templates use by name.
// Bytes are examined first, then written durably, then named; a crash in between leaves a file that no name refers to, which the sweeper removes.
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CancelSignal } from '../cancel-signal.ts'
import type { Clock } from '../clock.ts'
import { ApiError, Unavailable } from '../errors.ts'
import type { OutputFiles } from '../outputs/files.ts'
import type { JobAssets, Renderer } from '../pool/renderer.ts'
import { type AssetLimits, type AssetRecord, type ExpectedAsset, isAsExpected, type SavedAsset } from '../store/assets.ts'
import type { Store, TemplateRecord } from '../store/store.ts'
import { checkContent } from './check.ts'
import { Deriver } from './derive.ts'
import { assetTypeOf } from './media-type.ts'
import { checkAssetName } from './name.ts'

export interface AssetUpload {
  readonly name: string
  /** The Content-Type as sent; empty when absent. */
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The hash that the asset must have: `*` for any, `null` when it must not exist. Absent: whatever it has is replaced. */
  readonly expected?: ExpectedAsset | undefined
}

export interface ListedAsset extends AssetRecord {
  /** Ids of the templates that use it, also through shared parts and style sheets. */
  readonly usedBy: readonly string[]
}

export interface Assets {
  list(teamId: string): Promise<readonly ListedAsset[]>
  find(teamId: string, name: string): Promise<AssetRecord | undefined>
  /** The bytes of a record. */
  open(teamId: string, asset: AssetRecord): Promise<Readable>
  put(teamId: string, upload: AssetUpload, signal: CancelSignal): Promise<{ readonly asset: AssetRecord; readonly isNew: boolean }>
  remove(teamId: string, name: string, options: { isForced: boolean; expected?: ExpectedAsset | undefined }): Promise<void>
  /** The assets as a field of a job of the team; without it while the team has had none. */
  forJobs(teamId: string, revision: number): { readonly assets?: JobAssets }
  /** The same, of the team's revision at this moment: for jobs without a template of the store. */
  current(teamId: string): Promise<{ readonly assets?: JobAssets }>
  /** The template with what its shared parts give it at present, for one whose version was out of use while they were replaced. */
  refreshed(template: TemplateRecord): Promise<TemplateRecord>
  /** Resolves when the templates that use uploaded assets are up to date. */
  idle(): Promise<void>
  /** Removes files that no name refers to any more; returns how many. */
  sweep(): Promise<{ readonly removed: number; readonly msLag: number }>
  /** Removes files without a row. */
  reconcile(): Promise<{ readonly files: number; readonly rows: number }>
}

interface AssetsOptions {
  readonly store: Store
  readonly files: OutputFiles
  readonly renderer: Pick<Renderer, 'compile' | 'examine'>
  readonly clock: Clock
  readonly limits: AssetLimits
  /** Tells that variables of templates could not be derived anew. */
  readonly onDeriveError: (error: unknown) => void
}

/** How long a file is kept after its last name has gone: renderings in progress may still read it. */
const MS_GRACE = 15 * 60 * 1000
const BATCH = 200
/** Uploads that lose their file to the sweeper, which must have waited for a quarter of an hour, write it again. */
const MOST_TRIES = 3

export function createAssets(options: AssetsOptions): Assets {
  return new StoredAssets(options)
}

class StoredAssets implements Assets {
  readonly #options: AssetsOptions
  readonly #deriver: Deriver

  constructor(options: AssetsOptions) {
    this.#options = options
    const { store, renderer, onDeriveError: onError } = options
    const assetsOf = ({ teamId, assetsRevision }: TemplateRecord): { assets?: JobAssets } => this.forJobs(teamId, assetsRevision)
    this.#deriver = new Deriver({ store, renderer, assetsOf, onError })
  }

  async list(teamId: string): Promise<readonly ListedAsset[]> {
    const { store } = this.#options
    const [assets, users] = [await store.assets(teamId), await store.assetUsers(teamId)]
    return assets.map((asset) => ({ ...asset, usedBy: users.get(asset.name) ?? [] }))
  }

  find(teamId: string, name: string): Promise<AssetRecord | undefined> {
    return this.#options.store.asset(teamId, name)
  }

  async open(teamId: string, { hash }: AssetRecord): Promise<Readable> {
    const content = await this.#read(teamId, hash)
    if (content === undefined) throw new Unavailable('the bytes of an asset', new Error(`there is no file of ${hash}`))
    return content
  }

  async put(teamId: string, upload: AssetUpload, signal: CancelSignal): Promise<{ asset: AssetRecord; isNew: boolean }> {
    const { store, renderer } = this.#options
    const { name, bytes } = upload
    checkAssetName(name)
    const type = assetTypeOf(upload)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const before = await store.asset(teamId, name)
    if (!isAsExpected(before, upload.expected)) throw versionConflict(before)
    const isSame = before?.hash === hash && before.type === type.mediaType
    const content = { teamId, name, type, bytes, hash, assets: this.#jobAssets(teamId, `with ${randomUUID()}`) }
    const used = isSame ? undefined : await checkContent(content, renderer, signal)
    const draft = { name, hash, size: bytes.length, type: type.mediaType, used, expected: upload.expected, limits: this.#options.limits }
    for (let tries = 1; ; tries++) {
      const fileId = (await this.#hasBytes(teamId, hash)) ? undefined : await this.#write(teamId, hash, bytes)
      const saved = await this.#save(teamId, { ...draft, fileId })
      if (saved.kind === 'no-file' && tries < MOST_TRIES) continue
      const { asset, isNew, isChanged } = savedOrThrow(saved, name, this.#options.limits)
      // Templates may owe variables and other assets to what these say.
      if (isChanged && (type.family === 'html' || type.family === 'css')) await this.#deriver.derive(teamId, name)
      return { asset, isNew }
    }
  }

  async refreshed(template: TemplateRecord): Promise<TemplateRecord> {
    const { store } = this.#options
    const { teamId, id, publishedVersion = 'newest' } = template
    if (template.assetsRevision === 0) return template
    const content = await store.templateVersion(teamId, id, publishedVersion)
    if (content?.assets.some(({ isDirect }) => isDirect) !== true) return template
    await this.#deriver.deriveTemplate(teamId, id)
    return (await store.template(teamId, id)) ?? template
  }

  idle(): Promise<void> {
    return this.#deriver.idle()
  }

  async remove(teamId: string, name: string, options: { isForced: boolean; expected?: ExpectedAsset | undefined }): Promise<void> {
    const { store } = this.#options
    const before = await store.asset(teamId, name)
    const removed = await store.removeAsset(teamId, name, options)
    if (removed.kind === 'missing') throw assetNotFound()
    if (removed.kind === 'conflict') throw versionConflict(await this.find(teamId, name))
    if (removed.kind === 'in-use') throw assetInUse(removed.templateIds)
    // Templates may go on with `footer.html` where `footer` is gone.
    if (options.isForced && /^text\//.test(before?.type ?? '')) await this.#deriver.derive(teamId, name)
  }

  forJobs(teamId: string, revision: number): { readonly assets?: JobAssets } {
    return revision === 0 ? {} : { assets: this.#jobAssets(teamId, revision) }
  }

  async current(teamId: string): Promise<{ readonly assets?: JobAssets }> {
    return this.forJobs(teamId, await this.#options.store.assetsRevision(teamId))
  }

  #jobAssets(teamId: string, revision: number | string): JobAssets {
    return {
      revision,
      manifest: () => this.#options.store.assets(teamId),
      bytes: async (hash) => {
        const content = await this.#read(teamId, hash)
        return content && buffer(content)
      },
    }
  }

  async sweep(): Promise<{ removed: number; msLag: number }> {
    const { store, files, clock } = this.#options
    const before = clock.now() - MS_GRACE
    let removed = 0
    for (;;) {
      const unused = await store.unusedAssetFiles(before, BATCH)
      for (const { id } of unused) {
        // The row goes first: from then on nothing can refer to the file.
        if (!(await store.removeUnusedAssetFile(id, before))) continue
        await files.remove(id)
        removed++
      }
      if (unused.length < BATCH) return { removed, msLag: 0 }
    }
  }

  /** Lists files before it reads rows: a row exists before its file does, so a file without a row is an orphan. */
  async reconcile(): Promise<{ files: number; rows: number }> {
    const { store, files } = this.#options
    let count = 0
    for await (const ids of files.ids()) {
      const known = await store.assetFileIds(ids)
      for (const id of ids.filter((id) => !known.has(id))) {
        await files.remove(id)
        count++
      }
    }
    return { files: count, rows: 0 }
  }

  async #read(teamId: string, hash: string): Promise<Readable | undefined> {
    const file = await this.#options.store.assetFile(teamId, hash)
    return file && this.#options.files.read(file.id, file.size)
  }

  /** A row whose file is lost, as after a restore without the files, is removed, so that an upload of the same bytes mends the asset. */
  async #hasBytes(teamId: string, hash: string): Promise<boolean> {
    const { store, files } = this.#options
    const file = await store.assetFile(teamId, hash)
    if (file === undefined) return false
    const content = await files.read(file.id, file.size)
    content?.destroy()
    if (content === undefined) await store.removeAssetFile(teamId, file.id)
    return content !== undefined
  }

  /** Writes a file whose row is pending; resolves with its id once it is durable. */
  async #write(teamId: string, hash: string, bytes: Uint8Array): Promise<string> {
    const { store, files } = this.#options
    const { id } = await store.addAssetFile(teamId, { hash, size: bytes.length })
    try {
      const writer = await files.create(id)
      try {
        await writer.write(bytes)
        await writer.finish()
      } catch (thrown) {
        await writer.discard().catch(() => {})
        throw thrown
      }
    } catch (thrown) {
      await this.#discard(teamId, id)
      throw thrown
    }
    return id
  }

  /** Saves the name; a file that was written for it in vain is removed. */
  async #save(teamId: string, draft: Parameters<Store['saveAsset']>[1]): Promise<SavedAsset> {
    const { fileId } = draft
    // When the connection to the store breaks here, whether the name was saved is unknown: if it was not, the sweeper removes the file.
    const saved = await this.#options.store.saveAsset(teamId, draft)
    if (fileId !== undefined && (saved.kind !== 'saved' || saved.fileId !== fileId)) await this.#discard(teamId, fileId)
    return saved
  }

  /** When this fails, the sweeper removes the file. */
  async #discard(teamId: string, id: string): Promise<void> {
    const { store, files } = this.#options
    await store
      .removeAssetFile(teamId, id)
      .then(() => files.remove(id))
      .catch(() => {})
  }
}

function savedOrThrow(saved: SavedAsset, name: string, limits: AssetLimits): Extract<SavedAsset, { kind: 'saved' }> {
  if (saved.kind === 'saved') return saved
  if (saved.kind === 'conflict') throw versionConflict(undefined)
  if (saved.kind === 'too-many') throw limitExceeded(name, `a team has at most ${limits.count} assets`)
  if (saved.kind === 'too-large')
    throw limitExceeded(name, `the assets of a team have at most ${limits.bytes} bytes; with this one they would have ${saved.bytes}`)
  throw new Unavailable('the place of assets', new Error('the file of an upload was removed again and again'))
}

/** The same whether an asset does not exist or belongs to another team. */
export function assetNotFound(): ApiError {
  return new ApiError('not_found', 'asset not found')
}

function versionConflict(current: AssetRecord | undefined): ApiError {
  const state = current === undefined ? 'the asset does not exist, or was changed at the same time' : `its hash is ${current.hash}`
  return new ApiError('version_conflict', `the asset is not as the request expects: ${state}`)
}

function assetInUse(templateIds: readonly string[]): ApiError {
  const errors = templateIds.slice(0, 50).map((id) => ({
    path: `used_by.${id}`,
    code: 'asset_in_use',
    message: `template ${id} uses the asset`,
  }))
  const count = templateIds.length === 1 ? 'a template uses' : `${templateIds.length} templates use`
  return new ApiError('asset_in_use', `${count} the asset; ?force=true removes it nevertheless`, { errors })
}

function limitExceeded(name: string, message: string): ApiError {
  return new ApiError('limit_exceeded', message, { errors: [{ path: name, code: 'limit_exceeded', message }] })
}
