// Pictures that are unpacked by sharp, an optional package with native code. It works while the document is laid out, which needs only sizes;
// the end of the document waits for it. Limits: the first frame of animations; colours become sRGB with 8 bits a channel.
import { deflateSync } from 'node:zlib'
import { lazy } from '../collections/lazy.ts'
import type { ImageEncoding, PendingPixels } from './image.ts'
import { Mutex } from './mutex.ts'
import type { PixelSize } from './raster.ts'

type Flate = Extract<ImageEncoding, { kind: 'flate' }>

/** The name of a file's format, and whether its EXIF orientation is applied (as browsers do for JPEG only). */
interface PackedFile {
  readonly format: string
  readonly isTurned: boolean
}

/** Starts to unpack a file of a known size. `pixels`: the most that are unpacked, whatever the header declares. */
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

/** Of the process: pictures of all documents are unpacked one after another, as each takes hundreds of megabytes meanwhile. */
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

/** The pixels of a file, or the problem that prevents unpacking. Tests replace `load`. */
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
    // sharp throws for every fault of a file; its messages are about codecs, which the author of a template cannot change.
    return { problem: { message: 'its pixels cannot be unpacked' } }
  }
}

/** Separates colour and opacity. */
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
