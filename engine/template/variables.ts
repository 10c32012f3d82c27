// Problem: derive from the template alone which data it expects (`variables` in the answers of the HTTP interface). Approach: walk it in document order, resolve names
// to paths, record every path at its first use, and decide the types at the end from all uses.
// Limits: whether a bare name inside a repeat is a field of the row or of a scope around it depends on the data. It is taken as the row's,
// as in Handlebars; `../name`, `@root.name` and block parameters are explicit. A `{{#name}}` section whose content uses fields is taken as
// a list, unless fields of `name` itself are used elsewhere: then it is an object.
import type { Position } from '../diagnostic.ts'
import { signatureOf } from './expression.ts'
import type { Role } from './helpers.data.ts'
import type {
  Expression,
  ScopeForm,
  Template,
  TemplateAttribute,
  TemplateNode,
  TemplateProperty,
  Text,
  TextPart,
  Variable,
} from './template.ts'
import { usesScope } from './uses-scope.ts'

type Parts = Pick<Template, 'root' | 'title' | 'properties'>

/** The kind of value that the template expects of a variable at one use, for sample data. */
export type ExpectedKind = Role | 'link' | `css:${string}` | `is:${string}` | `barcode:${string}` | `option:${string}`

/** `expected`: the kinds of all uses, by variable name. */
interface VariableUses {
  readonly variables: readonly Variable[]
  readonly expected: ReadonlyMap<string, readonly ExpectedKind[]>
}

export function deriveVariables(template: Parts): readonly Variable[] {
  return collectUses(template).variables
}

/** Two passes: the first finds out which names have fields of their own, the second uses it for sections. */
export function collectUses(template: Parts): VariableUses {
  const first = new Collector(template, new Set())
  first.run()
  const second = new Collector(template, first.objects())
  second.run()
  return second.uses()
}

/** Maps names to paths in a part of the template. `path` is undefined where it cannot be derived. */
interface PathScope {
  readonly path: string | undefined
  readonly parent: PathScope | undefined
  readonly names: ReadonlyMap<string, string | undefined>
}

interface Usage {
  isList: boolean
  hasFields: boolean
  /** The subject of a `with` or section. */
  isEntered: boolean
  /** Printed, compared or passed to a helper. */
  isValue: boolean
  readonly expected: ExpectedKind[]
}

const NO_NAMES: ReadonlyMap<string, string | undefined> = new Map()
const ROOT: PathScope = { path: '', parent: undefined, names: NO_NAMES }

class Collector {
  readonly #template: Parts
  readonly #knownObjects: ReadonlySet<string>
  readonly #usages = new Map<string, Usage>()
  /** Values in style sheets that are not visited yet. */
  readonly #properties: TemplateProperty[]
  /** The last position visited in each text. */
  readonly #last = new Map<string | undefined, TextPosition>()
  #isTitleVisited = false
  /** A unit follows the current placeholder: `{{width}}mm`. */
  #isBeforeUnit = false

  constructor(template: Parts, knownObjects: ReadonlySet<string>) {
    this.#template = template
    this.#knownObjects = knownObjects
    this.#properties = [...template.properties]
  }

  run(): void {
    this.#node(this.#template.root, ROOT)
    this.#title()
    this.#visitProperties(undefined)
  }

