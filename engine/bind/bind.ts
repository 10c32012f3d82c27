// Problem: 100,000 rows must not exist at once, and what is the same in every row must be bound once.
// Approach: a template is compiled once into closures, which are cached by the template's identity. Nodes without placeholders are bound at
// compile time and shared by all documents. Children that contain a repeat are iterated lazily and bound again by each iteration; all others
// are bound at first access and cached on their element, which lives no longer than its row.
import { ObjectCache } from '../collections/cache.ts'
import type { Position } from '../diagnostic.ts'
import { CHARACTERS_A_NODE, tooManyNodes } from '../limits.ts'
import type { Template, TemplateElement, TemplateNode } from '../template/template.ts'
import { type BindAttributes, compileAttributePaths, compileAttributes } from './attributes.ts'
import { type BindContext, Binding } from './binding.ts'
import type { BoundDocument, BoundElement, BoundNode, BoundText, SumMark } from './bound.ts'
import { compileCustomProperties, type PropertyBinding } from './custom-properties.ts'
import type { DataPath } from './data-path.ts'
import { compileTest } from './evaluate.ts'
import { FormatterCache } from './formats/formats.ts'
import { formatSum } from './helpers/format-sum.ts'
import { type LexicalScope, type SumTable, summedFields } from './lexical-scope.ts'
import { compileMarkup } from './markup-value.ts'
import { countedFields, ItemCounter, isLocalText, lateText, SAMPLE_SUMS, sumTableOf } from './page-sums.ts'
import type { CountableRepeat } from './remaining-items.ts'
import type { DataScope } from './scope.ts'
import { compileList, compileScopes, compileText, type Print, type ScopesOf } from './text.ts'

interface Compiled {
  readonly root: ElementPlan
  readonly title: Print
  readonly properties: readonly PropertyBinding[]
  readonly formats: FormatterCache
}

const COMPILED = new ObjectCache<Template, Compiled>()

/** Joins a template with data. Lazy: rows are bound while they are iterated, and a breached limit throws then. */
export function bindTemplate(template: Template, data: unknown, context: BindContext): BoundDocument {
  const { root, title, properties, formats } = compiledOf(template)
  const binding = new Binding(context, formats, data)
  const scope: DataScope = { value: data, parent: undefined, row: undefined, entry: undefined }
  const bound = bindElement(root, scope, binding)
  return {
    root: bound,
    title: title(scope, binding).trim().replace(/\s+/g, ' '),
    properties: new Map(properties.map(({ name, bind }) => [name, bind(scope, binding)])),
    language: bound.attributes.get('lang') ?? template.language,
    formatSum: (value, format) => formatSum(value, format, binding),
    items: () => ({ bound: binding.rows, remaining: binding.openRepeats.remaining(binding) }),
  }
}

function compiledOf(template: Template): Compiled {
  let compiled = COMPILED.get(template)
  if (compiled === undefined) {
    compiled = {
      root: compileElement(template.root, { parameters: [], parent: undefined, summedFields: template.sums }),
      title: compileText(template.title, undefined),
      properties: compileCustomProperties(template.properties),
      formats: new FormatterCache(),
    }
    COMPILED.set(template, compiled)
  }
  return compiled
}

// ── plans ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Plan =
  | { readonly kind: 'fixed'; readonly nodes: readonly BoundNode[] }
  | ElementPlan
  | { readonly kind: 'text'; readonly print: Print; readonly at: BoundText['at'] }
  | { readonly kind: 'late'; readonly print: Print; readonly isLocal: boolean; readonly at: Position }
  | { readonly kind: 'markup'; readonly bind: (scope: DataScope, binding: Binding) => readonly BoundNode[] }
  | {
      readonly kind: 'condition'
      readonly test: (scope: DataScope, binding: Binding) => boolean
      readonly body: readonly Plan[]
      readonly otherwise: readonly Plan[]
    }
  | {
      readonly kind: 'scopes'
      readonly scopesOf: ScopesOf
      /** The fields of its items that page sums add up. */
      readonly counted: readonly string[]
      readonly countable: CountableRepeat<Binding>
      /** Its items produce nothing but text. */
      readonly isTextual: boolean
      readonly body: readonly Plan[]
      readonly otherwise: readonly Plan[]
      readonly at: Position
    }

