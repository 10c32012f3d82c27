// The part of the client that manages: templates with their versions, previews, assets.

import { bytesOfBase64 } from './base64.ts'
import type { Call } from './call.ts'
import type {
  Asset,
  ListedAsset,
  ManagedTemplate,
  NewTemplate,
  Preview,
  PreviewRequest,
  TemplateChange,
  TemplateSource,
  TemplateVersion,
  TemplateVersionContent,
} from './openapi.data.ts'
import { PlatenError } from './problem.ts'
import type { CallOptions } from './transport.ts'

export interface SaveOptions extends CallOptions {
  /** The version that must be the newest: when someone else has changed the template, the call fails with `version_conflict`. */
  readonly version?: number | undefined
  /** Creates the template under this id; fails with `version_conflict` when the team has it. */
  readonly isNew?: boolean | undefined
}

export interface AssetOptions extends CallOptions {
  /** The hash that the asset must have. */
  readonly hash?: string | undefined
  /** Stores only where there is none of this name. */
  readonly isNew?: boolean | undefined
  /** The Content-Type; by the extension of the name when absent. */
  readonly type?: string | undefined
}

export interface Management {
  createTemplate(template: NewTemplate, options?: CallOptions): Promise<ManagedTemplate>
  saveTemplate(id: string, change: TemplateChange, options?: SaveOptions): Promise<ManagedTemplate>
  /** Gone at once; `undeleteTemplate` brings it back for 30 days. */
  deleteTemplate(id: string, options?: Omit<SaveOptions, 'isNew'>): Promise<void>
  undeleteTemplate(id: string, options?: CallOptions): Promise<ManagedTemplate>
  /** The newest source. */
  source(id: string, options?: CallOptions): Promise<TemplateSource>
  versions(id: string, options?: CallOptions): Promise<readonly TemplateVersion[]>
  version(id: string, version: number, options?: CallOptions): Promise<TemplateVersionContent>
  /** Makes rendering use a version. */
  publish(id: string, version: number, options?: CallOptions): Promise<ManagedTemplate>
  /** Shows what a source or a template looks like, or what is wrong with it. `pdf` is absent when there is no document. */
  preview(request: PreviewRequest, options?: CallOptions): Promise<Omit<Preview, 'pdf'> & { readonly pdf: Uint8Array | undefined }>
  assets(options?: CallOptions): Promise<readonly ListedAsset[]>
  asset(name: string, options?: CallOptions): Promise<Uint8Array>
  putAsset(name: string, bytes: Uint8Array, options?: AssetOptions): Promise<Asset>
  /** Fails with `asset_in_use` while templates use it, unless forced. */
  deleteAsset(name: string, options?: CallOptions & { readonly isForced?: boolean | undefined }): Promise<void>
}

export function makeManagement(call: Call): Management {
  return {
    createTemplate: (body, options) => call('createTemplate', { body }, options),
    saveTemplate: (id, body, { version, isNew, ...options } = {}) => {
      const headers = { ...condition('If-Match', version), ...(isNew === true ? { 'If-None-Match': '*' } : {}) }
      return call('saveTemplate', { path: { id }, headers, body }, options)
    },
    deleteTemplate: (id, { version, ...options } = {}) =>
      call('deleteTemplate', { path: { id }, headers: condition('If-Match', version) }, options),
    undeleteTemplate: (id, options) => call('undeleteTemplate', { path: { id } }, options),
    source: (id, options) => call('getTemplateSource', { path: { id } }, options),
    versions: (id, options) => call('listTemplateVersions', { path: { id } }, options),
    version: (id, version, options) => call('getTemplateVersion', { path: { id, version: String(version) } }, options),
    publish: (id, version, options) => call('publishTemplateVersion', { path: { id, version: String(version) } }, options),
    preview: async (body, options) => {
      const { pdf, ...rest } = await call('previewTemplate', { body }, options)
      return { ...rest, pdf: pdf === null ? undefined : bytesOfBase64(pdf) }
    },
    assets: (options) => call('listAssets', {}, options),
    asset: async (name, options) => {
      const bytes = await call('getAsset', { path: { name } }, options)
      if (bytes === undefined) throw new PlatenError(`no bytes of asset ${name} came`, { code: 'unexpected_answer' })
      return bytes
    },
    putAsset: (name, body, { hash, isNew, type, ...options } = {}) => {
      const conditions = { ...condition('If-Match', hash), ...(isNew === true ? { 'If-None-Match': '*' } : {}) }
      const headers = { ...conditions, ...(type === undefined ? {} : { 'Content-Type': type }) }
      return call('putAsset', { path: { name }, headers, body }, options)
    },
    deleteAsset: (name, { isForced, ...options } = {}) =>
      call('deleteAsset', { path: { name }, ...(isForced === true ? { query: { force: true } } : {}) }, options),
  }
}

function condition(name: 'If-Match', tag: string | number | undefined): { readonly 'If-Match'?: string } {
  return tag === undefined ? {} : { [name]: `"${tag}"` }
}
