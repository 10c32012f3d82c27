// Problem: vertical margins of siblings, parents and empty boxes collapse into one (CSS2 8.3.1), so that where a box begins depends on
// margins deep inside of it. Approach: the chain of margins that meet at a box's top is read off the box tree before the box is laid
// out; only first children are pulled, so it works on streamed blocks too.

import type { BlockBox, Box, InlineItem } from '../../box/box.ts'
import { hasInlineEdge, isAbsolute, isFloat, isFormattingRoot, isOutOfFlow } from '../../box/box-kinds.ts'
import { ObjectCache } from '../../collections/cache.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength, resolveLength } from '../../style/value.ts'
import { specifiedMinimum, specifiedSize, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { withTrimmedMargins } from './margin-trim.ts'

/** Adjoining margins not yet resolved: the largest positive and the most negative of them add up. */
export interface Strut {
  readonly positive: number
  readonly negative: number
  /** The largest that comes from the default style sheet of quirks mode alone. */
  readonly quirky: number
}

export const NO_MARGIN: Strut = Object.freeze({ positive: 0, negative: 0, quirky: 0 })

export function addMargin(strut: Strut, margin: number): Strut {
  if (margin > strut.positive) return { ...strut, positive: margin }
  return margin < strut.negative ? { ...strut, negative: margin } : strut
}

/** The margin below a box. */
export function addBottom(strut: Strut, { marginBottom }: Style, used: number): Strut {
  return addLength(strut, used, isQuirky(marginBottom))
}

function addLength(strut: Strut, used: number, fromSheet: boolean): Strut {
  return fromSheet ? { ...strut, quirky: Math.max(strut.quirky, used) } : addMargin(strut, used)
}

export function joinStruts(a: Strut, b: Strut): Strut {
  return {
    positive: Math.max(a.positive, b.positive),
    negative: Math.min(a.negative, b.negative),
    quirky: Math.max(a.quirky, b.quirky),
  }
}

export function strutLength(strut: Strut): number {
  return Math.max(strut.positive, strut.quirky) + strut.negative
}

const isQuirky = (margin: Style['marginTop']): boolean => typeof margin === 'object' && margin.kind === 'sum' && margin.isQuirky === true

/** Margins of the default sheet go where they meet the edge of the body or of a table cell in quirks mode (HTML 15.3.10, for descendants too, as in browsers). */
export function isQuirkyContainer({ origin, style }: Box, isQuirks: boolean): boolean {
  return isQuirks && (origin.tag === 'body' || style.display === 'table-cell')
}

// ── The chain of margins at the top of a box ────────────────────────────────────────────────────────────────────────────

/**
 * Margins that adjoin at the top of a box. `isThrough`: nothing in the box separates its top from its bottom, all its margins are in `strut`.
 * `edge`: those above its border edge, all but its own bottom margin: an empty box stands where it would with a bottom border (CSS2 8.3.1).
 */
export interface TopChain {
  readonly strut: Strut
  readonly edge: Strut
  readonly isThrough: boolean
  /** Nothing but a marker beside its blocks separates the top of a list item from its bottom. */
  readonly isMarkerOnly?: boolean
  /** The box begins with such an item. */
  readonly isMarkerInside?: boolean | undefined
}

/** The margins at the top of what is inside of a box. */
type InnerChain = Omit<TopChain, 'edge'>

/**
 * Decides whether a box stands apart from the chain: one with `clear` that is moved down, or a formatting root that finds no room beside
 * floats. `strut` holds the margins above it, its own included; `adjoining` the floats in the chain so far, which move along with it.
 */
export type ClearanceTest = (box: Box, strut: Strut, adjoining: readonly Box[], containingWidth: number) => boolean

/** How the margins of a chain are read. */
interface ChainRules {
  readonly isApart: ClearanceTest
  /** Floats that the chain has passed: they move along with it. */
  readonly adjoining: Box[]
  /** The chain begins at the edge of a quirky container: margins of the default sheet are left out. */
  readonly isAtQuirkyEdge: boolean
  readonly isQuirks: boolean
  /** The height of the containing block is definite: heights that depend on it separate margins. */
  readonly isHeightKnown: boolean
}

/** The margins that collapse into one at the top of `box`. */
export function topChain(box: Box, containingWidth: number, rules: ChainRules): TopChain {
  return chain(box, containingWidth, NO_MARGIN, rules)
}

function withMargin(strut: Strut, margin: Style['marginTop'], containingWidth: number, { isAtQuirkyEdge }: ChainRules): Strut {
  return isQuirky(margin) && isAtQuirkyEdge ? strut : addLength(strut, verticalMargin(margin, containingWidth), isQuirky(margin))
}

/** The bottom margin of a box that nothing separates from its top comes from the default sheet if the margin there does, as in browsers. */
function withMarginThrough(strut: Strut, { marginTop, marginBottom }: Style, containingWidth: number, rules: ChainRules): Strut {
  return withMargin(strut, isQuirky(marginTop) && rules.isAtQuirkyEdge ? marginTop : marginBottom, containingWidth, rules)
}

/** Each box of a nest asks for the margins of all that begin inside of it: what does not depend on what is above is read once. */
function chain(box: Box, containingWidth: number, above: Strut, rules: ChainRules): TopChain {
  const own = rules.adjoining.length === 0 && beginsWithNest(box) ? ownChain(box, containingWidth, rules) : undefined
  if (own === undefined) return readChain(box, containingWidth, above, rules)
  return { ...own, strut: joinStruts(above, own.strut), edge: joinStruts(above, own.edge) }
}

function beginsWithNest(box: Box): boolean {
  const first = box.kind === 'block' ? box.children.at(0) : undefined
  return first?.kind === 'block' && first.children.at(0)?.kind === 'block'
}

interface OwnChain extends Pick<ChainRules, 'isAtQuirkyEdge' | 'isHeightKnown'> {
  readonly containingWidth: number
  /** Undefined where boxes that clear floats, or floats, are in it. */
  readonly chain: TopChain | undefined
}

const ownChains = new ObjectCache<Box, OwnChain>('identity')

/** The chain of a box with no margins above it; undefined where it depends on what is above. */
function ownChain(box: Box, containingWidth: number, rules: ChainRules): TopChain | undefined {
  const { isAtQuirkyEdge, isHeightKnown } = rules
  const known = ownChains.get(box)
  if (known?.containingWidth === containingWidth && known.isAtQuirkyEdge === isAtQuirkyEdge && known.isHeightKnown === isHeightKnown)
    return known.chain
  let isAsked = false
  const isApart = (): boolean => {
    isAsked = true
    return false
  }
  const adjoining: Box[] = []
  const read = readChain(box, containingWidth, NO_MARGIN, { ...rules, isApart, adjoining })
  const own = isAsked || adjoining.length > 0 ? undefined : read
  ownChains.set(box, { containingWidth, isAtQuirkyEdge, isHeightKnown, chain: own })
  return own
}

function readChain(box: Box, containingWidth: number, above: Strut, rules: ChainRules): TopChain {
  const { style } = box
  const strut = withMargin(above, style.marginTop, containingWidth, rules)
  if ((box.kind !== 'block' && box.kind !== 'paragraph') || isFormattingRoot(box) || hasTopEdge(style, containingWidth))
    return { strut, edge: strut, isThrough: false }
  const inside = box.kind === 'block' ? childChain(box, containingWidth, strut, rules) : lineChain(box.items, strut, rules.adjoining)
  const isOpen = inside.isThrough && collapsesThrough(style, containingWidth, rules.isHeightKnown)
  const isMarkerOnly = isOpen && box.kind === 'block' && box.marker !== undefined && hasBlocksInFlow(box)
  if (!isOpen || box.marker !== undefined)
    return {
      strut: inside.strut,
      edge: inside.strut,
      isThrough: false,
      isMarkerOnly,
      isMarkerInside: inside.isMarkerOnly || inside.isMarkerInside,
    }
  return { strut: withMarginThrough(inside.strut, style, containingWidth, rules), edge: inside.strut, isThrough: true }
}

function childChain(box: BlockBox, containingWidth: number, above: Strut, rules: ChainRules): InnerChain {
  const { adjoining } = rules
  const isHeightKnown = typeof box.style.height === 'number' || (rules.isHeightKnown && isRelative(box.style.height))
  const isSame = isHeightKnown === rules.isHeightKnown && !isQuirkyContainer(box, rules.isQuirks)
  const inside = isSame
    ? rules
    : { ...rules, isAtQuirkyEdge: rules.isAtQuirkyEdge || isQuirkyContainer(box, rules.isQuirks), isHeightKnown }
  const { children } = box.style.marginTrim.length === 0 ? box : withTrimmedMargins(box)
  let strut = above
  let width: number | undefined
  for (let i = 0; ; i++) {
    const child = children.at(i)
    if (child === undefined) return { strut, isThrough: true }
    if (isAbsolute(child.style)) continue
    if (isFloat(child.style)) {
      adjoining.push(child)
      continue
    }
    width ??= innerWidth(box.style, containingWidth)
    const passed = adjoining.length
    const next = chain(child, width, strut, inside)
    const mayStandApart = child.style.clear !== 'none' || (passed > 0 && isFormattingRoot(child))
    // Floats in the child itself do not move it.
    if (mayStandApart && rules.isApart(child, next.strut, adjoining.slice(0, passed), width)) return { strut, isThrough: false }
    if (!next.isThrough) return next
    strut = next.strut
  }
}

/** Whether blocks in flow stand in place of the item's own lines. Without them, its marker stands on a line as text does. */
export function hasBlocksInFlow({ children }: BlockBox): boolean {
  for (let i = 0; ; i++) {
    const child = children.at(i)
    if (child === undefined) return false
    if (!isOutOfFlow(child.style) && !isBare(child)) return true
  }
}

/** Stands for inline content that is out of flow. */
function isBare(box: Box): boolean {
  if (!box.isAnonymous) return false
  return box.kind === 'paragraph' ? isWithoutLines(box.items) : box.kind === 'block' && !hasBlocksInFlow(box)
}

function lineChain(items: readonly InlineItem[], strut: Strut, adjoining: Box[]): InnerChain {
  const isThrough = isWithoutLines(items)
  if (isThrough) for (const item of items) if (item.kind === 'float') adjoining.push(item.box)
  return { strut, isThrough }
}

/** Whether inline content makes no line box that counts (CSS2 9.4.2): no text, no edges of inline boxes, nothing in the line. */
function isWithoutLines(items: readonly InlineItem[]): boolean {
  return items.every((item) => {
    if (item.kind === 'text') return item.text === '' || (item.style.whiteSpaceCollapse === 'collapse' && /^[ \t\n]*$/.test(item.text))
    if (item.kind === 'open') return !hasInlineEdge(item.style)
    return item.kind === 'close' || item.kind === 'float' || item.kind === 'positioned' || item.kind === 'mark'
  })
}

function hasTopEdge(style: Style, containingWidth: number): boolean {
  return style.borderTopWidth > 0 || resolveLength(style.paddingTop, containingWidth) > 0
}

function collapsesThrough(style: Style, containingWidth: number, isHeightKnown: boolean): boolean {
  if (style.borderBottomWidth > 0 || resolveLength(style.paddingBottom, containingWidth) > 0) return false
  // A ratio gives a height, but to a box without a width.
  if (style.aspectRatio !== 'auto' && innerWidth(style, containingWidth) > 0) return false
  if (style.containment?.size === true && style.containIntrinsicHeight !== 'none' && style.containIntrinsicHeight > 0) return false
  if (isHeightKnown && (isRelative(style.height) || isRelative(style.minHeight))) return false
  return (
    !(specifiedSize(style.height, undefined, 0, 'border-box') ?? 0) && !(specifiedMinimum(style.minHeight, undefined, 0, 'border-box') ?? 0)
  )
}

/** Depends on the height of the containing block. */
function isRelative(height: Style['height']): boolean {
  return height === 'stretch' || (isLength(height) && hasPercentage(height))
}

function verticalMargin(margin: Style['marginTop'], containingWidth: number): number {
  return margin === 'auto' ? 0 : resolveLength(margin, containingWidth)
}

/** Content width of a block in flow, as far as percentage margins inside of it need it: content keywords count as `auto`. */
function innerWidth(style: Style, containingWidth: number): number {
  const edges = usedEdges(style, containingWidth)
  const margins = usedMargins(style, containingWidth)
  const width = specifiedSize(style.width, containingWidth, edges.width, style.boxSizing) ?? containingWidth - margins.left - margins.right
  const max = specifiedSize(style.maxWidth, containingWidth, edges.width, style.boxSizing) ?? Number.POSITIVE_INFINITY
  const min = specifiedSize(style.minWidth, containingWidth, edges.width, style.boxSizing) ?? 0
  return Math.max(0, Math.max(Math.min(width, max), min) - edges.width)
}
