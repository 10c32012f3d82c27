// Validates an editor document: size and depth first, then, in the form of the schema (`read.ts`), every node and attribute. Errors are
// reported at their JSON pointers, with explanations. An attribute that says how a node looks, and is wrong, is reported and left out.
import { error, type Reporter } from '../../diagnostic.ts'
import type { Limits } from '../../limits.ts'
import { degrade, type EditorContext, type EditorNode, isRecord, pointerAt, show } from './node.ts'
import { DECISIVE_ATTRIBUTES, EDITOR_PATTERNS } from './schema.data.ts'
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

/**
 * A document without attributes that cannot be used, or undefined; then its errors have been reported. Values of another type than the schema
 * has, such as `"3"` for 3, are read as what they say. The objects of `document` are ours, and are changed.
 */
export function checkedDocument(document: unknown, context: EditorContext): EditorNode | undefined {
  let isValid = validate(document)
  // What is read otherwise may then be out of range: it is checked once more.
  if (!isValid && (validate.errors ?? []).map((problem) => isMended(problem, document)).includes(true)) isValid = validate(document)
  if (!isValid) {
    const before = context.reporter
    let hasErrors = false
    const reporter: Reporter = {
      report(diagnostic) {
        hasErrors ||= diagnostic.severity === 'error'
        before.report(diagnostic)
      },
    }
    for (const problem of validate.errors ?? []) if (!isRedundant(problem)) report(problem, document, { ...context, reporter })
    if (hasErrors) return undefined
  }
  return document as EditorNode // just validated by the schema
}

/** Whether another error reports the same more precisely: for branches of `if`, and for a missing `type`, which the discriminator reports. */
function isRedundant({ keyword, params, instancePath }: SchemaError): boolean {
  return keyword === 'if' || (keyword === 'required' && params['missingProperty'] === 'type' && instancePath !== '')
}

/** Walks the value without recursion: an object of the embedding program may have any depth, or cycles. */
export function isWithinLimits(root: unknown, reporter: Reporter, limits: Limits): boolean {
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

/** RFC 6901 §3. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** An attribute of a node or mark that a problem is about. */
interface Attribute {
  readonly owner: string
  readonly attrs: Record<string, unknown>
  readonly name: string
  /** Whether the problem is about the value itself, and not about something in it. */
  readonly isWhole: boolean
}

function attributeOf({ instancePath }: SchemaError, document: unknown): Attribute | undefined {
  const [, before, key, rest] = /^(.*)\/attrs\/([^/]+)(.*)$/.exec(instancePath) ?? []
  const owner = before === undefined ? undefined : valueAt(document, before)
  if (key === undefined || !isRecord(owner) || !isRecord(owner['attrs'])) return undefined
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
  return { owner: String(owner['type']), attrs: owner['attrs'], name, isWhole: rest === '' }
}

/** Reads a value otherwise, if it says the same in another type. */
function isMended(problem: SchemaError, document: unknown): boolean {
  const attribute = attributeOf(problem, document)
  if (attribute === undefined || !attribute.isWhole) return false
  const { attrs, name } = attribute
  const mended = mendedValue(attrs[name], problem)
  if (mended !== undefined) attrs[name] = mended
  return mended !== undefined
}

function mendedValue(value: unknown, { keyword, params }: SchemaError): unknown {
  const types = [params['type']].flat()
  if (keyword === 'pattern' && typeof value === 'string' && /;\s*$/.test(value)) return value.replace(/[;\s]+$/, '')
  if (keyword !== 'type') return undefined
  if (
    typeof value === 'string' &&
    /^\s*[+-]?\d+(\.\d+)?(px)?\s*$/.test(value) &&
    types.some((type) => type === 'number' || type === 'integer')
  )
    return Number.parseFloat(value)
  if (typeof value === 'string' && types.includes('boolean') && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return (typeof value === 'number' || typeof value === 'boolean') && types.includes('string') ? String(value) : undefined
}

function report(problem: SchemaError, document: unknown, context: EditorContext): void {
  const { message, hint, pointer = problem.instancePath } = explain(problem, document)
  const at = pointerAt(originOf(document, pointer))
  const attribute = problem.keyword === 'required' ? undefined : attributeOf(problem, document)
  if (attribute === undefined || attribute.owner === 'doc' || DECISIVE_ATTRIBUTES.has(`${attribute.owner}.${attribute.name}`)) {
    context.reporter.report(error('invalid-document', at, message, hint))
    return
  }
  const { attrs, name } = attribute
  const value = attrs[name]
  if (value === undefined) return
  delete attrs[name]
  if (typeof value === 'string' && value.trim() === '') return
  degrade(context, { code: 'invalid-document', at, message: `${message}: it is left out`, hint })
}

/** The place in the author's document that a path into the document in the form of the schema stands for. */
function originOf(document: unknown, path: string): string {
  let value = document
  let origin = ''
  let isTranslated = false
  for (const key of path.split('/').slice(1)) {
    value = valueAt(value, `/${key}`)
    const own = isRecord(value) && typeof value['pointer'] === 'string' ? value['pointer'] : undefined
    if (own === undefined && isTranslated) continue
    origin = own ?? `${origin}/${key}`
    if (own !== undefined) isTranslated = isRecord(value) && value['isTranslated'] === true
  }
  return origin
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

/** A node or mark that is not allowed in its place. */
function explainType({ tagValue }: Readonly<Record<string, unknown>>, instancePath: string): Explanation {
  const what = /\/marks\/\d+$/.test(instancePath) ? 'mark' : 'node'
  return {
    message: `a ${String(tagValue)} ${what} is not allowed here`,
    hint: 'move it to a node that accepts it',
    pointer: `${instancePath}/type`,
  }
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const key of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')] // any object has string keys
  }
  return value
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
