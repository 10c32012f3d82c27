// JSON Schemas of what callers send. Also part of the OpenAPI document.

const OUTPUT = {
  enum: ['pdf', 'url', null],
  description: '`pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes',
}
const DATA = { type: 'object' }
/** As callers are told it; what checks bodies never sees an array (see requests.ts). */
export const DESCRIBED_DATA = {
  type: ['object', 'array'],
  maxItems: 0,
  description: 'the values of the template; an empty array counts as an empty object',
}

/** `isStrict`: unknown fields are refused (`Prefer: handling=strict`). */
export function renderSchema(isStrict: boolean, data: object = DATA): object {
  return { type: 'object', required: ['data'], properties: { data, output: OUTPUT }, additionalProperties: !isStrict }
}

export function mergeSchema(isStrict: boolean, data: object = DATA): object {
  const item = {
    type: 'object',
    required: ['id', 'data'],
    properties: { id: { type: 'string' }, data },
    additionalProperties: !isStrict,
  }
  return {
    type: 'object',
    required: ['templates'],
    properties: { templates: { type: 'array', minItems: 1, items: item }, output: OUTPUT },
    additionalProperties: !isStrict,
  }
}
