// JSON Schemas of the request bodies. The OpenAPI document contains them too.

import { JOB_OUTPUTS } from '../jobs/job.ts'

export const OUTPUT = {
  enum: ['pdf', 'url', null],
  description: '`pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes',
}
/** What schemas of bodies hold that the OpenAPI document writes otherwise than validation. */
export interface BodyParts {
  readonly data: object
  /** A reference to the schema of attachments; absent: the schema itself. */
  readonly attachment?: object
}

export const VALIDATED: BodyParts = { data: { type: 'object' } }

/** Of the OpenAPI document. Validation never sees an array as data, since `requests.ts` replaces an empty one by an object. */
export const DESCRIBED: BodyParts = {
  data: { type: ['object', 'array'], maxItems: 0, description: 'the values of the template; an empty array counts as an empty object' },
  attachment: { $ref: '#/components/schemas/Attachment' },
}

/** Attachments that one document may have. */
export const MOST_ATTACHMENTS = 100

const line = (maxLength: number, description: string): object => ({
  type: ['string', 'null'],
  maxLength,
  pattern: '^[^\\p{Cc}]*$',
  description,
})

/** A file inside the PDF. */
const ATTACHMENT = {
  type: 'object',
  required: ['name', 'data'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^/\\\\\\p{Cc}]+$', description: 'of the file, without a folder' },
    data: { type: 'string', description: 'its bytes as base64' },
    mime: {
      type: ['string', 'null'],
      pattern: '^[-\\w+.]+/[-\\w+.]+$',
      maxLength: 100,
      description: 'by the ending of the name when absent',
    },
    relationship: {
      enum: ['source', 'data', 'alternative', 'supplement', 'unspecified', null],
      description: 'what it is to the document; `unspecified` when absent',
    },
    description: line(500, 'for readers'),
    modified: {
      type: ['string', 'null'],
      maxLength: 40,
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
      description: 'when it was changed (ISO 8601)',
    },
  },
} as const

/** Schemas of the OpenAPI document that bodies refer to. */
export const BODY_SCHEMAS = { Attachment: { ...ATTACHMENT, additionalProperties: true } }

export function attachmentsSchema(isStrict: boolean, { attachment }: BodyParts = VALIDATED): object {
  return {
    type: ['array', 'null'],
    maxItems: MOST_ATTACHMENTS,
    items: attachment ?? { ...ATTACHMENT, additionalProperties: !isStrict },
    description: 'files inside the PDF',
  }
}

/** `isStrict` rejects unknown fields (`Prefer: handling=strict`). */
export function renderSchema(isStrict: boolean, parts: BodyParts = VALIDATED): object {
  const { data } = parts
  const properties = { data, output: OUTPUT, attachments: attachmentsSchema(isStrict, parts) }
  return { type: 'object', required: ['data'], properties, additionalProperties: !isStrict }
}

export function mergeSchema(isStrict: boolean, parts: BodyParts = VALIDATED): object {
  const { data } = parts
  const item = {
    type: 'object',
    required: ['id', 'data'],
    properties: {
      id: { type: ['string', 'integer'], description: 'an integer reads as its digits' },
      data,
      title: line(500, 'of its entry in the outline (`outline: "parts"`); its own title when absent'),
      heading_shift: {
        type: ['integer', 'null'],
        minimum: 0,
        maximum: 5,
        description: 'levels that its headings are moved down in the structure tree',
      },
      attachments: attachmentsSchema(isStrict, parts),
    },
    additionalProperties: !isStrict,
  }
  return {
    type: 'object',
    required: ['templates'],
    properties: {
      templates: { type: 'array', minItems: 1, items: item },
      output: OUTPUT,
      title: line(500, 'of the document; that of the first template when absent'),
      outline: {
        enum: ['joined', 'parts', 'none', null],
        description: 'outlines of the templates one after another (default), each below an entry for its template, or none',
      },
      page_numbers: {
        enum: ['part', 'document', null],
        description: 'what page numbers count: each template by itself (default), or the whole document',
      },
      attachments: attachmentsSchema(isStrict, parts),
    },
    additionalProperties: !isStrict,
  }
}

const JOB_OUTPUT = {
  enum: [...JOB_OUTPUTS, null],
  description:
    '`url` (default): an address for each document; `zip` or `merged`: one for a file of all; `s3`: an object in the configured bucket for each',
}

export function jobSchema(isStrict: boolean, parts: BodyParts = VALIDATED): object {
  const { data } = parts
  const id = { type: ['string', 'integer'], description: 'an integer reads as its digits' }
  const attachments = attachmentsSchema(isStrict, parts)
  const item = { type: 'object', required: ['id', 'data'], properties: { id, data, attachments }, additionalProperties: !isStrict }
  return {
    type: 'object',
    properties: {
      template: id,
      rows: { type: 'array', minItems: 1, description: 'the data of each document; one that is no object is a failure of its row' },
      templates: { type: 'array', minItems: 1, items: item },
      output: JOB_OUTPUT,
      callback: { type: ['string', 'null'], description: 'an https address that is told when the job has ended' },
      attachments: { ...attachmentsSchema(isStrict, parts), description: 'files inside each PDF; with `merged`, inside the one' },
    },
    additionalProperties: !isStrict,
  }
}
