// The bodies that carry the source of a template: which fields the scanner extracts, and their validation.
import type { ValidateFunction } from 'ajv'
import type { PageRange } from '../../../engine/index.ts'
import { InputError } from '../../../engine/index.ts'
import { ApiError, type FieldError } from '../../errors.ts'
import type { JobAttachment } from '../../pool/renderer.ts'
import type { TemplateType } from '../../store/store.ts'
import { checkedConformance, type TaggingChange } from '../../tagging.ts'
import { ATTACHMENTS_SHAPE, attachmentsOf } from '../attachments.ts'
import type { JsonBody } from '../body.ts'
import { checkFields, compileSchema, invalidFields } from '../fields.ts'
import type { Outline, Shape } from '../json-scanner.ts'
import { idOf, skeletonOf as skeletonWithItems, spanOf } from '../requests.ts'
import { attachmentsSchema } from '../schemas.ts'
import { MOST_SOURCE_BYTES, newTemplateSchema, previewSchema, sourceSchema, templateChangeSchema } from '../source-schemas.ts'

/** A source as it was sent: a string, or the JSON text of an object or list. */
export interface SentSource {
  readonly text: string
  readonly isObject: boolean
}

interface TemplateFields {
  readonly description: string | undefined
  readonly note: string | undefined
  readonly publish: boolean | undefined
  readonly tagging: TaggingChange
}

interface NewTemplateRequest extends TemplateFields {
  readonly name: string
  readonly type: TemplateType
  readonly source: SentSource
}

interface TemplateChangeRequest extends TemplateFields {
  readonly name: string | undefined
  readonly type: TemplateType | undefined
  readonly source: SentSource | undefined
}

interface SourceRequest {
  readonly type: TemplateType
  readonly source: SentSource
  readonly data: Uint8Array
  readonly output: 'pdf' | 'url'
  readonly attachments: readonly JobAttachment[]
}

interface PreviewRequest {
  readonly type: TemplateType | undefined
  readonly source: SentSource | undefined
  readonly data: Uint8Array | undefined
  /** Name of a data example of the stored template, instead of data. */
  readonly example: string | undefined
  readonly pageRange: PageRange | undefined
  readonly withBoxes: boolean
  readonly places: PageRange | undefined
  readonly withSchema: boolean
}

const shapeOf = (...names: readonly string[]): Shape => ({
  kind: 'object',
  fields: Object.fromEntries(names.map((name) => [name, undefined])),
})

export const TEMPLATE_SHAPE = shapeOf('name', 'type', 'source', 'description', 'note', 'publish', 'conformance', 'tagged')
export const SOURCE_SHAPE: Shape = {
  kind: 'object',
  fields: { type: undefined, source: undefined, data: undefined, output: undefined, attachments: ATTACHMENTS_SHAPE },
}
export const PREVIEW_SHAPE = shapeOf('id', 'type', 'source', 'data', 'example', 'page_range', 'boxes', 'places', 'schema')

type Validators = Readonly<Record<'loose' | 'strict', ValidateFunction>>
const validators = (schema: (isStrict: boolean) => object): Validators => ({
  loose: compileSchema(schema(false)),
  strict: compileSchema(schema(true)),
})
const NEW = validators(newTemplateSchema)
const CHANGE = validators(templateChangeSchema)
const SOURCE = validators(sourceSchema)
const PREVIEW = validators(previewSchema)
/** The skeleton of such a body has lists without their items. */
const ATTACHMENTS = validators((isStrict) => ({ type: 'object', properties: { attachments: attachmentsSchema(isStrict) } }))

export function newTemplateRequest(body: JsonBody, isStrict: boolean): NewTemplateRequest {
  const fields = checked(body, NEW, isStrict)
  const source = sourceOf(body)
  const name = nameOf(fields)
  if (source === undefined || name === undefined) throw new Error('a required field was validated and is absent')
  return { ...templateFields(fields), name, type: fields['type'] as TemplateType, source } // by the schema
}

export function templateChangeRequest(body: JsonBody, isStrict: boolean): TemplateChangeRequest {
  const fields = checked(body, CHANGE, isStrict)
  return { ...templateFields(fields), name: nameOf(fields), type: typeOf(fields), source: sourceOf(body) }
}

export function sourceRequest(body: JsonBody, isStrict: boolean): SourceRequest {
  const fields = checked(body, SOURCE, isStrict)
  const source = sourceOf(body)
  if (source === undefined) throw new Error('a required field was validated and is absent')
  const type = fields['type'] as TemplateType // by the schema
  checkForm(type, source)
  const data = spanOf(body, body.outline.fields.get('data'))
  const listed = body.outline.fields.get('attachments')
  if (listed !== undefined) checkFields(ATTACHMENTS[isStrict ? 'strict' : 'loose'], { attachments: skeletonWithItems(body, listed) })
  return { type, source, data, output: fields['output'] === 'url' ? 'url' : 'pdf', attachments: attachmentsOf(body) }
}

/** The template that a preview names, before its body is validated. */
export function previewedTemplate(body: JsonBody): string | undefined {
  return idOf(body, body.outline.fields.get('id'))
}

export function previewRequest(body: JsonBody, isStrict: boolean): PreviewRequest {
  const fields = checked(body, PREVIEW, isStrict)
  const source = sourceOf(body)
  const type = typeOf(fields)
  if (previewedTemplate(body) === undefined) {
    const missing = [...(type === undefined ? ['type'] : []), ...(source === undefined ? ['source'] : [])]
    if (missing.length > 0)
      throw invalidFields(missing.map((path): FieldError => ({ path, code: 'required', message: `${path} is required` })))
  }
  const hasData = typeof fields['data'] === 'object' && fields['data'] !== null
  const data = hasData ? spanOf(body, body.outline.fields.get('data')) : undefined
  const wanted = { withBoxes: fields['boxes'] !== false, places: pageRangeOf('places', fields), withSchema: fields['schema'] === true }
  const example = exampleOf(fields, previewedTemplate(body) !== undefined)
  return { type, source, data, example, pageRange: pageRangeOf('page_range', fields), ...wanted }
}

