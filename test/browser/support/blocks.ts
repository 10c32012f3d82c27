// Pictures of pages as mean values of small blocks: two programs that draw the same page differ in the edges of letters, and hardly in these.
import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'

export interface Blocks {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Brightness from 0 to 255, in rows. */
  readonly means: readonly number[]
}

const SIDE = 8
const TOOL = 'pdftoppm'

/** Of the canvas of a page in the preview. */
export async function blocksOfPreview(page: Page, number = 1): Promise<Blocks> {
  // The expression gives these fields.
  const { width, height, bytes } = (await page.evaluate(`(() => {
    const canvas = document.querySelector('.sheet[data-page="${number}"] canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const bytes = []
    for (let i = 0; i < data.length; i += 4) bytes.push(Math.round((data[i] + data[i + 1] + data[i + 2]) / 3))
    return { width: canvas.width, height: canvas.height, bytes }
  })()`)) as { width: number; height: number; bytes: number[] }
  return { width, height, means: blockMeans(bytes, width, height) }
}

/** Of a page of a PDF, drawn by Poppler as large as another picture. */
export function blocksOfPdf(path: string, { width, height }: Pick<Blocks, 'width' | 'height'>, number = 1): Blocks {
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)]
  const image = execFileSync(TOOL, ['-gray', '-f', String(number), '-l', String(number), ...size, path], { maxBuffer: 2 ** 28 })
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.subarray(0, 100).toString('latin1'))
  if (head === null) throw new Error('pdftoppm gave no picture')
  return { width, height, means: blockMeans(image.subarray(head[0].length), Number(head[1]), Number(head[2])) }
}

/** The largest difference of a block, and the mean of all. */
export function difference(a: Blocks, b: Blocks): { readonly most: number; readonly mean: number } {
  if (a.means.length !== b.means.length) return { most: 255, mean: 255 }
  const each = a.means.map((value, i) => Math.abs(value - (b.means[i] ?? 0)))
  return { most: Math.max(...each), mean: each.reduce((sum, value) => sum + value, 0) / each.length }
}

function blockMeans(bytes: ArrayLike<number>, width: number, height: number): readonly number[] {
  const [across, down] = [Math.floor(width / SIDE), Math.floor(height / SIDE)]
  const sums = new Array<number>(across * down).fill(0)
  for (let y = 0; y < down * SIDE; y++)
    for (let x = 0; x < across * SIDE; x++) sums[Math.floor(y / SIDE) * across + Math.floor(x / SIDE)]! += bytes[y * width + x] ?? 0
  return sums.map((sum) => sum / SIDE ** 2)
}
