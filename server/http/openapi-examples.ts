// The routes of data examples, as the OpenAPI document describes them.
import { MOST_CHARACTERS, NAME_PATTERN } from '../example-name.ts'
import { ACCESS, errors, json, RATE_HEADERS, readOperation, ref } from './openapi-parts.ts'

export const MOST_EXAMPLES = 50
export const MOST_EXAMPLE_BYTES = 1024 * 1024

const DATA = { number: 7, items: [{ name: 'Ink', price: 30 }] }

export const EXAMPLE_SCHEMAS = {
  ExampleData: {
    type: 'object',
    description: 'the values of the template; it comes back as it was sent',
    additionalProperties: true,
    examples: [DATA],
  },
  Example: {
    type: 'object',
    required: ['name', 'size', 'hash', 'updated_at'],
    properties: {
      name: { type: 'string' },
      size: { type: 'integer', description: 'bytes' },
      hash: { type: 'string', description: 'SHA-256 of the data, in hexadecimal' },
      updated_at: { type: 'string', format: 'date-time' },
    },
    examples: [
      {
        ...{ name: 'Second reminder', size: 52, updated_at: '2026-11-20T09:30:00.000Z' },
        hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
  },
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const NAME = {
  ...{ name: 'name', in: 'path', required: true },
  description:
    'letters of any script, digits, spaces, `.`, `_` and `-`, not beginning with a space, `.` or `-`, not ending with a space or `.pages`; 200 bytes at most',
  schema: { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS, pattern: NAME_PATTERN },
  example: 'Second reminder',
}

const saved = (description: string, headers: object = {}): object => ({
  description,
  headers: { ...headers, ...RATE_HEADERS },
  content: json(ref('Example')),
})

export const EXAMPLE_PATHS = {
  '/api/templates/{id}/examples': {
    parameters: [ID],
    get: readOperation('listTemplateExamples', 'The data examples of a template, by name', { type: 'array', items: ref('Example') }, [
      'template_not_found',
    ]),
  },
  '/api/templates/{id}/examples/{name}': {
    parameters: [ID, NAME],
    get: readOperation('getTemplateExample', 'The data of an example', ref('ExampleData'), ['template_not_found', 'not_found']),
    put: {
      operationId: 'putTemplateExample',
      summary: 'Store a data example, or replace it',
      requestBody: {
        required: true,
        description: `the data, an object of at most ${MOST_EXAMPLE_BYTES} bytes; a template has at most ${MOST_EXAMPLES} examples`,
        content: json(ref('ExampleData')),
      },
      responses: {
        '200': saved('it was replaced'),
        '201': saved('it was stored', { Location: { description: 'its address', schema: { type: 'string', format: 'uri' } } }),
        ...errors([
          ...ACCESS,
          ...(['invalid_json', 'invalid_encoding', 'template_not_found', 'request_timeout', 'payload_too_large'] as const),
          ...(['unsupported_media_type', 'validation_failed', 'limit_exceeded', 'too_deep', 'internal_error', 'overloaded'] as const),
        ]),
      },
    },
    delete: {
      operationId: 'deleteTemplateExample',
      summary: 'Remove a data example',
      responses: {
        '204': { description: 'it is removed', headers: RATE_HEADERS },
        ...errors([...ACCESS, 'template_not_found', 'not_found', 'internal_error', 'overloaded']),
      },
    },
  },
}
