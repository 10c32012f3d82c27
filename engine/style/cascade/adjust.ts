// Adjusts computed values that depend on other properties, such as `display` of floats, and derives layers and merged lists.

import { PX } from '../../geometry.ts'
import type { ComputedStyle } from '../computed.ts'
import { containmentOf } from '../containment.ts'
import {
  type AutoLength,
  type BackgroundLayer,
  type BorderImage,
  type Display,
  type MaskBorder,
  type MaskLayer,
  type PositionValue,
  resolveLength,
  type TransformFunction,
} from '../value.ts'
import { joinTransforms } from '../values/effects.ts'
import { mergeFeatures } from '../values/font.ts'
import type { ComputeInput, Draft } from './entry.ts'

export function adjust(draft: Draft, parent: ComputedStyle, { isRoot, isBody }: Pick<ComputeInput, 'isRoot' | 'isBody'>): void {
  if (!isBlockified(draft, parent, isRoot)) adjustWritingMode(draft, parent, isRoot)
  adjustDisplay(draft, parent, isRoot)
  adjustLines(draft)
  adjustShaded(draft)
  adjustOverflow(draft)
  draft.containment = containmentOf(draft)
  if (isRoot || isBody) propagateOverflow(draft, parent, isRoot)
  // The effect of the `align` attribute on blocks ends at a table: text in its cells starts out aligned at the start again, as in browsers.
  if (draft.display === 'table' && draft.textAlign.startsWith('-platen-')) draft.textAlign = 'start'
  // As in browsers: text decorations have the fill colour of the text, unless they have a colour of their own.
  if (draft.textFillColor !== 'currentcolor' && draft.textDecorationColor === draft.color) draft.textDecorationColor = draft.textFillColor
  draft.backgroundLayers = layersOf(draft)
  draft.backgroundColorClip = draft.backgroundClip[lastIndex(draft) % draft.backgroundClip.length] ?? 'border-box'
  draft.maskLayers = masksOf(draft)
  draft.borderImage = borderImageOf(draft)
  draft.maskBorder = maskBorderOf(draft)
  draft.letterSpacing = resolveLength(draft.letterSpacingValue, draft.fontSize)
  draft.wordSpacing = resolveLength(draft.wordSpacingValue, draft.fontSize)
  draft.listStyleImage = draft.listStyleImageValue === 'none' ? undefined : draft.listStyleImageValue
  draft.fontVariantFeatures = mergeFeatures(
    draft.fontVariantLigatures,
    draft.fontVariantNumeric,
    draft.fontVariantEastAsian,
    draft.fontVariantAlternates,
  )
  const parts = [draft.translate, draft.rotate, draft.scale, draft.transformList].filter((list) => list.length > 0)
  draft.transform = parts.length < 2 ? (parts[0] ?? NO_TRANSFORM) : parts.flat().reduce(joinTransforms, NO_TRANSFORM)
}

const NO_TRANSFORM: readonly TransformFunction[] = Object.freeze([])

/** CSS Display 3 §2.7. */
const BLOCKIFIED: Readonly<Partial<Record<Display, Display>>> = {
  inline: 'block',
  'inline list-item': 'list-item',
  'inline flow-root list-item': 'flow-root list-item',
  'inline-block': 'block',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
  'table-caption': 'block',
  'table-column-group': 'block',
  'table-column': 'block',
  'table-header-group': 'block',
  'table-footer-group': 'block',
  'table-row-group': 'block',
  'table-row': 'block',
  'table-cell': 'block',
  ruby: 'block',
  'ruby-base': 'block',
  'ruby-text': 'block',
  'ruby-base-container': 'block',
  'ruby-text-container': 'block',
}

const WITHOUT_MARKER: Readonly<Partial<Record<Display, Display>>> = {
  'flow-root list-item': 'flow-root',
  'inline list-item': 'inline',
  'inline flow-root list-item': 'inline-block',
}

/** What is in a line or a table has the writing mode around it; an inline box with another one is a block in the line (CSS Writing Modes 4 §3.2). */
function adjustWritingMode(draft: Draft, parent: ComputedStyle, isRoot: boolean): void {
  if (isRoot || draft.writingMode === parent.writingMode) return
  if (draft.display === 'inline') draft.display = 'inline-block'
  else if (draft.display === 'inline list-item') draft.display = 'inline flow-root list-item'
  else if (TABLE_PARTS.has(draft.display) || draft.display.startsWith('ruby-')) draft.writingMode = parent.writingMode
}

