// Parses the code between braces to an `Expression`, with the Handlebars project's own parser. No code is generated or run.
import { error, type Position, type Reporter } from '../diagnostic.ts'
import { suggest } from '../suggest.ts'
import { BLOCKS, HELPERS, type HelperSignature, LOCALS } from './helpers.data.ts'
import { type CallNode, type PathNode, parseStatement, type SyntaxNode } from './syntax.ts'
import type { Expression } from './template.ts'

export interface ExpressionContext {
  /** Names of the embedder's custom helpers. */
  readonly helpers: ReadonlySet<string>
  readonly reporter: Reporter
  /** Collects the names of all helpers called. */
  readonly calledHelpers: Set<string>
  /** Collects the fields that page sums add up. */
  readonly summedFields: Set<string>
}

/** The parsed opening tag of a block: `each items as |item i|`. */
export interface BlockHead {
  readonly name: string
  /** The whole code as a placeholder, for `{{#name}}` sections; undefined for built-in blocks, and when it is invalid. */
  readonly subject: Expression | undefined
  readonly positional: readonly Expression[]
  readonly named: Readonly<Record<string, Expression>>
  /** `as |item i|`. */
  readonly names: readonly string[]
}

/** Deeper nesting of subexpressions is rejected as hostile. */
const MAX_DEPTH = 50

/** Parses the code of a placeholder, which begins at `at`. Undefined when it is invalid, which has been reported. */
export function parseExpression(code: string, at: Position, context: ExpressionContext): Expression | undefined {
  const mustache = parseMustache(code, at, context)
  return mustache && new Reader(at, context).mustache(mustache)
}

export function parseBlockHead(code: string, at: Position, context: ExpressionContext): BlockHead | undefined {
  const parameters = /\sas\s+\|([^|]*)\|\s*$/.exec(code)
  const mustache = parseMustache(parameters === null ? code : code.slice(0, parameters.index), at, context)
  if (mustache === undefined) return undefined
  const reader = new Reader(at, context)
  const names = parameters?.[1]?.trim().split(/\s+/).filter(Boolean) ?? []
  const name = simpleName(mustache.path)
  if (name !== undefined && isBlockName(name)) {
    return { name, subject: undefined, positional: reader.list(mustache.params), named: reader.hash(mustache.hash), names }
  }
  return { name: name ?? '', subject: reader.mustache(mustache), positional: [], named: {}, names }
}

const isBlockName = (name: string): boolean => BLOCKS.includes(name)

const isPageSum = (name: string): boolean => name === 'pagesum' || name === 'carry'

/** The signature of a built-in helper; undefined for all other names. */
export const signatureOf = (name: string): HelperSignature | undefined => (Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined)

function parseMustache(code: string, at: Position, { reporter }: ExpressionContext): CallNode | undefined {
  if (code === '') {
    reporter.report(error('template-syntax', at, 'an empty placeholder', 'name a field, as in {{customer.name}}'))
    return undefined
  }
  if (nestingOf(code) > MAX_DEPTH) {
    reporter.report(error('template-syntax', at, `subexpressions are nested deeper than ${MAX_DEPTH}`))
    return undefined
  }
  const statement = parseStatement(code)
  if (statement !== undefined) return statement
  reporter.report(error('template-syntax', at, `cannot read "${shorten(code)}"`, hintFor(code)))
  return undefined
}

function nestingOf(code: string): number {
  let depth = 0
  let deepest = 0
  for (const c of code) {
    if (c === '(') deepest = Math.max(deepest, ++depth)
    else if (c === ')') depth--
  }
  return deepest
}

