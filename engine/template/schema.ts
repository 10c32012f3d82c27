// A template's variables for the authors of its data: as a JSON schema, as TypeScript types, and which of them a value lacks.
import { type Shape, shapeOf } from './shape.ts'
import type { Variable } from './template.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** A JSON schema (2020-12) of the data. Nothing is required: what is missing prints as empty text. */
export function jsonSchema(variables: readonly Variable[]): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf(shapeOf(variables)) }
}

function schemaOf(shape: Shape): JsonSchema {
  if (shape.type === 'array') return { type: 'array', items: shape.element === undefined ? {} : schemaOf(shape.element) }
  if (shape.type === 'string') return { type: ['string', 'number', 'boolean', 'null'] }
  const properties = [...shape.fields].map(([name, field]) => [name, schemaOf(field)] as const)
  return properties.length === 0 ? { type: 'object' } : { type: 'object', properties: Object.fromEntries(properties) }
}

/** TypeScript declarations of the data, with `Data` as the whole. */
export function typesOf(variables: readonly Variable[]): string {
  const scalar = 'export type Scalar = string | number | boolean | null\n\n'
  return `${scalar}export interface Data ${typeText(shapeOf(variables), '')}\n`
}

function typeText(shape: Shape, indent: string): string {
  if (shape.type === 'array') return `readonly ${typeText(shape.element ?? UNKNOWN_ELEMENT, indent)}[]`
  if (shape.type === 'string') return 'Scalar'
  const inner = `${indent}  `
  const fields = [...shape.fields].map(([name, field]) => `${inner}readonly ${fieldName(name)}?: ${typeText(field, inner)}\n`)
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

const UNKNOWN_ELEMENT: Shape = { type: 'object', fields: new Map(), element: undefined, path: '' }

const fieldName = (name: string): string => (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name))

/** Elements of lists that are checked, all lists together. */
const MAX_ELEMENTS = 100_000

/** The variables for which `data` has no value, in their order. A row's field may also be found further out. */
export function missingVariables(variables: readonly Variable[], data: unknown): readonly string[] {
  const missing = new Set<string>()
  let elements = 0
  const visit = (shape: Shape, value: unknown, around: readonly unknown[]): void => {
    if (shape.type === 'array' && Array.isArray(value) && shape.element !== undefined) {
      for (const item of value) if (elements++ < MAX_ELEMENTS) visit(shape.element, item, around)
    } else if (shape.type === 'object') {
      for (const [name, field] of shape.fields) {
        const owner = [value, ...around].find((scope) => has(scope, name))
        if (owner === undefined) missing.add(field.path)
        else visit(field, owner[name], [value, ...around])
      }
    }
  }
  visit(shapeOf(variables), data, [])
  return variables.map((variable) => variable.name).filter((name) => missing.has(name))
}

const has = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
