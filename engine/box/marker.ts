// Markers of list items (CSS Lists 3 §3), calls and numbers of footnotes (GCPM 3 §2).
import { markerText } from '../counter-styles.ts'
import { PX } from '../geometry.ts'
import { type Image, type VectorElement, type VectorImage, withDensity } from '../image/image.ts'
import { hasMarkerInside } from '../style/list-item.ts'
import type { Style, StyledElement } from '../style/style.ts'
import type { BackgroundLayer, ContentItem, ImageValue } from '../style/value.ts'
import type { Marker } from './box.ts'
import type { BuildContext, NotePart } from './context.ts'
import { generatedText } from './generated.ts'
import { cssColor, drawing, shape } from './vector.ts'

/** What marks a list item whose counters are entered; undefined without a marker. */
export function markerOf(node: StyledElement, context: BuildContext): Marker | undefined {
  const style = node.markerStyle ?? plainMarkerStyle(node.style, context)
  if (style.content === 'none') return undefined
  if (typeof style.content !== 'string') return contentMarker(style.content, style, context)
  const { listStyleImage, listStyleType } = node.style
  const picture =
    listStyleImage && pictureMarker(listStyleImage, besideText(style, 'image marker', { gap: IMAGE_GAP }, context), node, context)
  if (picture !== undefined) return picture
  if (typeof listStyleType === 'object') return listStyleType.text === '' ? undefined : { kind: 'text', text: listStyleType.text, style }
  if (!context.counterStyles.has(listStyleType)) {
    if (isSymbol(listStyleType)) return symbolMarker(listStyleType, style, hasMarkerInside(node.style), context)
    if (listStyleType.startsWith('disclosure-')) return disclosureMarker(listStyleType === 'disclosure-open', style, context)
  }
  const text = typedText(listStyleType, context)
  return text === '' ? undefined : { kind: 'text', text, style }
}

/** As the browser's own sheet has it (CSS Lists 3, appendix A), where no rule of the author says more. */
function plainMarkerStyle(item: Style, { styles }: BuildContext): Style {
  const inherited = styles.anonymous(item, 'inline')
  return styles.with(inherited, 'marker', {
    textTransform: { case: 'none', isFullWidth: false, isFullSizeKana: false },
    textIndent: 0,
    textIndentLines: 'first',
    whiteSpaceCollapse: 'preserve',
    textWrapMode: 'nowrap',
    unicodeBidi: 'isolate',
    fontVariantFeatures: withTabularNumbers(inherited.fontVariantFeatures),
  })
}

function withTabularNumbers(features: Style['fontVariantFeatures']): Style['fontVariantFeatures'] {
  const others = features.filter(([tag]) => tag !== 'tnum' && tag !== 'pnum')
  return [...others, ['tnum', 1] as const].sort(([a], [b]) => (a < b ? -1 : 1))
}

// ── Pictures ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The whole box. */
const WHOLE: Omit<BackgroundLayer, 'image'> = {
  position: { x: 0, y: 0 },
  size: { width: 'auto', height: 'auto' },
  repeat: { x: 'no-repeat', y: 'no-repeat' },
  origin: 'content-box',
  clip: 'content-box',
  attachment: 'scroll',
  blendMode: 'normal',
}

/** `list-style-image`; undefined where there is no such picture. What has no size of its own is in a square of half the text's ascent, as in browsers. */
function pictureMarker(value: ImageValue, style: Style, node: StyledElement, context: BuildContext): Marker | undefined {
  const side = Math.round((ASCENT * style.fontSize) / PX) / 2
  if (value.kind === 'url') {
    const file = context.images.get(value.url, node.element.node.at)
    if (file === undefined) return undefined
    const image = withDensity(file, value.density)
    const { width, height } = concreteSize(image, side)
    const isSized = width === image.width && height === image.height
    const size = { width: width * PX, height: height * PX }
    return { kind: 'image', image, style: isSized ? style : context.styles.with(style, `${width} by ${height}`, size) }
  }
  const image = cachedDrawing(`empty ${side}`, context, () => drawing(shape('svg', { width: side, height: side })))
  const filled = context.styles.with(style, 'gradient marker', { backgroundLayers: [{ ...WHOLE, image: value }] })
  return { kind: 'image', image, style: filled, isGradient: true }
}

/** The default sizing algorithm for a square (CSS Images 3 §4.3.1), in pixels. */
function concreteSize(image: Image, side: number): { readonly width: number; readonly height: number } {
  const { width, height } = image
  if (width !== undefined && height !== undefined) return { width, height }
  const ratio = image.kind === 'vector' ? image.ratio : undefined
  if (width !== undefined) return { width, height: ratio === undefined ? side : width / ratio }
  if (height !== undefined) return { width: ratio === undefined ? side : height * ratio, height }
  return ratio === undefined ? { width: side, height: side } : { width: side * Math.min(1, ratio), height: side / Math.max(1, ratio) }
}

// ── Bullets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

type BulletSymbol = 'disc' | 'circle' | 'square'

/** Pixels between a marker and its item, and the ascent that bullets are measured by: browsers draw them, whatever the font has. */
const IMAGE_GAP = 7
const ASCENT = 0.905

function isSymbol(type: string): type is BulletSymbol {
  return type === 'disc' || type === 'circle' || type === 'square'
}

