// The OpenAPI 3.1 description of the HTTP interface, built from the schemas and limits that validate requests.
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'
import type { AppLimits } from './deps.ts'
import { ASSET_SCHEMAS, assetPaths } from './openapi-assets.ts'
import { EMBED_PATHS, EMBED_SCHEMAS } from './openapi-embed.ts'
import { EXAMPLE_PATHS, EXAMPLE_SCHEMAS } from './openapi-examples.ts'
import { JOB_SCHEMAS, jobEvent, jobPaths } from './openapi-jobs.ts'
import { ACCESS, errors, json, RATE_HEADERS, readOperation, ref } from './openapi-parts.ts'
import { REQUEST_PATHS, REQUEST_SCHEMAS } from './openapi-requests.ts'
import {
  CREATE_TEMPLATE,
  DELETE_TEMPLATE,
  SAVE_TEMPLATE,
  TEMPLATE_PATHS,
  TEMPLATE_PROPERTIES,
  TEMPLATE_SCHEMAS,
  TEMPLATE_TAGGING,
} from './openapi-templates.ts'
import { BODY_SCHEMAS, DESCRIBED, mergeSchema, renderSchema } from './schemas.ts'

const WARNINGS = {
  'X-Render-Warnings': {
    description:
      'number of warnings: values that are missing or cannot be used, addresses that are not opened, glyphs, pictures and bar codes that are not shown; a trailer where the answer is sent while it is made',
    schema: { type: 'integer' },
  },
}
const SCHEMAS = {
  RenderRequest: {
    ...renderSchema(false, DESCRIBED),
    examples: [
      { data: { number: 7, items: [{ name: 'Ink', price: 30 }] }, output: 'pdf' },
      { data: { number: 7 }, attachments: [{ name: 'order.xml', data: 'PG9yZGVyLz4=', mime: 'text/xml', relationship: 'alternative' }] },
    ],
  },
  MergeRequest: {
    ...mergeSchema(false, DESCRIBED),
    examples: [
      {
        templates: [
          { id: 'invoice', data: { number: 7 } },
          { id: 'terms', data: {} },
        ],
        output: 'url',
      },
      {
        templates: [{ id: 'invoice', data: {}, title: 'Invoice 7', heading_shift: 1 }],
        outline: 'parts',
        page_numbers: 'document',
        title: 'Dossier',
      },
    ],
  },
  ...BODY_SCHEMAS,
  ...TEMPLATE_SCHEMAS,
  Template: {
    type: 'object',
    required: Object.keys(TEMPLATE_PROPERTIES),
    properties: { ...TEMPLATE_PROPERTIES, ...TEMPLATE_TAGGING },
  },
  Variable: {
    type: 'object',
    description: 'in order of first use; `items[]` is an element of `items`',
    required: ['name', 'type'],
    properties: { name: { type: 'string' }, type: { enum: ['string', 'array', 'object'] } },
  },
  ...EXAMPLE_SCHEMAS,
  ...ASSET_SCHEMAS,
  ...JOB_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...EMBED_SCHEMAS,
  Error: {
    type: 'object',
    required: ['status', 'code', 'message', 'errors', 'request_id'],
    properties: {
      status: { type: 'integer' },
      code: { enum: Object.keys(ERROR_STATUS) },
      message: { type: 'string' },
      errors: { type: 'array', items: ref('FieldError') },
      request_id: { type: 'string' },
    },
    examples: [
      {
        ...{ status: 422, code: 'template_error', message: 'source:1:13: unknown helper "monney"' },
        errors: [{ path: 'source:1:13', code: 'unknown-helper', message: 'unknown helper "monney"', hint: 'did you mean "money"?' }],
        request_id: '0b6cbd1c-5c62-4b8e-9a3b-6d6b1f0e8f11',
      },
    ],
  },
  RenderWarning: {
    type: 'object',
    required: ['code', 'message', 'path'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      path: {
        type: 'string',
        description: 'in the data `items[3].name`, else in the source `source:12:5`; of a merge behind `templates[1].`',
      },
    },
  },
  FieldError: {
    type: 'object',
    required: ['path', 'code', 'message'],
    properties: {
      path: {
        type: 'string',
        description:
          'a field of the request such as `templates[1].data`, `line:column` in a stored template, or `source:line:column` in one that was sent',
      },
      code: { type: 'string' },
      message: { type: 'string' },
      hint: { type: 'string', description: 'what to write instead; of a source that was sent' },
    },
  },
}