  objects(): ReadonlySet<string> {
    return new Set([...this.#usages].filter(([, entry]) => entry.hasFields).map(([name]) => name))
  }

  uses(): VariableUses {
    const variables = [...this.#usages].map(([name, entry]): Variable => ({ name, type: typeOf(name, entry) }))
    return { variables, expected: new Map([...this.#usages].map(([name, entry]) => [name, entry.expected])) }
  }

  // ── the walk ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #nodes(nodes: readonly TemplateNode[], scope: PathScope): void {
    for (const node of nodes) this.#node(node, scope)
  }

  #node(node: TemplateNode, scope: PathScope): void {
    if (this.#properties.length > 0) this.#visitProperties(node.at)
    switch (node.kind) {
      case 'element':
        if (node.tag === 'title' && node.namespace === 'html') this.#title()
        for (const attribute of node.attributes) this.#attribute(node.tag, attribute, scope)
        return this.#nodes(node.children, scope)
      case 'text':
      case 'late':
        return this.#text(node.text, scope)
      case 'markup':
        return this.#expression(node.value, scope, 'text')
      case 'repeat':
        this.#nodes(node.body, this.#repeat(node.items, node.names, scope))
        return this.#nodes(node.otherwise, scope)
      case 'condition':
        this.#expression(node.test, scope, 'truth')
        this.#nodes(node.body, scope)
        return this.#nodes(node.otherwise, scope)
      case 'scope':
        this.#nodes(node.body, this.#enter(node, usesScope.nodes(node.body, node.names), scope))
        return this.#nodes(node.otherwise, scope)
    }
  }

  #attribute(tag: string, { name, value, guards }: TemplateAttribute, scope: PathScope): void {
    for (const { test } of guards ?? []) this.#expression(test, scope, 'truth')
    const isImage = name === 'src' || ((tag === 'image' || tag === 'use') && /^(xlink:)?href$/.test(name))
    this.#text(value, scope, isImage ? 'image' : name === 'href' ? 'link' : NUMERIC.has(name) ? 'number' : 'text')
  }

  #text(text: Text, scope: PathScope, expected: ExpectedKind = 'text'): void {
    if (typeof text === 'string') return
    text.forEach((part, i) => {
      const next = text[i + 1]
      this.#isBeforeUnit = next?.kind === 'literal' && /^[a-z%]/i.test(next.text)
      this.#part(part, scope, expected)
    })
  }

  #part(part: TextPart, scope: PathScope, expected: ExpectedKind): void {
    if (part.kind === 'literal') return
    if (part.kind === 'value') return this.#expression(part.value, scope, expected)
    const inner = this.#partScope(part, scope)
    for (const each of part.body) this.#part(each, inner, expected)
    for (const each of part.otherwise) this.#part(each, scope, expected)
  }

  #partScope(part: Exclude<TextPart, { kind: 'literal' | 'value' }>, scope: PathScope): PathScope {
    if (part.kind === 'repeat') return this.#repeat(part.items, part.names, scope)
    if (part.kind === 'scope') return this.#enter(part, usesScope.parts(part.body, part.names), scope)
    this.#expression(part.test, scope, 'truth')
    return scope
  }

  /** Visits the title, once: at its `<title>` element, or at the end. */
  #title(): void {
    if (this.#isTitleVisited) return
    this.#isTitleVisited = true
    this.#text(this.#template.title, ROOT)
  }

  /** Visits the values of style sheets before `position`; all of them without one, and in an editor document, where they come first. */
  #visitProperties(position: Position | undefined): void {
    for (let next = this.#properties[0]; next !== undefined; next = this.#properties[0]) {
      if (position?.kind === 'text' && next.at.kind === 'text') {
        // Each text has lines of its own: the template and its shared parts.
        const last = this.#last.set(position.file, position).get(next.at.file)
        if (last === undefined || !isBefore(next.at, last)) return
      }
      this.#properties.shift()
      this.#text(next.value, ROOT, next.styleContext === 'url' ? 'image' : next.styleContext === 'string' ? 'text' : 'css:')
    }
  }