interface ElementPlan {
  readonly kind: 'element'
  readonly node: TemplateElement
  readonly attributes: BindAttributes
  readonly paths: ReadonlyMap<string, DataPath> | undefined
  readonly children: readonly Plan[]
  readonly isStreamed: boolean
  /** Set on a table that page sums may refer to. */
  readonly table: SumTable | undefined
}

function compileNodes(nodes: readonly TemplateNode[], lexical: LexicalScope | undefined): readonly Plan[] {
  return nodes.map((node) => compileNode(node, lexical))
}

function compileNode(node: TemplateNode, lexical: LexicalScope | undefined): Plan {
  switch (node.kind) {
    case 'element':
      return node.isStatic ? { kind: 'fixed', nodes: [bindStatic(node)] } : compileElement(node, lexical)
    case 'text':
      if (typeof node.text === 'string') return { kind: 'fixed', nodes: [{ kind: 'text', text: node.text, at: node.at }] }
      return { kind: 'text', print: compileText(node.text, lexical), at: node.at }
    case 'late':
      return { kind: 'late', print: compileText(node.text, lexical), isLocal: isLocalText(node.text, lexical), at: node.at }
    case 'markup':
      return { kind: 'markup', bind: compileMarkup(node, lexical) }
    case 'condition':
      return {
        kind: 'condition',
        test: compileTest(node.test, node.isNegated, lexical),
        body: compileNodes(node.body, lexical),
        otherwise: compileNodes(node.otherwise, lexical),
      }
  }
  const body = compileNodes(node.body, { parameters: node.names, parent: lexical })
  const otherwise = compileNodes(node.otherwise, lexical)
  const counted = countedFields(node.body, summedFields(lexical))
  return {
    kind: 'scopes',
    scopesOf: compileScopes(node, lexical),
    counted,
    countable: { list: compileList(node, lexical), inner: body.flatMap(repeatsIn) },
    isTextual: counted.length === 0 && [...body, ...otherwise].every(isTextual),
    body,
    otherwise,
    at: node.at,
  }
}

function compileElement(node: TemplateElement, lexical: LexicalScope | undefined): ElementPlan {
  const table = summedFields(lexical).length === 0 ? undefined : sumTableOf(node)
  const children = compileNodes(node.children, table === undefined ? lexical : { parameters: [], parent: lexical, table })
  return {
    kind: 'element',
    node,
    attributes: compileAttributes(node, lexical),
    paths: compileAttributePaths(node, lexical),
    children,
    isStreamed: children.some(isStream),
    table,
  }
}

function isTextual(plan: Plan): boolean {
  if (plan.kind === 'condition') return [...plan.body, ...plan.otherwise].every(isTextual)
  if (plan.kind === 'fixed') return plan.nodes.every(({ kind }) => kind === 'text')
  return plan.kind === 'text' || (plan.kind === 'scopes' && plan.isTextual)
}

/** The outermost repeats in a plan: not those in the items of another repeat. */
function repeatsIn(plan: Plan): readonly CountableRepeat<Binding>[] {
  if (plan.kind === 'scopes') return [plan.countable]
  if (plan.kind === 'condition') return [...plan.body, ...plan.otherwise].flatMap(repeatsIn)
  return plan.kind === 'element' ? plan.children.flatMap(repeatsIn) : []
}

/** Whether a plan contains a repeat that is not inside of an element. */
function isStream(plan: Plan): boolean {
  return plan.kind === 'scopes' || (plan.kind === 'condition' && (plan.body.some(isStream) || plan.otherwise.some(isStream)))
}

/** An element without placeholders: bound once, shared by all documents of the template. */
function bindStatic(node: TemplateElement): BoundElement {
  const attributes = new Map<string, string>()
  for (const { name, value } of node.attributes) if (!attributes.has(name)) attributes.set(name, value as string) // no placeholders, so a string
  const children = node.children.flatMap((child): BoundNode[] => {
    if (child.kind === 'element') return [bindStatic(child)]
    return child.kind === 'text' ? [{ kind: 'text', text: child.text as string, at: child.at }] : [] // no placeholders, so a string
  })
  return { kind: 'element', node, tag: node.tag, attributes, children, isStreamed: false }
}

