// Plans: what binding does with the nodes of a template, compiled once to closures. Nodes without placeholders are bound here, and shared by all documents.
import type { Position } from '../diagnostic.ts'
import type { TemplateElement, TemplateNode } from '../template/template.ts'
import { type BindAttributes, compileAttributePaths, compileAttributes } from './attributes.ts'
import type { Binding } from './binding.ts'
import type { BoundElement, BoundNode, BoundText } from './bound.ts'
import { compileDataPath, type DataPath } from './data-path.ts'
import { compileTest } from './evaluate.ts'
import { type LexicalScope, type SumTable, summedFields } from './lexical-scope.ts'
import { compileMarkup } from './markup-value.ts'
import { countedFields, isLocalText, sumTableOf } from './page-sums.ts'
import { compilePieces, type Pieces } from './pieces.ts'
import type { CountableRepeat } from './remaining-items.ts'
import type { DataScope } from './scope.ts'
import { compileList, compileScopes, compileText, type Print, type ScopesOf } from './text.ts'

export type Plan =
  | { readonly kind: 'fixed'; readonly nodes: readonly BoundNode[] }
  | ElementPlan
  | { readonly kind: 'text'; readonly print: Print; readonly pieces: Pieces; readonly at: BoundText['at'] }
  | { readonly kind: 'late'; readonly print: Print; readonly pieces: Pieces; readonly isLocal: boolean; readonly at: Position }
  | {
      readonly kind: 'markup'
      readonly bind: (scope: DataScope, binding: Binding) => readonly BoundNode[]
      readonly path: DataPath | undefined
    }
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

export interface ElementPlan {
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
      return { kind: 'text', print: compileText(node.text, lexical), pieces: compilePieces(node.text, lexical), at: node.at }
    case 'late':
      return {
        kind: 'late',
        print: compileText(node.text, lexical),
        pieces: compilePieces(node.text, lexical),
        isLocal: isLocalText(node.text, lexical),
        at: node.at,
      }
    case 'markup':
      return { kind: 'markup', bind: compileMarkup(node, lexical), path: compileDataPath(node.value, lexical) }
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

export function compileElement(node: TemplateElement, lexical: LexicalScope | undefined): ElementPlan {
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
