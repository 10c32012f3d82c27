// The description of the log of requests.
import { readOperation, ref } from './openapi-parts.ts'

export const REQUEST_SCHEMAS = {
  Request: {
    type: 'object',
    description: 'what a call to render, merge or preview came to; null is what does not apply',
    required: ['request_id', 'at', 'route', 'status', 'code', 'template', 'ms', 'pages', 'bytes', 'warnings'],
    properties: {
      request_id: { type: 'string' },
      at: { type: 'string', format: 'date-time', description: 'when it was answered' },
      route: { type: 'string', examples: ['POST /api/templates/:id/pdf'] },
      status: { type: 'integer', description: 'of the answer; 499 where the caller had gone' },
      code: { type: ['string', 'null'], description: 'of the error' },
      template: { type: ['string', 'null'], description: 'its id; of a merge, the first' },
      ms: { type: 'number' },
      pages: { type: ['integer', 'null'] },
      bytes: { type: ['integer', 'null'], description: 'of the PDF, where it was in the answer' },
      warnings: {
        type: 'array',
        description: 'the first 200',
        items: {
          type: 'object',
          required: ['code', 'path'],
          properties: { code: { type: 'string' }, path: { type: 'string', examples: ['items[3].name', 'source:12:5'] } },
        },
      },
    },
  },
}

export const REQUEST_PATHS = {
  '/api/requests/{request_id}': {
    parameters: [{ name: 'request_id', in: 'path', required: true, description: '`X-Request-Id` of the call', schema: { type: 'string' } }],
    get: readOperation('getRequest', 'What a call of the last day came to', ref('Request'), ['not_found', 'overloaded']),
  },
}