// ── binding ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

class DynamicElement implements BoundElement {
  readonly kind = 'element'
  readonly node: TemplateElement
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly isStreamed: boolean
  readonly #plan: ElementPlan
  readonly #scope: DataScope
  readonly #binding: Binding
  sums?: readonly SumMark[]
  #children: Iterable<BoundNode> | undefined

  constructor(plan: ElementPlan, scope: DataScope, binding: Binding) {
    this.node = plan.node
    this.tag = plan.node.tag
    this.attributes = plan.attributes(scope, binding)
    this.isStreamed = plan.isStreamed
    this.#plan = plan
    this.#scope = plan.table === undefined ? scope : { ...scope, table: { node: plan.node, id: binding.nextId(), outer: scope.table } }
    this.#binding = binding
  }

  pathOf(attribute: string): string | undefined {
    return this.#plan.paths?.get(attribute)?.(this.#scope)
  }

  get children(): Iterable<BoundNode> {
    this.#children ??= this.isStreamed ? new Stream(this.#plan.children, this.#scope, this.#binding) : this.#bindAll()
    return this.#children
  }

  #bindAll(): readonly BoundNode[] {
    return boundNodes(this.#plan.children, this.#scope, this.#binding)
  }
}

/** Children that contain a repeat: bound again by every iteration. */
class Stream implements Iterable<BoundNode> {
  readonly #plans: readonly Plan[]
  readonly #scope: DataScope
  readonly #binding: Binding

  constructor(plans: readonly Plan[], scope: DataScope, binding: Binding) {
    this.#plans = plans
    this.#scope = scope
    this.#binding = binding
  }

  *[Symbol.iterator](): Generator<BoundNode, undefined> {
    let text: BoundText | undefined
    for (const node of nodesOf(this.#plans, this.#scope, this.#binding)) {
      if (node.kind === 'text' && node.late === undefined) text = text === undefined ? node : joinTexts(text, node)
      else {
        if (text !== undefined) yield text
        text = undefined
        yield node
      }
    }
    if (text !== undefined) yield text
    return undefined
  }
}

function bindElement(plan: ElementPlan, scope: DataScope, binding: Binding): BoundElement {
  return new DynamicElement(plan, scope, binding)
}

/** Binds children that contain no repeat. Fast path: most elements of a row have a single child. */
function boundNodes(plans: readonly Plan[], scope: DataScope, binding: Binding): readonly BoundNode[] {
  const [only] = plans
  if (only === undefined) return NOTHING
  if (plans.length === 1 && only.kind === 'condition')
    return boundNodes(only.test(scope, binding) ? only.body : only.otherwise, scope, binding)
  if (plans.length === 1 && only.kind === 'text') return leavesOf(only, scope, binding)
  const nodes: BoundNode[] = []
  collect(plans, nodes, scope, binding)
  return nodes
}

/** General path of `boundNodes`: appends to `nodes`. */
function collect(plans: readonly Plan[], nodes: BoundNode[], scope: DataScope, binding: Binding): void {
  for (const plan of plans) {
    if (plan.kind === 'element') nodes.push(bindElement(plan, scope, binding))
    else if (plan.kind === 'condition') collect(plan.test(scope, binding) ? plan.body : plan.otherwise, nodes, scope, binding)
    else for (const node of leavesOf(plan, scope, binding)) pushJoined(nodes, node)
  }
}

/** Binds children one at a time. */
function* nodesOf(plans: readonly Plan[], scope: DataScope, binding: Binding): Generator<BoundNode, undefined> {
  for (const plan of plans) {
    if (plan.kind === 'element') yield bindElement(plan, scope, binding)
    else if (plan.kind === 'condition') yield* nodesOf(plan.test(scope, binding) ? plan.body : plan.otherwise, scope, binding)
    else if (plan.kind === 'scopes') yield* repeated(plan, scope, binding)
    else yield* leavesOf(plan, scope, binding)
  }
  return undefined
}

const NOTHING: readonly BoundNode[] = []

function leavesOf(plan: Exclude<Plan, { kind: 'element' | 'condition' }>, scope: DataScope, binding: Binding): readonly BoundNode[] {
  switch (plan.kind) {
    case 'fixed':
      return plan.nodes
    case 'markup':
      return plan.bind(scope, binding)
    case 'late': {
      const late = lateText(plan.print, plan.isLocal, scope, binding)
      return [{ kind: 'text', text: late.textWith(SAMPLE_SUMS), at: plan.at, late }]
    }
    case 'scopes':
      throw new Error('bind: a repeat among children that are not streamed')
  }
  const text = plan.print(scope, binding)
  return text === '' ? NOTHING : [{ kind: 'text', text, at: plan.at }]
}

/** Joins the texts of a repeat that produces nothing else. There may be millions of them, and each would otherwise cost a node and two generators. */
class JoinedText {
  text = ''
  at: BoundText['at']
  readonly #binding: Binding
  readonly #longest: number