const BODY_ERRORS: readonly ErrorCode[] = [
  ...(['invalid_json', 'invalid_encoding', 'template_not_found', 'not_acceptable', 'request_timeout', 'payload_too_large'] as const),
  ...([
    'unsupported_media_type',
    'validation_failed',
    'conflict',
    'not_published',
    'template_error',
    'limit_exceeded',
    'too_deep',
    'overloaded',
    'render_timeout',
  ] as const),
]

interface RenderOperation {
  readonly operationId: string
  readonly summary: string
  readonly request: string
  readonly urlKey: string
  readonly parameters?: readonly object[]
}

function renderOperation({ operationId, summary, request, urlKey, parameters = [] }: RenderOperation, { wholeBytes }: AppLimits): object {
  const warnings = { type: 'array', items: ref('RenderWarning'), description: 'with `Prefer: warnings`: the first thousand' }
  const pdf = { type: 'string', contentEncoding: 'binary', contentMediaType: 'application/pdf' }
  const encoded = {
    type: 'object',
    required: ['status', 'data'],
    properties: { status: { const: 200 }, data: { type: 'string', contentEncoding: 'base64' }, warnings },
  }
  const url = {
    type: 'object',
    required: ['status', urlKey],
    properties: { status: { const: 200 }, [urlKey]: { type: 'string', format: 'uri' }, warnings },
  }
  const ok = {
    description: `the PDF; as base64 when JSON is preferred; its address when \`output\` is \`url\`. A PDF of more than ${wholeBytes} bytes is sent while it is made: without Content-Length, with X-Render-Warnings as a trailer, and should making it fail, the connection ends before the answer does`,
    headers: { ...WARNINGS, ...RATE_HEADERS },
    content: { 'application/pdf': { schema: pdf }, ...json({ oneOf: urlKey === 'data' ? [{ anyOf: [encoded, url] }] : [encoded, url] }) },
  }
  return {
    operationId,
    summary,
    parameters: [
      ...parameters,
      {
        name: 'Prefer',
        in: 'header',
        schema: { type: 'string' },
        description:
          '`warnings` adds the warnings to an answer in JSON; `handling=strict` refuses unknown fields, missing variables, and a document that lacks anything; `conformance="a-3u ua-1"` makes a PDF that keeps and claims these standards or an error, and `conformance=none` one that claims nothing; `tagged=false` leaves out the structure tree',
      },
      {
        name: 'Idempotency-Key',
        in: 'header',
        schema: { type: 'string', maxLength: 255 },
        description: 'a request repeated under its key within a day is answered as it was the first time, and made once',
      },
    ],
    requestBody: { required: true, content: json(ref(request)) },
    responses: { '200': ok, ...errors([...ACCESS, ...BODY_ERRORS, 'internal_error']) },
  }
}

const RENDER: RenderOperation = {
  operationId: 'renderTemplate',
  summary: 'Render a template',
  request: 'RenderRequest',
  urlKey: 'url',
  parameters: [
    {
      ...{ name: 'version', in: 'query', schema: { enum: ['draft', 'published'] } },
      description: '`draft` renders the newest version, published or not',
    },
  ],
}
const MERGE: RenderOperation = {
  operationId: 'mergeTemplates',
  summary: 'Render several templates into one PDF',
  request: 'MergeRequest',
  urlKey: 'data',
}

const RENDER_SOURCE: RenderOperation = {
  operationId: 'renderSource',
  summary: 'Render a source without storing it',
  request: 'SourceRequest',
  urlKey: 'url',
}

function openOperation(operationId: string, summary: string, responses: Record<string, object>): object {
  return { operationId, summary, security: [], responses }
}

const TEMPLATE_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const SECRET = { name: 'secret', in: 'path', required: true, schema: { type: 'string' } }

