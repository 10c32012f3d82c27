// Line_Break classes (UAX #14) of code points, from the table in `classes.data.ts`.
import { lazy } from '../../collections/lazy.ts'
import { CLASS_NAMES, CLASS_RUNS } from './classes.data.ts'

const NAMES = CLASS_NAMES.split(' ')

/** Class numbers by name: `lineClass('OP')`. Throws for names that are not in the table. */
export function lineClass(name: string): number {
  const index = NAMES.indexOf(name)
  if (index === -1) throw new Error(`line classes: there is no ${name}`)
  return index
}

/** Set in what `lineClassOf` gives for characters of East Asian width F, W or H. */
export const WIDE = 64
export const CLASS = 63

interface Table {
  /** By code point of the basic plane: class and width. */
  readonly basic: Uint8Array
  /** First code points of the runs above it, and what they hold. */
  readonly starts: readonly number[]
  readonly values: readonly number[]
}

/** Unpacked when the first text asks: most documents do without. */
const table = lazy(unpack)

function unpack(): Table {
  const basic = new Uint8Array(0x10000)
  const [starts, values]: [number[], number[]] = [[], []]
  let from = 0
  for (const [, wide, letter, count] of CLASS_RUNS.matchAll(/(!?)([A-Za-z])(\d*)/g)) {
    const code = letter!.charCodeAt(0)
    const value = (code < 97 ? code - 65 : code - 97 + 26) | (wide === '' ? 0 : WIDE)
    const to = from + (count === '' ? 1 : Number(count))
    basic.fill(value, Math.min(from, 0x10000), Math.min(to, 0x10000))
    if (to > 0x10000) {
      starts.push(from)
      values.push(value)
    }
    from = to
  }
  return { basic, starts, values }
}

/** Class of a code point, with `WIDE` where that holds. */
export function lineClassOf(codePoint: number): number {
  const { basic, starts, values } = table()
  if (codePoint < 0x10000) return basic[codePoint]!
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= codePoint) low = middle
    else high = middle - 1
  }
  return values[low]!
}
