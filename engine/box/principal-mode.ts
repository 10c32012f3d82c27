// The writing mode of a document: that of the body, if its root is an HTML element (CSS Writing Modes 4 §8).
import { frameOf, styleIn } from '../style/frame.ts'
import type { Frame, Style, StyledElement } from '../style/style.ts'

export function principalFrame(root: StyledElement): Frame {
  return frameOf((bodyOf(root) ?? root).style.writingMode)
}

/** The root with the writing mode of its body. */
export function withPrincipalMode(root: StyledElement): StyledElement {
  const mode = bodyOf(root)?.style.writingMode
  if (mode === undefined || mode === root.style.writingMode) return root
  const style: Style = { ...styleIn(root.style, frameOf(mode)), writingMode: mode }
  // Not a copy: the element has getters.
  return Object.create(root, { style: { value: style } }) as StyledElement
}

function bodyOf(root: StyledElement): StyledElement | undefined {
  if (root.element.tag !== 'html') return undefined
  // With containment nothing is propagated to the canvas (CSS Containment 2 §2).
  if (root.style.contain.length > 0) return undefined
  for (const child of root.children) {
    if (child.kind !== 'element' || child.element.tag !== 'body') continue
    return child.style.display === 'none' || child.style.contain.length > 0 ? undefined : child
  }
  return undefined
}
