// Filters that change colours: everything is painted in the changed colour. Exact for flat colours, gradients and pictures, since these filters are
// linear, apart from clamping to the gamut, for which gradients get more stops.
import type { Rect } from '../../geometry.ts'
import type { ColorMatrix, RasterImage } from '../../image/image.ts'
import type { Color, ColorFilterName } from '../../style/value.ts'
import type { Canvas, Copy, GlyphPaint, Gradient, Paint, Path, Stroke } from '../canvas.ts'
import type { Recolor } from '../context/context.ts'
import { ForwardingCanvas } from '../forwarding-canvas.ts'
import { mix } from '../gradient/color-stops.ts'
import { colorToLinear, linearToColor } from './linear-light.ts'

/** Pieces between two stops of a gradient. */
const PIECES = 16

/** The matrix of a filter function (Filter Effects 1 §6.1): rows for red, green and blue, each with a summand. */
export function colorMatrix(name: ColorFilterName, value: number): ColorMatrix {
  switch (name) {
    case 'brightness':
      return scaled(value, 0)
    case 'contrast':
      return scaled(value, 0.5 - value / 2)
    case 'invert':
      return scaled(1 - 2 * value, value)
    case 'grayscale':
      return saturation(1 - value, [0.2126, 0.7152, 0.0722])
    case 'saturate':
      return saturation(value, [0.213, 0.715, 0.072])
    case 'sepia':
      return sepia(1 - value)
    case 'hue-rotate':
      return hueRotation(value)
  }
}

const scaled = (by: number, more: number): ColorMatrix => [
  [by, 0, 0, more],
  [0, by, 0, more],
  [0, 0, by, more],
]

/** Between the grey of the same luminance (0) and the colour itself (1). */
function saturation(share: number, [r, g, b]: readonly [number, number, number]): ColorMatrix {
  const row = (own: 0 | 1 | 2): readonly [number, number, number, number] => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((weight, i) => weight * (1 - share) + (i === own ? share : 0))
    return [red, green, blue, 0]
  }
  return [row(0), row(1), row(2)]
}

function sepia(left: number): ColorMatrix {
  const toward = (target: readonly [number, number, number], own: 0 | 1 | 2): readonly [number, number, number, number] => {
    const [red = 0, green = 0, blue = 0] = target.map((weight, i) => weight * (1 - left) + (i === own ? left : 0))
    return [red, green, blue, 0]
  }
  return [toward([0.393, 0.769, 0.189], 0), toward([0.349, 0.686, 0.168], 1), toward([0.272, 0.534, 0.131], 2)]
}

function hueRotation(degrees: number): ColorMatrix {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  return [
    [0.213 + cos * 0.787 - sin * 0.213, 0.715 - cos * 0.715 - sin * 0.715, 0.072 - cos * 0.072 + sin * 0.928, 0],
    [0.213 - cos * 0.213 + sin * 0.143, 0.715 + cos * 0.285 + sin * 0.14, 0.072 - cos * 0.072 - sin * 0.283, 0],
    [0.213 - cos * 0.213 - sin * 0.787, 0.715 - cos * 0.715 + sin * 0.715, 0.072 + cos * 0.928 + sin * 0.072, 0],
  ]
}

/** A change of colours, of light itself where it is linear. */
interface ColorChange {
  readonly matrix: ColorMatrix
  readonly isLinear: boolean
}

export function changed(color: Color, { matrix, isLinear }: ColorChange): Color {
  const { red, green, blue, alpha } = isLinear ? colorToLinear(color) : color
  const channel = ([r, g, b, more]: ColorMatrix[number]): number => Math.max(0, Math.min(1, r * red + g * green + b * blue + more))
  const result = { red: channel(matrix[0]), green: channel(matrix[1]), blue: channel(matrix[2]), alpha }
  return isLinear ? linearToColor(result) : result
}

export class RecoloringCanvas extends ForwardingCanvas {
  readonly #change: ColorChange
  readonly #recolor: Recolor

  constructor(inner: Canvas, change: ColorChange, recolor: Recolor) {
    super(inner)
    this.#change = change
    this.#recolor = recolor
  }

  override fillRect(rect: Rect, color: Color): void {
    this.inner.fillRect(rect, changed(color, this.#change))
  }

  override fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    this.inner.fillPath(path, rule, this.#paint(paint), opacity)
  }

  override strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void {
    this.inner.strokePath(path, stroke, this.#paint(paint), opacity)
  }

  override glyphs(paint: GlyphPaint): void {
    const stroke = paint.stroke === undefined ? {} : { stroke: { ...paint.stroke, color: changed(paint.stroke.color, this.#change) } }
    this.inner.glyphs({ ...paint, color: changed(paint.color, this.#change), ...stroke })
  }

  override image(image: RasterImage, rect: Rect, opacity: number): void {
    this.inner.image(this.#recolor(image, this.#change.matrix), rect, opacity)
  }

  override copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    this.inner.copies(bounds, copies, (canvas) => draw(new RecoloringCanvas(canvas, this.#change, this.#recolor)))
  }

  #paint(paint: Paint): Paint {
    if (paint.kind === 'color') return { kind: 'color', color: changed(paint.color, this.#change) }
    if (paint.kind === 'gradient') return { kind: 'gradient', gradient: this.#gradient(paint.gradient) }
    const { pattern } = paint
    const draw = (canvas: Canvas): void => pattern.draw(new RecoloringCanvas(canvas, this.#change, this.#recolor))
    return { kind: 'pattern', pattern: { ...pattern, draw } }
  }

  /** With more stops, as colours between two stops may be clamped to the gamut before those are. */
  #gradient(gradient: Gradient): Gradient {
    const stops = gradient.stops.flatMap((stop, i) => {
      const next = gradient.stops[i + 1]
      if (next === undefined || next.offset <= stop.offset) return [stop]
      return Array.from({ length: PIECES }, (_, k) => ({
        offset: stop.offset + ((next.offset - stop.offset) * k) / PIECES,
        color: k === 0 ? stop.color : mix(stop.color, next.color, k / PIECES),
      }))
    })
    return { ...gradient, stops: stops.map(({ offset, color }) => ({ offset, color: changed(color, this.#change) })) }
  }
}
