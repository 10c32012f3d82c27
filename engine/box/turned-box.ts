// Boxes whose writing mode differs from that of the box around them: outside a box in the frame around it, inside one in its own.
import { ObjectCache } from '../collections/cache.ts'
import { styleIn } from '../style/frame.ts'
import type { Frame, Style } from '../style/style.ts'
import type { Box, TurnedBox } from './box.ts'

/** What the outer box alone has. */
const INSIDE: Partial<Style> = {
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  left: 'auto',
}

const insides = new ObjectCache<Style, Style>('identity')
const boxes = new ObjectCache<Box, Partial<Record<Frame, Box>>>('identity')

/** A box as it stands in `frame`: itself, or turned. Always the same object. */
export function boxIn(box: Box, frame: Frame, room?: number): Box {
  if (box.style.frame === frame) return box
  let known = boxes.get(box)
  if (known === undefined) boxes.set(box, (known = {}))
  known[frame] ??= turn(box, frame, room)
  return known[frame]
}

function turn(box: Box, frame: Frame, room: number | undefined): Box {
  const style = styleIn(box.style, frame)
  // A picture has no writing mode: its sides are those around it.
  if (box.kind === 'replaced') return { ...box, style }
  if (box.kind === 'turned') return box.inner.style.frame === frame ? { ...box.inner, style } : { ...box, style }
  return turnedBox({ ...box, style: insideStyle(box.style) }, style, room)
}

/** `style` is in the frame around the box. */
export function turnedBox(inner: Box, style: Style, room: number | undefined): TurnedBox {
  const { origin, isAnonymous } = inner
  return { kind: 'turned', style, origin, isAnonymous, marks: [], inner, room }
}

/** Content height of a box in a frame, or the most that it may be, where that is a length. */
export function fixedHeight(given: Style, frame: Frame): number | undefined {
  const style = styleIn(given, frame)
  const height = typeof style.height === 'number' ? style.height : undefined
  const most = typeof style.maxHeight === 'number' ? style.maxHeight : undefined
  const fixed = height === undefined ? most : Math.min(height, most ?? height)
  return fixed === undefined ? undefined : contentLength(style, fixed)
}

/** The content height of a box of this height. */
export function contentLength(style: Style, height: number): number {
  if (style.boxSizing === 'content-box') return height
  const padding = [style.paddingTop, style.paddingBottom].reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)
  return Math.max(0, height - style.borderTopWidth - style.borderBottomWidth - padding)
}

function insideStyle(style: Style): Style {
  let inside = insides.get(style)
  if (inside === undefined) insides.set(style, (inside = { ...style, ...INSIDE }))
  return inside
}
