// Link targets and bookmarks of boxes.
import type { BoxMark, Origin, ParagraphBox } from '../box/box.ts'
import type { LinkTag } from '../tag/tag.ts'
import type { Canvas, LinkTarget } from './canvas.ts'
import type { PaintContext } from './context/context.ts'

/** Writes the marks of a box whose top is at `y` of the current page. */
export function placeMarks(marks: readonly BoxMark[], y: number, canvas: Canvas): void {
  for (const mark of marks) {
    if (mark.kind === 'anchor') canvas.destination(mark.id, y)
    else if (mark.kind === 'bookmark') canvas.bookmark(mark.level, mark.title, y, mark.isOpen)
  }
}

/** The element of the link around a box or text; undefined in documents that are not tagged. */
export function linkTag(origin: Origin, { canvas, tags }: PaintContext, paragraph?: ParagraphBox): LinkTag | undefined {
  return tags === undefined || canvas.isTagged !== true ? undefined : tags.ofLink(origin, paragraph)
}

export function linkTarget(link: string): LinkTarget {
  if (!link.startsWith('#')) return { kind: 'url', url: link }
  try {
    return { kind: 'id', id: decodeURIComponent(link.slice(1)) }
  } catch {
    // An invalid escape: the fragment is taken literally (decoding throws no other error than URIError).
    return { kind: 'id', id: link.slice(1) }
  }
}
