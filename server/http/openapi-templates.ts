// The routes that manage templates, as the OpenAPI document describes them.
import type { ErrorCode } from '../errors.ts'
import { ACCESS, errors, json, RATE_HEADERS, readOperation, ref } from './openapi-parts.ts'
import { DESCRIBED } from './schemas.ts'
import { newTemplateSchema, previewSchema, sourceSchema, templateChangeSchema } from './source-schemas.ts'

const EXAMPLE_SOURCE = '<h1>Invoice {{number}}</h1>'
const DOCUMENT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Invoice {{number}}' }] }] }
const VARIABLES = [{ name: 'number', type: 'string' }]
const EXAMPLE = {
  ...{ id: 'V1StGXR8Z5jd', name: 'Invoice', team_name: 'Acme', team_id: 'k3Rf9', type: 'html', created_at: '2026-11-20T09:30:00.000Z' },
  ...{ meta: { description: 'The invoice of the shop' }, variables: VARIABLES, version: 3, published_version: 2 },
}

/** The properties of a template, which routes that change it answer with what only authors see. */
export const TEMPLATE_PROPERTIES = {
  id: { type: 'string' },
  name: { type: 'string' },
  team_name: { type: 'string' },
  team_id: { type: 'string' },
  type: { enum: ['editor', 'html'] },
  created_at: { type: 'string', format: 'date-time' },
  meta: { type: 'object', properties: { description: { type: 'string' } } },
  variables: { type: 'array', items: ref('Variable') },
}

/** What a template may say besides. */
export const TEMPLATE_TAGGING = {
  conformance: {
    type: 'string',
    description:
      'standards that its PDFs keep and claim where the source says nothing, or `none`; absent where the default of the team counts',
  },
  tagged: {
    type: 'boolean',
    description: 'whether its PDFs are tagged where the source says nothing; absent where the default of the team counts',
  },
}

const SOURCE = { type: ['string', 'object', 'array'], items: {}, description: 'as it was sent: a text, an object, or a list of blocks' }
const VERSION = { type: 'integer', minimum: 1, description: 'of the newest version' }
const PUBLISHED = { type: ['integer', 'null'], description: 'the version that rendering uses; null when none is published' }
const VERSION_PROPERTIES = {
  version: { type: 'integer', minimum: 1 },
  created_at: { type: 'string', format: 'date-time' },
  published: { type: 'boolean', description: 'rendering uses this version' },
  note: { type: ['string', 'null'] },
  author: { type: ['string', 'null'], description: 'the name of the token that saved it' },
}
const ASSET = {
  type: 'object',
  required: ['name', 'hash'],
  properties: {
    name: { type: 'string' },
    hash: { type: ['string', 'null'], description: 'SHA-256; null where there was no asset of this name' },
  },
}
const BOX = {
  type: 'object',
  description: 'the border box of an element on one page, in CSS pixels from the top left of the page area',
  required: ['path', 'page', 'x', 'y', 'width', 'height'],
  properties: {
    path: { type: 'string', description: 'such as `html>body>div:nth-child(2)`' },
    ...{ id: { type: 'string' }, page: { type: 'integer', minimum: 1 } },
    ...{ x: { type: 'number' }, y: { type: 'number' }, width: { type: 'number' }, height: { type: 'number' } },
  },
}
const PLACES = {
  type: 'object',
  description:
    'where the elements of the source stand on the pages of `places`, compact; as the document is painted, also when it is scaled to fit',
  required: ['at', 'spans', 'first', 'boxes'],
  properties: {
    at: { type: 'array', items: { type: 'string' }, maxItems: 5000, description: 'places: `line:column`, or the JSON pointer of a node' },
    spans: { type: 'array', items: { type: 'integer' }, description: 'for each place the first and the last page that it stands on' },
    first: { type: 'integer', minimum: 1, description: 'the page that the first list of `boxes` is of' },
    boxes: {
      type: 'array',
      items: { type: 'array', items: { type: 'integer' } },
      description:
        'for each page five numbers a box: the index of its place, then left, top, width and height in points from the top left of the sheet',
    },
  },
}
const WARNING = {
  type: 'object',
  required: ['code', 'message', 'path'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, path: { type: 'string' } },
}

