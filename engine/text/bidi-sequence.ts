// UAX #9, W1 to I2: what the characters of one isolating run sequence come to.
import { AL, AN, B, bracketOf, CS, EN, ES, ET, L, LRI, NSM, ON, PDI, R } from './bidi-classes.ts'

/** Without what X9 removes. */
export interface Sequence {
  /** In the text, in ascending order. */
  readonly places: readonly number[]
  /** By place; resolved where they stand. */
  readonly types: Uint8Array
  readonly level: number
  /** The types L or R of its edges (sos and eos). */
  readonly before: number
  readonly after: number
}

interface Resolved {
  readonly text: string
  readonly classes: Uint8Array
  readonly levels: Uint8Array
}

export function resolveSequence(sequence: Sequence, { text, classes, levels }: Resolved): void {
  resolveWeak(sequence)
  resolveBrackets(sequence, text, classes)
  resolveNeutral(sequence)
  const { places, types, level } = sequence
  const isRtl = (level & 1) === 1
  for (let k = 0; k < places.length; k++) {
    const type = types[k]!
    // I1, I2
    if (isRtl) levels[places[k]!] = type === R ? level : level + 1
    else levels[places[k]!] = type === L ? level : type === R ? level + 1 : level + 2
  }
}

function isNeutral(type: number): boolean {
  return type >= B
}

// ── W1 to W7 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function resolveWeak({ types, before }: Sequence): void {
  let strong = before
  for (let k = 0, last = before; k < types.length; k++) {
    // W1
    if (types[k] === NSM) types[k] = last >= LRI && last <= PDI ? ON : last
    last = types[k]!
    // W2. A mark after a number is still one of a European number, and comes to the same.
    if (last <= AL) strong = last
    else if (last === EN && strong === AL) types[k] = AN
  }
  for (let k = 0; k < types.length; k++) if (types[k] === AL) types[k] = R // W3
  for (let k = 1; k < types.length - 1; k++) {
    // W4
    const type = types[k]
    const last = types[k - 1]!
    const joins = type === ES ? last === EN : type === CS && (last === EN || last === AN)
    if (joins && types[k + 1] === last) types[k] = last
  }
  resolveTerminators(types)
  strong = before
  for (let k = 0; k < types.length; k++) {
    // W7
    const type = types[k]!
    if (type === L || type === R) strong = type
    else if (type === EN && strong === L) types[k] = L
  }
}

/** W5 and W6. */
function resolveTerminators(types: Uint8Array): void {
  for (let k = 0; k < types.length; k++) {
    const type = types[k]
    if (type === ES || type === CS) types[k] = ON
    if (type !== ET) continue
    let end = k + 1
    while (types[end] === ET) end++
    types.fill(types[k - 1] === EN || types[end] === EN ? EN : ON, k, end)
    k = end - 1
  }
}

// ── N0 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What BD16 keeps of brackets that are open. */
const MAX_OPEN = 63

/** Where the bracket that opens at a place is closed. */
function bracketPairs({ places, types }: Sequence, text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  const open: { readonly closing: string; readonly at: number }[] = []
  for (let k = 0; k < types.length; k++) {
    if (types[k] !== ON) continue
    const bracket = bracketOf(text.charAt(places[k]!))
    if (bracket === undefined) continue
    const { closing, opens } = bracket
    if (opens && open.length === MAX_OPEN) break
    if (opens) {
      open.push({ closing, at: k })
      continue
    }
    const found = open.findLastIndex((one) => one.closing === closing)
    if (found < 0) continue
    pairs.set(open[found]!.at, k)
    open.length = found
  }
  return pairs
}

/** L or R of strong types, of which numbers are R; undefined of others. */
function strongOf(type: number): number | undefined {
  if (type === L) return L
  return type === R || type === EN || type === AN ? R : undefined
}

/** Numbers of characters before each place that are of the embedding's direction, and of the other. */
function countStrong(types: Uint8Array, embedding: number): { readonly along: Uint32Array; readonly against: Uint32Array } {
  const along = new Uint32Array(types.length + 1)
  const against = new Uint32Array(types.length + 1)
  for (let k = 0; k < types.length; k++) {
    const strong = strongOf(types[k]!)
    along[k + 1] = along[k]! + Number(strong === embedding)
    against[k + 1] = against[k]! + Number(strong !== undefined && strong !== embedding)
  }
  return { along, against }
}

/** In the order in which pairs open: those within are not resolved yet, those before are, so that `strong` is the context of N0 c. */
function resolveBrackets(sequence: Sequence, text: string, classes: Uint8Array): void {
  const pairs = bracketPairs(sequence, text)
  if (pairs.size === 0) return
  const { types, level, before } = sequence
  const embedding = (level & 1) === 1 ? R : L
  const { along, against } = countStrong(types, embedding)
  let strong = before
  for (let k = 0; k < types.length; k++) {
    const end = pairs.get(k)
    if (end !== undefined) {
      const hasAlong = along[end]! > along[k + 1]!
      const hasAgainst = against[end]! > against[k + 1]!
      const type = hasAlong ? embedding : hasAgainst ? strong : undefined
      if (type !== undefined) for (const at of [k, end]) setBracket(sequence, at, type, classes)
    }
    strong = strongOf(types[k]!) ?? strong
  }
}

/** With the marks on it: what was NSM when W1 came. */
function setBracket({ places, types }: Sequence, at: number, type: number, classes: Uint8Array): void {
  types[at] = type
  for (let k = at + 1; k < types.length && types[k] === ON && classes[places[k]!] === NSM; k++) types[k] = type
}

// ── N1, N2 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function resolveNeutral({ types, level, before, after }: Sequence): void {
  const embedding = (level & 1) === 1 ? R : L
  for (let k = 0; k < types.length; k++) {
    if (!isNeutral(types[k]!)) continue
    let end = k + 1
    while (end < types.length && isNeutral(types[end]!)) end++
    const left = k === 0 ? before : types[k - 1] === L ? L : R
    const right = end === types.length ? after : types[end] === L ? L : R
    types.fill(left === right ? left : embedding, k, end)
    k = end - 1
  }
}
