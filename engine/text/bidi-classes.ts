// Bidi_Class of characters: `bidi-js` has those of Unicode 13 in the basic plane, `bidi-classes.data.ts` all others. And the brackets that pair.

import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { lazy } from '../collections/lazy.ts'
import { BIDI_CLASSES } from './bidi-classes.data.ts'

/** Numbers of classes, so that texts are arrays of bytes. The neutral ones and the isolates (NI of UAX #9) come last. */
export const L = 0
export const R = 1
export const AL = 2
export const EN = 3
export const AN = 4
export const ES = 5
export const ET = 6
export const CS = 7
export const NSM = 8
export const BN = 9
export const LRE = 10
export const RLE = 11
export const LRO = 12
export const RLO = 13
export const PDF = 14
export const B = 15
export const S = 16
export const WS = 17
export const ON = 18
export const LRI = 19
export const RLI = 20
export const FSI = 21
export const PDI = 22

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ L, R, AL, EN, AN, ES, ET, CS, NSM, BN, LRE, RLE, LRO, RLO, PDF, B, S, WS, ON, LRI, RLI, FSI, PDI },
}

/** Loaded by the first text that runs both ways. */
const library = lazy(() => {
  // Required, the package is the factory itself; its types speak of an ES module.
  const makeBidi = createRequire(import.meta.url)('bidi-js') as () => Bidi
  return makeBidi()
})

interface Stretch {
  readonly from: number
  readonly to: number
  readonly bidiClass: number
}

const stretches = lazy(readStretches)

function readStretches(): readonly Stretch[] {
  return BIDI_CLASSES.split(' ').map((row) => {
    const [from = '', to = '', name = ''] = row.split(/[-:]/)
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), bidiClass: NUMBERS[name] ?? L }
  })
}

/** Undefined where the library knows better. */
function stretchClass(code: number): number | undefined {
  const list = stretches()
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (list[middle]!.from <= code) low = middle
    else high = middle - 1
  }
  const { from, to, bidiClass } = list[low]!
  return code >= from && code <= to ? bidiClass : undefined
}

/** One more than the class, by character of the basic plane; 0 of those not looked up yet. */
const basicClasses = lazy(() => new Uint8Array(0x10000))

function basicClass(code: number): number {
  const classes = basicClasses()
  const known = classes[code]!
  if (known > 0) return known - 1
  const found = stretchClass(code) ?? NUMBERS[library().getBidiCharTypeName(String.fromCharCode(code))] ?? L
  classes[code] = found + 1
  return found
}

/** By UTF-16 unit: both halves of a character beyond the basic plane have its class. */
export function classesOf(text: string): Uint8Array {
  const classes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!
    if (code < 0x10000) {
      classes[i] = basicClass(code)
      continue
    }
    classes.fill(stretchClass(code) ?? L, i, i + 2)
    i++
  }
  return classes
}

/** What identifies a pair of brackets: the closing one, of several that are canonically equal always the same. Undefined of all other characters. */
export function bracketOf(character: string): { readonly closing: string; readonly opens: boolean } | undefined {
  const { openingToClosingBracket, closingToOpeningBracket, getCanonicalBracket } = library()
  const partner = openingToClosingBracket(character)
  const closing = partner ?? (closingToOpeningBracket(character) === null ? undefined : character)
  return closing === undefined ? undefined : { closing: getCanonicalBracket(closing) ?? closing, opens: partner !== null }
}