export const TEMPLATE_SCHEMAS = {
  NewTemplate: {
    ...newTemplateSchema(false),
    examples: [
      { name: 'Invoice', type: 'html', source: EXAMPLE_SOURCE, description: 'The invoice of the shop' },
      { name: 'Letter', type: 'editor', source: DOCUMENT, publish: false, note: 'first draft', conformance: 'a-3u ua-1' },
    ],
  },
  TemplateChange: {
    ...templateChangeSchema(false),
    examples: [
      { source: EXAMPLE_SOURCE, publish: false },
      { name: 'Invoice 2027' },
      { publish: true },
      { conformance: 'ua-1', tagged: null },
    ],
  },
  SourceRequest: {
    ...sourceSchema(false, DESCRIBED),
    examples: [{ type: 'html', source: EXAMPLE_SOURCE, data: { number: 7 }, output: 'pdf' }],
  },
  PreviewRequest: {
    ...previewSchema(false, DESCRIBED),
    examples: [
      { type: 'html', source: EXAMPLE_SOURCE, page_range: '1-3' },
      { id: 'V1StGXR8Z5jd', data: { number: 7 } },
      { id: 'V1StGXR8Z5jd', example: 'Long name' },
      { id: 'V1StGXR8Z5jd', source: EXAMPLE_SOURCE, boxes: false },
    ],
  },
  ManagedTemplate: {
    type: 'object',
    required: [...Object.keys(TEMPLATE_PROPERTIES), 'version', 'published_version'],
    properties: {
      ...{ ...TEMPLATE_PROPERTIES, ...TEMPLATE_TAGGING },
      version: VERSION,
      published_version: PUBLISHED,
      diagnostics: { type: 'array', items: ref('Diagnostic'), description: 'of the source; absent when none was saved' },
    },
    examples: [{ ...EXAMPLE, diagnostics: [] }],
  },
  Diagnostic: {
    type: 'object',
    required: ['severity', 'path', 'code', 'message'],
    properties: {
      severity: { enum: ['error', 'warning'], description: 'an error of rendering with made-up data does not stop saving' },
      path: { type: 'string', description: '`source:12:5` (line and column), or a JSON pointer into an editor document' },
      ...{ code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
    },
    examples: [
      { severity: 'error', path: 'source:1:13', code: 'unknown-helper', message: 'unknown helper "monney"', hint: 'did you mean "money"?' },
    ],
  },
  TemplateSource: {
    type: 'object',
    required: ['type', 'source', 'version', 'published_version'],
    properties: { type: { enum: ['editor', 'html'] }, version: VERSION, published_version: PUBLISHED, source: SOURCE },
    examples: [{ type: 'html', version: 3, published_version: 2, source: EXAMPLE_SOURCE }],
  },
  TemplateVersion: {
    type: 'object',
    required: Object.keys(VERSION_PROPERTIES),
    properties: VERSION_PROPERTIES,
    examples: [{ version: 3, created_at: '2026-11-21T10:00:00.000Z', published: false, note: 'larger type', author: 'designer' }],
  },
  TemplateVersionContent: {
    type: 'object',
    required: [...Object.keys(VERSION_PROPERTIES), 'assets', 'source'],
    properties: {
      ...VERSION_PROPERTIES,
      assets: { type: 'array', items: ASSET, description: 'what the version uses, with the hashes it was published with' },
      source: SOURCE,
    },
    examples: [
      {
        ...{ version: 2, created_at: '2026-11-20T09:30:00.000Z', published: true, note: null, author: 'designer' },
        ...{
          assets: [{ name: 'logo.png', hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' }],
          source: EXAMPLE_SOURCE,
        },
      },
    ],
  },
  Preview: {
    type: 'object',
    required: ['pdf', 'pages', 'diagnostics', 'warnings', 'variables'],
    properties: {
      pdf: { type: ['string', 'null'], contentEncoding: 'base64', description: 'the pages of the range; null when there is no document' },
      pages: { type: 'integer', minimum: 0, description: 'of the whole document' },
      diagnostics: { type: 'array', items: ref('Diagnostic'), description: 'of the source, and why there is no document' },
      warnings: { type: 'array', items: WARNING, description: 'what a rendering with this data would count' },
      variables: { type: 'array', items: ref('Variable') },
      boxes: { type: 'array', items: BOX, maxItems: 4000, description: 'the first 4,000 of the elements on these pages' },
      schema: { type: 'object', description: 'the JSON schema of the data, when it was asked for and the template can be compiled' },
      sample: { type: 'object', description: 'made-up data, with the schema' },
      places: PLACES,
    },
    examples: [{ pdf: 'JVBERi0xLjcK…', pages: 1, diagnostics: [], warnings: [], variables: VARIABLES }],
  },
}

/** Errors of every route that reads a body. */
const BODY: readonly ErrorCode[] = [
  ...(['invalid_json', 'invalid_encoding', 'request_timeout', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] as const),
  'too_deep',
]
/** Errors of every route that compiles a source. */
const COMPILING: readonly ErrorCode[] = ['template_error', 'limit_exceeded', 'overloaded', 'render_timeout']

const COUNTED = {
  'X-Render-Warnings': { description: 'the number of warnings, of which the first are listed', schema: { type: 'integer' } },
}
const TAG = { ETag: { description: 'the number of the newest version in quotes', schema: { type: 'string' } } }
const PREFER = {
  ...{ name: 'Prefer', in: 'header', schema: { type: 'string' } },
  description: '`handling=strict` refuses unknown fields; problems of the source are never refused by it',
}
const IF_MATCH = {
  ...{ name: 'If-Match', in: 'header', schema: { type: 'string' }, examples: { version: { value: '"3"' } } },
  description: 'the version that must be the newest',
}
const IF_NONE_MATCH = {
  ...{ name: 'If-None-Match', in: 'header', schema: { type: 'string' }, examples: { create: { value: '*' } } },
  description: '`*` creates the template under this id, which the team must not have',
}
const IDEMPOTENCY_KEY = {
  ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } },
  description:
    'a request repeated under its key is answered with the template that it made the first time, and `Idempotency-Replayed: true`',
}
const VERSION_NUMBER = { name: 'version', in: 'path', required: true, schema: { type: 'string' } }
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const managed = (description: string, headers: object = {}): object => ({
  description,
  headers: { ...TAG, ...headers, ...RATE_HEADERS },
  content: json(ref('ManagedTemplate')),
})
const failures = (...codes: readonly ErrorCode[]): Record<string, object> => errors([...ACCESS, ...codes, 'internal_error'])
const body = (name: string): object => ({ required: true, content: json(ref(name)) })
const LOCATION = { Location: { description: 'of the template', schema: { type: 'string', format: 'uri' } } }

export const CREATE_TEMPLATE = {
  operationId: 'createTemplate',
  summary: 'Create a template',
  parameters: [PREFER, IDEMPOTENCY_KEY],
  requestBody: body('NewTemplate'),
  responses: { '201': managed('the template', LOCATION), ...failures(...BODY, ...COMPILING, 'conflict') },
}

export const SAVE_TEMPLATE = {
  operationId: 'saveTemplate',
  summary: 'Change a template, or create it under this id (`If-None-Match: *`, with name, type and source)',
  parameters: [PREFER, IF_MATCH, IF_NONE_MATCH],
  requestBody: body('TemplateChange'),
  responses: {
    '200': managed('the template'),
    '201': managed('the new template', LOCATION),
    ...failures(...BODY, ...COMPILING, 'template_not_found', 'version_conflict'),
  },
}

export const DELETE_TEMPLATE = {
  operationId: 'deleteTemplate',
  summary: 'Delete a template; for 30 days it can be brought back',
  parameters: [IF_MATCH],
  responses: {
    '204': { description: 'deleted', headers: RATE_HEADERS },
    ...failures('template_not_found', 'version_conflict', 'validation_failed'),
  },
}

const tagged = (operation: object): object => {
  const { responses, ...rest } = operation as { responses: Record<string, { headers?: object }> }
  const ok = responses['200']
  return { ...rest, responses: { ...responses, '200': { ...ok, headers: { ...TAG, ...ok?.headers } } } }
}

/** Paths of their own; operations of others are above. */
export const TEMPLATE_PATHS = {
  '/api/templates/{id}/undelete': {
    parameters: [ID],
    post: {
      operationId: 'undeleteTemplate',
      summary: 'Bring back a template that was deleted in the last 30 days',
      responses: { '200': managed('the template'), ...failures('template_not_found', 'conflict') },
    },
  },
  '/api/templates/{id}/source': {
    parameters: [ID],
    get: tagged(readOperation('getTemplateSource', 'The newest source', ref('TemplateSource'), ['template_not_found'])),
  },
  '/api/templates/{id}/versions': {
    parameters: [ID],
    get: tagged(
      readOperation('listTemplateVersions', 'The versions that are kept, newest first', { type: 'array', items: ref('TemplateVersion') }, [
        'template_not_found',
      ]),
    ),
  },
  '/api/templates/{id}/versions/{version}': {
    parameters: [ID, VERSION_NUMBER],
    get: readOperation('getTemplateVersion', 'One version with its source', ref('TemplateVersionContent'), [
      'template_not_found',
      'not_found',
    ]),
  },
  '/api/templates/{id}/versions/{version}/publish': {
    parameters: [ID, VERSION_NUMBER],
    post: {
      operationId: 'publishTemplateVersion',
      summary: 'Make rendering use this version',
      responses: { '200': managed('the template'), ...failures('template_not_found', 'not_found') },
    },
  },
  '/api/preview': {
    post: {
      operationId: 'previewTemplate',
      summary: 'Show what a source looks like, or what is wrong with it; nothing is stored',
      parameters: [PREFER],
      requestBody: body('PreviewRequest'),
      responses: {
        '200': { description: 'the document, or its problems', headers: { ...COUNTED, ...RATE_HEADERS }, content: json(ref('Preview')) },
        ...failures(...BODY, ...COMPILING, 'template_not_found', 'not_found'),
      },
    },
  },
}
