// Writes the types of `platen/client` from the OpenAPI document: the schemas, what each operation takes and answers, and where it is.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { BodyScheduler } from '../../server/http/body-scheduler.ts'
import { openApiDocument } from '../../server/http/openapi.ts'
import { root } from './markdown.ts'

export const CLIENT_TYPES = 'server/client/openapi.data.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly maxItems?: number
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly contentEncoding?: string
  readonly format?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] }

interface OpenApi {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly parameters?: Readonly<Record<string, Parameter>> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const OPEN_SCHEMA: Schema = {}

export function describedInterface(): OpenApi {
  const { bodyBytes, jobRows, jsonDepth, parts, pages, wholeBytes, rate } = readConfig({})
  const body = { bytes: bodyBytes, depth: jsonDepth, msTimeout: 1, bytesPerSecond: 1, scheduler: new BodyScheduler(() => false) }
  const limits = { body, asset: body, jobRows, parts, pages, wholeBytes, ratePerMinute: rate, msIdle: 1 }
  // The document is an object of this form, which the test of the document validates.
  return openApiDocument({ address: 'http://localhost:3000', version: '0', limits }) as OpenApi
}

/** The text of `server/client/openapi.data.ts`, as the formatter writes it. */
export function clientTypes(): string {
  const { paths, components } = describedInterface()
  const found = operationsOf(paths, components.parameters ?? {})
  const text = [
    '// Generated from the OpenAPI document by `PLATEN_UPDATE=1 node --import tsx test/documents/documents.test.ts`.',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      '',
      ...comment(schema.description),
      schemaType(nameOf(name), schema),
    ]),
    '',
    '/** What each operation takes and answers: `path`, `query` and `headers` of its request, its body, and the body of its success. */',
    'export interface Operations {',
    ...found.map(({ operation, ...place }) => operationType({ operation, ...place })),
    '}',
    '',
    '/** Method and path of each operation. */',
    'export const OPERATIONS = {',
    ...found.map(({ operation, method, path }) => `${operation.operationId}: { method: '${method.toUpperCase()}', path: '${path}' },`),
    '} as const',
  ]
  const words = ['format', `--stdin-file-path=${CLIENT_TYPES}`]
  return execFileSync(join(root, 'node_modules/.bin/biome'), words, { cwd: root, input: text.join('\n'), encoding: 'utf8' })
}

interface Found {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

/** Operations below /api, which a client calls; others have clients of their own: browsers and monitors. */
function operationsOf(paths: OpenApi['paths'], named: Readonly<Record<string, Parameter>>): readonly Found[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!path.startsWith('/api/')) return []
    return METHODS.flatMap((method) => {
      // A path item has operations under the names of methods.
      const operation = item[method] as Operation | undefined
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return [{ path, method, operation, parameters: parameters.map((one) => named[one.$ref?.split('/').at(-1) ?? ''] ?? one) }]
    })
  })
}

function schemaType(name: string, schema: Schema): string {
  const type = typeOf(schema)
  return type.startsWith('{') && !/^}? \| /m.test(type) ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
}

function operationType({ operation, parameters }: Found): string {
  const group = (kind: string): string => {
    const own = parameters.filter((parameter) => parameter.in === kind)
    const fields = own.map(({ name, required, description, schema = OPEN_SCHEMA }) =>
      [...comment(description), `readonly ${key(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`].join('\n'),
    )
    const isOptional = own.every(({ required }) => required !== true)
    return own.length === 0 ? '' : `readonly ${kind === 'header' ? 'headers' : kind}${isOptional ? '?' : ''}: {\n${fields.join('\n')}\n}`
  }
  const { requestBody, responses, operationId, summary } = operation
  const body =
    requestBody === undefined ? '' : `readonly body${requestBody.required === true ? '' : '?'}: ${contentType(requestBody) ?? 'undefined'}`
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const answers = [...new Set(successes.map(([, response]) => contentType(response) ?? 'undefined'))]
  const lines = [group('path'), group('query'), group('header'), body, `readonly answer: ${answers.join(' | ')}`].filter(
    (line) => line !== '',
  )
  return [...comment(summary), `readonly ${operationId}: {`, ...lines, '}'].join('\n')
}

function contentType({ content }: Content): string | undefined {
  if (content === undefined) return undefined
  const types = Object.entries(content).map(([media, { schema }]) =>
    /\bjson\b/.test(media) ? typeOf(schema ?? OPEN_SCHEMA) : 'Uint8Array',
  )
  return [...new Set(types)].join(' | ')
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, const: value, type, oneOf, anyOf, allOf } = schema
  if ($ref !== undefined) return nameOf($ref.split('/').at(-1) ?? 'unknown')
  if (values !== undefined) return values.map(literal).join(' | ')
  if (value !== undefined) return literal(value)
  const choices = oneOf ?? anyOf
  if (choices !== undefined && schema.properties !== undefined)
    return choices.map((choice) => objectType(narrowed(schema, choice))).join(' | ')
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].map(inParentheses).join(' | ')
  if (allOf !== undefined) return allOf.map(typeOf).map(inParentheses).join(' & ')
  if (schema.contentEncoding === 'binary') return 'Uint8Array'
  const names = type === undefined ? (schema.properties === undefined ? [] : ['object']) : [type].flat()
  if (names.length === 0) return 'unknown'
  // An empty array where an object is meant, which PHP sends, is nothing that a typed client writes.
  const meant = schema.maxItems === 0 && names.length > 1 ? names.filter((name) => name !== 'array') : names
  return meant.map((name) => plainType(name, schema)).join(' | ')
}

/** An object of which a choice requires more fields. */
function narrowed(schema: Schema, choice: Schema): Schema {
  return { ...schema, required: [...(schema.required ?? []), ...(choice.required ?? [])] }
}

function plainType(name: string, schema: Schema): string {
  if (name === 'object') return objectType(schema)
  if (name === 'array') return `readonly ${inParentheses(typeOf(schema.items ?? OPEN_SCHEMA))}[]`
  if (name === 'integer') return 'number'
  return name
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (properties === undefined) return `{ readonly [name: string]: ${rest} }`
  const lines = Object.entries(properties).map(([name, schema]) =>
    [...comment(schema.description), `readonly ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`].join('\n'),
  )
  return `{\n${lines.join('\n')}\n}`
}

/** Types of these names would hide those of JavaScript and fetch. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody', Request: 'LoggedRequest' }

function nameOf(schema: string): string {
  return RENAMED[schema] ?? schema
}

function inParentheses(type: string): string {
  return /^[\w'"]+$/.test(type) || /^\{[^|&]*\}$/.test(type) ? type : `(${type})`
}

function literal(value: unknown): string {
  return JSON.stringify(value)
}

function key(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`
}

function comment(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`/** ${text.replaceAll('*/', '* /')} */`]
}
