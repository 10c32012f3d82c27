// Replaced boxes: images, drawings, and the alternative text of a missing image.
import { type Rect, roundToPx, type Size } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'
import { resolveLength } from '../../style/value.ts'
import type { PaintContext } from '../context/context.ts'
import { decoratedBox, edgeRect, radiiOf } from '../decorated-box.ts'
import { naturalSizeOf } from '../geometry/natural-size.ts'
import { insetRadii, isSharp, roundedPath, snapRect } from '../geometry/rounded-rect.ts'
import { fontRequestOf, shapeText } from '../glyph/shape-text.ts'
import type { PaintedPiece } from '../piece.ts'
import { paintVector } from '../svg/svg.ts'

/** Paints a picture stretched to `rect`. */
export function paintImage(image: Image, rect: Rect, context: PaintContext): void {
  if (image.kind === 'raster') context.canvas.image(image, rect, 1)
  else paintVector(image, rect, context)
}

/** Paints the content of a replaced box: sized by `object-fit`, clipped to its rounded content edge unless `overflow` lets it out. */
export function paintReplaced(piece: PaintedPiece, context: PaintContext): void {
  const { laid } = piece
  if (laid.box.kind !== 'replaced' || laid.box.style.visibility !== 'visible') return
  const { image } = laid.box
  const box = decoratedBox(piece, false)
  const { style } = box
  const borderBox = snapRect(box)
  const content = edgeRect(box, borderBox, 'content-box')
  if (!(content.width > 0 && content.height > 0)) return
  if (image === undefined) {
    paintAlternative(piece, content, context)
    return
  }
  const fitted = wholeOf(image, fit(image, content, piece))
  const overflows =
    fitted.x < content.x - 0.01 ||
    fitted.y < content.y - 0.01 ||
    fitted.x + fitted.width > content.x + content.width + 0.01 ||
    fitted.y + fitted.height > content.y + content.height + 0.01
  const radii = insetRadii(radiiOf(style, borderBox, box.ends), {
    top: content.y - borderBox.y,
    left: content.x - borderBox.x,
    right: borderBox.x + borderBox.width - content.x - content.width,
    bottom: borderBox.y + borderBox.height - content.y - content.height,
  })
  const { canvas } = context
  const clips = (style.overflowX !== 'visible' || style.overflowY !== 'visible') && (overflows || !isSharp(radii))
  const tag = piece.isRepeated ? undefined : context.page.tags?.ofBox(laid.box)
  if (tag !== undefined) canvas.beginTag({ tag, rank: 0.5, bounds: content })
  if (clips) {
    canvas.save()
    if (isSharp(radii)) canvas.clipRect(content)
    else canvas.clipPath(roundedPath(content, radii), 'nonzero')
  }
  const { origin } = laid.box
  paintImage(image.view?.of ?? image, fitted, origin.tag === 'svg' ? { ...context, drawingOf: origin } : context)
  if (clips) canvas.restore()
  if (tag !== undefined) canvas.endTag()
}

/** Paints the alternative text of a missing picture on one line, clipped to the box. */
function paintAlternative({ laid }: PaintedPiece, content: Rect, context: PaintContext): void {
  const { style, origin } = laid.box
  if (origin.alt === undefined || origin.alt.trim() === '') return
  const { canvas } = context
  const shaped = shapeText(
    origin.alt.trim(),
    { request: fontRequestOf(style), fontSize: style.fontSize, language: style.language, direction: style.direction, source: origin },
    context.fonts,
  )
  canvas.save()
  canvas.clipRect(content)
  for (const { run, match, x } of shaped.pieces) {
    const baseline = roundToPx(content.y + (run.face.ascent * style.fontSize) / run.face.unitsPerEm)
    canvas.glyphs({
      ...PLAIN_TEXT,
      ...match,
      run,
      to: run.glyphs.length,
      x: content.x + x,
      baseline,
      fontSize: style.fontSize,
      color: style.color,
    })
  }
  canvas.restore()
}

const PLAIN_TEXT = { from: 0, letterSpacing: 0, wordSpacing: 0, actualText: undefined } as const

/** The rectangle of the picture in the content box (CSS Images 3 §5.5, §5.6). */
function fit(image: Image, content: Rect, piece: PaintedPiece): Rect {
  const { style } = piece.laid.box
  const at = (size: Size): Rect => ({
    x: content.x + resolveLength(style.objectPosition.x, content.width - size.width),
    y: content.y + resolveLength(style.objectPosition.y, content.height - size.height),
    width: size.width,
    height: size.height,
  })
  if (style.objectFit === 'fill') return at(content)
  const natural = naturalSizeOf(image, style.effectiveZoom)
  if (natural.ratio === undefined) return at(content)
  const whole = { width: natural.width ?? content.width, height: natural.height ?? content.width / natural.ratio }
  const contained = scaleTo(natural.ratio, content, 'contain')
  const size =
    style.objectFit === 'none'
      ? whole
      : style.objectFit === 'cover'
        ? scaleTo(natural.ratio, content, 'cover')
        : style.objectFit === 'scale-down' && whole.width < contained.width
          ? whole
          : contained
  return at(size)
}

/** The rectangle of the whole picture of which `rect` shows what is in its window. */
function wholeOf({ view }: Image, rect: Rect): Rect {
  if (view === undefined) return rect
  const { window } = view
  const [width, height] = [rect.width / window.width, rect.height / window.height]
  return { x: rect.x - window.x * width, y: rect.y - window.y * height, width, height }
}

function scaleTo(ratio: number, area: Rect, mode: 'contain' | 'cover'): { width: number; height: number } {
  const isWide = area.width / area.height > ratio
  const width = isWide === (mode === 'cover') ? area.width : area.height * ratio
  return { width, height: width / ratio }
}
