// `word-break: break-all`: which characters it takes apart beyond UAX #14. The specification says letters and digits as if they were
// ideographs (CSS Text 4 §5.2); browsers also part them from hyphens, brackets and signs of amounts, and that is what pages rely on.
import { lazy } from '../../collections/lazy.ts'
import { CLASS, lineClass, lineClassOf } from './classes.ts'

const WORD = ['AL', 'HL', 'NU', 'DC']
const WORD_END = [...WORD, 'HY', 'OP', 'PR']

/** By class of the character before: the classes a line may then begin with. As in Chromium 150, read off by probing pairs. */
const PAIRS: readonly (readonly [before: readonly string[], after: readonly string[]])[] = [
  [WORD, WORD_END],
  [['BA'], ['HY']],
  [['HY'], ['NU']],
  [['CL'], ['AL', 'HY', 'NU', 'PR']],
  [['CP'], [...WORD, 'HY', 'PR']],
  [['EX'], ['AL', 'HY', 'NU', 'PO', 'PR']],
  [['IS'], [...WORD, 'HY']],
  [['PO'], [...WORD, 'HY', 'PO', 'PR']],
  [['PR'], ['PO']],
  [['SY'], WORD_END],
]

const table = lazy(makeTable)

function makeTable(): Uint8Array {
  const made = new Uint8Array(64 * 64)
  for (const [before, after] of PAIRS) {
    for (const a of before) for (const b of after) made[lineClass(a) * 64 + lineClass(b)] = 1
  }
  return made
}

/** Whether `break-all` opens a line between two characters. */
export function breaksAllBetween(last: number, next: number): boolean {
  return table()[classOf(last) * 64 + classOf(next)] === 1
}

/** Plus signs and bars count as letters here. */
function classOf(code: number): number {
  return code === 0x2b || code === 0x7c ? AL : lineClassOf(code) & CLASS
}

const AL = lineClass('AL')
