// The image service of one document: decodes the picture of a URL once. Only `data:` URLs and assets that the caller passed by name are opened.
import { createHash } from 'node:crypto'
import { type Diagnostic, error, InputError, type Position, type Reporter, warning } from '../diagnostic.ts'
import { PX } from '../geometry.ts'
import type { Limits } from '../limits.ts'
import { avifSize, isAvif, isHeif } from './avif.ts'
import { parseDataUrl } from './data-url.ts'
import { decodeGif, isGif } from './gif.ts'
import type { DocumentImages, Image, ImageEncoding, PdfPages, RasterImage, VectorElement } from './image.ts'
import { ImageCache, type KnownImage } from './image-cache.ts'
import { isJpeg, readJpeg } from './jpeg.ts'
import { decodePng, isPng } from './png.ts'
import { type Decoded, ImageError, type PixelSize, type SizeCheck } from './raster.ts'
import { recolored } from './recolor.ts'
import { unpackLater } from './unpack.ts'
import { drawingOf } from './vector.ts'
import { isWebp, webpSize } from './webp.ts'

interface ImageOptions {
  /** Files by the name under which templates refer to them. */
  readonly assets: Pick<ReadonlyMap<string, Uint8Array>, 'get'>
  readonly reporter: Reporter
  readonly limits: Limits
  /** The root element of an svg file; undefined when the text has none. */
  parseMarkup(text: string): VectorElement | undefined
  /** Shared by the documents of an engine. */
  readonly cache?: ImageCache
  /** Pages of a PDF among the assets; undefined when it was not opened for this document. */
  readonly pdfPages?: (bytes: Uint8Array) => PdfPages | undefined
  /** Receives promises that the end of the document must wait for. */
  readonly waiting?: Promise<void>[]
}

export function createImages(options: ImageOptions): DocumentImages {
  const { reporter } = options
  const cache = options.cache ?? new ImageCache()
  const known = new Map<string, { readonly image: Image | undefined; readonly problems: readonly Diagnostic[] }>()
  const changed = new Map<string, RasterImage>()
  const budget = { bytes: options.limits.imageBytes }
  const load = (url: string, at: Position | undefined, report: (problem: Diagnostic) => void): Image | undefined => {
    const bytes = bytesOf(url, options, report)
    if (bytes === undefined) return undefined
    if (isPdf(bytes)) return pdfImage(url, { pages: options.pdfPages?.(bytes), id: cache.hashOf(bytes, hashOf) }, report)
    const hash = cache.hashOf(bytes, hashOf)
    let found = cache.get(hash)
    if (found === undefined) {
      found = decode(bytes, hash, options, (size) => {
        checkPixels(size, options.limits)
        if (size.bytes > budget.bytes) throw tooManyBytes(url, options.limits)
      })
      cache.set(hash, found)
    }
    if (found.kind === 'bad') {
      report(warning('bad-image', undefined, `${shown(url)} is not shown: ${found.reason}`))
      return undefined
    }
    spend(found.image, url, budget, options.limits)
    if (found.image.kind === 'raster' && found.image.encoding.kind === 'later') waitFor(found.image.encoding, { url, at }, options)
    return found.image
  }
  return {
    get(url, at, path) {
      let found = known.get(url)
      if (found === undefined) {
        const problems: Diagnostic[] = []
        found = { image: load(url, at, (problem) => problems.push(problem)), problems }
        known.set(url, found)
      }
      for (const problem of found.problems) reporter.report({ ...problem, ...(at && { at }), ...(path === undefined ? {} : { path }) })
      return found.image
    },
    recolor(image, matrix) {
      const key = `${image.id} ${matrix.flat().join(' ')}`
      let result = changed.get(key)
      if (result === undefined) {
        spend(image, 'a filtered picture', budget, options.limits)
        result = recolored(image, matrix, options.limits.imagePixels)
        changed.set(key, result)
        if (result.encoding.kind === 'later') waitFor(result.encoding, { url: 'a filtered picture', at: undefined }, options)
      }
      return result
    },
  }
}

/** A picture, and the place in the template that requested it first. */
interface ImageRequest {
  readonly url: string
  readonly at: Position | undefined
}

/** Makes the end of the document wait for pixels that are being unpacked, and reports when they cannot be. */
function waitFor(
  { pending }: Extract<ImageEncoding, { kind: 'later' }>,
  { url, at }: ImageRequest,
  { reporter, waiting }: ImageOptions,
): void {
  const report = (): void => {
    if (pending.problem === undefined) return
    const { message, hint } = pending.problem
    reporter.report(warning('bad-image', at, `${shown(url)} is not shown: ${message}`, hint))
  }
  waiting?.push(pending.ready.then(report))
}

// ── Sources ───────────────────────────────────────────────────────────────────────────────────────────────

