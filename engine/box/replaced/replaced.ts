// Replaced elements: images and drawings, and what stands in their place when there is no image.
import { PX } from '../../geometry.ts'
import { type Image, type VectorImage, withDensity } from '../../image/image.ts'
import { isPictureObject } from '../../source/source.ts'
import { containmentOf, UNCONTAINED } from '../../style/containment.ts'
import type { Style, StyledElement } from '../../style/style.ts'
import type { Color, ImageValue } from '../../style/value.ts'
import type { Box, BoxMark } from '../box.ts'
import { isAbsolute } from '../box-kinds.ts'
import type { BuildContext } from '../context.ts'
import type { Entered } from '../element.ts'
import { InlineRun } from '../inline-text.ts'
import { drawing, shape, vectorImage } from '../vector.ts'
import { type FoundForeign, foreignContents } from './foreign.ts'
import { formDrawing, isDrawable, isSlider } from './form-drawing.ts'
import { type ImageSource, namesSource, sourceOfImage } from './picture.ts'
import { throughViewBox } from './view-box.ts'

/** Elements whose content is not theirs to lay out. Those that never have an image print their room alone. */
const REPLACED = new Set(['img', 'svg', 'video', 'canvas', 'iframe', 'embed', 'audio', 'progress', 'meter'])

export function isReplaced({ element, pseudo, style }: StyledElement): boolean {
  if (pseudo !== 'none') return false
  const { tag, attributes } = element
  if (tag === 'input')
    return /^image$/i.test(attributes.get('type') ?? '') || (isDrawable(element) && (style.appearance !== 'none' || isSlider(element)))
  if (tag === 'object') return isPictureObject(attributes.get('type'), attributes.get('data')) || contentImage(style) !== undefined
  return REPLACED.has(tag) || contentImage(style) !== undefined
}

type UrlImage = Extract<ImageValue, { kind: 'url' }>

/** `content: url()` on an element replaces it (CSS Content 3 §2). */
function contentImage({ content }: StyledElement['style']): UrlImage | undefined {
  const first = typeof content === 'string' || content.length !== 1 ? undefined : content[0]
  return first?.kind === 'image' && first.image.kind === 'url' ? first.image : undefined
}

/** The box of a replaced element; an image that cannot be had shows its alternative text. */
export function replacedBox(node: StyledElement, { origin, scope }: Entered, marks: readonly BoxMark[], context: BuildContext): Box {
  const { element } = node
  const style = replacedStyle(node.style, context.styles)
  const base = { style, origin, isAnonymous: false, marks }
  if (element.node.namespace === 'svg') {
    origin.describe(drawingTitle(node))
    const found: FoundForeign[] = []
    const image = vectorImage(node, context.definitions, (foreign, of) => found.push({ element: foreign, node: of }))
    return { kind: 'replaced', image, ...base, foreign: foreignContents(found, image.root, scope, context) }
  }
  const form = formDrawing(node)
  if (form !== undefined) {
    if (element.tag !== 'input') return { kind: 'replaced', image: form, ...base, style: gaugeStyle(style, context.styles) }
    const type = (element.attributes.get('type') ?? '').toLowerCase()
    const isCheckBox = type === 'checkbox' || type === 'radio'
    const baseline = type === 'color' ? UNDER_SWATCH : 0
    const own = drawnStyle(isCheckBox ? context.styles.with(style, 'check box', BARE) : style, context.styles)
    return { kind: 'replaced', image: form, ...base, style: own, baseline, isCheckBox, control: 'drawn' }
  }
  const source = imageSource(node, context)
  const file = source && context.images.get(source.url, origin.at, pathOfImage(element))
  const found = file && withDensity(file, source.density)
  const whole = found !== undefined && style.imageOrientation === 'none' ? asStored(found) : found
  const { objectViewBox, effectiveZoom } = style
  const image = whole === undefined || objectViewBox === 'none' ? whole : throughViewBox(whole, objectViewBox, effectiveZoom)
  if (image !== undefined || !ALTERNATIVE.has(element.tag)) return { kind: 'replaced', image, ...base }
  return brokenImage(node, base, context)
}

/** A drawn control has the size of its sheet, which is no ratio: a width alone leaves the height as it is. */
function drawnStyle(style: Style, styles: BuildContext['styles']): Style {
  return styles.with(style, 'drawn control', { containment: { ...(style.containment ?? UNCONTAINED), size: true, inlineSize: true } })
}

