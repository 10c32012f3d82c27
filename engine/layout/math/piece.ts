// What the parts of a formula are laid out to: glyphs, rules and boxes around a baseline, in one flat list.
import type { FaceMatch, GlyphRun } from '../../font/font.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Laid } from '../laid.ts'

/** A part of a formula. Points; the extent above and below the baseline is that of its ink. */
export interface MathPiece {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  /** In paint order. */
  readonly items: readonly MathItem[]
  /** Of a single slanted or large glyph: how far its top leans out to the right; 0 for all else. */
  readonly italicsCorrection: number
  /** Of a single glyph: x of the point over which accents are centred; undefined: the middle. */
  readonly topAccent: number | undefined
}

/** `x` from the left of the piece, `y` from its baseline downwards. */
export type MathItem = GlyphsItem | BoxItem | ObjectItem

/** `y` is the baseline of the glyphs. */
interface GlyphsItem {
  readonly kind: 'glyphs'
  readonly x: number
  readonly y: number
  readonly run: GlyphRun
  readonly match: FaceMatch
  readonly fontSize: number
  readonly width: number
  readonly style: Style
}

/** A rule, or the background and border of an element: `y` is its top. */
interface BoxItem {
  readonly kind: 'box'
  readonly isRule: boolean
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly border: Edges
  readonly padding: Edges
  readonly style: Style
}

/** HTML in a formula: `y` is the top of its border box. */
interface ObjectItem {
  readonly kind: 'object'
  readonly x: number
  readonly y: number
  readonly laid: Laid
}

export const EMPTY: MathPiece = { width: 0, ascent: 0, descent: 0, items: [], italicsCorrection: 0, topAccent: undefined }

/** A piece at an offset; `y` downwards. */
export interface PlacedPiece {
  readonly piece: MathPiece
  readonly x: number
  readonly y: number
}

/** Pieces side by side or over each other as one, which is `width` wide and reaches as far up and down as they do. */
export function joinPieces(placed: readonly PlacedPiece[], width: number): MathPiece {
  if (placed.length === 0) return { ...EMPTY, width }
  const items = placed.flatMap(({ piece, x, y }) => (x === 0 && y === 0 ? piece.items : piece.items.map((item) => moved(item, x, y))))
  return {
    ...EMPTY,
    width,
    ascent: placed.reduce((most, { piece, y }) => Math.max(most, piece.ascent - y), Number.NEGATIVE_INFINITY),
    descent: placed.reduce((most, { piece, y }) => Math.max(most, piece.descent + y), Number.NEGATIVE_INFINITY),
    items,
  }
}

function moved(item: MathItem, x: number, y: number): MathItem {
  return { ...item, x: item.x + x, y: item.y + y }
}

const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 }

/** A filled rectangle in the colour of the text: `y` is its top. */
export function ruleItem({ x, y, width, height }: Pick<BoxItem, 'x' | 'y' | 'width' | 'height'>, style: Style): MathItem {
  return { kind: 'box', isRule: true, x, y, width, height, border: NO_EDGES, padding: NO_EDGES, style }
}