function bytesOf(url: string, { assets }: ImageOptions, report: (problem: Diagnostic) => void): Uint8Array | undefined {
  const plain = url.trim()
  if (/^data:/i.test(plain)) {
    const bytes = parseDataUrl(plain)
    if (bytes === undefined) report(warning('bad-image', undefined, `${shown(url)} is not shown: the data URL is malformed`))
    return bytes
  }
  const asset = assets.get(plain)
  if (asset !== undefined) return asset
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(plain)) {
    report(warning('blocked-url', undefined, `${shown(url)} is not opened`, 'hand the picture in as an asset, or as a data: URL'))
  } else {
    report(
      warning(
        'missing-asset',
        undefined,
        `there is no asset ${shown(url)}`,
        'hand it in under this name, on the command line with --base-dir',
      ),
    )
  }
  return undefined
}

function shown(url: string): string {
  return JSON.stringify(url.length > 80 ? `${url.slice(0, 77)}...` : url)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

// ── Pages of PDFs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const isPdf = (bytes: Uint8Array): boolean => bytes[0] === 0x25 && bytes[1] === 0x50 && bytes[2] === 0x44 && bytes[3] === 0x46

/** `letterhead.pdf#page=2`: a page as a picture; the first without a number. */
function pdfImage(
  url: string,
  { pages, id }: { readonly pages: PdfPages | undefined; readonly id: string },
  report: (problem: Diagnostic) => void,
): Image | undefined {
  const fail = (reason: string, hint?: string): undefined => {
    report(warning('bad-image', undefined, `${shown(url)} is not shown: ${reason}`, hint))
    return undefined
  }
  if (pages === undefined) return fail('a PDF is shown only where the template names it itself', 'write its name into the template')
  if ('problem' in pages) return fail(pages.problem)
  const number = Number(/#(?:.*&)?page=(\d+)/.exec(url)?.[1] ?? 1)
  const page = pages[number - 1]
  if (page === undefined) return fail(`it has no page ${number}, or not among its first ${pages.length}`)
  const [width, height] = [page.width / PX, page.height / PX]
  const encoding = { kind: 'page', pixelWidth: Math.ceil(width), pixelHeight: Math.ceil(height), page } as const
  return { kind: 'raster', id: `${id} ${number}`, width, height, encoding }
}

// ── Formats ──────────────────────────────────────────────────────────────────────────────────────────────────────

function decode(bytes: Uint8Array, id: string, options: ImageOptions, check: SizeCheck): KnownImage {
  try {
    if (isPng(bytes)) return raster(id, decodePng(bytes, check))
    if (isJpeg(bytes)) return raster(id, readJpeg(bytes, check))
    if (isGif(bytes)) return raster(id, decodeGif(bytes, check))
    const mostPixels = options.limits.imagePixels
    if (isWebp(bytes)) return pending(id, unpackLater(bytes, webpSize(bytes, check), { format: 'WebP', isTurned: false }, mostPixels))
    if (isAvif(bytes)) return pending(id, unpackLater(bytes, avifSize(bytes, check), { format: 'AVIF', isTurned: false }, mostPixels))
    const drawing = drawingOf(bytes, id, options.parseMarkup)
    if (drawing !== undefined) return { kind: 'image', image: drawing }
    throw new ImageError(kindOf(bytes))
  } catch (thrown) {
    if (thrown instanceof ImageError) return { kind: 'bad', reason: thrown.message }
    throw thrown
  }
}

function raster(id: string, { width, height, encoding }: Decoded): KnownImage {
  return { kind: 'image', image: { kind: 'raster', id, width, height, encoding } }
}

/** A picture whose pixels are being unpacked. */
function pending(id: string, encoding: Extract<ImageEncoding, { kind: 'later' }>): KnownImage {
  return { kind: 'image', image: { kind: 'raster', id, width: encoding.pixelWidth, height: encoding.pixelHeight, encoding } }
}

function kindOf(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (isHeif(bytes)) return 'HEIC is not supported; use PNG or JPEG'
  if (head.startsWith('BM')) return 'BMP is not supported; use PNG'
  return bytes.length === 0 ? 'it is empty' : 'it is no picture of a known kind'
}

// ── Limits ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** For every frame, too: it may be larger than the header of the file declares. */
function checkPixels({ width, height }: PixelSize, { imagePixels }: Limits): void {
  if (width * height > imagePixels) {
    throw new InputError([error('limit-image', undefined, `an image of ${width} × ${height} pixels has more than ${imagePixels} pixels`)])
  }
}

/** Charges the memory that a viewer needs to unpack a picture. */
function spend(image: Image, url: string, budget: { bytes: number }, limits: Limits): void {
  if (image.kind === 'vector') return
  const { encoding } = image
  if (encoding.kind === 'page') return
  const channels = encoding.kind === 'jpeg' ? encoding.components : encoding.kind === 'later' || encoding.colorSpace === 'rgb' ? 4 : 2
  budget.bytes -= encoding.pixelWidth * encoding.pixelHeight * channels
  if (budget.bytes < 0) throw tooManyBytes(url, limits)
}

function tooManyBytes(url: string, { imageBytes }: Limits): InputError {
  return new InputError([
    error('limit-image', undefined, `with ${shown(url)} the images of this document take more than ${imageBytes} bytes`),
  ])
}