/** A gauge is an empty block in browsers: its size comes from the sheet, and nothing of it from its content where an author takes that away. */
function gaugeStyle(style: Style, styles: BuildContext['styles']): Style {
  const isFilling = style.display === 'block' && style.width === 'auto' && style.float === 'none' && !isAbsolute(style)
  return styles.with(style, 'gauge', {
    containment: { ...(style.containment ?? UNCONTAINED), size: true, inlineSize: true },
    containIntrinsicWidth: 'none',
    containIntrinsicHeight: 'none',
    ...(isFilling ? { width: 'stretch' } : {}),
  })
}

/** Containment has an effect on a picture in a line too, which is atomic. One whose `display` is that of a table or of a part of it is a block, as in Chromium. */
function replacedStyle(style: Style, styles: BuildContext['styles']): Style {
  const { contain, contentVisibility } = style
  const display = style.display.startsWith('table') ? 'block' : style.display === 'inline-table' ? 'inline-block' : style.display
  const isContained = display === 'inline' && (contain.length > 0 || contentVisibility !== 'visible')
  if (!isContained && display === style.display) return style
  const containment = containmentOf({ contain, contentVisibility, display: display === 'inline' ? 'inline-block' : display })
  return styles.with(style, 'replaced', { display, containment })
}

const SQUARE = { x: 0, y: 0 }

/** What is below the swatch in a colour control: border, padding, and padding of the swatch. */
const UNDER_SWATCH = 6 * PX

/** With its native look, a check box or a radio button has no edges and no ground of the author's, as in browsers. */
const BARE: Partial<Style> = {
  ...{ borderTopWidth: 0, borderRightWidth: 0, borderBottomWidth: 0, borderLeftWidth: 0, borderImage: undefined },
  ...{ paddingTop: 0, paddingRight: 0, paddingBottom: 0, paddingLeft: 0 },
  ...{ backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0 }, backgroundLayers: [] },
  ...{ borderTopLeftRadius: SQUARE, borderTopRightRadius: SQUARE, borderBottomRightRadius: SQUARE, borderBottomLeftRadius: SQUARE },
}

const ALTERNATIVE = new Set(['img', 'input'])

/**
 * An image that cannot be had (HTML §15.4.2): its alternative text beside an icon, cut at the box: of any size where it is inline, of its own size otherwise.
 * One of a width and a height without `alt` keeps within these, in a frame; in quirks mode so does one with text, and one of a width or height alone.
 * Without text the icon alone is shown. An image that names no file is a place held free, and one whose text is empty is nothing.
 */
function brokenImage(node: StyledElement, base: BrokenBase, context: BuildContext): Box {
  const { attributes } = node.element
  const { style, origin } = base
  const { styles } = context
  const text = attributes.get('alt') ?? attributes.get('title') ?? ''
  const hasAlt = attributes.has('alt')
  if (text === '' && !attributes.has('src') && !namesSource(attributes)) return heldFree(base, styles)
  const isSized = style.width !== 'auto' && style.height !== 'auto'
  const isFramed = isSized
    ? context.isQuirks || !hasAlt || text === ''
    : context.isQuirks && (text !== '' || !hasAlt) && (style.width !== 'auto' || style.height !== 'auto')
  if (!isFramed && text === '') {
    const image = namesSource(attributes) && !hasAlt ? BROKEN : undefined
    return { ...base, kind: 'replaced', image, style: style.display === 'inline' ? styles.with(style, 'no image', ANY_SIZE) : style }
  }
  const inline = styles.anonymous(style, 'inline')
  const run = new InlineRun()
  const isSmall = isFramed && !(roomOf(style.width) >= ICON_ROOM && roomOf(style.height) >= ICON_ROOM)
  if (!isSmall) {
    const icon: Box = {
      ...base,
      kind: 'replaced',
      image: BROKEN,
      style: styles.with(inline, 'icon', { verticalAlign: 'text-top' }),
      marks: [],
    }
    // In a frame the text stands beside the icon, in all of its lines.
    if (isFramed) run.outOfFlow({ kind: 'float', box: { ...icon, style: styles.with(inline, 'icon in a frame', BESIDE) } })
    else run.atomic(icon)
  }
  if (text !== '') run.text(text, inline, origin)
  const shape = isFramed ? frameStyle(style, styles, isSmall) : textStyle(style, styles)
  return { ...base, kind: 'paragraph', style: shape, items: run.finish(), marker: undefined, firstLineStyle: undefined }
}

/** A box of its own size, with an outline in it. */
function heldFree(base: BrokenBase, styles: BuildContext['styles']): Box {
  const { style } = base
  const isOutlined = style.width !== 'auto' && style.height !== 'auto' && !hasEdges(style)
  return { ...base, kind: 'replaced', image: undefined, style: isOutlined ? styles.with(style, 'no file', OUTLINE) : style }
}

/** Of a frame that holds the icon: it, the border and the padding on one side. */
const ICON_ROOM = 18 * PX

