// Lines and columns of offsets, and bytes of texts.
import type { Position } from '../diagnostic.ts'

export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}

/** `starts`: offsets at which lines begin. */
export function positionIn(starts: readonly number[], offset: number): Extract<Position, { kind: 'text' }> {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle
  }
  return { kind: 'text', line: low + 1, column: offset - starts[low]! + 1 }
}

export function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    // A surrogate is half of a character of four bytes.
    bytes += c < 0x80 ? 0 : c < 0x800 || (c >= 0xd800 && c < 0xe000) ? 1 : 2
  }
  return bytes
}
