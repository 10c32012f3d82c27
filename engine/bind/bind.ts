// Problem: 100,000 rows must not exist at once, and what is the same in every row must be bound once.
// Approach: a template is compiled once into closures, which are cached by the template's identity. Nodes without placeholders are bound at
// compile time and shared by all documents. Children that contain a repeat are iterated lazily and bound again by each iteration; all others
// are bound at first access and cached on their element, which lives no longer than its row.
import { ObjectCache } from '../collections/cache.ts'
import type { PrintedText } from '../diagnostic.ts'
import { CHARACTERS_A_NODE, tooManyNodes } from '../limits.ts'
import type { Template, TemplateElement } from '../template/template.ts'
import { type BindContext, Binding } from './binding.ts'
import type { BoundDocument, BoundElement, BoundNode, BoundText, SumMark } from './bound.ts'
import { compileCustomProperties, type PropertyBinding } from './custom-properties.ts'
import { FormatterCache } from './formats/formats.ts'
import { formatSum } from './helpers/format-sum.ts'
import { ItemCounter, lateText, SAMPLE_SUMS } from './page-sums.ts'
import { compileElement, type ElementPlan, type Plan } from './plan.ts'
import { printedBy } from './printed.ts'
import type { DataScope } from './scope.ts'
import { compileText, type Print } from './text.ts'

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

  printed(what: 'texts' | 'attributes'): readonly PrintedText[] {
    if (what === 'texts') return printedBy(this.#plan.children, this.#scope, this.#binding)
    return [...this.attributes].map(([name, text]) => ({ text, path: this.pathOf(name) }))
  }

  get children(): Iterable<BoundNode> {
    this.#children ??= this.isStreamed ? new Stream(this.#plan.children, this.#scope, this.#binding) : this.#bindAll()
    return this.#children
  }

  release(): void {
    this.#children = undefined
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
  for (const outer of plans) {
    const chosen = outer.kind === 'condition' ? chosenPlans(outer, scope, binding) : undefined
    const plan = chosen === undefined ? outer : chosen.length === 1 ? chosen[0]! : undefined
    if (plan === undefined || plan.kind === 'condition') {
      if (chosen !== undefined && chosen.length > 0) yield* nodesOf(chosen, scope, binding)
    } else if (plan.kind === 'element') yield bindElement(plan, scope, binding)
    else if (plan.kind === 'scopes') yield* repeated(plan, scope, binding)
    else for (const leaf of leavesOf(plan, scope, binding)) yield leaf
  }
  return undefined
}

/** What a condition shows: that of a condition alone in another at once, as most conditions hold one node or none and a generator costs more than the node. */
function chosenPlans(condition: Extract<Plan, { kind: 'condition' }>, scope: DataScope, binding: Binding): readonly Plan[] {
  const chosen = condition.test(scope, binding) ? condition.body : condition.otherwise
  const [only] = chosen
  return chosen.length === 1 && only?.kind === 'condition' ? chosenPlans(only, scope, binding) : chosen
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
    const [first] = plan.body
    const body = plan.body.length === 1 && first?.kind === 'condition' ? chosenPlans(first, inner, binding) : plan.body
    const few = sums === undefined ? fewNodes(body, inner, binding) : undefined
    if (few !== undefined) for (const node of few) yield node
    else if (sums === undefined) yield* nodesOf(body, inner, binding)
    else yield* withSums(nodesOf(body, inner, binding), sums)
  }
  binding.openRepeats.end(plan.countable)
  if (isEmpty) yield* nodesOf(plan.otherwise, scope, binding)
  return undefined
}

/** The node of an item that shows one or none, as most do: a generator costs more than the node. Undefined for others. */
function fewNodes(body: readonly Plan[], scope: DataScope, binding: Binding): readonly BoundNode[] | undefined {
  const [only] = body
  if (only === undefined) return NOTHING
  if (body.length > 1) return undefined
  if (only.kind === 'element') return [bindElement(only, scope, binding)]
  return only.kind === 'text' ? leavesOf(only, scope, binding) : undefined
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
