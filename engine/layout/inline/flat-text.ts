// Plain texts of several styles, which `paragraph-flat.ts` lays out on one line.
import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import type { GlyphRun } from '../../font/font.ts'
import type { TextStyle } from './text-style.ts'
import type { BoxState } from './vertical.ts'

/** One text of the line, with the box it is in. */
export interface FlatPiece {
  readonly item: Extract<InlineItem, { kind: 'text' }>
  readonly run: GlyphRun
  readonly textStyle: TextStyle
  readonly state: BoxState
  /** Offset in the whole text. */
  readonly from: number
}

export interface FlatText {
  readonly kind: 'flat'
  readonly box: ParagraphBox
  readonly pieces: readonly FlatPiece[]
  readonly text: string
  /** Without the spaces that vanish at the end. */
  readonly end: number
  readonly root: TextStyle
  readonly above: number
  readonly below: number
  readonly wraps: boolean
  readonly breaksPlainly: boolean
}