  constructor(binding: Binding) {
    const { limits } = binding.context
    this.#binding = binding
    this.#longest = (limits.nodes + 1) * CHARACTERS_A_NODE
  }

  addAll(plans: readonly Plan[], scope: DataScope): void {
    for (const plan of plans) {
      if (plan.kind === 'text') this.#add(plan.print(scope, this.#binding), plan.at)
      else if (plan.kind === 'fixed') {
        for (const node of plan.nodes) if (node.kind === 'text') this.#add(node.text, node.at)
      } else if (plan.kind === 'condition') this.addAll(plan.test(scope, this.#binding) ? plan.body : plan.otherwise, scope)
      else if (plan.kind === 'scopes') this.#addItems(plan, scope)
    }
  }

  #addItems({ scopesOf, body, otherwise }: Extract<Plan, { kind: 'scopes' }>, scope: DataScope): void {
    let isEmpty = true
    for (const inner of scopesOf(scope, this.#binding)) {
      isEmpty = false
      this.addAll(body, inner)
    }
    if (isEmpty) this.addAll(otherwise, scope)
  }

  #add(text: string, at: BoundText['at']): void {
    if (text === '') return
    if (this.text === '') this.at = at
    this.text += text
    // One text of this length breaches the limit anyway: binding millions of items more would only take time and memory.
    if (this.text.length >= this.#longest) throw tooManyNodes(this.#binding.context.limits)
  }
}

function* repeated(plan: Extract<Plan, { kind: 'scopes' }>, scope: DataScope, binding: Binding): Generator<BoundNode, undefined> {
  if (plan.isTextual) {
    const joined = new JoinedText(binding)
    joined.addAll([plan], scope)
    if (joined.text !== '') yield { kind: 'text', text: joined.text, at: joined.at }
    return undefined
  }
  const counter = plan.counted.length === 0 ? undefined : new ItemCounter(plan.counted, scope, binding, plan.at)
  let isEmpty = true
  for (const inner of plan.scopesOf(scope, binding)) {
    isEmpty = false
    if (inner.row !== undefined) binding.openRepeats.reach(plan.countable, scope, inner.row)
    const sums = counter?.marksOf(inner)
    if (sums === undefined) yield* nodesOf(plan.body, inner, binding)
    else yield* withSums(nodesOf(plan.body, inner, binding), sums)
  }
  binding.openRepeats.end(plan.countable)
  if (isEmpty) yield* nodesOf(plan.otherwise, scope, binding)
  return undefined
}

/** Attaches an item's contribution to page sums to the first element of the item. */
function* withSums(nodes: Iterable<BoundNode>, sums: readonly SumMark[]): Generator<BoundNode, undefined> {
  let isDone = false
  for (const node of nodes) {
    if (isDone || node.kind === 'text') {
      yield node
      continue
    }
    isDone = true
    if (node instanceof DynamicElement) {
      node.sums = sums
      yield node
    } else yield { ...node, sums }
  }
  return undefined
}

const joinTexts = (a: BoundText, b: BoundText): BoundText => ({ kind: 'text', text: a.text + b.text, at: a.at })

function pushJoined(nodes: BoundNode[], node: BoundNode): void {
  const last = nodes.at(-1)
  if (node.kind === 'text' && last?.kind === 'text' && node.late === undefined && last.late === undefined)
    nodes[nodes.length - 1] = joinTexts(last, node)
  else nodes.push(node)
}
