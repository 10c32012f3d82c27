// Replaced elements: images and drawings, and what stands in their place when there is no image.
import type { Image } from '../image/image.ts'
import type { StyledElement } from '../style/style.ts'
import type { Box, Mark } from './box.ts'
import type { BuildContext } from './context.ts'
import { formDrawing, isDrawable } from './form-drawing.ts'
import { InlineRun } from './inline-text.ts'
import type { ElementOrigin } from './origin.ts'
import { vectorImage } from './vector.ts'

/** Elements whose content is not theirs to lay out. Those that never have an image print their room alone. */
const REPLACED = new Set(['img', 'svg', 'video', 'canvas', 'iframe', 'embed', 'audio', 'progress', 'meter'])

export function isReplaced({ element, pseudo, style }: StyledElement): boolean {
  if (pseudo !== 'none') return false
  const { tag, attributes } = element
  if (tag === 'input') return /^image$/i.test(attributes.get('type') ?? '') || (isDrawable(element) && style.appearance !== 'none')
  if (tag === 'object') return isImageObject(attributes)
  return REPLACED.has(tag) || contentImage(style) !== undefined
}

function isImageObject(attributes: ReadonlyMap<string, string>): boolean {
  return /^image\//.test(attributes.get('type') ?? '') || /^data:image\//.test(attributes.get('data') ?? '')
}

/** `content: url()` on an element replaces it (CSS Content 3 §2). */
function contentImage({ content }: StyledElement['style']): string | undefined {
  const first = typeof content === 'string' || content.length !== 1 ? undefined : content[0]
  return first?.kind === 'image' && first.image.kind === 'url' ? first.image.url : undefined
}

/** The box of a replaced element; an image that cannot be had shows its alternative text. */
export function replacedBox(node: StyledElement, origin: ElementOrigin, marks: readonly Mark[], context: BuildContext): Box {
  const { element, style } = node
  const base = { style, origin, isAnonymous: false, marks }
  if (element.node.namespace === 'svg') {
    origin.describe(drawingTitle(node))
    return { kind: 'replaced', image: vectorImage(node, context.definitions), ...base }
  }
  const form = formDrawing(node)
  if (form !== undefined) {
    const isCheckBox = element.tag === 'input' && /^(?:checkbox|radio)$/i.test(element.attributes.get('type') ?? '')
    return { kind: 'replaced', image: form, ...base, ...(isCheckBox ? { baseline: 'border-edge' } : {}) }
  }
  const url = imageUrl(node)
  const found = url === undefined ? undefined : context.images.get(url)
  const image = found !== undefined && style.imageOrientation === 'none' ? asStored(found) : found
  if (image !== undefined || !origin.alt) return { kind: 'replaced', image, ...base }
  const run = new InlineRun()
  run.text(origin.alt, context.styles.anonymous(style, 'inline'), origin)
  return { ...base, kind: 'paragraph', items: run.finish(), marker: undefined, firstLineStyle: undefined }
}

function imageUrl({ element, style }: StyledElement): string | undefined {
  const { tag, attributes } = element
  const url =
    contentImage(style) ??
    attributes.get(tag === 'video' ? 'poster' : tag === 'object' ? 'data' : tag === 'img' || tag === 'input' ? 'src' : '')
  return url?.trim() || undefined
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
