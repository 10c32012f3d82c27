// Contract of the image service: pictures in an encoding that PDF supports, and drawings.
import type { Position, TextSource } from '../diagnostic.ts'
import type { Rect } from '../geometry.ts'

/** An image as layout and paint see it. `width` and `height` are its natural size in CSS pixels (after EXIF orientation and resolution). */
export type Image = RasterImage | VectorImage

/** A picture with more pixels to a px is that much smaller (CSS Images 4 §5.1). */
export function withDensity(image: Image, density = 1): Image {
  if (density === 1) return image
  if (image.kind === 'raster') return { ...image, width: image.width / density, height: image.height / density }
  const { width, height } = image
  return { ...image, width: width === undefined ? undefined : width / density, height: height === undefined ? undefined : height / density }
}

export interface RasterImage {
  readonly kind: 'raster'
  /** Hash of its content: equal images are stored once. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly encoding: ImageEncoding
  readonly view?: ImageView
}

/** The window through which an image is seen (`object-view-box`): its size is that of the window, and it has no other use of its own content. */
export interface ImageView {
  readonly of: Image
  /** In parts of the natural size of that image. */
  readonly window: Rect
}

/** How the pixels are stored in the PDF (PDF 32000 §8.9.5). */
export type ImageEncoding =
  /** The JPEG file itself (DCTDecode). */
  | {
      readonly kind: 'jpeg'
      readonly pixelWidth: number
      readonly pixelHeight: number
      readonly bytes: Uint8Array
      readonly components: 1 | 3 | 4
      readonly isInverted: boolean
      readonly orientation: number
    }
  /** Deflated samples, 8 bits a component without predictor unless `predictor` is given; `alpha` is a deflated 8-bit plane or absent. */
  | {
      readonly kind: 'flate'
      readonly pixelWidth: number
      readonly pixelHeight: number
      readonly bitsPerComponent: 1 | 2 | 4 | 8
      readonly colorSpace: 'gray' | 'rgb' | { readonly palette: Uint8Array }
      readonly predictor: 'none' | 'png'
      readonly bytes: Uint8Array
      readonly alpha: Uint8Array | undefined
    }
  /** A page of a PDF, drawn as it is. Its size is that of the page in CSS pixels. */
  | { readonly kind: 'page'; readonly pixelWidth: number; readonly pixelHeight: number; readonly page: PdfPage }
  /** Being unpacked asynchronously (WebP, AVIF): the pixels are written when the document ends. */
  | { readonly kind: 'later'; readonly pixelWidth: number; readonly pixelHeight: number; readonly pending: PendingPixels }

/** A page of a PDF, as the objects that draw it. Numbers of its objects are indices; the first is the form with its content. */
export interface PdfPage {
  readonly objects: readonly PdfPageObject[]
  /** In points, as it is shown: after its rotation. */
  readonly width: number
  readonly height: number
}

export type PdfPageObject =
  | { readonly kind: 'value'; readonly value: PdfPageValue }
  /** As it is in the file: `bytes` are encoded as `dictionary` says, which has no length. */
  | { readonly kind: 'stream'; readonly dictionary: PdfPageValue; readonly bytes: Uint8Array }

export type PdfPageValue =
  | { readonly kind: 'plain'; readonly value: number | boolean | null | Uint8Array }
  /** Encoded: with `#` before the codes of other characters. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly values: readonly PdfPageValue[] }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, PdfPageValue> }
  | { readonly kind: 'reference'; readonly index: number }

/** The first pages of a PDF, or why it cannot be read. */
export type PdfPages = readonly PdfPage[] | { readonly problem: string }

/** `pixels` is undefined until `ready`, and after it when unpacking failed with a `problem`. */
export interface PendingPixels {
  readonly ready: Promise<void>
  pixels: Extract<ImageEncoding, { kind: 'flate' }> | undefined
  problem: { readonly message: string; readonly hint?: string } | undefined
}

/** Red, green and blue of the changed colour: factors of the original red, green and blue, and a summand (parts of 1). */
export type ColorMatrix = readonly [ColorRow, ColorRow, ColorRow]
type ColorRow = readonly [red: number, green: number, blue: number, summand: number]

/** A drawing as its element tree, which `paint/svg/svg.ts` paints. `width`/`height` are undefined when it has only a ratio, `ratio` when it has none. */
export interface VectorImage {
  readonly kind: 'vector'
  readonly id: string
  readonly width: number | undefined
  readonly height: number | undefined
  readonly ratio: number | undefined
  readonly root: VectorElement
  /** Of an element of the document: the CSS pixels that a user unit has where it has no `viewBox`. A file without one is stretched to its box. */
  readonly unit?: number
  readonly view?: ImageView
}

/** An svg element after binding and cascade: presentation attributes and CSS are merged into `attributes`. */
export interface VectorElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (VectorElement | string)[]
  /** Where its own texts come from; absent where it has none, or the drawing is no part of a document. */
  readonly source?: TextSource
}

/** The image service as box building sees it. Synchronous: all assets are loaded before. */
export interface Images {
  /** The image of a URL (`data:` or the name of an asset); undefined when it is not available, which is reported. `path`: of the value in the data that named it. */
  get(url: string, at?: Position, path?: string): Image | undefined
}

/** The image service of one document, as the pipeline sees it. */
export interface DocumentImages extends Images {
  /** The picture with its colours changed; computed once for each matrix. */
  recolor(image: RasterImage, matrix: ColorMatrix): RasterImage
}