function roomOf(size: Style['width']): number {
  return typeof size === 'number' ? size : Number.POSITIVE_INFINITY
}

function textStyle(style: Style, styles: BuildContext['styles']): Style {
  const isInline = style.display === 'inline'
  const mayBeCut = !isInline || style.maxWidth !== 'none' || style.maxHeight !== 'none'
  const overflow = mayBeCut ? 'clip' : 'visible'
  return styles.with(style, 'alternative text', { ...(isInline ? ANY_SIZE : {}), overflowX: overflow, overflowY: overflow })
}

/** A size that is not given is the other. */
function frameStyle(style: Style, styles: BuildContext['styles'], isSmall: boolean): Style {
  const size = { width: style.width === 'auto' ? style.height : style.width, height: style.height === 'auto' ? style.width : style.height }
  const isBare = isSmall || hasEdges(style)
  return styles.with(style, isBare ? 'broken image' : 'framed image', { ...size, ...CLIPPED, ...(isBare ? {} : FRAME) })
}

function hasEdges({ borderTopWidth, borderLeftWidth, paddingTop, paddingLeft }: Style): boolean {
  return borderTopWidth !== 0 || borderLeftWidth !== 0 || paddingTop !== 0 || paddingLeft !== 0
}

type BrokenBase = Pick<Box, 'style' | 'origin' | 'isAnonymous' | 'marks'>

const ANY_SIZE: Partial<Style> = { width: 'auto', height: 'auto', aspectRatio: 'auto' }
const CLIPPED: Partial<Style> = { overflowX: 'hidden', overflowY: 'hidden' }
const SILVER: Color = { red: 0.75, green: 0.75, blue: 0.75, alpha: 1 }
const FRAME: Partial<Style> = {
  boxSizing: 'border-box',
  ...{ borderTopWidth: PX, borderRightWidth: PX, borderBottomWidth: PX, borderLeftWidth: PX },
  ...{ borderTopStyle: 'solid', borderRightStyle: 'solid', borderBottomStyle: 'solid', borderLeftStyle: 'solid' },
  ...{ borderTopColor: SILVER, borderRightColor: SILVER, borderBottomColor: SILVER, borderLeftColor: SILVER },
  ...{ paddingTop: PX, paddingRight: PX, paddingBottom: PX, paddingLeft: PX },
}

const OUTLINE: Partial<Style> = { ...FRAME, paddingTop: 0, paddingRight: 0, paddingBottom: 0, paddingLeft: 0 }
const BESIDE: Partial<Style> = { display: 'block', float: 'left' }

/** A sheet with a folded corner and a landscape that is torn off. */
const BROKEN: VectorImage = drawing({
  ...shape('svg', { width: 16, height: 16, viewBox: '0 0 16 16' }),
  children: [
    shape('path', { d: 'M.5.5h10l5 5v10H.5z', fill: '#fff', stroke: '#a0a0a0' }),
    shape('path', { d: 'M1 1h9.5v5H15v3l-7 6H1z', fill: '#c5d9f7' }),
    shape('path', { d: 'M1 15v-2.5q4-5 8.5-1.5L7 15z', fill: '#59ab3a' }),
    shape('path', { d: 'M10.5.5v5h5', fill: '#fff', stroke: '#a0a0a0' }),
  ],
})

function pathOfImage(element: StyledElement['element']): string | undefined {
  const { tag } = element
  return element.pathOf?.(tag === 'video' ? 'poster' : tag === 'object' ? 'data' : 'src')
}

function imageSource({ element, style }: StyledElement, context: BuildContext): ImageSource | undefined {
  const { tag, attributes } = element
  const content = contentImage(style)
  if (content === undefined && tag === 'img') return sourceOfImage(attributes, context)
  const named = content?.url ?? attributes.get(tag === 'video' ? 'poster' : tag === 'object' ? 'data' : tag === 'input' ? 'src' : '')
  const url = named?.trim()
  return url ? { url, density: content?.density ?? 1 } : undefined
}

/** The picture without the turn that a camera asks for (CSS Images 3 §5.4). */
function asStored(image: Image): Image {
  if (image.kind !== 'raster' || image.encoding.kind !== 'jpeg') return image
  const { pixelWidth, pixelHeight } = image.encoding
  return { ...image, width: pixelWidth, height: pixelHeight, encoding: { ...image.encoding, orientation: 1 } }
}

function drawingTitle(node: StyledElement): string | undefined {
  const label = node.element.attributes.get('aria-label')
  if (label !== undefined) return label
  for (const child of node.children) {
    if (child.kind !== 'element' || child.element.tag !== 'title') continue
    for (const text of child.children) if (text.kind === 'text') return text.text.trim()
  }
  return undefined
}
