// Checks the fields of request bodies by JSON Schemas, and names each field that is wrong.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { ApiError, type FieldError } from '../errors.ts'

const MOST_ERRORS = 50

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false })

export function compileSchema(schema: object): ValidateFunction {
  return ajv.compile(schema)
}

export function checkFields(check: ValidateFunction, fields: unknown): void {
  if (check(fields)) return
  const errors = new Map<string, FieldError>()
  for (const error of check.errors ?? []) {
    const field = fieldError(error)
    if (errors.size < MOST_ERRORS && !errors.has(field.path)) errors.set(field.path, field)
  }
  throw invalidFields([...errors.values()])
}

export function invalidFields(errors: readonly FieldError[]): ApiError {
  return new ApiError('validation_failed', errors.map((error) => error.message).join('; '), { errors })
}

function fieldError(error: ErrorObject): FieldError {
  const at = error.instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const below = (name: unknown): string => (at === '' ? String(name) : `${at}.${name}`)
  if (error.keyword === 'required') {
    const path = below(error.params['missingProperty'])
    return { path, code: 'required', message: `${path} is required` }
  }
  if (error.keyword === 'additionalProperties') {
    const path = below(error.params['additionalProperty'])
    return { path, code: 'unknown_field', message: `${path} is not a known field` }
  }
  const name = at === '' ? 'the body' : at
  switch (error.keyword) {
    case 'type':
      return { path: at, code: 'invalid_type', message: `${name} must be of type ${String(error.params['type']).split(',')[0]}` }
    case 'minItems':
      return { path: at, code: 'too_few', message: `${name} must not be empty` }
    case 'enum':
      return { path: at, code: 'invalid_value', message: `${name} must be ${listOf(error.params['allowedValues'])}` }
    case 'maxLength':
      return { path: at, code: 'too_long', message: `${name} must have at most ${error.params['limit']} characters` }
    default:
      return { path: at, code: 'invalid_value', message: `${name} has a value that is not allowed` }
  }
}

/** Such as `"pdf" or "url"`. */
function listOf(values: unknown): string {
  const named = (Array.isArray(values) ? values : []).filter((value) => value !== null)
  return named.map((value) => JSON.stringify(value)).join(' or ')
}
