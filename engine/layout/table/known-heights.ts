// Pictures in cells of a specified height: percentages of theirs are of that height before rows have theirs (CSS Tables 3 §3.10.6), as in browsers.

import type { Box, InlineItem, ReplacedBox } from '../../box/box.ts'
import { itemsOf, sequenceOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength, type LengthPercentage, resolveLength } from '../../style/value.ts'
import type { LayoutContext } from '../context.ts'
import { specifiedSize, usedEdges } from '../sizing/sizing.ts'

/** Content height that a cell specifies; undefined for other values than lengths. */
export function knownHeight({ style }: Box): number | undefined {
  if (typeof style.height !== 'number') return undefined
  const edges = usedEdges(style, 0)
  const border = specifiedSize(style.height, undefined, edges.height, style.boxSizing)
  return border === undefined ? undefined : Math.max(0, border - edges.height)
}

/** The cell with lengths in the place of percentages of pictures in it; the same one where it has none, or no height. */
export function withKnownHeights(box: Box, context: LayoutContext): Box {
  if (typeof box.style.height !== 'number' || !hasPictures(box)) return box
  const height = knownHeight(box)
  if (height === undefined) return box
  const known = context.knownHeights.get(box)
  if (known !== undefined) return known
  const made = copied(box, height)
  context.knownHeights.set(box, made)
  return made
}

function hasPictures(box: Box): boolean {
  if (box.kind === 'paragraph') return box.items.some((item) => item.kind === 'atomic' && item.box.kind === 'replaced')
  if (box.kind !== 'block' || box.isStreamed) return false
  for (const child of itemsOf(box.children)) if (child.kind === 'replaced') return true
  return false
}

function copied(box: Box, height: number): Box {
  if (box.kind === 'paragraph') {
    const items = box.items.map((item): InlineItem => {
      const picture = item.kind === 'atomic' ? resolved(item.box, height) : undefined
      return item.kind === 'atomic' && picture !== undefined ? { ...item, box: picture } : item
    })
    return items.some((item, i) => item !== box.items[i]) ? { ...box, items, cachedText: undefined } : box
  }
  if (box.kind !== 'block' || box.isStreamed) return box
  const children = [...itemsOf(box.children)]
  const replaced = children.map((child) => resolved(child, height) ?? child)
  return replaced.some((child, i) => child !== children[i]) ? { ...box, children: sequenceOf(replaced) } : box
}

function resolved(box: Box, height: number): ReplacedBox | undefined {
  if (box.kind !== 'replaced') return undefined
  const { style } = box
  const own = (value: Style['height']): Style['height'] => (isRelative(value) ? resolveLength(value, height) : value)
  const most = isRelative(style.maxHeight) ? resolveLength(style.maxHeight, height) : style.maxHeight
  if (!isRelative(style.height) && !isRelative(style.minHeight) && most === style.maxHeight) return undefined
  return { ...box, style: { ...style, height: own(style.height), minHeight: own(style.minHeight), maxHeight: most } }
}

function isRelative(value: Style['height'] | Style['maxHeight']): value is LengthPercentage {
  return isLength(value) && hasPercentage(value)
}
