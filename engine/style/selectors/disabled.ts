// Which form controls are disabled (HTML §4.10.18.5): by their own attribute, by the `<optgroup>` of an option, or by a `<fieldset>` around them.
import { type ElementView, UNKNOWN } from './element-view.ts'
import type { NthTest } from './selectors.ts'
import { both, either, invert, MAYBE, NO, type Verdict, verdictOf, YES } from './verdict.ts'

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'fieldset'])
const FIRST_OF_TYPE: NthTest = { kind: 'nth', a: 0, b: 1, isFromEnd: false, counts: 'type' }

/** Whether an element can be disabled. */
export function canBeDisabled({ tag }: ElementView): boolean {
  return CONTROLS.has(tag) || tag === 'option' || tag === 'optgroup'
}

/** Whether such an element is actually disabled (HTML §4.16.3). */
export function isDisabled(view: ElementView): Verdict {
  const own = hasAttribute(view)
  if (own === YES) return YES
  if (CONTROLS.has(view.tag)) return either(own, inDisabledFieldset(view))
  const { parent } = view
  return view.tag === 'option' && parent?.tag === 'optgroup' ? either(own, hasAttribute(parent)) : own
}

/** What stands in the first legend of a disabled fieldset can be used. */
function inDisabledFieldset(view: ElementView): Verdict {
  let verdict: Verdict = NO
  let inside = view
  for (let around = view.parent; around !== undefined && verdict !== YES; inside = around, around = around.parent) {
    if (around.tag !== 'fieldset' || !around.isHtml) continue
    const child = inside
    verdict = either(
      verdict,
      both(hasAttribute(around), () => invert(isFirstLegend(child))),
    )
  }
  return verdict
}

function isFirstLegend(view: ElementView): Verdict {
  if (view.tag !== 'legend' || view.parent === undefined) return NO
  // Bound siblings are counted by type only where a selector asks for it.
  if (!view.parent.isSubtreeKnown) return view.matchesPosition(FIRST_OF_TYPE)
  let position = 0
  for (const { tag } of view.parent.children()) {
    position++
    if (tag === 'legend') break
  }
  return view.matchesPosition({ ...FIRST_OF_TYPE, b: position, counts: 'all' })
}

function hasAttribute(view: ElementView): Verdict {
  const value = view.attribute('disabled')
  return value === UNKNOWN ? MAYBE : verdictOf(value !== undefined)
}
