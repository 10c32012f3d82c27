// What an element prints itself, in pieces with the paths of their values: not what its child elements print, which say that themselves.
import { InputError, type PrintedText } from '../diagnostic.ts'
import type { Binding } from './binding.ts'
import type { BoundNode } from './bound.ts'
import { SAMPLE_SUMS } from './page-sums.ts'
import type { Plan } from './plan.ts'
import type { DataScope } from './scope.ts'

/** The texts among the children of an element, bound anew. Of very many, the first. */
export function printedBy(children: readonly Plan[], scope: DataScope, binding: Binding): readonly PrintedText[] {
  const pieces: PrintedText[] = []
  try {
    for (const piece of piecesOf(children, scope, binding.tracing())) pieces.push(piece)
  } catch (thrown) {
    // A limit: what comes after it is not traced.
    if (!(thrown instanceof InputError)) throw thrown
  }
  return pieces
}

function* piecesOf(plans: readonly Plan[], scope: DataScope, binding: Binding): Generator<PrintedText, undefined> {
  for (const plan of plans) {
    switch (plan.kind) {
      case 'element':
        break
      case 'fixed':
        yield* textsIn(plan.nodes, undefined)
        break
      case 'text':
        yield* plan.pieces(scope, binding)
        break
      case 'late':
        yield* binding.withSums(SAMPLE_SUMS, () => [...plan.pieces(scope, binding)])
        break
      case 'markup':
        yield* textsIn(plan.bind(scope, binding), plan.path?.(scope) || undefined, true)
        break
      case 'condition':
        yield* piecesOf(plan.test(scope, binding) ? plan.body : plan.otherwise, scope, binding)
        break
      case 'scopes':
        yield* piecesOfItems(plan, scope, binding)
    }
  }
  return undefined
}

function* piecesOfItems(
  { scopesOf, body, otherwise }: Extract<Plan, { kind: 'scopes' }>,
  scope: DataScope,
  binding: Binding,
): Generator<PrintedText> {
  let isEmpty = true
  for (const inner of scopesOf(scope, binding)) {
    isEmpty = false
    yield* piecesOf(body, inner, binding)
  }
  if (isEmpty) yield* piecesOf(otherwise, scope, binding)
}

/** With `isDeep` also those in elements, which a value brought along. */
function* textsIn(nodes: Iterable<BoundNode>, path: string | undefined, isDeep = false): Generator<PrintedText, undefined> {
  for (const node of nodes) {
    if (node.kind === 'text') yield { text: node.text, path }
    else if (isDeep) yield* textsIn(node.children, path, true)
  }
  return undefined
}
