// Vertical writing modes on the page: boxes are collected in the coordinates of their frame, and painted where these coordinates lie.
import type { Matrix, Rect } from '../../geometry.ts'
import type { Frame } from '../../style/style.ts'

/** Where the origin of a frame is on the page area. Undefined stands for coordinates of the page area itself. */
export interface PageFrame {
  readonly frame: Exclude<Frame, 'none'>
  readonly x: number
  readonly y: number
}

/** The frame of a box that covers `rect` of the page area, and begins in its own corner. */
export function frameOver({ x, y, width, height }: Rect, frame: Frame): PageFrame | undefined {
  switch (frame) {
    case 'none':
      return undefined
    case 'rl':
      return { frame, x: x + width, y }
    case 'lr':
      return { frame, x, y }
    case 'sl':
      return { frame, x, y: y + height }
  }
}

/** A rectangle of a frame on the page area. */
export function onPage({ x, y, width, height }: Rect, frame: PageFrame | undefined): Rect {
  switch (frame?.frame) {
    case undefined:
      return { x, y, width, height }
    case 'rl':
      return { x: frame.x - y - height, y: frame.y + x, width: height, height: width }
    case 'lr':
      return { x: frame.x + y, y: frame.y + x, width: height, height: width }
    case 'sl':
      return { x: frame.x + y, y: frame.y - x - width, width: height, height: width }
  }
}

/** The frame of one line: in `vertical-lr` each is turned about itself. */
export function lineFrame(frame: PageFrame | undefined, top: number, height: number): PageFrame | undefined {
  return frame?.frame === 'lr' ? { frame: 'rl', x: frame.x + 2 * top + height, y: frame.y } : frame
}

/** From the coordinates of a line's frame to the page area: a quarter turn. */
export function lineMatrix({ frame, x, y }: PageFrame): Matrix {
  return frame === 'sl' ? [0, -1, 1, 0, x, y] : [0, 1, -1, 0, x, y]
}

/** An offset on the page in the coordinates of a line's frame. */
export function offsetIn(
  offset: { readonly x: number; readonly y: number },
  { frame }: PageFrame,
): { readonly x: number; readonly y: number } {
  return frame === 'sl' ? { x: -offset.y, y: offset.x } : { x: offset.y, y: -offset.x }
}
