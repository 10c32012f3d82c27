// Pictures with changed colours, for CSS filters. Palettes are changed in place; samples are decompressed, changed and compressed again; pictures that sharp
// unpacks are changed afterwards (JPEG too, which is otherwise never unpacked).
import { deflateSync, inflateSync } from 'node:zlib'
import type { ColorMatrix, ImageEncoding, PendingPixels, RasterImage } from './image.ts'
import { decodePixels } from './png-pixels.ts'
import { unpackLater } from './unpack.ts'

type Flate = Extract<ImageEncoding, { kind: 'flate' }>

/** `pixels`: the most that are unpacked. */
export function recolored(image: RasterImage, matrix: ColorMatrix, pixels: number): RasterImage {
  const { encoding } = image
  const id = `${image.id} ${matrix
    .flat()
    .map((value) => Math.round(value * 1e4))
    .join(' ')}`
  // The colours of a page are in its content: it stays as it is.
  if (encoding.kind === 'page') return image
  if (encoding.kind === 'flate') return { ...image, id, encoding: changeFlate(encoding, matrix) }
  const { width, height } = image
  const unpacked =
    encoding.kind === 'later'
      ? encoding
      : unpackLater(
          encoding.bytes,
          { width, height, bytes: encoding.bytes.length },
          { format: 'JPEG', isTurned: encoding.orientation !== 1 },
          pixels,
        )
  return { ...image, id, encoding: { ...unpacked, pending: changeLater(unpacked.pending, matrix) } }
}

function changeLater(pending: PendingPixels, matrix: ColorMatrix): PendingPixels {
  const changed: PendingPixels = {
    pixels: undefined,
    problem: undefined,
    ready: pending.ready.then(() => {
      changed.problem = pending.problem
      if (pending.pixels !== undefined) changed.pixels = changeFlate(pending.pixels, matrix)
    }),
  }
  return changed
}

function changeFlate(encoding: Flate, matrix: ColorMatrix): Flate {
  const { colorSpace } = encoding
  if (typeof colorSpace === 'object') return { ...encoding, colorSpace: { palette: changeSamples(colorSpace.palette, 3, matrix) } }
  const channels = colorSpace === 'rgb' ? 3 : 1
  const color = changeSamples(samplesOf(encoding), channels, matrix)
  return { ...encoding, bitsPerComponent: 8, colorSpace: 'rgb', predictor: 'none', bytes: deflateSync(color) }
}

function samplesOf({ predictor, bytes, pixelWidth, pixelHeight, bitsPerComponent, colorSpace }: Flate): Uint8Array {
  if (predictor === 'none') return inflateSync(bytes)
  const header = {
    width: pixelWidth,
    height: pixelHeight,
    bitDepth: bitsPerComponent,
    colorType: colorSpace === 'rgb' ? 2 : 0,
    isInterlaced: false,
  } as const
  return decodePixels(header, bytes)
}

/** Three samples a pixel, from one or three. */
function changeSamples(samples: Uint8Array, channels: 1 | 3, matrix: ColorMatrix): Uint8Array {
  const count = Math.floor(samples.length / channels)
  const result = new Uint8Array(count * 3)
  const step = channels === 1 ? 0 : 1
  for (let i = 0; i < count; i++) {
    const at = i * channels
    const [red, green, blue] = [samples[at]!, samples[at + step]!, samples[at + 2 * step]!] // in bounds
    for (let c = 0; c < 3; c++) {
      const [r, g, b, more] = matrix[c]!
      result[3 * i + c] = Math.max(0, Math.min(255, Math.round(r * red + g * green + b * blue + more * 255)))
    }
  }
  return result
}