function paths(limits: AppLimits): Record<string, object> {
  const etag = { ETag: { description: 'of the content', schema: { type: 'string' } } }
  const download = {
    '200': { description: 'the PDF, or the zip of a job', headers: etag, content: { 'application/pdf': {}, 'application/zip': {} } },
    '304': { description: 'the client has it', headers: etag },
    '307': { description: 'the PDF is at `Location`' },
    ...errors(['not_found', 'url_expired', 'internal_error', 'overloaded']),
  }
  const contentRange = { 'Content-Range': { schema: { type: 'string' } } }
  const part = {
    '206': {
      description: 'the part that `Range` asks for',
      headers: { ...etag, ...contentRange },
      content: { 'application/pdf': {}, 'application/zip': {} },
    },
    ...errors(['range_not_satisfiable']),
  }
  const health = { '200': { description: 'in order', content: json({ type: 'object' }) } }
  return {
    '/api/templates': {
      get: readOperation('listTemplates', 'The templates of the team', { type: 'array', items: ref('Template') }, []),
      post: CREATE_TEMPLATE,
    },
    '/api/templates/merge': { post: renderOperation(MERGE, limits) },
    '/api/templates/{id}': {
      parameters: [TEMPLATE_ID],
      get: readOperation('getTemplate', 'One template', ref('Template'), ['template_not_found']),
      put: SAVE_TEMPLATE,
      delete: DELETE_TEMPLATE,
    },
    '/api/templates/{id}/pdf': {
      parameters: [TEMPLATE_ID],
      post: renderOperation(RENDER, limits),
    },
    ...TEMPLATE_PATHS,
    ...EXAMPLE_PATHS,
    '/api/render': { post: renderOperation(RENDER_SOURCE, limits) },
    ...assetPaths(limits),
    ...jobPaths(limits),
    ...REQUEST_PATHS,
    ...EMBED_PATHS,
    '/d/{secret}': {
      parameters: [SECRET],
      get: openOperation('download', 'A generated PDF', { ...download, ...part }),
      head: openOperation('downloadHead', 'Whether a generated PDF is there', download),
    },
    '/health/live': { get: openOperation('live', 'The process answers', health) },
    '/health/ready': {
      get: openOperation('ready', 'The service can take requests', { ...health, '503': { description: 'it cannot at present' } }),
    },
    '/metrics': {
      get: openOperation('metrics', 'Figures for Prometheus', {
        '200': { description: 'text format 0.0.4', content: { 'text/plain': {} } },
      }),
    },
    '/openapi.json': {
      get: openOperation('openapi', 'This document', { '200': { description: 'OpenAPI 3.1', content: json({ type: 'object' }) } }),
    },
  }
}

function createdEvent(): object {
  const data = {
    type: 'object',
    required: ['template_id'],
    properties: {
      template_id: { type: 'string' },
      pdf: { type: 'string', contentEncoding: 'base64' },
      url: { type: 'string', format: 'uri' },
    },
  }
  return { type: 'object', required: ['type', 'data'], properties: { type: { const: 'pdf.created' }, data } }
}

function eventOperation(summary: string, schema: object): object {
  const header = (name: string, description: string): object => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    summary: `${summary} Signed as the Standard Webhooks specification says; sent again for a day until it is answered with 2xx.`,
    security: [],
    parameters: [
      header('Webhook-Id', 'the same at every try'),
      header('Webhook-Timestamp', 'seconds since 1970'),
      header('Webhook-Signature', '`v1,` and the HMAC-SHA256 of `id.timestamp.body` under the secret, in base64'),
    ],
    requestBody: { required: true, content: json(schema) },
    responses: { '2XX': { description: 'received' } },
  }
}

export function openApiDocument({ address, version, limits }: { address: string; version: string; limits: AppLimits }): object {
  const description = `A body may have ${limits.body.bytes} bytes and nest ${limits.body.depth} levels deep, a merge ${limits.parts} templates, a PDF ${limits.pages} pages; a token may make ${limits.ratePerMinute} requests a minute.`
  return {
    openapi: '3.1.0',
    info: { title: 'Platen', version, description },
    servers: [{ url: address }],
    security: [{ token: [] }],
    paths: paths(limits),
    webhooks: {
      'pdf.created': { post: eventOperation('A PDF was made.', createdEvent()) },
      'job.finished': { post: eventOperation('A job has ended; sent to its `callback`.', jobEvent()) },
    },
    components: { schemas: SCHEMAS, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}
