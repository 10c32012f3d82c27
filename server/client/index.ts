// The package's `./client` entry: a client of the HTTP interface for every runtime that has fetch.
export {
  createClient,
  type Input,
  type MergedTemplate,
  type PlatenClient,
  type Rendered,
  type RenderOptions,
  type TemplateData,
} from './client.ts'
export type * from './openapi.data.ts'
export { PlatenError, type ProblemCode } from './problem.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