function hintFor(code: string): string {
  if (/["']/.test(code) && (code.match(/["']/g)?.length ?? 0) % 2 === 1) return 'a quotation mark is missing'
  if (/^[^"']*[()]/.test(code) && code.split('(').length !== code.split(')').length) return 'a parenthesis is missing'
  const operator = /\s(\+|-|\*|\/|===?|!==?|&&|\|\||[<>]=?)\s/.exec(code)?.[1]
  if (operator !== undefined) return `there are no operators; write {{${OPERATORS[operator] ?? 'eq'} a b}}`
  if (code.includes(',')) return 'arguments are separated by spaces, without commas'
  if (code.includes('|')) return 'there are no pipes; write the helper first, as in {{upper name}}'
  if (/\w\s*\(/.test(code)) return 'write the helper first and its arguments after it, as in {{upper name}}'
  if (/\s/.test(code)) return 'names with spaces are written in brackets, as in {{[unit price]}}'
  return 'write a field like {{customer.name}} or a helper with arguments like {{currency total "EUR"}}'
}

const OPERATORS: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '<': 'lt',
  '>': 'gt',
  '<=': 'lte',
  '>=': 'gte',
  '!=': 'ne',
  '!==': 'ne',
  '&&': 'and',
  '||': 'or',
}

function simpleName(path: SyntaxNode): string | undefined {
  if (path.type !== 'PathExpression') return undefined
  const { parts, depth, data, original } = path
  const [name] = parts
  return parts.length === 1 && depth === 0 && !data && typeof name === 'string' && !/^\.\/|^this[./]/.test(original) ? name : undefined
}

class Reader {
  readonly #at: Position
  readonly #context: ExpressionContext

  constructor(at: Position, context: ExpressionContext) {
    this.#at = at
    this.#context = context
  }

  mustache(statement: CallNode): Expression | undefined {
    if (statement.params.length === 0 && statement.hash === undefined) return this.expression(statement.path)
    return this.#call(statement)
  }

  list(nodes: readonly SyntaxNode[]): readonly Expression[] {
    return nodes.flatMap((node) => this.expression(node) ?? [])
  }

  hash(hash: CallNode['hash']): Readonly<Record<string, Expression>> {
    const pairs = (hash?.pairs ?? []).flatMap(({ key, value }) => {
      const expression = this.expression(value)
      return expression === undefined ? [] : [[key, expression] as const]
    })
    return Object.fromEntries(pairs)
  }

  expression(node: SyntaxNode): Expression | undefined {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumberLiteral':
      case 'BooleanLiteral':
        return { kind: 'constant', value: node.value }
      case 'NullLiteral':
        return { kind: 'constant', value: null }
      case 'UndefinedLiteral':
        return { kind: 'constant', value: undefined }
      case 'SubExpression':
        return this.#call(node)
      case 'PathExpression':
        return this.#path(node)
    }
    return this.#fail(node, 'lists and objects cannot be written in a placeholder', 'put them into the data')
  }

  #path(node: PathNode): Expression | undefined {
    const at = this.#positionOf(node)
    const { depth, data } = node
    const segments = node.parts.filter((part) => typeof part === 'string')
    if (segments.length < node.parts.length) return this.#fail(node, 'a call cannot be part of a name', 'use {{lookup list key}}')
    const [head = '', ...tail] = segments
    if (data && head === 'root') return { kind: 'path', source: 'root', depth: 0, segments: tail, at }
    if (data && LOCALS.includes(head)) return { kind: 'path', source: 'local', depth, segments, at }
    if (data)
      return this.#fail(
        node,
        `unknown name "@${head}"`,
        suggest(head, [...LOCALS, 'root']) ?? 'there are @index, @key, @first, @last and @root',
      )
    if (node.this || segments.length === 0 || node.original.startsWith('./')) return { kind: 'path', source: 'this', depth, segments, at }
    return { kind: 'path', source: 'scope', depth, segments, at }
  }

  #call(node: CallNode): Expression | undefined {
    const { path, params, hash } = node
    if (path.type === 'SubExpression') {
      return params.length === 0 && hash === undefined ? this.#call(path) : this.#fail(path, 'a result cannot be called')
    }
    const name = simpleName(path)
    const written = path.type === 'PathExpression' ? path.original : 'a literal'
    if (name === undefined) return this.#unknown(path, written)
    const signature = signatureOf(name)
    if (signature === undefined && !this.#context.helpers.has(name)) return this.#unknown(path, name)
    const positional = this.list(params)
    const named = this.hash(hash)
    if (positional.length < params.length) return undefined
    const isBuiltIn = signature !== undefined && !this.#context.helpers.has(name)
    if (isBuiltIn) this.#checkArguments(name, signature, { positional, named, node: path })
    if (isBuiltIn && isPageSum(name)) return this.#pageSum(name, positional, path)
    this.#context.calledHelpers.add(name)
    return { kind: 'call', helper: name, positional, named, at: this.#positionOf(path) }
  }

  /** The field must be a constant: rows are bound with the numbers to add up, before pages exist. */
  #pageSum(name: string, positional: readonly Expression[], node: SyntaxNode): Expression | undefined {
    const field = positional.at(-1)
    if (field?.kind !== 'constant' || typeof field.value !== 'string' || field.value === '') {
      return this.#fail(node, `helper "${name}" takes the name of a field in quotation marks`, `write {{${name} "price"}}`)
    }
    this.#context.summedFields.add(field.value)
    return { kind: 'call', helper: `@${name}`, positional, named: {}, at: this.#positionOf(node) }
  }

  #checkArguments(
    name: string,
    signature: HelperSignature,
    { positional, named, node }: { positional: readonly Expression[]; named: object; node: SyntaxNode },
  ): void {
    const [least, most] = signature.arity
    if (positional.length < least || positional.length > most) {
      const wanted = least === most ? `${least}` : most === 99 ? `at least ${least}` : `${least} to ${most}`
      this.#fail(node, `helper "${name}" takes ${wanted} arguments, not ${positional.length}`)
    }
    for (const key of Object.keys(named)) {
      if (signature.named?.includes(key) === true) continue
      const known = signature.named === undefined ? 'it has no named arguments' : `there are ${signature.named.join(', ')}`
      this.#fail(node, `helper "${name}" has no argument "${key}"`, suggest(key, signature.named ?? []) ?? known)
    }
  }

  #unknown(node: SyntaxNode, name: string): undefined {
    const hint =
      suggest(name, [...Object.keys(HELPERS), ...this.#context.helpers]) ??
      (isBlockName(name)
        ? `open a block with {{#${name} …}}`
        : 'a helper is a name followed by its arguments; names with spaces are written in brackets')
    this.#context.reporter.report(error('unknown-helper', this.#positionOf(node), `unknown helper "${shorten(name)}"`, hint))
    return undefined
  }

  #fail(node: SyntaxNode, message: string, hint?: string): undefined {
    this.#context.reporter.report(error('template-syntax', this.#positionOf(node), message, hint))
    return undefined
  }

  /** Columns of the parser count the two braces before the code. */
  #positionOf({ loc: { start } }: SyntaxNode): Position {
    const at = this.#at
    if (at.kind !== 'text') return at
    return start.line === 1
      ? { ...at, column: at.column + start.column - 2 }
      : { ...at, line: at.line + start.line - 1, column: start.column + 1 }
  }
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)
