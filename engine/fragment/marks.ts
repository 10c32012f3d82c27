// The marks of the boxes that begin on a page, in order: anchors, named strings, running elements, sums and footnote calls.
import type { Box, BoxMark } from '../box/box.ts'
import { addAll } from '../collections/lists.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { Laid, LaidRow, Line } from '../layout/laid.ts'
import type { CellFragment, Fragment, RowFragment } from './fragment.ts'

export function marksOf(root: Fragment): readonly BoxMark[] {
  const marks: BoxMark[] = []
  collectFragment(root, marks)
  return marks
}

/** The footnotes that are called in a piece, or in all of a box, in order; those of repeated rows again on every page. */
export function calledIn(root: Fragment | Laid): readonly Box[] {
  const marks: BoxMark[] = []
  if ('laid' in root) collectFragment(root, marks)
  else collectLaid(root, marks)
  return marks.flatMap((mark) => (mark.kind === 'footnote' ? [mark.box] : []))
}

function collectFragment(fragment: Fragment, marks: BoxMark[]): void {
  const { content, laid } = fragment
  if (content.kind === 'whole') return collectLaid(laid, marks)
  // The first slice of a monolithic box carries all its marks.
  if (content.kind === 'slice') return fragment.isFirst ? collectLaid(content.line ?? laid, marks) : undefined
  if (fragment.isFirst) addAll(marks, laid.box.marks)
  switch (content.kind) {
    case 'children':
      for (const child of content.children) collectFragment(child, marks)
      return
    case 'lines':
      collectLines(content.lines, marks)
      for (const child of content.children) collectFragment(child, marks)
      return
    case 'table':
      for (const caption of content.captions) collectFragment(caption, marks)
      for (const row of content.rows) {
        collectRow(row, marks)
      }
      for (const placed of content.positioned) collectFragment(placed, marks)
  }
}

/** A repeated head or foot begins on its first page only; the notes it calls are on each of its pages. */
function collectRow(row: RowFragment, marks: BoxMark[]): void {
  if (row.row.isBare && !row.isRepeated) {
    if (row.isFirst) addAll(marks, row.row.row.marks)
    return
  }
  const own: BoxMark[] = row.isRepeated ? [] : marks
  if (row.isFirst) addAll(own, row.row.row.marks)
  for (const cell of row.cells) collectCell(cell, own)
  if (row.isRepeated)
    addAll(
      marks,
      own.filter(({ kind }) => kind === 'footnote'),
    )
}

function collectCell({ cell, content }: CellFragment, marks: BoxMark[]): void {
  if (content === undefined) collectLaid(cell.laid, marks)
  else collectFragment(content, marks)
}

function collectLaid(laid: Laid, marks: BoxMark[]): void {
  addAll(marks, laid.box.marks)
  switch (laid.kind) {
    case 'block':
      for (let i = 0; ; i++) {
        const child = laid.children.at(i)
        if (child === undefined) break
        collectLaid(child.laid, marks)
      }
      break
    case 'paragraph':
      collectLines(laid.lines, marks)
      for (const float of laid.floats) collectLaid(float.laid, marks)
      break
    case 'flex-grid':
      for (const child of laid.children) collectLaid(child.laid, marks)
      break
    case 'columns':
      collectLaid(laid.flow, marks)
      break
    case 'table':
      for (const caption of laid.topCaptions) collectLaid(caption.laid, marks)
      collectRows(laid.head, marks)
      collectRows(itemsOf(laid.rows), marks)
      collectRows(laid.foot, marks)
      for (const caption of laid.bottomCaptions) collectLaid(caption.laid, marks)
      break
    case 'replaced':
      for (const foreign of laid.foreign ?? []) collectLaid(foreign.laid, marks)
      break
    case 'turned':
      collectLaid(laid.inner, marks)
      break
  }
  for (const placed of laid.positioned) collectLaid(placed.laid, marks)
}

function collectRows(rows: Iterable<LaidRow>, marks: BoxMark[]): void {
  for (const row of rows) {
    addAll(marks, row.row.marks)
    if (!row.isBare) for (const cell of row.cells) collectLaid(cell.laid, marks)
  }
}

function collectLines(lines: readonly Line[], marks: BoxMark[]): void {
  for (const line of lines) {
    addAll(marks, line.marks)
    for (const item of line.items) if (item.kind === 'atomic') collectLaid(item.laid, marks)
  }
}

/** Top of the paragraph that begins in this piece and calls the note on a later page; undefined when there is none. From the top of the root piece. */
export function topOfParagraph(root: Fragment, note: Box): number | undefined {
  const { content, laid } = root
  if (content.kind === 'lines') {
    if (root.isLast || !root.isFirst || laid.kind !== 'paragraph') return undefined
    const marks: BoxMark[] = []
    collectLines(laid.lines.slice(content.lines.length), marks)
    return marks.some((mark) => mark.kind === 'footnote' && mark.box === note) ? root.y : undefined
  }
  if (content.kind !== 'children') return undefined
  for (const child of content.children) {
    const top = child.isLast ? undefined : topOfParagraph(child, note)
    if (top !== undefined) return root.y + top
  }
  return undefined
}

/** How many of the marks of a piece come before anything visible: their boxes begin the page. */
export function countAtStart(root: Fragment): number {
  const marks: BoxMark[] = []
  startOfFragment(root, marks)
  return marks.length
}

/** False when the piece shows something. */
function startOfFragment(fragment: Fragment, marks: BoxMark[]): boolean {
  const { content, laid } = fragment
  if (content.kind === 'whole') return startOfLaid(laid, marks)
  if (fragment.isFirst) addAll(marks, laid.box.marks)
  return content.kind === 'children' && content.children.every((child) => startOfFragment(child, marks))
}

function startOfLaid(laid: Laid, marks: BoxMark[]): boolean {
  addAll(marks, laid.box.marks)
  if (laid.kind === 'paragraph') return laid.lines.length === 0
  if (laid.kind === 'columns') return startOfLaid(laid.flow, marks)
  if (laid.kind !== 'block') return false
  for (const child of itemsOf(laid.children)) if (!startOfLaid(child.laid, marks)) return false
  return true
}
