// Problem: most paragraphs are plain: one text or a few, of Latin letters that stand side by side, such as the cells of a table. Slots, units and measures cost them
// more than their layout.
// Approach: such a paragraph keeps its texts as they are, each shaped as a whole, with their widths. `plain-paragraph.ts` makes widths and lines of them that equal
// those of the general path (`paragraph.ts`); a test holds both side by side.
// Limits: every text in one face and one cluster a character, from left to right; inline boxes without edges; no two texts that are shaped together.
import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { LayoutContext } from '../context.ts'
import type { Decoration } from '../laid.ts'
import { NO_DECORATIONS, withDecorations } from './decoration.ts'
import { isWordSeparator } from './measure.ts'
import { isPlainLatin, shapeLatin } from './shape.ts'
import { type TextStyle, textStyleOf } from './text-style.ts'
import { hasVisibleBox } from './visibility.ts'

type TextInlineItem = Extract<InlineItem, { kind: 'text' }>
type OpenItem = Extract<InlineItem, { kind: 'open' }>

/** Longer texts, and more of them, are prepared once for widths and lines together. */
const MOST_CHARACTERS = 5_000
const MOST_ITEMS = 100

/** A paragraph of plain texts. Offsets are of characters in all texts together. */
export interface PlainText {
  readonly kind: 'plain'
  readonly box: ParagraphBox
  readonly pieces: readonly PlainPiece[]
  readonly text: string
  /** Without the spaces that vanish at the end. */
  readonly end: number
  /** Of the characters before `end`. */
  readonly width: number
  /** Extent of a line with all texts, around its baseline. */
  readonly above: number
  readonly below: number
  /** Every line has that extent, whichever texts it holds. */
  readonly isEvenlyHigh: boolean
  readonly wraps: boolean
  readonly breaksPlainly: boolean
}

/** One text of a plain paragraph. */
export interface PlainPiece {
  readonly item: TextInlineItem
  readonly run: GlyphRun
  readonly textStyle: TextStyle
  readonly decorations: readonly Decoration[]
  /** Offset of its first character. */
  readonly from: number
  /** Slot of its first character. */
  readonly slot: number
  /** Slot with which a line begins that begins with this text: that of the first inline box that begins before it. */
  readonly lineSlot: number
  /** Of the characters before the end of the paragraph. */
  readonly width: number
}

/** The texts of a paragraph; undefined when they are not plain. */
export function makePlainText(box: ParagraphBox, context: LayoutContext): PlainText | undefined {
  const text = charactersOf(box, context)
  if (text === undefined) return undefined
  const root = textStyleOf(box.style, context.fonts)
  if (!root.isPlain) return undefined
  const end = contentEnd(box, text, context)
  return end === 0 ? undefined : new PlainTextMaker(box, text, end, root).make(context)
}

/** All texts as one; undefined when the paragraph holds something else than texts and inline boxes. */
function charactersOf({ items, firstLineStyle }: ParagraphBox, { collapsesBareLines }: LayoutContext): string | undefined {
  if (items.length > MOST_ITEMS || firstLineStyle !== undefined || (items.length > 1 && collapsesBareLines)) return undefined
  let text = ''
  for (const item of items) {
    if (item.kind === 'text') text += item.text
    else if (item.kind !== 'open' && item.kind !== 'close') return undefined
  }
  return text.length > MOST_CHARACTERS ? undefined : text
}

/** Where the spaces begin that vanish, or hang, at the end of the text. */
function contentEnd({ items }: ParagraphBox, text: string, { fonts }: LayoutContext): number {
  const [only] = items
  let end = text.length
  if (items.length === 1 && only?.kind === 'text') {
    const { collapsesSpaces, wraps } = textStyleOf(only.style, fonts)
    if (!collapsesSpaces && !wraps) return end
  }
  while (end > 0 && codeAt(text, end - 1) === 0x20) end--
  return end
}

/** An inline box around the texts that follow. */
interface OpenBox {
  readonly textStyle: TextStyle
  readonly decorations: readonly Decoration[]
  readonly parent: OpenBox | undefined
}

/** Adds one text after another; it is what it makes, as most paragraphs have one text. */
class PlainTextMaker implements PlainText {
  readonly kind = 'plain'
  readonly box: ParagraphBox
  readonly text: string
  readonly end: number
  readonly pieces: PlainPiece[] = []
  width = 0
  above: number
  below: number
  wraps = true
  breaksPlainly = true
  readonly #root: TextStyle
  readonly #ownDecorations: readonly Decoration[]
  #open: OpenBox | undefined
  #from = 0
  #slot = 0
  #lineSlot = 0

