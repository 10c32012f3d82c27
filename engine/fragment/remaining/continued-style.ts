// Styles of boxes whose top is on an earlier page.
import type { Box } from '../../box/box.ts'
import type { Laid } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import { isCloned } from '../cut.ts'
import { isFixedHeight } from '../flow/given-height.ts'

/** Points of padding in place of what is on earlier pages, above where tokens begin. Too small to be seen, it keeps the margins of a box and its first child apart. */
export const CONTINUED_TOP = 0.05

/** The style of a box whose top is on an earlier page; `height` is what remains of its border box, undefined when its content decides. */
export function continuedStyle(laid: Laid, height: number | undefined): Style {
  const { style } = laid.box
  const edges = isCloned(laid) ? {} : { marginTop: 0, borderTopWidth: 0, paddingTop: CONTINUED_TOP }
  return { ...style, ...edges, ...heights(style, height, isFixedHeight(laid)) }
}

function heights(style: Style, height: number | undefined, isFixed: boolean): Partial<Style> {
  if (height === undefined) return {}
  const sizing = { boxSizing: 'border-box', maxHeight: 'none', aspectRatio: 'auto' } as const
  const width = ownWidth(style)
  if (style.height !== 'auto' || isFixed) return { ...sizing, ...width, height, minHeight: 'auto' }
  const isLeast = (style.minHeight !== 'auto' && style.minHeight !== 0) || style.aspectRatio !== 'auto'
  return isLeast ? { ...sizing, ...width, minHeight: height } : {}
}

/** Widths of the content box as those of the border box, since `box-sizing` changes. */
function ownWidth(style: Style): Partial<Style> {
  if (style.boxSizing === 'border-box') return {}
  const edges = [style.borderLeftWidth, style.borderRightWidth, style.paddingLeft, style.paddingRight]
  let sum = 0
  for (const edge of edges) if (typeof edge === 'number') sum += edge
  const grown: { -readonly [P in 'width' | 'minWidth' | 'maxWidth']?: Style[P] } = {}
  if (typeof style.width === 'number') grown.width = style.width + sum
  if (typeof style.minWidth === 'number') grown.minWidth = style.minWidth + sum
  if (typeof style.maxWidth === 'number') grown.maxWidth = style.maxWidth + sum
  return grown
}

/** What remains of a float. Shrunk to fit all of its content, it is not shrunk to what remains; and lines stand beside its content alone. */
export function continuedFloat<B extends Box>(box: B, laid: Laid): B {
  const { border, padding } = laid
  const style = isCloned(laid) ? box.style : { ...box.style, marginTop: -CONTINUED_TOP }
  if (typeof style.width !== 'string') return { ...box, style }
  const inset = style.boxSizing === 'border-box' ? 0 : border.left + border.right + padding.left + padding.right
  return { ...box, style: { ...style, width: Math.max(0, laid.width - inset) } }
}

/** The style of a box that was sliced: it keeps the size in which it was sliced. */
export function sizedStyle({ box: { style }, width, height }: Laid): Style {
  const free = { minWidth: 'auto', maxWidth: 'none', minHeight: 'auto', maxHeight: 'none', aspectRatio: 'auto' } as const
  return { ...style, ...free, boxSizing: 'border-box', width, height, marginTop: 0 }
}
