// Problem: a document with too many pages is found out only after the greatest number of pages is made, and making two thousand takes seconds.
// Approach: a lower bound of a document's height from its boxes, before layout. A text is one line at least, a row is as high as the highest of its cells, boxes
// in flow add up. The sum costs a fraction of laying out, breaking and painting.
// Limits: boxes with a specified height, out of flow or side by side count nothing, nor does what may be covered; a text counts one line, however long it is.

import type { BlockBox, Box, FlexBox, ParagraphBox, TableBox, TableRow } from '../box/box.ts'
import { isMultiColumn, isOutOfFlow } from '../box/box-kinds.ts'
import { lazy } from '../collections/lazy.ts'
import { itemsOf, type Sequence } from '../collections/sequence.ts'
import type { Fonts } from '../font/font.ts'
import type { Style } from '../style/style.ts'
import type { AutoLength } from '../style/value.ts'
import { textStyleOf } from './inline/text-style.ts'
import { usedEdges } from './sizing/sizing.ts'

/** The lower bound so far. All in points. */
export interface LeastSum {
  /** Of all pages together. */
  readonly height: number
  /** The highest line, or row of lines, with its edges. A box at a break may lose its edges or hang out, so a page may hold that much more than its height. */
  readonly tallest: number
  /** How many children of the spine and rows of its tables were read. */
  readonly count: number
}

/** Reads `root` from its beginning until `mayContinue` is false, or no lower bound can be given. Streamed boxes are consumed. */
export function addLeastHeights(root: Box, fonts: Fonts, mayContinue: (sum: LeastSum) => boolean): void {
  new LeastHeights(fonts, mayContinue).spine(root)
}

/** A letter, a digit or a sign: white space may vanish. The letters excluded are blank fillers of Hangul. */
const VISIBLE = lazy(() => /[!-~]|(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}]/u)

/** Items of a stream are released in groups of this many. */
const RELEASED_TOGETHER = 64

class LeastHeights implements LeastSum {
  height = 0
  tallest = 0
  count = 0
  #isDone = false
  readonly #fonts: Fonts
  readonly #mayContinue: (sum: LeastSum) => boolean

  constructor(fonts: Fonts, mayContinue: (sum: LeastSum) => boolean) {
    this.#fonts = fonts
    this.#mayContinue = mayContinue
  }

  // ── The spine ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  spine(box: Box): void {
    if (box.kind === 'block' && box.isStreamed && this.#holdsAll(box)) this.#each(box.children, (child) => this.spine(child))
    else if (box.kind === 'table' && box.isStreamed && this.#isStacked(box.style)) {
      this.#each(box.bodies, ({ rows }) => this.#each(rows, (row) => this.#add(this.#row(row, box.style))))
    } else if ((box.kind === 'block' || box.kind === 'table') && box.isStreamed) this.#isDone = true
    else this.#add(this.#box(box))
  }