const TABLE_PARTS: ReadonlySet<Display> = new Set<Display>([
  'table-column-group',
  'table-column',
  'table-header-group',
  'table-footer-group',
  'table-row-group',
  'table-row',
])

const isOutOfFlow = ({ position }: Draft): boolean => position === 'absolute' || position === 'fixed'

/** Items, boxes out of flow and the root are blocks, also what would be in a line or a table otherwise. */
function isBlockified(draft: Draft, parent: ComputedStyle, isRoot: boolean): boolean {
  return isRoot || parent.hasItems || isOutOfFlow(draft) || draft.float !== 'none'
}

function adjustDisplay(draft: Draft, parent: ComputedStyle, isRoot: boolean): void {
  draft.originalDisplay = draft.display
  // What is left of it is a block that holds a ruby container: `originalDisplay` says so.
  if (draft.display === 'block ruby') draft.display = 'block'
  if (draft.display === 'ruby' && draft.writingMode !== parent.writingMode && !isRoot) draft.display = 'inline-block'
  const isBlock = isBlockified(draft, parent, isRoot)
  if (isOutOfFlow(draft)) draft.float = 'none'
  if (isRoot && draft.display === 'contents') draft.display = 'block'
  const isItem = parent.hasItems && !isRoot
  if (isBlock) draft.display = BLOCKIFIED[draft.display] ?? draft.display
  // Layout knows these by what they are beside items; `originalDisplay` says that they have markers.
  draft.display = WITHOUT_MARKER[draft.display] ?? draft.display
  // `float` does not apply to flex and grid items.
  if (isItem && draft.float !== 'footnote') draft.float = 'none'
  const isContainer = ['flex', 'inline-flex', 'grid', 'inline-grid'].includes(draft.display)
  draft.hasItems = isContainer || (draft.display === 'contents' && parent.hasItems)
}

/** As in browsers, the shaded sides of a border without a colour of its own are those of a light grey one; tables and cells have the colour of their text. */
function adjustShaded(draft: Draft): void {
  const { color, display } = draft
  if (display === 'table' || display === 'inline-table' || display === 'table-cell') return
  if (draft.borderTopColor === color && SHADED.has(draft.borderTopStyle)) draft.borderTopColor = LIGHT_GREY
  if (draft.borderRightColor === color && SHADED.has(draft.borderRightStyle)) draft.borderRightColor = LIGHT_GREY
  if (draft.borderBottomColor === color && SHADED.has(draft.borderBottomStyle)) draft.borderBottomColor = LIGHT_GREY
  if (draft.borderLeftColor === color && SHADED.has(draft.borderLeftStyle)) draft.borderLeftColor = LIGHT_GREY
}

const SHADED: ReadonlySet<string> = new Set(['inset', 'outset', 'groove', 'ridge'])
const LIGHT_GREY = Object.freeze({ red: 238 / 255, green: 238 / 255, blue: 238 / 255, alpha: 1 })

/** Line widths: 0 without a line style, otherwise whole pixels, at least one (CSS Backgrounds 4 §3.3; zoomed lengths are snapped after zooming). */
function adjustLines(draft: Draft): void {
  draft.borderTopWidth = lineWidth(draft.borderTopWidth, draft.borderTopStyle)
  draft.borderRightWidth = lineWidth(draft.borderRightWidth, draft.borderRightStyle)
  draft.borderBottomWidth = lineWidth(draft.borderBottomWidth, draft.borderBottomStyle)
  draft.borderLeftWidth = lineWidth(draft.borderLeftWidth, draft.borderLeftStyle)
  draft.outlineWidth = lineWidth(draft.outlineWidth, draft.outlineStyle)
  draft.columnRuleWidth = lineWidth(draft.columnRuleWidth, draft.columnRuleStyle)
  draft.borderSpacingX = wholePixels(draft.borderSpacingX)
  draft.borderSpacingY = wholePixels(draft.borderSpacingY)
}

/** Browsers keep the spacing of tables as a whole number of pixels: what is 0.01 short of the next counts as that. */
function wholePixels(points: number): number {
  return points === 0 ? 0 : Math.floor(points / PX + 0.01) * PX
}

function lineWidth(width: number, style: string): number {
  if (style === 'none' || style === 'hidden' || width <= 0) return 0
  return Math.max(1, Math.floor(width / PX + 1e-6)) * PX
}

