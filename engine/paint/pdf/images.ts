// Pictures as image XObjects: equal pictures are written once, at their first use.
import { deflateSync } from 'node:zlib'
import { concatMatrix, type Matrix, type Rect } from '../../geometry.ts'
import type { ImageEncoding, PdfPage, PdfPageValue, RasterImage } from '../../image/image.ts'
import type { PdfDictionary, PdfObjects, PdfReference, PdfValue } from './objects.ts'
import type { PaintedFacts } from './painted-facts.ts'
import { clampUnit } from './painted-path.ts'
import type { Surface } from './surface.ts'

export class ImageTable {
  readonly #objects: PdfObjects
  readonly #facts: PaintedFacts
  readonly #written = new Map<string, PdfReference>()
  readonly #later: { readonly reference: PdfReference; readonly encoding: Later }[] = []

  constructor(objects: PdfObjects, facts: PaintedFacts) {
    this.#objects = objects
    this.#facts = facts
  }

  reference(image: RasterImage): PdfReference {
    let reference = this.#written.get(image.id)
    if (reference === undefined) {
      reference = this.#objects.reserve()
      const { encoding } = image
      if (encoding.kind === 'jpeg' && encoding.components === 4) this.#facts.usesCmyk = true
      // Also when it is unpacked already: the order of objects must not depend on caches.
      if (encoding.kind === 'page') writePage(this.#objects, reference, encoding.page)
      else if (encoding.kind === 'later') this.#later.push({ reference, encoding })
      else writeImage(this.#objects, reference, encoding)
      this.#written.set(image.id, reference)
    }
    return reference
  }

  /** Writes pictures that were being unpacked when they were painted; a transparent pixel where that failed. */
  finish(): void {
    for (const { reference, encoding } of this.#later) {
      if (encoding.pending.pixels === undefined) writeImage(this.#objects, reference, emptyImage())
      else writeImage(this.#objects, reference, encoding.pending.pixels)
    }
  }
}

type Later = Extract<ImageEncoding, { kind: 'later' }>
type Known = Exclude<ImageEncoding, Later | { kind: 'page' }>

/** One transparent pixel. */
const emptyImage = (): Known => ({
  kind: 'flate',
  pixelWidth: 1,
  pixelHeight: 1,
  bitsPerComponent: 8,
  colorSpace: 'gray',
  predictor: 'none',
  bytes: deflateSync(new Uint8Array(1)),
  alpha: deflateSync(new Uint8Array(1)),
})

function writeImage(objects: PdfObjects, reference: PdfReference, encoding: Known): void {
  const size = { Type: 'XObject', Subtype: 'Image', Width: encoding.pixelWidth, Height: encoding.pixelHeight }
  if (encoding.kind === 'jpeg') {
    objects.writeEncoded(reference, { ...size, BitsPerComponent: 8, ...describeJpeg(encoding), Filter: 'DCTDecode' }, encoding.bytes)
    return
  }
  const mask = encoding.alpha === undefined ? undefined : objects.reserve()
  objects.writeEncoded(reference, { ...size, ...describeFlate(encoding), Filter: 'FlateDecode', SMask: mask }, encoding.bytes)
  if (mask !== undefined && encoding.alpha !== undefined) {
    const plane = { ...size, ColorSpace: 'DeviceGray', BitsPerComponent: 8, Filter: 'FlateDecode' }
    objects.writeEncoded(mask, plane, encoding.alpha)
  }
}

/** Writes the objects of a page of another PDF under numbers of this document. The form, which is the first, is drawn in points. */
function writePage(objects: PdfObjects, form: PdfReference, page: PdfPage): void {
  const references = page.objects.map((_, i) => (i === 0 ? form : objects.reserve()))
  for (const [i, object] of page.objects.entries()) {
    const reference = references[i]!
    // The reader makes dictionaries of streams, and dictionaries or lists of other objects.
    if (object.kind === 'stream') objects.writeEncoded(reference, pdfValue(object.dictionary, references) as PdfDictionary, object.bytes)
    else objects.write(reference, pdfValue(object.value, references) as PdfDictionary)
  }
}

function pdfValue(value: PdfPageValue, references: readonly PdfReference[]): PdfValue {
  switch (value.kind) {
    case 'plain':
      return value.value
    case 'name':
      return value.name
    case 'list':
      return value.values.map((inner) => pdfValue(inner, references))
    case 'dictionary':
      return Object.fromEntries([...value.entries].map(([key, inner]) => [key, pdfValue(inner, references)]))
    case 'reference':
      return references[value.index] ?? null
  }
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

/** By EXIF orientation: the matrix from the stored picture's unit square (y up) to the upright one. */
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

/** The matrix from the space that a picture is drawn in to the unit square: the rotation or flip of its EXIF orientation, the size of a page. */
function orientationOf(image: RasterImage): Matrix {
  if (image.encoding.kind === 'page') return [1 / image.encoding.page.width, 0, 0, 1 / image.encoding.page.height, 0, 0]
  const orientation = image.encoding.kind === 'jpeg' ? image.encoding.orientation : 1
  return ORIENTATIONS[orientation] ?? ORIENTATIONS[1]!
}

/** Draws an image stretched to a rectangle. */
export function drawImage(
  surface: Surface,
  reference: PdfReference,
  image: RasterImage,
  { rect, opacity }: { readonly rect: Rect; readonly opacity: number },
): void {
  surface.save()
  surface.fillAlpha(clampUnit(opacity))
  surface.transform(concatMatrix(orientationOf(image), [rect.width, 0, 0, -rect.height, rect.x, rect.y + rect.height]))
  surface.drawObject(reference)
  const { encoding } = image
  if (encoding.kind === 'later' || encoding.kind === 'page' || (encoding.kind === 'flate' && encoding.alpha !== undefined))
    surface.markTransparent()
  surface.restore()
}
