// What generated content says of other elements, before or behind it (GCPM 3 §3.3): read from the styled tree, since boxes are made in order.
import type { StyledElement, StyledNode } from '../style/style.ts'
import type { BuildContext, Target } from './context.ts'
import { CounterScopes } from './counter-scopes.ts'
import { contentPart, counterChanges, listStepInside } from './element.ts'

/** All elements with an `id`, by address; of several with one `id` the first. */
export function collectTargets(root: StyledElement, context: BuildContext): ReadonlyMap<string, Target> {
  const counters = new CounterScopes()
  const here: BuildContext = { ...context, state: { ...context.state, counters } }
  const targets = new Map<string, Target>()
  const visit = (node: StyledNode, listStep: 1 | -1): void => {
    if (node.kind === 'text' || node.style.display === 'none') return
    counters.enter(counterChanges(node, { listStep }), node.style.containment?.style)
    const id = node.pseudo === 'none' ? node.element.attributes.get('id') : undefined
    if (id !== undefined && !targets.has(`#${id}`)) targets.set(`#${id}`, targetOf(node, here))
    const inside = listStepInside(node.element, listStep)
    if (node.pseudo === 'none') for (const child of node.children) visit(child, inside)
    counters.leave()
  }
  visit(root, 1)
  return targets
}

function targetOf(node: StyledElement, context: BuildContext): Target {
  const part = (name: 'text' | 'before' | 'after' | 'first-letter'): string => contentPart(name, node, context)
  return {
    counters: context.state.counters.snapshot(),
    text: part('text'),
    before: part('before'),
    after: part('after'),
    'first-letter': part('first-letter'),
  }
}