/** Systems write the same letters in two ways; names of examples are composed. */
function exampleOf({ example, data }: Fields, isStored: boolean): string | undefined {
  if (typeof example !== 'string') return undefined
  const message = isStored ? 'a preview takes either "data" or "example"' : 'example needs the id of a stored template'
  if (!isStored || (data ?? null) !== null) throw invalidFields([{ path: 'example', code: 'invalid_value', message }])
  return example.normalize('NFC')
}

function typeOf({ type }: Fields): TemplateType | undefined {
  return (type ?? undefined) as TemplateType | undefined // by the schema
}

/** A pattern that tests this as well as control characters would take quadratic time. */
function nameOf({ name }: Fields): string | undefined {
  if (typeof name !== 'string') return undefined
  if (name.trim() === '') throw invalidFields([{ path: 'name', code: 'invalid_value', message: 'name must not be blank' }])
  return name
}

function templateFields(fields: Fields): TemplateFields {
  const text = (name: string): string | undefined => {
    const value = fields[name]
    return typeof value === 'string' ? value : undefined
  }
  const { publish } = fields
  const known = { description: text('description'), note: text('note'), publish: typeof publish === 'boolean' ? publish : undefined }
  return { ...known, tagging: taggingChange(fields) }
}

/** Null leaves it to the team. */
export function taggingChange({ conformance, tagged }: Fields): TaggingChange {
  return {
    conformance: typeof conformance === 'string' ? conformanceOf(conformance) : conformance === null ? null : undefined,
    tagged: typeof tagged === 'boolean' || tagged === null ? tagged : undefined,
  }
}

function conformanceOf(text: string): readonly string[] {
  try {
    return checkedConformance(text)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    throw invalidFields(
      thrown.diagnostics.map(({ message, hint = '' }) => ({ path: 'conformance', code: 'invalid_value', message: `${message}; ${hint}` })),
    )
  }
}

type Fields = Readonly<Record<string, unknown>>

function checked(body: JsonBody, { strict, loose }: Validators, isStrict: boolean): Fields {
  const { outline } = body
  const fields: Record<string, unknown> = Object.create(null)
  for (const name of outline.unknown) fields[name] = true
  for (const [name, field] of outline.fields) fields[name] = skeletonOf(body, name, field)
  checkFields(isStrict ? strict : loose, outline.kind === 'object' ? fields : outline.kind === 'array' ? [] : null)
  return fields
}

/** Longer scalars are not parsed; every valid one is shorter. */
const LONGEST_SCALAR = 32 * 1024
const TOO_LONG = 'x'.repeat(3000)

/** What the schema validates: a scalar, or an empty container for any. PHP encodes an empty object as `[]`. */
function skeletonOf(body: JsonBody, name: string, outline: Outline): unknown {
  if (outline.kind === 'object' || (outline.kind === 'array' && name === 'data' && outline.count === 0)) return {}
  if (outline.kind === 'array') return []
  if (name === 'source' && outline.kind === 'string') return ''
  return outline.end - outline.start > LONGEST_SCALAR ? TOO_LONG : JSON.parse(textOf(body, outline))
}

function textOf(body: JsonBody, outline: Outline): string {
  return Buffer.from(spanOf(body, outline)).toString('utf8')
}

function sourceOf(body: JsonBody): SentSource | undefined {
  const outline = body.outline.fields.get('source')
  if (outline === undefined || outline.kind === 'null') return undefined
  const isObject = outline.kind === 'object' || outline.kind === 'array'
  if (isObject && outline.end - outline.start > MOST_SOURCE_BYTES) throw tooLarge()
  const text = isObject ? textOf(body, outline) : String(JSON.parse(textOf(body, outline)))
  if (Buffer.byteLength(text) > MOST_SOURCE_BYTES) throw tooLarge()
  // A source is kept as UTF-8, which has no unpaired surrogates.
  if (/\p{Cs}/u.test(text)) {
    throw invalidFields([{ path: 'source', code: 'invalid_value', message: 'source must not contain unpaired surrogates' }])
  }
  return { text, isObject }
}

/** Only the document of an editor may be an object or a list. */
export function checkForm(type: TemplateType, { isObject }: SentSource): void {
  if (!isObject || type === 'editor') return
  throw invalidFields([{ path: 'source', code: 'invalid_type', message: 'source must be of type string, as the type is html' }])
}

function tooLarge(): ApiError {
  const message = `a source may have ${MOST_SOURCE_BYTES} bytes`
  return new ApiError('limit_exceeded', `source: ${message}`, { errors: [{ path: 'source', code: 'limit_exceeded', message }] })
}

/** Of a text that the schema accepts: `2`, `1-3` or `4-`. */
function pageRangeOf(name: 'page_range' | 'places', fields: Fields): PageRange | undefined {
  const value = fields[name]
  if (value === null || value === undefined) return undefined
  const [first = '', last] = String(value).split('-')
  if (last === undefined) return { first: Number(first), last: Number(first) }
  const range = { first: Number(first), ...(last.trim() === '' ? {} : { last: Number(last) }) }
  if (range.last === undefined || range.last >= range.first) return range
  throw invalidFields([{ path: name, code: 'invalid_value', message: `${name} must not end before it begins` }])
}
