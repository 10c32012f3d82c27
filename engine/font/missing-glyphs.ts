// Problem: a character that no font has must be reported with its place in the template and with the values of the data that hold it; layout knows a text, but
// not which value printed which part of it, and a document may lack glyphs millions of times.
// Approach: texts carry where they come from, at no cost. Once a character of an element is missing, the element prints its texts again in pieces, each with the
// path of its value, and the pieces that hold the character are reported.
// Limits: helpers may change letters in ways that folding does not undo; then the place alone is reported. So it is beyond the budgets below.
import { lazy } from '../collections/lazy.ts'
import { type Position, type PrintedText, type Reporter, type TextSource, warning } from '../diagnostic.ts'
import type { Face } from './font.ts'

/** What never needs a glyph of its own: joiners, variation selectors, direction marks. */
export const INVISIBLE = lazy(() => /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u)

/** Characters of elements that are traced to values in a document or part, */
const MOST_TRACED = 20_000
/** and the characters of pieces that are searched. */
const MOST_SEARCHED = 20_000_000
/** Values that one character of an element is reported of. */
const MOST_VALUES = 1000
/** Places of the template that are kept for each character, and characters. */
const MOST_KEPT = 10_000

export class MissingGlyphs {
  readonly #reporter: Reporter
  readonly #hintFor: (character: string) => string
  /** Characters that were reported at places of the template. */
  readonly #atPlaces = new Map<number, Set<Position | undefined>>()
  /** The element whose texts came last, what it printed, and the characters that were reported of it. */
  #printer: object | undefined
  #pieces: readonly PrintedText[] = []
  readonly #ofPrinter = new Set<number>()
  #traced = 0
  #searched = 0

  /** `hintFor`: what to do so that there is a font for the character. */
  constructor(reporter: Reporter, hintFor: (character: string) => string) {
    this.#reporter = reporter
    this.#hintFor = hintFor
  }

  /** Another part of a merge begins: what it lacks is reported again. */
  beginPart(): void {
    this.#atPlaces.clear()
    this.#printer = undefined
    this.#traced = 0
    this.#searched = 0
  }

  /** Says that `shown` shows a cluster of which it has not all characters. */
  report(cluster: string, shown: Face, source: TextSource | undefined): void {
    for (const character of new Set(cluster)) {
      const codePoint = character.codePointAt(0) ?? 0
      if (INVISIBLE().test(character) || shown.hasGlyph(codePoint)) continue
      const paths = this.#newPaths(character, codePoint, source)
      if (paths === undefined) continue
      const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
      const message = `no font has a glyph for "${character}" (${code}); ${shown.family} shows a box`
      const diagnostic = warning('missing-glyph', source?.at, message, this.#hintFor(character))
      for (const path of paths) this.#reporter.report(path === undefined ? diagnostic : { ...diagnostic, path })
    }
  }

  /** The values that hold the character, with undefined for the template's own text; undefined when it was reported already. */
  #newPaths(character: string, codePoint: number, source: TextSource | undefined): Iterable<string | undefined> | undefined {
    const printed = source?.printed?.()
    if (printed === undefined || this.#traced >= MOST_TRACED || this.#searched >= MOST_SEARCHED) {
      return this.#isNewAt(codePoint, source?.at) ? TEMPLATE_ALONE : undefined
    }
    if (printed.by !== this.#printer) {
      this.#printer = printed.by
      this.#ofPrinter.clear()
      this.#pieces = printed.pieces()
    }
    if (this.#ofPrinter.has(codePoint)) return undefined
    this.#ofPrinter.add(codePoint)
    this.#traced++
    return this.#pathsOf(character)
  }

  #isNewAt(codePoint: number, at: Position | undefined): boolean {
    const places = this.#atPlaces.get(codePoint) ?? new Set()
    if (places.has(at)) return false
    if (this.#atPlaces.size < MOST_KEPT && places.size < MOST_KEPT) this.#atPlaces.set(codePoint, places.add(at))
    return true
  }

  #pathsOf(character: string): Iterable<string | undefined> {
    for (const fold of [asIs, folded]) {
      const paths = new Set<string | undefined>()
      const wanted = fold(character)
      for (const { text, path } of this.#pieces) {
        this.#searched += text.length
        if (this.#searched > MOST_SEARCHED || paths.size >= MOST_VALUES) break
        if (fold(text).includes(wanted)) paths.add(path)
      }
      if (paths.size > 0) return paths
    }
    return TEMPLATE_ALONE
  }
}

const TEMPLATE_ALONE: readonly undefined[] = [undefined]

const asIs = (text: string): string => text

/** As `text-transform` may have changed a text, in both directions. */
function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase()
}
