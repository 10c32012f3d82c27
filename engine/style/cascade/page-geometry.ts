// The boxes of a page: its margins, its border box and the sheet (CSS Page 3 §6). Along each axis, `auto` margins take what is left of the sheet, and a page
// box with a size of its own whose margins are lengths has a sheet of its own size, as browsers print it.
import { type Edges, LAYOUT_UNIT, type Rect, type Size } from '../../geometry.ts'
import { MAX_SIDE } from '../rules/page.ts'
import type { Style } from '../style.ts'
import { type AutoLength, isLength, resolveLength } from '../value.ts'

export interface PageGeometry extends Size {
  readonly margin: Edges
  readonly padding: Edges
  /** The content area on the sheet: inside margins, borders and padding. Never smaller than one point a side. */
  readonly area: Rect
}

/** What `style` makes of a page whose `size` is `sheet`. Percentages refer to the width of the sheet across the page and to its height down the page. */
export function pageGeometry(style: Style, sheet: Size): PageGeometry {
  const padding = {
    top: resolveLength(style.paddingTop, sheet.height),
    right: resolveLength(style.paddingRight, sheet.width),
    bottom: resolveLength(style.paddingBottom, sheet.height),
    left: resolveLength(style.paddingLeft, sheet.width),
  }
  const isBorderBox = style.boxSizing === 'border-box'
  const across = solve({
    sheet: sheet.width,
    start: style.marginLeft,
    end: style.marginRight,
    edges: style.borderLeftWidth + padding.left + padding.right + style.borderRightWidth,
    lengths: [style.width, style.minWidth, style.maxWidth],
    isBorderBox,
    isInUnits: true,
  })
  const down = solve({
    sheet: sheet.height,
    start: style.marginTop,
    end: style.marginBottom,
    edges: style.borderTopWidth + padding.top + padding.bottom + style.borderBottomWidth,
    lengths: [style.height, style.minHeight, style.maxHeight],
    isBorderBox,
    isInUnits: false,
  })
  const margin = { top: down.start, right: across.end, bottom: down.end, left: across.start }
  const area = {
    x: margin.left + style.borderLeftWidth + padding.left,
    y: margin.top + style.borderTopWidth + padding.top,
    width: Math.max(1, across.content),
    height: Math.max(1, down.content),
  }
  return { width: across.sheet, height: down.sheet, margin, padding, area }
}

/** Rounding errors of a length that is a whole number of units. */
const ROUNDING = 1e-6

type PageLength = Style['width'] | Style['minWidth'] | Style['maxWidth']

interface Axis {
  /** What `size` says. */
  readonly sheet: number
  readonly start: AutoLength
  readonly end: AutoLength
  /** Borders and padding. */
  readonly edges: number
  readonly lengths: readonly [size: PageLength, least: PageLength, most: PageLength]
  readonly isBorderBox: boolean
  /** Whether what is left of the sheet is counted in units as browsers count it: it may be a part of one wider than exactly, which is a whole px more once it is rounded up. */
  readonly isInUnits: boolean
}

function solve({ sheet, start, end, edges, lengths, isBorderBox, isInUnits }: Axis): {
  readonly sheet: number
  readonly start: number
  readonly end: number
  readonly content: number
} {
  const margin = (value: AutoLength): number => (value === 'auto' ? 0 : resolveLength(value, sheet))
  const [size, least, most] = lengths.map((value) => borderBox(value, sheet, edges, isBorderBox))
  const margins = margin(start) + margin(end)
  const left = isInUnits
    ? Math.round(sheet / LAYOUT_UNIT) * LAYOUT_UNIT - cutToUnit(margin(start)) - cutToUnit(margin(end))
    : sheet - margins
  const stretched = Math.max(edges, left)
  const own = Math.max(edges, least ?? 0, Math.min(most ?? Number.POSITIVE_INFINITY, size ?? stretched))
  const content = own - edges
  const autos = Number(start === 'auto') + Number(end === 'auto')
  if (autos === 0) {
    const side = own === stretched ? sheet : Math.min(MAX_SIDE, Math.max(1, own + margins))
    return { sheet: side, start: margin(start), end: margin(end), content }
  }
  const share = own === stretched ? 0 : (sheet - own - margins) / autos
  return { sheet, start: start === 'auto' ? share : margin(start), end: end === 'auto' ? share : margin(end), content }
}

function cutToUnit(points: number): number {
  return Math.floor(points / LAYOUT_UNIT + ROUNDING) * LAYOUT_UNIT
}

/** The border box that a length asks for; undefined for keywords. */
function borderBox(value: PageLength, basis: number, edges: number, isBorderBox: boolean): number | undefined {
  if (!isLength(value)) return undefined
  const length = Math.max(0, resolveLength(value, basis))
  return isBorderBox ? length : length + edges
}