  // ── scopes ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #repeat(items: Expression, names: readonly string[], scope: PathScope): PathScope {
    return this.#listScope(this.#pathOf(items, scope), names, { items, scope })
  }

  #listScope(list: string | undefined, names: readonly string[], { items, scope }: { items: Expression; scope: PathScope }): PathScope {
    if (list === undefined) this.#expression(items, scope, 'list')
    const element = list === undefined ? undefined : this.#recordList(list)
    return { path: element, parent: scope, names: new Map(names.map((name, i) => [name, i === 0 ? element : undefined])) }
  }

  #enter(
    { form, value, names }: { readonly form: ScopeForm; readonly value: Expression; readonly names: readonly string[] },
    usesFields: boolean,
    scope: PathScope,
  ): PathScope {
    if (form === 'part') return this.#enterPart(value, scope)
    const path = this.#pathOf(value, scope)
    if (path === undefined) this.#expression(value, scope, 'mixed')
    if (form === 'section' && usesFields && !(path !== undefined && this.#knownObjects.has(path))) {
      return this.#listScope(path, names, { items: value, scope })
    }
    if (path !== undefined)
      this.#record(path, form === 'with' || usesFields ? 'entered' : 'value', form === 'with' || usesFields ? undefined : 'truth')
    return { path, parent: scope, names: new Map(names.map((name, i) => [name, i === 0 ? path : undefined])) }
  }

  /** In a part, its named arguments come before the fields of its value. */
  #enterPart(value: Expression, scope: PathScope): PathScope {
    const isCall = value.kind === 'call' && value.helper === '@part'
    const subject = isCall ? value.positional[0] : value
    const named = isCall ? Object.entries(value.named) : []
    const path = subject && this.#pathOf(subject, scope)
    if (path !== undefined) this.#record(path, 'entered')
    else if (subject !== undefined) this.#expression(subject, scope, 'mixed')
    const names = named.map(([name, argument]) => {
      this.#expression(argument, scope, 'mixed')
      return [name, this.#pathOf(argument, scope)] as const
    })
    return { path, parent: scope, names: new Map(names) }
  }

  // ── expressions ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #expression(expression: Expression, scope: PathScope, expected: ExpectedKind): void {
    if (expression.kind === 'call') return this.#call(expression, scope, expected)
    const path = this.#pathOf(expression, scope)
    if (path !== undefined) this.#record(path, expected === 'list' ? 'list' : 'value', expected)
  }

  #call(call: Extract<Expression, { kind: 'call' }>, scope: PathScope, expected: ExpectedKind): void {
    const { helper, positional, named } = call
    const [first, second] = positional
    if (helper === '@pagesum' || helper === '@carry') {
      const list = second === undefined || first === undefined ? undefined : this.#pathOf(first, scope)
      if (list !== undefined && second?.kind === 'constant')
        this.#recordField(this.#recordList(list) ?? list, String(second.value), 'number')
      return
    }
    if (helper.startsWith('@')) {
      const property = second?.kind === 'constant' ? second.value : ''
      const inner: ExpectedKind =
        helper === '@style-url'
          ? 'image'
          : helper === '@style-string'
            ? 'text'
            : helper === '@includeZero'
              ? expected
              : this.#isBeforeUnit
                ? 'number'
                : `css:${property}`
      if (first !== undefined) this.#expression(first, scope, inner)
      return
    }
    const signature = signatureOf(helper)
    positional.forEach((argument, i) => {
      const role = signature === undefined ? 'mixed' : (signature.parameters[i] ?? signature.parameters.at(-1) ?? 'mixed')
      this.#argument(argument, { role, call, index: i }, scope)
    })
    for (const [name, argument] of Object.entries(named)) this.#expression(argument, scope, `option:${name}`)
    if (helper === 'lookup' && first !== undefined) this.#lookup(first, second, scope)
    if ((helper === 'sum' || helper === 'join') && first !== undefined && positional.length < (helper === 'sum' ? 2 : 3)) {
      const list = this.#pathOf(first, scope)
      if (list !== undefined) this.#record(`${list}[]`, 'value', helper === 'sum' ? 'number' : 'text')
    }
  }

  #argument(
    argument: Expression,
    { role, call, index }: { role: Role; call: Extract<Expression, { kind: 'call' }>; index: number },
    scope: PathScope,
  ): void {
    if (role === 'list-field') {
      const list = call.positional[0] === undefined ? undefined : this.#pathOf(call.positional[0], scope)
      if (argument.kind !== 'constant') this.#expression(argument, scope, 'option')
      else if (list !== undefined && typeof argument.value === 'string')
        this.#recordField(`${list}[]`, argument.value, call.helper === 'sum' ? 'number' : 'text')
      return
    }
    const other = role === 'compared' ? call.positional[1 - index] : undefined
    if (other?.kind === 'constant' && other.value !== undefined)
      return this.#expression(argument, scope, `is:${JSON.stringify(other.value)}`)
    const type = call.named['type']
    if (call.helper === 'barcode') return this.#expression(argument, scope, `barcode:${type?.kind === 'constant' ? type.value : 'code128'}`)
    this.#expression(argument, scope, role === 'option' ? `option:${call.helper}` : role)
  }

  #lookup(from: Expression, key: Expression | undefined, scope: PathScope): void {
    const path = this.#pathOf(from, scope)
    if (path === undefined) return
    if (key?.kind === 'constant' && typeof key.value === 'string') this.#recordField(path, key.value, 'text')
    else this.#record(path, 'fields')
  }

  /** The path that an expression names; undefined for locals, constants and results of helpers. The root is ''. */
  #pathOf(expression: Expression, scope: PathScope): string | undefined {
    if (expression.kind !== 'path' || expression.source === 'local') return undefined
    const { source, depth, segments } = expression
    let base: PathScope = source === 'root' ? ROOT : scope
    for (let i = 0; i < depth; i++) base = base.parent ?? base
    const [head = ''] = segments
    if (source === 'scope' && depth === 0) {
      for (let at: PathScope | undefined = scope; at !== undefined; at = at.parent) {
        if (at.names.has(head)) return this.#follow(at.names.get(head), segments.slice(1))
      }
    }
    return this.#follow(base.path, segments)
  }

  /** Follows field names from a path, and records every step. */
  #follow(base: string | undefined, segments: readonly string[]): string | undefined {
    let path = base
    for (const segment of segments) {
      if (path === undefined) return undefined
      if (segment === 'length' && path !== '') return this.#recordList(path) && undefined
      if (/^\d+$/.test(segment) && path !== '') path = this.#recordList(path)
      else path = this.#enterField(path, segment)
    }
    return path
  }

  #enterField(path: string, segment: string): string {
    if (path === '') return segment
    this.#record(path, 'fields')
    return `${path}.${segment}`
  }

  // ── entries ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #record(path: string, use: 'value' | 'fields' | 'entered' | 'list', expected?: ExpectedKind): void {
    if (path === '') return
    if (use === 'list') this.#recordList(path)
    const entry = this.#usageOf(path)
    if (use === 'fields') entry.hasFields = true
    if (use === 'entered') entry.isEntered = true
    if (use === 'value') entry.isValue = true
    if (expected !== undefined) entry.expected.push(expected)
  }

  /** Records a list; returns the path of its elements. */
  #recordList(path: string): string | undefined {
    if (path === '') return undefined
    this.#usageOf(path).isList = true
    this.#usageOf(`${path}[]`)
    return `${path}[]`
  }

  #recordField(path: string, field: string, expected: ExpectedKind): void {
    const full = this.#follow(path, field.split('.'))
    if (full !== undefined) this.#record(full, 'value', expected)
  }

  #usageOf(path: string): Usage {
    let entry = this.#usages.get(path)
    if (entry === undefined) {
      entry = { isList: false, hasFields: false, isEntered: false, isValue: false, expected: [] }
      this.#usages.set(path, entry)
    }
    return entry
  }
}

/** An element of a list without any recorded use is an object. */
function typeOf(name: string, { isList, hasFields, isEntered, isValue }: Usage): Variable['type'] {
  if (isList) return 'array'
  return hasFields || ((isEntered || name.endsWith('[]')) && !isValue) ? 'object' : 'string'
}

type TextPosition = Extract<Position, { kind: 'text' }>

function isBefore(a: TextPosition, b: TextPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column)
}

/** Attributes that hold numbers. */
const NUMERIC = new Set(['colspan', 'rowspan', 'span', 'width', 'height', 'border', 'cellpadding', 'cellspacing', 'size', 'start', 'value'])
