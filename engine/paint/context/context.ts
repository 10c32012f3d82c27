// The context of painting one document, and properties of styles that painting looks up for every box.
import type { Origin } from '../../box/box.ts'
import { ObjectCache } from '../../collections/cache.ts'
import type { Reporter } from '../../diagnostic.ts'
import type { Fonts } from '../../font/font.ts'
import { concatMatrix, IDENTITY, type Matrix, type Rect } from '../../geometry.ts'
import { type DocumentImages, type Image, type VectorElement, withDensity } from '../../image/image.ts'
import type { PageNumberItem } from '../../layout/laid.ts'
import type { PageOverhang } from '../../page/page.ts'
import type { ClipPath } from '../../style/basic-shape.ts'
import type { Style } from '../../style/style.ts'
import type { Color, FilterFunction } from '../../style/value.ts'
import type { Tags } from '../../tag/tag.ts'
import { BlurredBoxes } from '../blur/blurred-box.ts'
import type { ShadowBudget } from '../blur/shadow-budget.ts'
import type { Canvas, PaintedTag } from '../canvas.ts'
import type { Clip } from '../geometry/clip.ts'
import { InkCrossings } from '../glyph/ink-crossings.ts'
import type { BodyBoxes } from './body-boxes.ts'
import { FragmentedBoxes } from './fragmented-boxes.ts'

/** Gives a picture with its colours changed by a matrix; made once for each of both. */
export type Recolor = DocumentImages['recolor']

export interface PaintContext {
  readonly canvas: Canvas
  readonly fonts: Fonts
  readonly reporter: Reporter
  /** The picture of a `url()`, with that many pixels to a px; undefined when it is not available, which was reported. */
  image(url: string, density?: number): Image | undefined
  readonly recolor: Recolor
  /** Parses colours in attributes of drawings. */
  readonly parseColor: (text: string) => Color | undefined
  /** Parses basic shapes in attributes of drawings. */
  readonly parseClipPath: (text: string) => ClipPath | undefined
  /** Parses filters in attributes of drawings. */
  readonly parseFilter: (text: string) => readonly FilterFunction[] | undefined
  readonly facts: StyleFactsCache
  /** The document is in quirks mode. */
  readonly isQuirks: boolean
  readonly bodyBoxes: BodyBoxes
  readonly fragmentedBoxes: FragmentedBoxes
  readonly blurred: BlurredBoxes
  readonly shadows: ShadowBudget
  readonly ink: InkCrossings
  /** How many times the current content is painted, because of the drop shadows that contain it. */
  readonly copies: number
  /** The structure tree of a tagged document. */
  readonly tags: Tags | undefined
  /** The element of the drawing that is painted, of one in the document: links in it are links of the page. */
  readonly drawingOf?: Origin | undefined
  /** HTML in the drawing that is painted, by the `foreignObject` that holds it; absent in most. */
  readonly foreign?: ReadonlyMap<VectorElement, (context: PaintContext) => void> | undefined
  /** Mutable: changes while a page is painted. */
  readonly page: PageState
}

interface PageState {
  /** From current user space to the sheet (y down). */
  matrix: Matrix
  readonly deferred: DeferredText[]
  /** The structure tree, while the flow of a page is painted that is written. */
  tags: Tags | undefined
  /** The page area, in which fixed backgrounds are positioned; undefined outside of it, and below a transform (CSS Transforms 1 §3). */
  viewport: Rect | undefined
  /** The paper, in the coordinates of the page area. */
  sheet: Rect | undefined
  /** While a page is painted that has boxes which reach over the ends of pages. */
  overhang: PaintedOverhang | undefined
}

/** How boxes end that reach over the ends of pages. */
export interface PaintedOverhang extends Pick<PageOverhang, 'cutOff'> {
  readonly end: Clip
  /** Around what earlier pages left to this one. */
  readonly window: Clip
}

/** A page number or sum that is not known while its page is painted. */
export interface DeferredText {
  readonly item: PageNumberItem
  readonly x: number
  readonly baseline: number
  /** From the coordinates of the text to the sheet. */
  readonly matrix: Matrix
  /** Its place in the structure tree, which is kept for it. */
  readonly tag?: PaintedTag | undefined
}

interface PaintOptions {
  readonly fonts: Fonts
  readonly reporter: Reporter
  image(url: string): Image | undefined
  readonly recolor: Recolor
  readonly parseColor: (text: string) => Color | undefined
  readonly parseClipPath: (text: string) => ClipPath | undefined
  readonly parseFilter: (text: string) => readonly FilterFunction[] | undefined
  readonly bodyBoxes: BodyBoxes
  readonly isQuirks?: boolean
  /** Shared by the parts of one document. */
  readonly shadows: ShadowBudget
  readonly tags?: Tags | undefined
}

