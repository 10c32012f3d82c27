// The package's `./client` entry: a client of the HTTP interface for every runtime that has fetch.
export type { Call, Input } from './call.ts'
export { createClient, type PlatenClient } from './client.ts'
export type { JobOptions, Jobs, WaitOptions } from './jobs.ts'
export type { AssetOptions, Management, SaveOptions } from './management.ts'
export type * from './openapi.data.ts'
export { PlatenError, type ProblemCode } from './problem.ts'
export type {
  AttachedBytes,
  MergedTemplate,
  MergeOptions,
  Rendered,
  Renderings,
  RenderOptions,
  TemplateData,
  TemplateSourceText,
} from './rendering.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
