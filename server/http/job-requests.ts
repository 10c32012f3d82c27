// The body of a request for a job: which fields the scanner extracts, and their validation.
import { ApiError } from '../errors.ts'
import { JOB_OUTPUTS, type JobOutput, type RequestedRow } from '../jobs/job.ts'
import type { JobAttachment } from '../pool/renderer.ts'
import { ATTACHMENTS_SHAPE, attachmentsOf } from './attachments.ts'
import type { JsonBody } from './body.ts'
import { checkFields, compileSchema, invalidFields } from './fields.ts'
import type { Outline, Shape } from './json-scanner.ts'
import { idOf, scalarOf, skeletonOf, spanOf } from './requests.ts'
import { jobSchema } from './schemas.ts'

/** At most `rows` rows are kept; the array's `count` shows when the body has more. */
export function jobShape(rows: number): Shape {
  const item: Shape = { kind: 'object', fields: { id: undefined, data: undefined, attachments: ATTACHMENTS_SHAPE } }
  const fields: Extract<Shape, { kind: 'object' }>['fields'] = {
    ...{ template: undefined, output: undefined, callback: undefined, attachments: ATTACHMENTS_SHAPE },
    rows: { kind: 'array', items: undefined, most: rows },
    templates: { kind: 'array', items: item, most: rows },
  }
  return { kind: 'object', fields }
}

/** A template as the body names it, before its validation: undefined where an id is missing or neither string nor integer. */
interface NamedTemplate {
  readonly id: string | undefined
  /** Where the body names it. */
  readonly path: string
}

export function jobTemplates(body: JsonBody): readonly NamedTemplate[] {
  const { fields } = body.outline
  const template = fields.get('template')
  const own = template === undefined ? [] : [{ id: idOf(body, template), path: 'template' }]
  const items = fields.get('templates')?.items ?? []
  return [...own, ...items.map((item, i) => ({ id: idOf(body, item.fields.get('id')), path: `templates[${i}].id` }))]
}

interface JobBody {
  readonly output: JobOutput
  readonly callback: string | undefined
  /** Of every document. */
  readonly attachments: readonly JobAttachment[]
  /** The template of each row, by its id. */
  readonly rows: readonly { readonly id: string; readonly input: RequestedRow['input'] }[]
}

const VALIDATORS = { loose: compileSchema(jobSchema(false)), strict: compileSchema(jobSchema(true)) }

export function jobRequest(body: JsonBody, isStrict: boolean, most: number): JobBody {
  const { fields } = body.outline
  for (const name of ['rows', 'templates']) {
    const { kind, count = 0 } = fields.get(name) ?? {}
    if (kind !== 'array' || count <= most) continue
    const message = `a job takes at most ${most} rows, not ${count}`
    throw new ApiError('limit_exceeded', message, { errors: [{ path: name, code: 'limit_exceeded', message }] })
  }
  checkFields(VALIDATORS[isStrict ? 'strict' : 'loose'], skeletonOf(body, body.outline))
  checkAlternatives(fields)
  const output = JOB_OUTPUTS.find((output) => output === scalarOf(body, fields.get('output'))) ?? 'url'
  const callback = scalarOf(body, fields.get('callback'))
  const rows = fields.get('rows')
  const template = idOf(body, fields.get('template')) ?? ''
  const attachments = attachmentsOf(body)
  return {
    output,
    attachments,
    callback: typeof callback === 'string' ? callback : undefined,
    rows:
      rows === undefined
        ? (fields.get('templates')?.items ?? []).map((item, i) => ({
            id: idOf(body, item.fields.get('id')) ?? '',
            input: {
              data: spanOf(body, item.fields.get('data')),
              attachments: attachmentsOf(body, { outline: item, path: `templates[${i}].`, taken: attachments }),
            },
          }))
        : rows.items.map((row, i) => ({ id: template, input: inputOf(body, row, i) })),
  }
}

/** Rows are of one template; or each brings its own. */
function checkAlternatives(fields: Outline['fields']): void {
  if (fields.has('templates')) {
    if (!fields.has('rows') && !fields.has('template')) return
    throw invalidFields([{ path: 'templates', code: 'invalid_value', message: 'a job takes either "template" and "rows", or "templates"' }])
  }
  const missing = ['template', 'rows'].filter((name) => !fields.has(name))
  if (missing.length === 0) return
  throw invalidFields(missing.map((path) => ({ path, code: 'required', message: `${path} is required` })))
}

/** A row that is no object fails, and not the job. PHP encodes an empty object as `[]`. */
function inputOf(body: JsonBody, row: Outline, i: number): RequestedRow['input'] {
  if (row.kind === 'object' || (row.kind === 'array' && row.count === 0)) return { data: spanOf(body, row) }
  return { code: 'validation_failed', message: `rows[${i}] must be of type object` }
}
