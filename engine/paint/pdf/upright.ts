// The first transformation of a page: y grows downwards from its top.
import type { Matrix } from '../../geometry.ts'
import type { ContentStream } from './content-stream.ts'

/**
 * Points by which all is shown further up and to the left. Edges half way between two pixels of a screen are then rounded to one side wherever they stand, and
 * to the side of browsers' PDFs, which are scaled by .23999999 instead of .24.
 */
const HAIR = 0.0001

/** The page's boxes are written with three decimals. */
export function uprightMatrix(pageHeight: number): Matrix {
  return [1, 0, 0, -1, -HAIR, Math.round(pageHeight * 1000) / 1000 + HAIR]
}

/** With four decimals, where other numbers have three. */
export function writeMatrix(matrix: Matrix, stream: ContentStream): void {
  for (const value of matrix) stream.ascii(`${Math.round(value * 1e4) / 1e4} `)
  stream.operator('cm')
}
