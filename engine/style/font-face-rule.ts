// Contract of the style stage: `@font-face` rules, whose fonts are opened before anything is laid out.
import type { Position } from '../diagnostic.ts'
import type { FontSource, FontStyle } from '../font/font.ts'

/** `@font-face`, with its sources in order of preference. */
export interface FontFaceRule {
  readonly family: string
  /** Undefined for `auto`: 400 in matching, no limits on a variable font's axis. */
  readonly weight: readonly [from: number, to: number] | undefined
  /** Percent; undefined for `auto`: 100 in matching, no limits. */
  readonly stretch: readonly [from: number, to: number] | undefined
  readonly style: FontStyle
  readonly sources: readonly (
    | {
        readonly kind: 'url'
        readonly url: string
        readonly format: string | undefined
      }
    | { readonly kind: 'local'; readonly name: string }
  )[]
  readonly unicodeRange: FontSource['unicodeRange']
  readonly metrics: FontSource['metrics']
  readonly at: Position | undefined
}
