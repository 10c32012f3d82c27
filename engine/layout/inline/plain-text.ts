// Problem: most paragraphs are plain: one text or a few, of Latin, Greek or Cyrillic letters that stand side by side, such as the cells of a table. Slots, units and measures cost them
// more than their layout.
// Approach: such a paragraph keeps its texts as they are, each shaped as a whole, with their widths. `plain-paragraph.ts` makes widths and lines of them that equal
// those of the general path (`paragraph.ts`); a test holds both side by side.
// Limits: every text in its primary face and one cluster a character, from left to right; inline boxes without edges; no two texts that are shaped together.
import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { LayoutContext } from '../context.ts'
import type { Decoration } from '../laid.ts'
import { NO_DECORATIONS, withDecorations } from './decoration.ts'
import { isWordSeparator } from './measure.ts'
import { isAlphabetic, isPlainLatin, shapeAlphabets, shapeLatin } from './shape.ts'
import { type TextStyle, textStyleOf } from './text-style.ts'
import { hasOwnBox } from './visibility.ts'

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

/** One text of a plain paragraph, or the part of it that is in one script. */
export interface PlainPiece {
  readonly item: TextInlineItem
  /** Characters of the item before those of the run. */
  readonly offset: number
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

/** An inline box around the texts that follow. */
interface OpenBox {
  readonly textStyle: TextStyle
  readonly decorations: readonly Decoration[]
  readonly parent: OpenBox | undefined
}

/** The texts of a paragraph; undefined when they are not plain. Locals and one object at the end: most paragraphs of a document are made here. */
export function makePlainText(box: ParagraphBox, context: LayoutContext): PlainText | undefined {
  const { items } = box
  const text = charactersOf(box, context)
  if (text === undefined) return undefined
  const root = textStyleOf(box.style, context.fonts)
  if (!root.isPlain) return undefined
  const latin = items.length > 1 ? latinTexts(box, context) : ONE_TEXT
  if (latin === undefined) return undefined
  const ownDecorations = withDecorations(NO_DECORATIONS, root)
  // A list that grows takes room for seventeen: most paragraphs have one text.
  let pieces: PlainPiece[] | undefined
  let end = trimmedEnd(text)
  let { above, below } = root
  let open: OpenBox | undefined
  let from = 0
  let slot = 0
  let lineSlot = 0
  let width = 0
  let wraps = true
  let breaksPlainly = true
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!
    if (item.kind === 'text') {
      const textStyle = item.style === box.style ? root : textStyleOf(item.style, context.fonts)
      const runs = shapePlain(item.text, textStyle, latin[i], context)
      if (runs === undefined) return undefined
      if (items.length === 1) {
        if (textStyle.above !== above || textStyle.below !== below) return undefined
        if (!textStyle.collapsesSpaces && !textStyle.wraps) end = text.length
      }
      // Text of an element without a box (display: contents) has a line height of its own.
      if (textStyle !== (open?.textStyle ?? root) && from < end) {
        above = Math.max(above, textStyle.above)
        below = Math.max(below, textStyle.below)
      }
      const decorations = open?.decorations ?? ownDecorations
      wraps = textStyle.wraps
      breaksPlainly &&= textStyle.breaksPlainly
      let offset = 0
      for (const run of runs) {
        const { length } = run.text
        const own = widthOfPart(run, textStyle, 0, Math.min(length, end - from))
        const piece = { item, offset, run, textStyle, decorations, from, slot, lineSlot, width: own }
        if (pieces === undefined) pieces = [piece]
        else pieces.push(piece)
        width += own
        offset += length
        from += length
        slot += length
        lineSlot = slot
      }
    } else if (item.kind === 'open') {
      const own = textStyleOf(item.style, context.fonts)
      // What draws the decoration of a block has no height.
      const textStyle = item.isDecoration === true ? (open?.textStyle ?? root) : own
      above = Math.max(above, textStyle.above)
      below = Math.max(below, textStyle.below)
      open = { textStyle, decorations: withDecorations(open?.decorations ?? ownDecorations, own), parent: open }
      slot++
    } else {
      open = open?.parent
      // The end of a box stays on the line of what is before it.
      if (lineSlot === slot) lineSlot++
      slot++
    }
  }
  if (end === 0 || pieces === undefined) return undefined
  const isEvenlyHigh = above === root.above && below === root.below
  return { kind: 'plain', box, pieces, text, end, width, above, below, isEvenlyHigh, wraps, breaksPlainly }
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

/** Where the spaces begin that vanish, or hang, at the end of a text. */
function trimmedEnd(text: string): number {
  let end = text.length
  while (end > 0 && codeAt(text, end - 1) === 0x20) end--
  return end
}

/** A text as runs of a glyph for each character, one a script; undefined when there are no such runs. `isLatin`: undefined when it was not looked at. */
function shapePlain(
  text: string,
  textStyle: TextStyle,
  isLatin: boolean | undefined,
  context: LayoutContext,
): readonly GlyphRun[] | undefined {
  if (isLatin === undefined && !isPlainText(text, textStyle)) return undefined
  if (!(isLatin ?? isPlainLatin(text))) {
    const runs = shapeAlphabets(text, textStyle, context)
    return runs?.every(isGlyphACharacter) === true ? runs : undefined
  }
  const run = shapeLatin(text, textStyle, context)
  return run !== undefined && isGlyphACharacter(run) ? [run] : undefined
}

function isGlyphACharacter({ text, glyphs, clusters }: GlyphRun): boolean {
  return glyphs.length === text.length && clusters[text.length - 1] === text.length - 1
}

/** A box that has no edges, is not seen, moves nothing and has nothing over it. */
function isTransparent({ style, marks, annotations }: OpenItem): boolean {
  return (
    marks.length === 0 &&
    annotations === undefined &&
    style.position === 'static' &&
    style.verticalAlign === 'baseline' &&
    style.unicodeBidi === 'normal' &&
    style.marginLeft === 0 &&
    style.marginRight === 0 &&
    !hasOwnBox(style)
  )
}

/** Of a paragraph of one text nothing was looked at. */
const ONE_TEXT: readonly (boolean | undefined)[] = [undefined]

/**
 * Which texts are plain Latin, by item; undefined when several texts and inline boxes cannot be plain. Found before any of them is shaped: the general path shapes
 * them in another way.
 */
function latinTexts({ items }: ParagraphBox, { fonts }: LayoutContext): readonly (boolean | undefined)[] | undefined {
  const latin = new Array<boolean | undefined>(items.length)
  let before: StyledText | undefined
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!
    if (item.kind === 'open' && !isTransparent(item)) return undefined
    if (item.kind !== 'text') continue
    const { text } = item
    const textStyle = textStyleOf(item.style, fonts)
    if (text === '' || !textStyle.isPlain || !textStyle.collapsesSpaces || text.includes(SOFT_HYPHEN)) return undefined
    const isLatin = isPlainLatin(text)
    if (!isLatin && !isAlphabetic(text)) return undefined
    if (before !== undefined && (textStyle.wraps !== before.textStyle.wraps || touch(before, { text, textStyle }))) return undefined
    latin[i] = isLatin
    before = { text, textStyle }
  }
  return latin
}

const SOFT_HYPHEN = '\u00ad'

function isPlainText(text: string, { isPlain, collapsesSpaces }: TextStyle): boolean {
  return text !== '' && isPlain && (isPlainLatin(text) || (collapsesSpaces && isAlphabetic(text))) && !text.includes(SOFT_HYPHEN)
}

interface StyledText {
  readonly text: string
  readonly textStyle: TextStyle
}

/** Two texts of one font that meet without a space are shaped together: see `join.ts`. */
function touch(a: StyledText, b: StyledText): boolean {
  if (a.textStyle.primary.face !== b.textStyle.primary.face) return false
  return !isWordSeparator(codeAt(a.text, a.text.length - 1)) && !isWordSeparator(codeAt(b.text, 0))
}

/** Points that characters `from` to `to` of a run take. */
export function widthOfPart({ advances }: GlyphRun, { scale, letterSpacing }: TextStyle, from: number, to: number): number {
  let width = 0
  for (let i = from; i < to; i++) width += advances[i]! * scale + letterSpacing
  return width
}
