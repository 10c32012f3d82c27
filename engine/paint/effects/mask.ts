// `mask`: images that hide parts of an element and its descendants, as soft masks (CSS Masking 1 §7).
// Approach: a layer is a function that paints opacity, and compositing operators combine two of them. A soft mask of PDF masks what is painted after it by what
// another stream paints, so that "intersect" is one layer painted under the mask of the other.
import type { Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Color, MaskBorder, MaskLayer } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { type BackgroundBox, clipShape, paintLayer, unfragmentedRect } from '../decoration/background.ts'
import { paintBorderImage } from '../decoration/border-image.ts'
import { maskByElement } from '../svg/on-box.ts'
import { EVERYWHERE } from './effects.ts'

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const WHITE: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

/** Paints opacity; colours have no effect. */
type Opacity = (canvas: Canvas) => void

/** `definitions` holds the mask elements that the style refers to. */
interface MaskedBox extends BackgroundBox {
  readonly definitions: VectorElement | undefined
}

/** Masks what is painted until the canvas is restored. `everywhere` is larger than any page. */
export function applyMask(target: MaskedBox, layers: readonly MaskLayer[], everywhere: Rect, context: PaintContext): void {
  const operators: Operators = operatorsWithin(everywhere)
  let below: Opacity | undefined
  for (let i = layers.length - 1; i >= 0; i--) {
    const layer = layers[i]
    if (layer === undefined) continue
    const own = opacityOf(layer, target, everywhere, context)
    below = below === undefined ? own : operators[layer.composite](own, below)
  }
  if (below !== undefined) context.canvas.mask(everywhere, 'alpha', below)
}

/** Masks by an image in the place of the border; one that is not available masks nothing. */
export function applyMaskBorder(box: DecoratedBox, rect: Rect, border: MaskBorder, context: PaintContext): void {
  if (border.source.kind === 'url' && context.image(border.source.url) === undefined) return
  context.canvas.mask(EVERYWHERE, border.mode, (canvas) => void paintBorderImage(box, rect, border, { ...context, canvas }))
}

function opacityOf(layer: MaskLayer, target: MaskedBox, everywhere: Rect, context: PaintContext): Opacity {
  const { image } = layer
  if (image?.kind === 'url' && image.url.startsWith('#')) return elementOpacity(image.url, target, everywhere, context)
  const shape = layer.clip === 'no-clip' ? { rect: everywhere, path: undefined } : clipShape(target, layer.clip)
  const area = unfragmentedRect(target.box, target.rect, layer.origin)
  const paint = (canvas: Canvas): void => paintLayer(layer, area, shape, { ...context, canvas })
  if (layer.mode === 'alpha') return paint
  return (canvas) => {
    canvas.save()
    canvas.mask(everywhere, 'luminance', paint)
    canvas.fillRect(everywhere, BLACK)
    canvas.restore()
  }
}

/** The opacity that a mask element gives; everything is opaque where there is none. */
function elementOpacity(reference: string, { box, definitions }: MaskedBox, everywhere: Rect, context: PaintContext): Opacity {
  return (canvas) => {
    canvas.save()
    maskByElement({ definitions, reference, rect: box }, { ...context, canvas })
    canvas.fillRect(everywhere, BLACK)
    canvas.restore()
  }
}

type Operators = Readonly<Record<MaskLayer['composite'], (above: Opacity, below: Opacity) => Opacity>>

/** `subtract` removes the layers below from the one above. */
function operatorsWithin(everywhere: Rect): Operators {
  const intersect =
    (above: Opacity, below: Opacity): Opacity =>
    (canvas) => {
      canvas.save()
      canvas.mask(everywhere, 'alpha', below)
      above(canvas)
      canvas.restore()
    }
  const subtract =
    (above: Opacity, below: Opacity): Opacity =>
    (canvas) => {
      canvas.save()
      // White, and black where the layers below are: the remainder of the layer above.
      canvas.mask(everywhere, 'luminance', (inner) => {
        inner.fillRect(everywhere, WHITE)
        inner.save()
        inner.mask(everywhere, 'alpha', below)
        inner.fillRect(everywhere, BLACK)
        inner.restore()
      })
      above(canvas)
      canvas.restore()
    }
  /** Blend mode exclusion makes a + b - 2ab of luminances a and b: what is in one of both only. Each layer is painted once; with `subtract` in both directions every layer would double the work. */
  const exclude =
    (above: Opacity, below: Opacity): Opacity =>
    (canvas) => {
      const paintWhite = (inner: Canvas, opacity: Opacity): void => {
        inner.save()
        inner.mask(everywhere, 'alpha', opacity)
        inner.fillRect(everywhere, WHITE)
        inner.restore()
      }
      canvas.save()
      canvas.mask(everywhere, 'luminance', (inner) => {
        inner.fillRect(everywhere, BLACK)
        paintWhite(inner, below)
        inner.beginGroup({ opacity: 1, blendMode: 'exclusion', isIsolated: true, bounds: everywhere })
        paintWhite(inner, above)
        inner.endGroup()
      })
      canvas.fillRect(everywhere, BLACK)
      canvas.restore()
    }
  return {
    add: (above, below) => (canvas) => {
      below(canvas)
      above(canvas)
    },
    intersect,
    subtract,
    exclude,
  }
}