  constructor(box: ParagraphBox, text: string, end: number, root: TextStyle) {
    this.box = box
    this.text = text
    this.end = end
    this.#root = root
    this.#ownDecorations = withDecorations(NO_DECORATIONS, root)
    this.above = root.above
    this.below = root.below
  }

  get isEvenlyHigh(): boolean {
    return this.above === this.#root.above && this.below === this.#root.below
  }

  make(context: LayoutContext): PlainText | undefined {
    for (const item of this.box.items) {
      const isPlain =
        item.kind === 'text' ? this.#addText(item, context) : item.kind === 'open' ? this.#openBox(item, context) : this.#closeBox()
      if (!isPlain) return undefined
    }
    return this
  }

  #openBox(item: OpenItem, { fonts }: LayoutContext): boolean {
    if (!isTransparent(item)) return false
    const textStyle = textStyleOf(item.style, fonts)
    this.#reachAround(textStyle)
    this.#open = { textStyle, decorations: withDecorations(this.#decorations, textStyle), parent: this.#open }
    this.#slot++
    return true
  }

  #closeBox(): boolean {
    this.#open = this.#open?.parent
    // The end of a box stays on the line of what is before it.
    if (this.#lineSlot === this.#slot) this.#lineSlot++
    this.#slot++
    return true
  }

  #addText(item: TextInlineItem, context: LayoutContext): boolean {
    const { text } = item
    const textStyle = item.style === this.box.style ? this.#root : textStyleOf(item.style, context.fonts)
    if (text === '' || !textStyle.isPlain || !isPlainLatin(text) || text.includes('\u00ad')) return false
    const isAlone = this.box.items.length === 1
    // Text of an element without a box (display: contents) has a line height of its own.
    const isBare = textStyle !== (this.#open?.textStyle ?? this.#root)
    if (isAlone ? !this.#isAsHigh(textStyle) : !textStyle.collapsesSpaces) return false
    const run = shapeLatin(text, textStyle, context)
    if (run === undefined || run.glyphs.length !== text.length || run.clusters[text.length - 1] !== text.length - 1) return false
    const last = this.pieces[this.pieces.length - 1]
    if (last !== undefined && (textStyle.wraps !== this.wraps || touches(last, run))) return false
    const from = this.#from
    if (isBare && from < this.end) this.#reachAround(textStyle)
    const width = widthOfPart(run, textStyle, 0, Math.min(text.length, this.end - from))
    this.pieces.push({ item, run, textStyle, decorations: this.#decorations, from, slot: this.#slot, lineSlot: this.#lineSlot, width })
    this.width += width
    this.wraps = textStyle.wraps
    this.breaksPlainly &&= textStyle.breaksPlainly
    this.#from += text.length
    this.#slot += text.length
    this.#lineSlot = this.#slot
    return true
  }

  get #decorations(): readonly Decoration[] {
    return this.#open?.decorations ?? this.#ownDecorations
  }

  #isAsHigh({ above, below }: TextStyle): boolean {
    return above === this.above && below === this.below
  }

  #reachAround({ above, below }: TextStyle): void {
    if (above > this.above) this.above = above
    if (below > this.below) this.below = below
  }
}

/** A box that has no edges, is not seen and moves nothing. */
function isTransparent({ style, marks }: OpenItem): boolean {
  return (
    marks.length === 0 &&
    style.position === 'static' &&
    style.verticalAlign === 'baseline' &&
    style.unicodeBidi === 'normal' &&
    style.marginLeft === 0 &&
    style.marginRight === 0 &&
    style.paddingLeft === 0 &&
    style.paddingRight === 0 &&
    !hasVisibleBox(style)
  )
}

/** Two texts of one font that meet without a space are shaped together: see `join.ts`. */
function touches({ run: last }: PlainPiece, run: GlyphRun): boolean {
  return last.face === run.face && !isWordSeparator(codeAt(last.text, last.text.length - 1)) && !isWordSeparator(codeAt(run.text, 0))
}

/** Points that characters `from` to `to` of a run take. */
export function widthOfPart({ advances }: GlyphRun, { scale, letterSpacing }: TextStyle, from: number, to: number): number {
  let width = 0
  for (let i = from; i < to; i++) width += advances[i]! * scale + letterSpacing
  return width
}
