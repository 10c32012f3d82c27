// The route that makes sessions of frames, as the OpenAPI document describes it and as its body is checked.
import { ACCESS, errors, json, RATE_HEADERS, ref } from './openapi-parts.ts'

/** A day. */
export const MOST_SECONDS = 86_400
export const DEFAULT_SECONDS = 3600

export const EMBED_REQUEST = {
  type: 'object',
  required: ['template', 'origin'],
  properties: {
    template: { type: 'string', maxLength: 200, description: 'id of the one template that the frame shows' },
    origin: { type: 'string', maxLength: 300, description: 'of the page that holds the frame; one of `PLATEN_EMBED_ORIGINS`' },
    right: {
      enum: ['view', 'edit', 'publish'],
      description: '`view` when absent; `edit` saves drafts, `publish` publishes them; the token must have the scopes for it',
    },
    seconds: { type: 'integer', minimum: 60, maximum: MOST_SECONDS, description: `${DEFAULT_SECONDS} when absent` },
    name: { type: 'string', maxLength: 200, description: 'who looks, shown as author of versions; the name of the token when absent' },
  },
}

export const EMBED_SCHEMAS = {
  EmbedSessionRequest: {
    ...EMBED_REQUEST,
    examples: [{ template: 'invoice', origin: 'https://crm.example.com', right: 'edit', seconds: 3600, name: 'Ada' }],
  },
  EmbedSession: {
    type: 'object',
    required: ['url', 'session', 'template', 'origin', 'right', 'expires_at'],
    properties: {
      url: { type: 'string', format: 'uri', description: 'for the `src` of the frame; the session is in its fragment' },
      session: { type: 'string', description: 'to be posted to a frame whose session is about to end' },
      template: { type: 'string' },
      origin: { type: 'string' },
      right: { enum: ['view', 'edit', 'publish'] },
      expires_at: { type: 'string', format: 'date-time' },
    },
  },
}

export const EMBED_PATHS = {
  '/api/embed-sessions': {
    post: {
      operationId: 'createEmbedSession',
      summary: 'Let a frame of another application show one template',
      requestBody: { required: true, content: json(ref('EmbedSessionRequest')) },
      responses: {
        '201': { description: 'the address of the frame', headers: RATE_HEADERS, content: json(ref('EmbedSession')) },
        ...errors([
          ...ACCESS,
          ...(['invalid_json', 'invalid_encoding', 'template_not_found', 'request_timeout', 'payload_too_large'] as const),
          ...(['unsupported_media_type', 'validation_failed', 'too_deep', 'internal_error', 'overloaded'] as const),
        ]),
      },
    },
  },
}
