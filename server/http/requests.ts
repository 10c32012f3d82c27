// The bodies of rendering requests: which fields the scanner extracts, and their validation.
import type { ValidateFunction } from 'ajv'
import { ApiError } from '../errors.ts'
import type { JobAttachment, JobPart, MergeWish, PartWish } from '../pool/renderer.ts'
import { ATTACHMENTS_SHAPE, attachmentsOf } from './attachments.ts'
import type { JsonBody } from './body.ts'
import { checkFields, compileSchema } from './fields.ts'
import type { Outline, Shape } from './json-scanner.ts'
import { mergeSchema, renderSchema } from './schemas.ts'

interface RenderRequest {
  readonly data: Uint8Array
  readonly attachments: readonly JobAttachment[]
  readonly output: 'pdf' | 'url'
}

interface MergeRequest {
  readonly parts: readonly (PartWish & Pick<JobPart, 'data' | 'attachments'> & { readonly id: string })[]
  readonly output: 'pdf' | 'url'
  readonly attachments: readonly JobAttachment[]
  readonly merging: MergeWish
}

export const RENDER_SHAPE: Shape = { kind: 'object', fields: { data: undefined, output: undefined, attachments: ATTACHMENTS_SHAPE } }

/** At most `parts` items are kept; the array's `count` shows when the body has more. */
export function mergeShape(parts: number): Shape {
  const wish = { title: undefined, heading_shift: undefined, attachments: ATTACHMENTS_SHAPE }
  const item: Shape = { kind: 'object', fields: { id: undefined, data: undefined, ...wish } }
  const own = { output: undefined, title: undefined, outline: undefined, page_numbers: undefined, attachments: ATTACHMENTS_SHAPE }
  return { kind: 'object', fields: { templates: { kind: 'array', items: item, most: parts }, ...own } }
}

/** Longer scalars are not parsed; every valid one is shorter. */
const LONGEST_SCALAR = 1000

const VALIDATORS = {
  render: { loose: compileSchema(renderSchema(false)), strict: compileSchema(renderSchema(true)) },
  merge: { loose: compileSchema(mergeSchema(false)), strict: compileSchema(mergeSchema(true)) },
}

export function renderRequest(body: JsonBody, isStrict: boolean): RenderRequest {
  validate(VALIDATORS.render[isStrict ? 'strict' : 'loose'], body)
  return { data: spanOf(body, body.outline.fields.get('data')), output: outputOf(body), attachments: attachmentsOf(body) }
}

export function mergeRequest(body: JsonBody, isStrict: boolean, most: number): MergeRequest {
  const templates = body.outline.fields.get('templates')
  if (templates?.kind === 'array' && templates.count > most) {
    const message = `a merge takes at most ${most} templates, not ${templates.count}`
    throw new ApiError('limit_exceeded', message, { errors: [{ path: 'templates', code: 'limit_exceeded', message }] })
  }
  validate(VALIDATORS.merge[isStrict ? 'strict' : 'loose'], body)
  const parts = (templates?.items ?? []).map((item, i) => ({
    id: idOf(body, item.fields.get('id')) ?? '',
    data: spanOf(body, item.fields.get('data')),
    attachments: attachmentsOf(body, { outline: item, path: `templates[${i}].` }),
    ...partWish(body, item),
  }))
  return { parts, output: outputOf(body), attachments: attachmentsOf(body), merging: mergeWish(body) }
}

/** Fields of a body that was validated. */
function partWish(body: JsonBody, item: Outline): PartWish {
  const [title, shift] = ['title', 'heading_shift'].map((name) => scalarOf(body, item.fields.get(name)))
  return { ...(typeof title === 'string' ? { title } : {}), ...(typeof shift === 'number' ? { headingShift: shift } : {}) }
}

function mergeWish(body: JsonBody): MergeWish {
  const value = (name: string): unknown => scalarOf(body, body.outline.fields.get(name))
  const title = value('title')
  const outline = (['joined', 'parts', 'none'] as const).find((each) => each === value('outline'))
  const pageNumbers = (['part', 'document'] as const).find((each) => each === value('page_numbers'))
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(outline === undefined ? {} : { outline }),
    ...(pageNumbers === undefined ? {} : { pageNumbers }),
  }
}

/** The template ids of a merge body before its validation: undefined where an id is missing or neither string nor integer. */
export function namedTemplates(body: JsonBody): readonly (string | undefined)[] {
  const items = body.outline.fields.get('templates')?.items ?? []
  return items.map((item) => {
    return idOf(body, item.fields.get('id'))
  })
}

/** A template id: a string, or a number, which reads as its digits. Undefined for anything else. */
export function idOf(body: JsonBody, outline: Outline | undefined): string | undefined {
  const id = scalarOf(body, outline)
  if (typeof id === 'string') return id
  if (!Number.isInteger(id)) return undefined
  // Digits that a number cannot hold are read from the text.
  return Number.isSafeInteger(id) ? String(id) : Buffer.from(spanOf(body, outline)).toString('latin1')
}

function outputOf(body: JsonBody): 'pdf' | 'url' {
  return scalarOf(body, body.outline.fields.get('output')) === 'url' ? 'url' : 'pdf'
}

function validate(check: ValidateFunction, body: JsonBody): void {
  checkFields(check, skeletonOf(body, body.outline))
}

/** The skeleton of the body that the schema validates: known fields without the contents of `data`. PHP encodes an empty object as `[]`. */
export function skeletonOf(body: JsonBody, outline: Outline): unknown {
  if (outline.kind === 'object') {
    const object: Record<string, unknown> = Object.create(null)
    for (const name of outline.unknown) object[name] = true
    for (const [name, field] of outline.fields) {
      object[name] = name === 'data' && field.kind === 'array' && field.count === 0 ? {} : skeletonOf(body, field)
    }
    return object
  }
  if (outline.kind === 'array') return outline.items.map((item) => skeletonOf(body, item))
  return scalarOf(body, outline)
}

export function scalarOf(body: JsonBody, outline: Outline | undefined): unknown {
  if (outline === undefined || outline.kind === 'object' || outline.kind === 'array') return undefined
  const text = Buffer.from(spanOf(body, outline)).toString('utf8')
  return text.length > LONGEST_SCALAR ? '(a very long value)' : JSON.parse(text)
}

export function spanOf(body: JsonBody, outline: Outline | undefined): Uint8Array {
  if (outline === undefined) throw new Error('a field that was validated is absent')
  return body.bytes.subarray(outline.start, outline.end)
}
