// JSON Schemas of the bodies that carry the source of a template. The OpenAPI document contains them too.
import { attachmentsSchema, type BodyParts, OUTPUT, VALIDATED } from './schemas.ts'

/** Most bytes of a source in UTF-8, as the engine allows. */
export const MOST_SOURCE_BYTES = 2 * 1024 * 1024

const TYPE = { enum: ['html', 'editor'], description: 'HTML with placeholders, or the document of an editor such as TipTap' }
const SOURCE = {
  type: ['string', 'object', 'array'],
  items: {},
  description: `the source, of at most ${MOST_SOURCE_BYTES} bytes; an editor document may be an object, or a list of blocks. It comes back as it was sent`,
}
const OPTIONAL_TYPE = { ...TYPE, enum: [...TYPE.enum, null] }
const OPTIONAL_SOURCE = { ...SOURCE, type: [...SOURCE.type, 'null'] }
const NAME = {
  type: 'string',
  maxLength: 200,
  pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  description: 'not blank, without control characters',
}
const optionalText = (maxLength: number, description: string): object => ({
  type: ['string', 'null'],
  maxLength,
  pattern: '^[^\\u0000\\p{Cs}]*$',
  description,
})
const DESCRIPTION = optionalText(2000, 'one line for the list of templates')
const NOTE = optionalText(500, 'why this version was made, for the list of versions')
export const TAGGING = {
  conformance: {
    type: ['string', 'null'],
    maxLength: 100,
    description:
      'standards that its PDFs keep and claim where the source says nothing, such as `a-3u ua-1`; `none` claims nothing, null leaves it to the team',
  },
  tagged: {
    type: ['boolean', 'null'],
    description: 'false: its PDFs have no structure tree, where the source says nothing; null leaves it to the team',
  },
}
const PUBLISH = (description: string): object => ({ type: ['boolean', 'null'], description })

/** `isStrict` rejects unknown fields (`Prefer: handling=strict`). */
export function newTemplateSchema(isStrict: boolean): object {
  const publish = PUBLISH('whether rendering uses it at once; by default if the token may publish')
  return {
    type: 'object',
    required: ['name', 'type', 'source'],
    properties: { name: NAME, type: TYPE, source: SOURCE, description: DESCRIPTION, note: NOTE, publish, ...TAGGING },
    additionalProperties: !isStrict,
  }
}

export function templateChangeSchema(isStrict: boolean): object {
  const publish = PUBLISH(
    'whether rendering uses the newest version from now on; by default if a source is given and the token may publish',
  )
  return {
    type: 'object',
    properties: {
      name: { ...NAME, type: ['string', 'null'] },
      type: OPTIONAL_TYPE,
      source: OPTIONAL_SOURCE,
      ...{ description: DESCRIPTION, note: NOTE, publish, ...TAGGING },
    },
    additionalProperties: !isStrict,
  }
}

export function sourceSchema(isStrict: boolean, parts: BodyParts = VALIDATED): object {
  const { data } = parts
  return {
    type: 'object',
    required: ['type', 'source', 'data'],
    properties: { type: TYPE, source: SOURCE, data, output: OUTPUT, attachments: attachmentsSchema(isStrict, parts) },
    additionalProperties: !isStrict,
  }
}

const PAGE_RANGE = {
  type: ['string', 'integer', 'null'],
  pattern: '^\\s*0*[1-9]\\d{0,6}\\s*(-\\s*(0*[1-9]\\d{0,6}\\s*)?)?$',
  minimum: 1,
  maximum: 9_999_999,
} as const

/** Of a preview: a source with its type, or the template that the fields that are absent come from. */
export function previewSchema(isStrict: boolean, parts: BodyParts = VALIDATED): object {
  const { data } = parts
  const orNull = { ...data, type: [...[(data as { type: string | readonly string[] }).type].flat(), 'null'] }
  return {
    type: 'object',
    properties: {
      id: { type: ['string', 'integer', 'null'], description: 'a stored template, whose newest version is shown' },
      type: OPTIONAL_TYPE,
      source: OPTIONAL_SOURCE,
      data: { ...orNull, description: 'the values; made up when absent' },
      example: {
        type: ['string', 'null'],
        maxLength: 200,
        description: 'instead of `data`: the name of a data example of the stored template',
      },
      page_range: { ...PAGE_RANGE, description: 'such as `2`, `1-3` or `4-`; all pages when absent' },
      boxes: { type: ['boolean', 'null'], description: 'false leaves the boxes out, which take about as long as the rendering' },
      schema: { type: ['boolean', 'null'], description: 'true adds the JSON schema of the data, and sample data' },
      places: { ...PAGE_RANGE, description: 'pages of which the answer says where the elements of the source stand; none when absent' },
    },
    additionalProperties: !isStrict,
  }
}
