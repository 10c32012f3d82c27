// The part of the client that manages: templates with their versions, previews, assets.

import { bytesOfBase64 } from './base64.ts'
import type { Call } from './call.ts'
import type {
  Asset,
  EmbedSession,
  EmbedSessionRequest,
  Example,
  ExampleData,
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
import type { CallOptions, Send } from './transport.ts'

export interface SaveOptions extends CallOptions {
  /** The version that must be the newest: when someone else has changed the template, the call fails with `version_conflict`. */
  readonly version?: number | undefined
  /** Creates the template under this id; fails with `version_conflict` when the team has it. */
  readonly isNew?: boolean | undefined
}

export interface CreateOptions extends CallOptions {
  /** A repetition under this key within a day is answered with the template that the first call made; the client repeats by itself then, too. */
  readonly idempotencyKey?: string | undefined
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
  createTemplate(template: NewTemplate, options?: CreateOptions): Promise<ManagedTemplate>
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
  /** Lets a frame of another application show one template: `url` is its address. */
  createEmbedSession(request: EmbedSessionRequest, options?: CallOptions): Promise<EmbedSession>
  examples(id: string, options?: CallOptions): Promise<readonly Example[]>
  example(id: string, name: string, options?: CallOptions): Promise<ExampleData>
  /** The data as they were saved, a JSON text with all digits of its integers. */
  exampleText(id: string, name: string, options?: CallOptions): Promise<string>
  /** Stores data under a name, or replaces them. Bytes are a JSON text, sent as it is. */
  putExample(id: string, name: string, data: ExampleData | Uint8Array, options?: CallOptions): Promise<Example>
  deleteExample(id: string, name: string, options?: CallOptions): Promise<void>
  assets(options?: CallOptions): Promise<readonly ListedAsset[]>
  asset(name: string, options?: CallOptions): Promise<Uint8Array>
  putAsset(name: string, bytes: Uint8Array, options?: AssetOptions): Promise<Asset>
  /** Fails with `asset_in_use` while templates use it, unless forced. */
  deleteAsset(name: string, options?: CallOptions & { readonly isForced?: boolean | undefined }): Promise<void>
}

export function makeManagement(call: Call, send: Send): Management {
  return {
    createTemplate: (body, { idempotencyKey, ...options } = {}) =>
      call('createTemplate', { body, headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } }, options),
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
    createEmbedSession: (body, options) => call('createEmbedSession', { body }, options),
    ...makeExamples(call, send),
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

function makeExamples(call: Call, send: Send): Pick<Management, 'examples' | 'example' | 'exampleText' | 'putExample' | 'deleteExample'> {
  return {
    examples: (id, options) => call('listTemplateExamples', { path: { id } }, options),
    example: (id, name, options) => call('getTemplateExample', { path: { id, name } }, options),
    exampleText: (id, name, options) =>
      send({
        operation: 'getTemplateExample',
        path: { id, name },
        isRepeatable: true,
        read: (response) => response.text(),
        options,
      }),
    putExample: (id, name, data, options) => {
      // The types of the operation know objects; bytes are sent as they are, under this type.
      const input = { path: { id, name }, headers: { 'Content-Type': 'application/json' }, body: data as ExampleData }
      return call('putTemplateExample', input, options)
    },
    deleteExample: (id, name, options) => call('deleteTemplateExample', { path: { id, name } }, options),
  }
}

function condition(name: 'If-Match', tag: string | number | undefined): { readonly 'If-Match'?: string } {
  return tag === undefined ? {} : { [name]: `"${tag}"` }
}
