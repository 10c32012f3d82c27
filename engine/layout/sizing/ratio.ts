// Preferred aspect ratios (CSS Sizing 4 §5), natural ones of images included, as a pair of conversions between border-box sizes.
import type { Box, ReplacedBox } from '../../box/box.ts'
import { PX } from '../../geometry.ts'
import { frameOf, isOrthogonal } from '../../style/frame.ts'
import type { Frame, Style } from '../../style/style.ts'
import type { UsedEdges } from './sizing.ts'

/** Converts between the two border-box sizes of one box. */
export interface Ratio {
  width(height: number): number
  height(width: number): number
}

/** Natural dimensions in points; undefined where a picture has none. */
export interface Natural {
  readonly width: number | undefined
  readonly height: number | undefined
  readonly ratio: number | undefined
}

/** A picture that could not be loaded has nothing to show. */
export function naturalSize(box: ReplacedBox): Natural {
  const natural = inFrame(physicalNatural(box), box.style.frame)
  return box.style.containment?.inlineSize === true ? contained(natural, box.style) : natural
}

function inFrame(natural: Natural, frame: Frame): Natural {
  if (frame === 'none') return natural
  const { width, height, ratio } = natural
  return { width: height, height: width, ratio: ratio === undefined ? undefined : 1 / ratio }
}

/** Contained sizes are 0, or what `contain-intrinsic-size` says, and leave no ratio (CSS Containment 3 §3.1–3.2). */
function contained({ width, height }: Natural, style: Style): Natural {
  const { containment, containIntrinsicWidth, containIntrinsicHeight } = style
  const isAcross = isAcrossLines(style)
  const own = {
    width: containIntrinsicWidth === 'none' ? 0 : containIntrinsicWidth,
    height: containIntrinsicHeight === 'none' ? 0 : containIntrinsicHeight,
  }
  if (containment?.size === true) return { ...own, ratio: undefined }
  return isAcross ? { width, height: own.height, ratio: undefined } : { width: own.width, height, ratio: undefined }
}

/** A picture whose own writing mode is orthogonal to the frame around it: its inline axis is the other one. */
export function isAcrossLines({ frame, writingMode }: Style): boolean {
  return isOrthogonal(frame, frameOf(writingMode))
}

function physicalNatural({ image, style }: ReplacedBox): Natural {
  if (image === undefined) return { width: 0, height: 0, ratio: undefined }
  const px = PX * style.effectiveZoom
  const width = image.width === undefined ? undefined : image.width * px
  const height = image.height === undefined ? undefined : image.height * px
  const ratio = width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : undefined
  return { width, height, ratio: image.kind === 'vector' ? (image.ratio ?? ratio) : ratio }
}

/** The ratio in force; undefined when the box has none. A ratio from `aspect-ratio` alone applies to the box that `box-sizing` names. */
export function preferredRatio(box: Box, edges: UsedEdges): Ratio | undefined {
  const { aspectRatio, boxSizing } = box.style
  const natural = box.kind === 'replaced' ? naturalSize(box).ratio : undefined
  if (aspectRatio !== 'auto' && !aspectRatio.isAuto && boxSizing === 'border-box')
    return ratioAround(aspectRatio.ratio, { width: 0, height: 0 }, edges)
  const ratio = aspectRatio === 'auto' ? natural : aspectRatio.isAuto ? (natural ?? aspectRatio.ratio) : aspectRatio.ratio
  return ratio === undefined ? undefined : ratioAround(Math.max(1 / MOST_RATIO, Math.min(MOST_RATIO, ratio)), edges, edges)
}

/** Keeps hostile pictures in numbers that PDF can write. */
const MOST_RATIO = 1e7

/** A ratio of the box inside of `around`; results are never smaller than `least`. */
function ratioAround(ratio: number, around: { width: number; height: number }, least: { width: number; height: number }): Ratio {
  return {
    width: (height) => Math.max(Math.max(0, height - around.height) * ratio + around.width, least.width),
    height: (width) => Math.max(Math.max(0, width - around.width) / ratio + around.height, least.height),
  }
}
