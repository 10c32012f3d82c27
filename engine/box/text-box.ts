// `text-box-trim` (CSS Inline 3 §5.1): the first formatted line of a block is found inside of its first boxes, the last one inside of its last.
import { sequenceOf } from '../collections/sequence.ts'
import type { Style } from '../style/style.ts'
import type { Box, ParagraphBox } from './box.ts'
import { isAbsolute, isFloat } from './box-kinds.ts'

type Side = 'start' | 'end'

/** The box with its first and last line marked, as its own style says. */
export function withTrimmedLines(box: Box): Box {
  const { textBoxTrim, textBoxEdge, writingMode } = box.style
  const [over, under] = [{ over: textBoxEdge.over }, { under: textBoxEdge.under }]
  // In `vertical-lr` the under side of a line is its start in the block axis.
  const [start, end] = writingMode === 'vertical-lr' ? [under, over] : [over, under]
  let result = box
  if (textBoxTrim !== 'trim-end') result = found(trimmed(result, 'start', start)) ?? result
  if (textBoxTrim !== 'trim-start') result = found(trimmed(result, 'end', end)) ?? result
  return result
}

/** The box with a line marked; `empty` where no line is in it, `apart` where something else stands before the line. */
type Search = Box | 'empty' | 'apart'

const found = (search: Search): Box | undefined => (typeof search === 'string' ? undefined : search)

function trimmed(box: Box, side: Side, edge: NonNullable<ParagraphBox['trim']>): Search {
  if (box.kind === 'paragraph')
    return box.items.some((item) => item.kind !== 'float') ? { ...box, trim: { ...box.trim, ...edge } } : 'empty'
  if (box.kind !== 'block') return 'apart'
  const children: Box[] = []
  for (let i = 0, child = box.children.at(i); child !== undefined; child = box.children.at(++i)) children.push(child)
  for (let i = 0; i < children.length; i++) {
    const at = side === 'start' ? i : children.length - 1 - i
    const child = children[at]!
    if (isFloat(child.style) || isAbsolute(child.style)) continue
    if (hasEdge(child.style, side)) return 'apart'
    const inside = trimmed(child, side, edge)
    if (inside === 'empty') continue
    return inside === 'apart' ? inside : { ...box, children: sequenceOf(children.with(at, inside)) }
  }
  return 'empty'
}

/** Padding or a border between the box and its line keeps the line as it is. */
function hasEdge(style: Style, side: Side): boolean {
  return side === 'start' ? style.borderTopWidth > 0 || style.paddingTop !== 0 : style.borderBottomWidth > 0 || style.paddingBottom !== 0
}
