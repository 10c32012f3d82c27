// Where the lines of a piece belong in the structure tree, found while its paragraph is at hand.
import type { ParagraphBox } from '../box/box.ts'
import type { Line } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { CellTag, Tags } from '../tag/tag.ts'
import type { PaintContext } from './context/context.ts'
import type { LineTagging } from './layers.ts'
import type { PaintedPiece } from './piece.ts'

export function lineTagging(
  { laid, isRepeated }: PaintedPiece,
  isMarker: true | undefined,
  context: PaintContext,
): LineTagging | undefined {
  const { tags } = context.page
  const { box } = laid
  if (tags === undefined || isRepeated) return undefined
  if (isMarker === true) {
    const tag = tags.ofMarker(box.origin, markerStyle(box.style))
    return tag && { paragraph: undefined, last: undefined, marker: tag, isMixed: false, endsWithSpace: false, startsWithSpace: false }
  }
  if (box.kind !== 'paragraph' || laid.kind !== 'paragraph') return undefined
  const isMixed = box.items.length > 1 && placeOutOfOrder(box, tags, context)
  const isUnit = box.style.originalDisplay.startsWith('inline') && !box.isAnonymous && box.letter?.isPartOfWord !== true
  return {
    paragraph: box,
    last: laid.lines[laid.lines.length - 1],
    marker: undefined,
    isMixed,
    endsWithSpace: isUnit,
    startsWithSpace: isUnit && box.style.display !== 'inline-block' && box.letter === undefined,
  }
}

/** Of a cell with one text on one line: nothing has to be known of lines that follow, or of other texts. */
export function plainCellTag(
  { laid, isRepeated, frame }: PaintedPiece,
  lines: readonly Line[],
  { page }: PaintContext,
): CellTag | undefined {
  if (page.tags === undefined || isRepeated || frame !== undefined || laid.kind !== 'paragraph' || laid.lines.length > 1) return undefined
  const { items } = lines[0]!
  const only = items.length === 1 ? items[0]! : undefined
  return only?.kind === 'text' && only.isMark !== true ? page.tags.ofPlainCell(laid.box.origin) : undefined
}

/** Boxes that are painted before or after the texts of the paragraph have their places among them; false when there are none. */
function placeOutOfOrder(paragraph: ParagraphBox, tags: Tags, { facts }: PaintContext): boolean {
  let isMixed = false
  for (const item of paragraph.items) {
    if (item.kind === 'mark' && item.mark.kind === 'footnote') isMixed = true
    if (item.kind === 'atomic') {
      const { isPositioned, isStacking } = facts.of(item.box.style)
      isMixed ||= isPositioned || isStacking
    } else if (item.kind === 'float' || item.kind === 'positioned') {
      isMixed = true
      tags.place(item.box, paragraph)
    }
  }
  return isMixed
}

function markerStyle({ listStyleType }: Style): string {
  return typeof listStyleType === 'string' ? listStyleType : ''
}
