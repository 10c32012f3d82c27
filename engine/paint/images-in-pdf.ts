// Pictures as image XObjects: each different one is written once, at its first use.
import type { Matrix } from '../geometry.ts'
import type { ImageEncoding, RasterImage } from '../image/image.ts'
import type { PdfDictionary, PdfObjects, PdfReference, PdfValue } from './pdf-objects.ts'

export class ImageTable {
  readonly #objects: PdfObjects
  readonly #written = new Map<string, PdfReference>()

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  reference(image: RasterImage): PdfReference {
    let reference = this.#written.get(image.id)
    if (reference === undefined) {
      reference = writeImage(this.#objects, image.encoding)
      this.#written.set(image.id, reference)
    }
    return reference
  }
}

function writeImage(objects: PdfObjects, encoding: ImageEncoding): PdfReference {
  const reference = objects.reserve()
  const size = { Type: 'XObject', Subtype: 'Image', Width: encoding.pixelWidth, Height: encoding.pixelHeight }
  if (encoding.kind === 'jpeg') {
    objects.writeEncoded(reference, { ...size, BitsPerComponent: 8, ...describeJpeg(encoding), Filter: 'DCTDecode' }, encoding.bytes)
    return reference
  }
  const mask = encoding.alpha === undefined ? undefined : objects.reserve()
  objects.writeEncoded(reference, { ...size, ...describeFlate(encoding), Filter: 'FlateDecode', SMask: mask }, encoding.bytes)
  if (mask !== undefined && encoding.alpha !== undefined) {
    const plane = { ...size, ColorSpace: 'DeviceGray', BitsPerComponent: 8, Filter: 'FlateDecode' }
    objects.writeEncoded(mask, plane, encoding.alpha)
  }
  return reference
}

function describeJpeg(encoding: Extract<ImageEncoding, { kind: 'jpeg' }>): PdfDictionary {
  if (encoding.components === 1) return { ColorSpace: 'DeviceGray' }
  if (encoding.components === 3) return { ColorSpace: 'DeviceRGB' }
  return { ColorSpace: 'DeviceCMYK', ...(encoding.isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}) }
}

function describeFlate(encoding: Extract<ImageEncoding, { kind: 'flate' }>): PdfDictionary {
  const { colorSpace, bitsPerComponent: bits, pixelWidth } = encoding
  const space: PdfValue =
    colorSpace === 'gray'
      ? 'DeviceGray'
      : colorSpace === 'rgb'
        ? 'DeviceRGB'
        : ['Indexed', 'DeviceRGB', colorSpace.palette.length / 3 - 1, colorSpace.palette]
  const parameters = { Predictor: 15, Colors: colorSpace === 'rgb' ? 3 : 1, BitsPerComponent: bits, Columns: pixelWidth }
  return { ColorSpace: space, BitsPerComponent: bits, ...(encoding.predictor === 'png' ? { DecodeParms: parameters } : {}) }
}

/** By EXIF orientation: where the stored picture's unit square (y up) goes in the upright one. */
const ORIENTATIONS: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
]

/** The turn or flip an image asks for. */
export function orientationOf(image: RasterImage): Matrix {
  const orientation = image.encoding.kind === 'jpeg' ? image.encoding.orientation : 1
  return ORIENTATIONS[orientation] ?? (ORIENTATIONS[1] as Matrix)
}
