// Running elements (GCPM 3 §1.2): out of the flow, shown in margin boxes.
import type { StyledElement } from '../style/style.ts'
import type { Mark } from './box.ts'
import { type BuildContext, NO_MARKS, type Scope } from './context.ts'

/** The mark by which a page learns of an element with `position: running(name)`. */
export function runningMark(node: StyledElement, name: string, scope: Scope, context: BuildContext): Mark {
  const inner: Scope = { ...scope, mayStream: false, decorations: [], firstLine: undefined, isRunning: true }
  return { kind: 'running', name, box: context.verbs.elementBox(node, inner, NO_MARKS, context) }
}
