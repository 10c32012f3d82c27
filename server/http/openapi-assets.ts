// The description of the routes of assets.
import { ASSET_TYPES } from '../assets/media-types.data.ts'
import type { AppLimits } from './deps.ts'
import { ACCESS, errors, json, RATE_HEADERS, readOperation, ref } from './openapi-parts.ts'

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const ASSET = {
  name: { type: 'string' },
  size: { type: 'integer', description: 'bytes' },
  type: { type: 'string', description: 'media type' },
  hash: { type: 'string', description: 'SHA-256 of the bytes, in hexadecimal' },
}

export const ASSET_SCHEMAS = {
  Asset: {
    type: 'object',
    required: ['name', 'size', 'type', 'hash'],
    properties: ASSET,
    examples: [{ name: 'img/logo.png', size: 5120, type: 'image/png', hash: HASH }],
  },
  ListedAsset: {
    type: 'object',
    required: ['name', 'size', 'type', 'hash', 'used_by', 'updated_at'],
    properties: {
      ...ASSET,
      used_by: {
        type: 'array',
        items: { type: 'string' },
        description: 'ids of the templates that use it, also through shared parts and style sheets',
      },
      updated_at: { type: 'string', format: 'date-time' },
    },
    examples: [
      {
        ...{ name: 'img/logo.png', size: 5120, type: 'image/png', hash: HASH },
        ...{ used_by: ['V1StGXR8Z5jd'], updated_at: '2026-11-20T09:30:00.000Z' },
      },
    ],
  },
}

const NAME = {
  name: 'name',
  in: 'path',
  required: true,
  description:
    'segments of letters, digits, `_`, `-` and `.`, joined by `/`, none beginning with `.` or `-`; 128 characters at most. A slash is sent as it is',
  schema: { type: 'string', maxLength: 128, pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$' },
  example: 'img/logo.png',
}
const header = (name: string, description: string): object => ({ name, in: 'header', schema: { type: 'string' }, description })
const IF_MATCH = header('If-Match', 'the hash in quotes that the asset must have, or `*`')
const ENTITY_TAG = { ETag: { description: 'the hash, in quotes', schema: { type: 'string' } } }

export function assetPaths({ asset }: AppLimits): Record<string, object> {
  const anyBytes = { schema: { type: 'string', contentEncoding: 'binary' } }
  const bytes = Object.fromEntries(ASSET_TYPES.map(({ mediaType }) => [mediaType, anyBytes]))
  const saved = (description: string, more: object = {}): object => ({
    description,
    headers: { ...ENTITY_TAG, ...more, ...RATE_HEADERS },
    content: json(ref('Asset')),
  })
  const found = (content: object): object => ({
    '200': { description: 'the bytes, to be stored rather than shown', headers: { ...ENTITY_TAG, ...RATE_HEADERS }, ...content },
    '304': { description: 'the asset has the hash of `If-None-Match`', headers: ENTITY_TAG },
    ...errors([...ACCESS, 'not_found', 'overloaded', 'internal_error']),
  })
  const ifNoneMatch = header('If-None-Match', 'hashes in quotes that the caller has')
  return {
    '/api/assets': {
      get: readOperation('listAssets', 'The assets of the team, by name', { type: 'array', items: ref('ListedAsset') }, []),
    },
    '/api/assets/{name}': {
      parameters: [NAME],
      get: { operationId: 'getAsset', summary: 'The bytes of an asset', parameters: [ifNoneMatch], responses: found({ content: bytes }) },
      head: { operationId: 'headAsset', summary: 'Type, length and hash of an asset', parameters: [ifNoneMatch], responses: found({}) },
      put: {
        operationId: 'putAsset',
        summary: 'Store an asset, or replace it; the next rendering uses it',
        parameters: [IF_MATCH, header('If-None-Match', '`*` stores only where there is none of this name')],
        requestBody: {
          required: true,
          description: `at most ${asset.bytes} bytes, of the type that Content-Type and name say`,
          content: bytes,
        },
        responses: {
          '200': saved('it was replaced'),
          '201': saved('it was stored', { Location: { description: 'its address', schema: { type: 'string' } } }),
          ...errors([
            ...ACCESS,
            ...(['invalid_encoding', 'request_timeout', 'version_conflict', 'payload_too_large', 'unsupported_media_type'] as const),
            ...([
              'validation_failed',
              'template_error',
              'limit_exceeded',
              'too_deep',
              'internal_error',
              'overloaded',
              'render_timeout',
            ] as const),
          ]),
        },
      },
      delete: {
        operationId: 'deleteAsset',
        summary: 'Remove an asset',
        parameters: [{ name: 'force', in: 'query', schema: { type: 'boolean' }, description: 'also when templates use it' }, IF_MATCH],
        responses: {
          '204': { description: 'it is removed', headers: RATE_HEADERS },
          ...errors([...ACCESS, 'not_found', 'asset_in_use', 'version_conflict', 'validation_failed', 'overloaded', 'internal_error']),
        },
      },
    },
  }
}
