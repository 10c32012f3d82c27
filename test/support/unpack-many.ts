// Unpacks pictures of many pixels that are asked for at once, and prints how much memory that took: run in a process of its own.
import sharp from 'sharp'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import { createImages } from '../../engine/image/decode.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'

const COUNT = 6
const create = { width: 4900, height: 4900, channels: 3, background: '#123' } as const
const file = await sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer()
// The same picture with other bytes behind it.
const assets = new Map(Array.from({ length: COUNT }, (_, i) => [`${i}`, Buffer.concat([file, Buffer.of(i)])]))
const waiting: Promise<void>[] = []
const reporter = new DiagnosticList()
const limits = { ...DEFAULT_LIMITS, imageBytes: 2 ** 30 }
const images = createImages({ assets, reporter, waiting, limits, parseMarkup: () => undefined })
const found = [...assets.keys()].map((name) => images.get(name))
await Promise.all(waiting)
const unpacked = found.filter(
  (image) => image?.kind === 'raster' && image.encoding.kind === 'later' && image.encoding.pending.pixels !== undefined,
).length
console.log(JSON.stringify({ unpacked, mebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }))