  #each<T>(items: Sequence<T>, take: (item: T) => void): void {
    for (let i = 0; !this.#isDone; i++) {
      const item = items.at(i)
      if (item === undefined) return
      take(item)
      if (i % RELEASED_TOGETHER === RELEASED_TOGETHER - 1) items.release(i)
    }
  }

  #add(height: number): void {
    if (this.#isDone) return
    this.height += height
    this.count++
    this.#isDone = !this.#mayContinue(this)
  }

  /** Its height is that of its content. */
  #holdsAll({ style }: BlockBox): boolean {
    return this.#isStacked(style) && isFree(style)
  }

  /** In flow, and below what comes before it. */
  #isStacked(style: Style): boolean {
    if (isOutOfFlow(style)) return false
    if (mayPull(style.marginTop) || mayPull(style.marginBottom)) this.#isDone = true
    return true
  }

  // ── Whole boxes ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #box(box: Box): number {
    if (!this.#isStacked(box.style)) return 0
    const content = this.#content(box)
    return isFree(box.style) ? content : 0
  }

  /** Of the content alone. Negative margins are looked for even where nothing counts: they may reach out. */
  #content(box: Box): number {
    switch (box.kind) {
      case 'paragraph':
        return this.#unit((box.trim === undefined ? this.#line(box) : 0) + edgesOf(box.style))
      case 'block':
        return this.#block(box)
      case 'table':
        return this.#table(box)
      case 'flex':
        return this.#flex(box)
      default:
        return 0
    }
  }

  #unit(height: number): number {
    if (height > this.tallest) this.tallest = height
    return height
  }

  #block({ style, children }: BlockBox): number {
    if (children.at(0) === undefined) return this.#unit(edgesOf(style))
    let height = 0
    for (const child of itemsOf(children)) height += this.#box(child)
    return height
  }

  #table({ style, bodies }: TableBox): number {
    let height = 0
    for (const { rows, style: group } of itemsOf(bodies))
      if (group.visibility !== 'collapse') for (const row of itemsOf(rows)) height += this.#row(row, style)
    return height
  }

  /** Rows grow with their content, whatever height they are given. */
  #row({ style, cells }: TableRow, table: Style): number {
    let height = 0
    let isPlain = true
    for (const { box, rowSpan } of cells) {
      if (rowSpan > 1) continue
      const isLeaf = box.kind === 'paragraph' || (box.kind === 'block' && box.children.at(0) === undefined)
      const line = box.kind === 'paragraph' && box.trim === undefined ? this.#line(box) : 0
      const own = isLeaf ? line + edgesOf(box.style, table.borderCollapse === 'collapse') : this.#content(box)
      if (own > height) {
        height = own
        isPlain = isLeaf
      }
    }
    if (style.visibility === 'collapse') return 0
    return isPlain ? this.#unit(height + (table.borderCollapse === 'collapse' ? 0 : table.borderSpacingY)) : height
  }

  /** A row of items is as high as the highest of them; a column has no lower bound, as its items may shrink. */
  #flex({ style, children }: FlexBox): number {
    let height = 0
    for (const child of children) {
      const own = this.#box(child)
      if (child.style.visibility !== 'collapse') height = Math.max(height, own)
    }
    return style.flexDirection === 'row' || style.flexDirection === 'row-reverse' ? height : 0
  }

  /** The line height of the first visible text. A line encloses all inline boxes on it, and several lines are higher than one. */
  #line({ items, style, firstLineStyle }: ParagraphBox): number {
    if (firstLineStyle !== undefined) return 0
    const open: Style[] = []
    let height = 0
    for (const item of items) {
      if (item.kind === 'open') open.push(item.isDecoration === true ? (open[open.length - 1] ?? style) : item.style)
      else if (item.kind === 'close') open.pop()
      else if (item.kind === 'atomic') this.#isStacked(item.box.style)
      else if (item.kind === 'text' && height === 0 && isVisible(item.text))
        height = textStyleOf(open[open.length - 1] ?? style, this.#fonts).lineHeight
    }
    return height
  }
}

function isVisible(text: string): boolean {
  const code = text.charCodeAt(0)
  return (code > 0x20 && code < 0x7f) || VISIBLE().test(text)
}

/** As high as its content, in one column. */
function isFree(style: Style): boolean {
  if (isMultiColumn(style)) return false
  return style.display === 'table-cell' || (style.height === 'auto' && style.maxHeight === 'none' && style.aspectRatio === 'auto')
}

/** A margin that may be negative: the next box may overlap the one before. */
function mayPull(margin: AutoLength): boolean {
  if (typeof margin === 'number') return margin < 0
  return margin !== 'auto' && (margin.kind !== 'sum' || margin.length < 0 || margin.percent < 0)
}

/** Padding and border above and below, as far as they are known without a width. */
function edgesOf(style: Style, isCollapsed = false): number {
  if (typeof style.paddingTop !== 'number' || typeof style.paddingBottom !== 'number') return 0
  const { inset, padding } = usedEdges(style, 0)
  const { top, bottom } = isCollapsed ? padding : inset
  return top + bottom
}
