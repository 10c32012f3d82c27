// Validates an editor document: size and depth first, then the schema. Every error is reported at its JSON pointer, with an explanation.
import { error, type Position, type Reporter } from '../../diagnostic.ts'
import type { Limits } from '../../limits.ts'
import { suggest } from '../../suggest.ts'
import { EDITOR_ALIASES, EDITOR_MARKS, EDITOR_NODES, EDITOR_PATTERNS } from './schema.data.ts'
import { validateEditorDocument } from './validate.data.ts'

/** An error as Ajv's standalone code leaves it on the function after a call. */
interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}
type Validator = ((value: unknown) => boolean) & { errors?: readonly SchemaError[] | null }

// The generated code carries no types.
const validate = validateEditorDocument as Validator

/** Whether `value` is a valid document; if not, all its errors have been reported. */
export function isEditorDocument(value: unknown, reporter: Reporter, limits: Limits): boolean {
  if (!isWithinLimits(value, reporter, limits)) return false
  if (validate(value)) return true
  for (const problem of validate.errors ?? []) if (!isRedundant(problem)) report(problem, value, reporter)
  return false
}

/** Whether another error reports the same more precisely: for branches of `if`, and for a missing `type`, which the discriminator reports. */
function isRedundant({ keyword, params, instancePath }: SchemaError): boolean {
  return keyword === 'if' || (keyword === 'required' && params['missingProperty'] === 'type' && instancePath !== '')
}

/** Walks the value without recursion: an object of the embedding program may have any depth, or cycles. */
function isWithinLimits(root: unknown, reporter: Reporter, limits: Limits): boolean {
  const maxDepth = maxJsonDepth(limits)
  const stack: { readonly value: unknown; readonly depth: number; readonly pointer: string }[] = [{ value: root, depth: 0, pointer: '' }]
  let count = 0
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { value, depth, pointer } = entry
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) {
      reporter.report(error('limit-depth', pointerAt(pointer), `nodes are nested deeper than ${limits.depth}`))
      return false
    }
    if (++count > 2 * limits.nodes) {
      reporter.report(error('limit-nodes', undefined, `the document has more than ${limits.nodes} nodes`))
      return false
    }
    // Pointers are only needed for the depth error; beyond a readable length they no longer grow.
    const prefix = pointer.length > 500 ? pointer : undefined
    for (const [key, child] of Object.entries(value))
      stack.push({ value: child, depth: depth + 1, pointer: prefix ?? `${pointer}/${escapeKey(key)}` })
  }
  return true
}

/** A node is an object in a list: two levels of JSON. Attributes of the deepest node need a few more. */
export function maxJsonDepth({ depth }: Limits): number {
  return 2 * depth + 8
}

export function pointerAt(pointer: string): Position {
  return { kind: 'pointer', pointer }
}

/** RFC 6901 §3. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function report(problem: SchemaError, root: unknown, reporter: Reporter): void {
  const { message, hint, pointer = problem.instancePath } = explain(problem, root)
  reporter.report(error('invalid-document', pointerAt(pointer), message, hint))
}

interface Explanation {
  readonly message: string
  readonly hint?: string
  readonly pointer?: string
}

function explain({ keyword, params, instancePath }: SchemaError, root: unknown): Explanation {
  const shown = show(valueAt(root, instancePath))
  const name = instancePath === '' ? 'the document' : `"${instancePath.slice(instancePath.lastIndexOf('/') + 1)}"`
  switch (keyword) {
    case 'discriminator':
      return explainType(params, instancePath)
    case 'required':
      return { message: `"${params['missingProperty']}" is missing` }
    case 'const':
      return { message: `${name} is ${shown}`, hint: `it must be ${show(params['allowedValue'])}` }
    case 'enum':
      return { message: `${name} is ${shown}`, hint: `write one of ${listed(params['allowedValues'])}` }
    case 'type':
      return { message: `${name} is ${shown}`, hint: `it must be ${typesOf(params['type'])}` }
    case 'pattern': {
      const expected = EDITOR_PATTERNS.get(String(params['pattern'])) ?? 'a value that belongs here'
      return { message: `${name} is ${shown}, which is not ${expected}` }
    }
    case 'minimum':
    case 'maximum':
      return { message: `${name} is ${shown}`, hint: `it must be at ${keyword === 'minimum' ? 'least' : 'most'} ${params['limit']}` }
    default:
      return { message: `${name} is ${shown}, which does not belong here` }
  }
}

/** A node or mark whose type is unknown, misplaced or missing. */
function explainType({ error: kind, tagValue }: Readonly<Record<string, unknown>>, instancePath: string): Explanation {
  const isMark = /\/marks\/\d+$/.test(instancePath)
  const what = isMark ? 'mark' : 'node'
  if (kind === 'tag')
    return { message: `this ${what} has no "type"`, hint: `write the name of a ${what}, such as "${isMark ? 'bold' : 'paragraph'}"` }
  const type = String(tagValue)
  const known = isMark ? EDITOR_MARKS : EDITOR_NODES
  const pointer = `${instancePath}/type`
  if (known.includes(type))
    return { message: `a ${type} node is not allowed here`, hint: PLACES[type] ?? 'move it to a node that accepts it', pointer }
  const hint = hintFor(type, known) ?? `known ${what}s are ${known.join(', ')}`
  return { message: `unknown ${what} type ${show(type)}`, hint, pointer }
}

const PLACES: Readonly<Record<string, string>> = {
  text: 'put it into a paragraph or heading',
  hardBreak: 'put it into a paragraph or heading',
  variable: 'put it into a paragraph or heading',
  pageNumber: 'put it into a paragraph or heading',
  pageCount: 'put it into a paragraph or heading',
  listItem: 'put it into a bulletList or orderedList',
  tableRow: 'put it into a table',
  tableCell: 'put it into a tableRow',
  tableHeader: 'put it into a tableRow',
  column: 'put it into columns',
  paragraph: 'block nodes are not allowed inside a line of text',
}

/** Suggests a name: for one of another editor, for another spelling, or the nearest one by letters. */
function hintFor(type: string, known: readonly string[]): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
  const alias = EDITOR_ALIASES.get(type) ?? known.find((name) => plain(name) === plain(type.slice(0, 40)))
  return alias !== undefined && known.includes(alias) ? `did you mean "${alias}"?` : suggest(type, known)
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const key of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')] // any object has string keys
  }
  return value
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function listed(values: unknown): string {
  return Array.isArray(values)
    ? values
        .filter((value) => value !== null)
        .map(show)
        .join(', ')
    : ''
}

function typesOf(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    object: 'an object',
    array: 'a list',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
  }
  return [type]
    .flat()
    .filter((name) => name !== 'null')
    .map((name) => names[String(name)] ?? String(name))
    .join(' or ')
}