/** The triangle of a `summary`, as browsers draw it: two thirds of the font size, and two fifths of it away (HTML §15.5.3). */
function disclosureMarker(isOpen: boolean, style: Style, context: BuildContext): Marker {
  const pixels = style.fontSize / PX
  const pointsTo = isOpen ? 'down' : style.direction === 'ltr' ? 'right' : 'left'
  const [size, fill] = [0.66 * pixels, cssColor(style.color)]
  const image = cachedDrawing(`${pointsTo} ${size} ${fill}`, context, () => {
    const triangle = shape('path', { d: TRIANGLES[pointsTo], fill })
    return drawing({ ...shape('svg', { width: size, height: size, viewBox: '0 0 1 1' }), children: [triangle] })
  })
  return { kind: 'image', image, style: besideText(style, 'disclosure', { gap: 0.4 * pixels }, context), isSymbol: true }
}

const TRIANGLES = {
  down: 'M0 0.07 L0.5 0.93 L1 0.07 Z',
  right: 'M0.07 0 L0.93 0.5 L0.07 1 Z',
  left: 'M0.93 0 L0.07 0.5 L0.93 1 Z',
} as const

/** A bullet drawn in Chromium's measures, which are whole pixels: two thirds of the ascent away, half as much wide, a pixel around. */
function symbolMarker(symbol: BulletSymbol, style: Style, isInside: boolean, context: BuildContext): Marker {
  const pixels = style.fontSize / PX
  const ascent = Math.round(ASCENT * pixels)
  const offset = Math.floor((ascent * 2) / 3)
  const size = Math.floor((offset + 1) / 2)
  const box = size + 2
  const raise = ascent - (Math.floor((3 * (ascent - offset)) / 2) - 1 + box)
  const gap = isInside ? pixels : offset + 1 + IMAGE_GAP - box
  const placed = besideText(style, `${symbol} ${isInside}`, { gap, start: isInside ? -1 : 0, raise }, context)
  const color = cssColor(style.color)
  const image = cachedDrawing(`${symbol} ${size} ${color}`, context, () => bullet(symbol, size, color))
  return { kind: 'image', image, style: placed, isSymbol: true }
}

function cachedDrawing(key: string, { bullets }: BuildContext, make: () => VectorImage): VectorImage {
  const known = bullets.get(key)
  if (known !== undefined) return known
  const made = make()
  bullets.set(key, made)
  return made
}

function bullet(symbol: BulletSymbol, size: number, color: string): VectorImage {
  const center = 1 + size / 2
  const part: VectorElement =
    symbol === 'square'
      ? shape('rect', { x: 1, y: 1, width: size, height: size, fill: color })
      : shape('circle', { cx: center, cy: center, r: size / 2, ...(symbol === 'disc' ? { fill: color } : { fill: 'none', stroke: color }) })
  const box = size + 2
  return drawing({ ...shape('svg', { class: symbol, width: box, height: box, viewBox: `0 0 ${box} ${box}` }), children: [part] })
}

/** `style` with pixels of room at its sides, raised above the baseline. */
function besideText(
  style: Style,
  key: string,
  { gap, start = 0, raise = 0 }: { readonly gap: number; readonly start?: number; readonly raise?: number },
  { styles }: BuildContext,
): Style {
  const isLtr = style.direction === 'ltr'
  const [left, right] = isLtr ? [start, gap] : [gap, start]
  return styles.with(style, key, { marginLeft: left * PX, marginRight: right * PX, verticalAlign: raise * PX })
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function contentMarker(content: Exclude<Style['content'], string>, style: Style, context: BuildContext): Marker | undefined {
  const first = content[0]
  if (content.length === 1 && first?.kind === 'image' && first.image.kind === 'url') {
    const image = context.images.get(first.image.url)
    return image && { kind: 'image', image: withDensity(image, first.image.density), style }
  }
  const text = content.map((item) => generatedText(item, style, context)).join('')
  return text === '' ? undefined : { kind: 'text', text, style }
}

function typedText(type: string, { state, counterStyles }: BuildContext): string {
  return type === 'none' ? '' : markerText(state.counters.value('list-item'), type, counterStyles)
}

/** The call of a footnote and the number before it, with the footnote counted. */
export function footnoteParts(
  node: StyledElement,
  around: Style,
  context: BuildContext,
): { readonly call: NotePart; readonly marker: NotePart } {
  const { counters } = context.state
  const plain = context.styles.anonymous(around, 'inline')
  const callStyle =
    node.footnoteCallStyle ??
    context.styles.with(plain, 'footnote-call', {
      verticalAlign: 'super',
      fontSize: plain.fontSize * 0.65,
      counterIncrement: [{ name: 'footnote', value: 1 }],
    })
  counters.enter({ reset: callStyle.counterReset, increment: callStyle.counterIncrement, set: callStyle.counterSet })
  counters.leave()
  const markerStyle = node.footnoteMarkerStyle ?? context.styles.anonymous(node.style, 'inline')
  return { call: notePart(callStyle, [NUMBER], context), marker: notePart(markerStyle, [NUMBER, { kind: 'text', text: '. ' }], context) }
}

const NUMBER: ContentItem = { kind: 'counter', name: 'footnote', style: 'decimal', separator: undefined }

function notePart(style: Style, plain: readonly ContentItem[], context: BuildContext): NotePart {
  const content = typeof style.content !== 'string' ? style.content : style.content === 'none' ? [] : plain
  const isNumber = (item: ContentItem): item is Extract<ContentItem, { kind: 'counter' }> =>
    item.kind === 'counter' && item.name === 'footnote' && context.countsNotesByPage()
  const items = content.map((item) =>
    isNumber(item) ? ({ kind: 'note-number', note: context.state.notes, style: item.style } as const) : generatedText(item, style, context),
  )
  return { kind: 'note', items: items.filter((item) => item !== ''), style }
}