/** CSS Overflow 3 §3.1: when the other axis is neither, `visible` becomes `auto` and `clip` becomes `hidden`. */
function adjustOverflow(draft: Draft): void {
  const isPlain = (value: Draft['overflowX']): boolean => value === 'visible' || value === 'clip'
  if (isPlain(draft.overflowX) === isPlain(draft.overflowY)) return
  const fix = (value: Draft['overflowX']): Draft['overflowX'] => (value === 'visible' ? 'auto' : value === 'clip' ? 'hidden' : value)
  draft.overflowX = fix(draft.overflowX)
  draft.overflowY = fix(draft.overflowY)
}

/**
 * The overflow of the root, or of the body when the root's is `visible`, is propagated to the viewport, and the element's own becomes `visible`
 * (CSS Overflow 3 §3.3). In print the viewport neither scrolls nor clips, so the propagated value has no further effect.
 */
function propagateOverflow(draft: Draft, parent: ComputedStyle, isRoot: boolean): void {
  if (isRoot)
    draft.propagatesBodyOverflow = draft.overflowX === 'visible' && draft.overflowY === 'visible' && draft.containment === undefined
  else if (!parent.propagatesBodyOverflow || draft.containment !== undefined) return
  draft.overflowX = draft.overflowY = 'visible'
}

const lastIndex = (draft: Draft): number => draft.backgroundImage.length - 1
const NO_LAYERS: readonly BackgroundLayer[] = Object.freeze([])

/** One layer for each image; shorter lists are repeated (CSS Backgrounds 3 §3.1). */
function layersOf(draft: Draft): readonly BackgroundLayer[] {
  if (draft.backgroundImage.every((image) => image === 'none')) return NO_LAYERS
  const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!
  return draft.backgroundImage.map((image, i) => ({
    image: image === 'none' ? undefined : image,
    position: positionOf(pick(draft.backgroundPosition, i), pick(draft.backgroundPositionX, i), pick(draft.backgroundPositionY, i)),
    size: pick(draft.backgroundSize, i),
    repeat: pick(draft.backgroundRepeat, i),
    origin: pick(draft.backgroundOrigin, i),
    clip: pick(draft.backgroundClip, i),
    attachment: pick(draft.backgroundAttachment, i),
    blendMode: pick(draft.backgroundBlendMode, i),
  }))
}

const NO_MASKS: readonly MaskLayer[] = Object.freeze([])

function masksOf(draft: Draft): readonly MaskLayer[] {
  if (draft.maskImage.every((image) => image === 'none')) return NO_MASKS
  const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!
  return draft.maskImage.map((image, i) => ({
    image: image === 'none' ? undefined : image,
    position: pick(draft.maskPosition, i),
    size: pick(draft.maskSize, i),
    repeat: pick(draft.maskRepeat, i),
    origin: pick(draft.maskOrigin, i),
    clip: pick(draft.maskClip, i),
    // `match-source` of an image is its alpha channel.
    mode: pick(draft.maskMode, i) === 'luminance' ? 'luminance' : 'alpha',
    composite: pick(draft.maskComposite, i),
  }))
}

/** The position of one axis, when it was set, overrides that of the pair. */
function positionOf(whole: PositionValue, x: AutoLength, y: AutoLength): PositionValue {
  return x === 'auto' && y === 'auto' ? whole : { x: x === 'auto' ? whole.x : x, y: y === 'auto' ? whole.y : y }
}

function borderImageOf(draft: Draft): BorderImage | undefined {
  if (draft.borderImageSource === 'none') return undefined
  const { edges, isFilled } = draft.borderImageSlice
  return {
    source: draft.borderImageSource,
    slice: edges,
    isFilled,
    width: draft.borderImageWidth,
    outset: draft.borderImageOutset,
    repeat: draft.borderImageRepeat,
  }
}

function maskBorderOf(draft: Draft): MaskBorder | undefined {
  if (draft.maskBorderSource === 'none') return undefined
  const { edges, isFilled } = draft.maskBorderSlice
  return {
    source: draft.maskBorderSource,
    slice: edges,
    isFilled,
    width: draft.maskBorderWidth,
    outset: draft.maskBorderOutset,
    repeat: draft.maskBorderRepeat,
    mode: draft.maskBorderMode,
  }
}