/** Made once for a document. */
export function makePaintContext(canvas: Canvas, options: PaintOptions): PaintContext {
  return {
    canvas,
    fonts: options.fonts,
    reporter: options.reporter,
    image: (url, density) => {
      const image = options.image(url)
      return image && withDensity(image, density)
    },
    recolor: options.recolor,
    parseColor: options.parseColor,
    parseClipPath: options.parseClipPath,
    parseFilter: options.parseFilter,
    facts: new StyleFactsCache(),
    isQuirks: options.isQuirks ?? false,
    copies: 1,
    tags: options.tags,
    page: { matrix: IDENTITY, deferred: [], tags: undefined, viewport: undefined, sheet: undefined, overhang: undefined },
    bodyBoxes: options.bodyBoxes,
    fragmentedBoxes: new FragmentedBoxes(),
    blurred: new BlurredBoxes(),
    shadows: options.shadows,
    ink: new InkCrossings(options.fonts),
  }
}

/** Applies a matrix until the canvas is restored; returns the matrix to put back into the context then. */
export function applyMatrix(context: PaintContext, matrix: Matrix): Matrix {
  const before = context.page.matrix
  context.canvas.transform(matrix)
  context.page.matrix = concatMatrix(matrix, before)
  return before
}

/** Properties of a style that decide how its boxes are painted, computed once for each style. */
export interface StyleFacts {
  readonly isVisible: boolean
  readonly hasBackground: boolean
  readonly hasBorder: boolean
  readonly hasRadius: boolean
  /** Anything is painted behind the content: shadow, background, border. */
  readonly hasDecoration: boolean
  /** Shadow or background: the decoration of cells whose borders are painted with the table. */
  readonly hasFill: boolean
  readonly hasOutline: boolean
  readonly isPositioned: boolean
  /** Forms a stacking context on any kind of box. */
  readonly isStacking: boolean
  readonly needsGroup: boolean
  readonly isMasked: boolean
  readonly clips: boolean
  /** Some background is clipped to text. */
  readonly clipsToText: boolean
  /** `clip: rect()`, where it applies. */
  readonly hasClipRect: boolean
}

/** Styles are interned and outlive documents; facts live as long as their style. */
const factsByStyle = new ObjectCache<Style, StyleFacts>()

export class StyleFactsCache {
  of(style: Style): StyleFacts {
    let facts = factsByStyle.get(style)
    if (facts === undefined) factsByStyle.set(style, (facts = factsOf(style)))
    return facts
  }
}

function factsOf(style: Style): StyleFacts {
  const isVisible = style.visibility === 'visible'
  const hasBackground = style.backgroundColor.alpha > 0 || style.backgroundLayers.length > 0
  const hasBorder = style.borderTopWidth > 0 || style.borderRightWidth > 0 || style.borderBottomWidth > 0 || style.borderLeftWidth > 0
  const hasGroupEffect = style.opacity < 1 || style.mixBlendMode !== 'normal' || style.filter.length > 0
  const isPositioned = style.position !== 'static' && typeof style.position === 'string'
  const isMasked = style.maskLayers.length > 0 || style.maskBorder !== undefined
  return {
    isVisible,
    hasBackground,
    hasBorder,
    hasRadius: [style.borderTopLeftRadius, style.borderTopRightRadius, style.borderBottomRightRadius, style.borderBottomLeftRadius].some(
      (radius) => radius.x !== 0 && radius.y !== 0,
    ),
    hasDecoration: hasBackground || hasBorder || style.boxShadow.length > 0 || style.borderImage !== undefined,
    hasFill: hasBackground || style.boxShadow.length > 0,
    hasOutline: isVisible && style.outlineWidth > 0 && style.outlineStyle !== 'none' && style.outlineStyle !== 'hidden',
    isPositioned,
    isStacking:
      hasGroupEffect ||
      style.transform.length > 0 ||
      style.clipPath !== 'none' ||
      isMasked ||
      style.isolation === 'isolate' ||
      style.containment?.layout === true ||
      style.containment?.paint === true ||
      style.position === 'fixed' ||
      style.position === 'sticky' ||
      (isPositioned && style.zIndex !== 'auto'),
    isMasked,
    needsGroup: hasGroupEffect || isMasked || style.isolation === 'isolate',
    clipsToText: hasBackground && (style.backgroundColorClip === 'text' || style.backgroundLayers.some((layer) => layer.clip === 'text')),
    hasClipRect: style.clip !== 'auto' && (style.position === 'absolute' || style.position === 'fixed'),
    clips: style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.containment?.paint === true,
  }
}
