// The contract of the store for assets: rows by name, and the files that hold their bytes, one for each content of a team.

/** A file that templates of the team use by its name. */
export interface AssetRecord {
  readonly name: string
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly size: number
  /** Media type. */
  readonly type: string
  readonly updatedAt: number
}

/** Bytes in the place of assets. A row is pending while they are written, then ready. */
export interface AssetFile {
  readonly id: string
  readonly teamId: string
  readonly hash: string
  readonly size: number
}

export interface AssetDraft {
  readonly name: string
  readonly hash: string
  readonly size: number
  readonly type: string
  /** Names of the assets that a shared part or style sheet uses itself; absent when its content is stored already. */
  readonly used?: readonly string[] | undefined
  /** A pending file that holds the bytes; absent when a ready one is expected to exist. */
  readonly fileId?: string | undefined
  /** The hash that the asset must have: `*` for any, `null` when it must not exist. Absent: whatever it has is replaced. */
  readonly expected?: ExpectedAsset | undefined
  /** Most assets of the team, and most bytes of all of them. */
  readonly limits: AssetLimits
}

export interface AssetLimits {
  readonly count: number
  readonly bytes: number
}

export type SavedAsset =
  /** `fileId` is the file that holds the bytes: another than that of the draft when there was one already. */
  | { readonly kind: 'saved'; readonly asset: AssetRecord; readonly isNew: boolean; readonly isChanged: boolean; readonly fileId: string }
  /** The asset is not as `expected`. */
  | { readonly kind: 'conflict' }
  /** No file holds the bytes: they are to be written first. */
  | { readonly kind: 'no-file' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'too-large'; readonly bytes: number }

export type RemovedAsset =
  | { readonly kind: 'removed' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'in-use'; readonly templateIds: readonly string[] }

export interface AssetQueries {
  /** Greater after each change of any asset of the team; 0 while it has had none. */
  assetsRevision(teamId: string): Promise<number>
  /** In order of their names. */
  assets(teamId: string): Promise<readonly AssetRecord[]>
  asset(teamId: string, name: string): Promise<AssetRecord | undefined>
  /** By name, the ids of the templates that use it in their newest or published version, also through shared parts and style sheets. */
  assetUsers(teamId: string): Promise<ReadonlyMap<string, readonly string[]>>
  /** Saves a name for bytes that are durable. One transaction: neither a row without bytes nor a limit that two uploads pass together. */
  saveAsset(teamId: string, draft: AssetDraft): Promise<SavedAsset>
  /** Removes a name; one that templates use only when `isForced`. */
  removeAsset(teamId: string, name: string, options: { isForced: boolean; expected?: ExpectedAsset | undefined }): Promise<RemovedAsset>
  /** Begins a file; its row is pending until `saveAsset` names it. */
  addAssetFile(teamId: string, file: { hash: string; size: number }): Promise<AssetFile>
  /** The ready file of these bytes. */
  assetFile(teamId: string, hash: string): Promise<AssetFile | undefined>
  /** Removes the row of a file that was not finished, or whose bytes are lost. */
  removeAssetFile(teamId: string, id: string): Promise<void>
  /** For the service itself: files that no name has referred to since `before`, and pending ones begun before it. */
  unusedAssetFiles(before: number, most: number): Promise<readonly AssetFile[]>
  /** Removes the row of such a file; false when it has been used again. */
  removeUnusedAssetFile(id: string, before: number): Promise<boolean>
  assetFileIds(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Whether a request that expects this state of an asset may change it. */
export function isAsExpected(asset: AssetRecord | undefined, expected: ExpectedAsset | undefined): boolean {
  if (expected === undefined) return true
  if (typeof expected === 'object' && expected !== null) return asset !== undefined && expected.includes(asset.hash)
  return expected === '*' ? asset !== undefined : expected === (asset?.hash ?? null)
}

/** What a change must find: one of these hashes, `*` for any content, null for no asset. */
export type ExpectedAsset = string | readonly string[] | null
