// Running elements (GCPM 3 §1.2): out of the flow, shown in margin boxes.
import type { StyledElement } from '../style/style.ts'
import type { BoxMark } from './box.ts'
import { type BoxScope, type BuildContext, NO_MARKS } from './context.ts'

/** The mark by which a page learns of an element with `position: running(name)`. Its box is built as if it stood alone: it takes over no decoration and no first line. */
export function runningMark(node: StyledElement, name: string, scope: BoxScope, context: BuildContext): BoxMark {
  const inner: BoxScope = { ...scope, mayStream: false, decorations: [], firstLine: undefined, isRunning: true, frame: 'none' }
  return { kind: 'running', name, box: context.builders.elementBox(node, inner, NO_MARKS, context) }
}
