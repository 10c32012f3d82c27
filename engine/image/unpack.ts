// Pictures whose pixels sharp unpacks, an optional package with compiled code. It works beside the document that is being laid out, which
// needs sizes only; the document's end waits for it. Limits: the first frame of animations; colours become sRGB with 8 bits a channel.
import { deflateSync } from 'node:zlib'
import { lazy } from '../collections/lazy.ts'
import type { ImageEncoding, PendingPixels } from './image.ts'
import { Mutex } from './mutex.ts'
import type { PixelSize } from './raster.ts'

type Flate = Extract<ImageEncoding, { kind: 'flate' }>

/** What a file is called, and whether a camera's orientation is heeded (browsers do so in JPEG only). */
export interface PackedFile {
  readonly format: string
  readonly isTurned: boolean
}

/** Begins to unpack a WebP or AVIF file of a known size. `pixels`: more than that is refused, whatever the header says. */
export function unpackLater(
  bytes: Uint8Array,
  size: PixelSize,
  file: PackedFile,
  pixels: number,
): Extract<ImageEncoding, { kind: 'later' }> {
  const start = (): Promise<void> =>
    unpacking
      .run(() => unpack(bytes, file, pixels))
      .then((result) => {
        if ('problem' in result) pending.problem = result.problem
        else pending.pixels = result
      })
  const pending: PendingPixels = { ready: start(), pixels: undefined, problem: undefined }
  return { kind: 'later', pixelWidth: size.width, pixelHeight: size.height, pending }
}

/** Of the process: pictures of all documents are unpacked one after another, as each takes hundreds of megabytes while it lasts. */
const unpacking = new Mutex()

type Sharp = typeof import('sharp')

/** Loaded at the first picture that needs it; undefined when it is not installed, or not for this machine. */
const loadSharp = lazy(
  (): Promise<Sharp | undefined> =>
    import('sharp').then(
      ({ default: sharp }) => {
        // Renders run side by side in processes of their own; a cache of files would only hold memory.
        sharp.concurrency(1)
        sharp.cache(false)
        return sharp
      },
      () => undefined,
    ),
)

/** The pixels of a file, or why there are none. `load` stands for the installed package in tests. */
export async function unpack(
  bytes: Uint8Array,
  { format, isTurned }: PackedFile,
  pixels: number,
  load: () => Promise<Sharp | undefined> = loadSharp,
): Promise<Flate | { readonly problem: PendingPixels['problem'] }> {
  const sharp = await load()
  if (sharp === undefined) {
    return {
      problem: {
        message: `${format} pictures need the package sharp${format === 'JPEG' ? ' to be filtered' : ''}`,
        hint: 'install sharp, or use PNG or JPEG',
      },
    }
  }
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels, pages: 1, failOn: 'error', autoOrient: isTurned })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 4) return { problem: { message: `it has ${info.channels} channels` } }
    return flateOf(data, info.width, info.height)
  } catch {
    // sharp throws for every fault of a file; its messages name what it is made of, not what an author can do.
    return { problem: { message: 'its pixels cannot be unpacked' } }
  }
}

/** Colour and opacity apart. */
function flateOf(samples: Uint8Array, width: number, height: number): Flate {
  const count = width * height
  const color = new Uint8Array(count * 3)
  const alpha = new Uint8Array(count)
  let isOpaque = true
  for (let i = 0; i < count; i++) {
    color[3 * i] = samples[4 * i]! // four samples a pixel
    color[3 * i + 1] = samples[4 * i + 1]!
    color[3 * i + 2] = samples[4 * i + 2]!
    alpha[i] = samples[4 * i + 3]!
    if (alpha[i] !== 255) isOpaque = false
  }
  return {
    kind: 'flate',
    pixelWidth: width,
    pixelHeight: height,
    bitsPerComponent: 8,
    colorSpace: 'rgb',
    predictor: 'none',
    bytes: deflateSync(color),
    alpha: isOpaque ? undefined : deflateSync(alpha),
  }
}
