// The writing mode and direction of a document: those of the body, if its root is an HTML element (CSS Writing Modes 4 §8).
import { frameOf, styleIn } from '../style/frame.ts'
import type { Frame, Style, StyledElement } from '../style/style.ts'

export function principalFrame(root: StyledElement): Frame {
  return frameOf((bodyOf(root) ?? root).style.writingMode)
}

export function principalDirection(root: StyledElement): Style['direction'] {
  return (bodyOf(root) ?? root).style.direction
}

/** The root with the writing mode and direction of its body. */
export function withPrincipalMode(root: StyledElement): StyledElement {
  const body = bodyOf(root)
  if (body === undefined) return root
  const { writingMode, direction } = body.style
  if (writingMode === root.style.writingMode && direction === root.style.direction) return root
  const turned = writingMode === root.style.writingMode ? root.style : styleIn(root.style, frameOf(writingMode))
  const style: Style = { ...turned, writingMode, direction }
  // Not a copy: the element has getters.
  return Object.create(root, { style: { value: style } }) as StyledElement
}

function bodyOf(root: StyledElement): StyledElement | undefined {
  if (root.element.tag !== 'html') return undefined
  // With containment nothing is propagated to the canvas (CSS Containment 2 §2).
  if (root.style.containment !== undefined) return undefined
  for (const child of root.children) {
    if (child.kind !== 'element' || child.element.tag !== 'body') continue
    return child.style.display === 'none' || child.style.containment !== undefined ? undefined : child
  }
  return undefined
}
