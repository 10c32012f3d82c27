// JSON Schemas of the request bodies. The OpenAPI document contains them too.

import { JOB_OUTPUTS } from '../jobs/job.ts'

export const OUTPUT = {
  enum: ['pdf', 'url', null],
  description: '`pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes',
}
/** The schema that validation uses; `DESCRIBED_DATA` is that of the OpenAPI document. */
export const DATA = { type: 'object' }
/** The schema of `data` in the OpenAPI document. Validation never sees an array, since `requests.ts` replaces an empty one by an object. */
export const DESCRIBED_DATA = {
  type: ['object', 'array'],
  maxItems: 0,
  description: 'the values of the template; an empty array counts as an empty object',
}

/** `isStrict` rejects unknown fields (`Prefer: handling=strict`). */
export function renderSchema(isStrict: boolean, data: object = DATA): object {
  return { type: 'object', required: ['data'], properties: { data, output: OUTPUT }, additionalProperties: !isStrict }
}

export function mergeSchema(isStrict: boolean, data: object = DATA): object {
  const item = {
    type: 'object',
    required: ['id', 'data'],
    properties: { id: { type: ['string', 'integer'], description: 'an integer reads as its digits' }, data },
    additionalProperties: !isStrict,
  }
  return {
    type: 'object',
    required: ['templates'],
    properties: { templates: { type: 'array', minItems: 1, items: item }, output: OUTPUT },
    additionalProperties: !isStrict,
  }
}

const JOB_OUTPUT = {
  enum: [...JOB_OUTPUTS, null],
  description:
    '`url` (default): an address for each document; `zip` or `merged`: one for a file of all; `s3`: an object in the configured bucket for each',
}

export function jobSchema(isStrict: boolean, data: object = DATA): object {
  const id = { type: ['string', 'integer'], description: 'an integer reads as its digits' }
  const item = { type: 'object', required: ['id', 'data'], properties: { id, data }, additionalProperties: !isStrict }
  return {
    type: 'object',
    properties: {
      template: id,
      rows: { type: 'array', minItems: 1, description: 'the data of each document; one that is no object is a failure of its row' },
      templates: { type: 'array', minItems: 1, items: item },
      output: JOB_OUTPUT,
      callback: { type: ['string', 'null'], description: 'an https address that is told when the job has ended' },
    },
    additionalProperties: !isStrict,
  }
}
