// What the editor knows of the template language. This file is empty: the build writes it from the engine's tables (`.build/language.mjs`).

export interface CssProperty {
  readonly name: string
  readonly keywords: readonly string[]
  /** In the notation of CSS; of a shorthand, its longhands. */
  readonly syntax: string
  /** Absent of shorthands. */
  readonly initial?: string
  readonly isInherited?: boolean
  /** Takes colours. */
  readonly isColored?: boolean
}

export interface HelperHelp {
  readonly name: string
  /** `currency number [option] locale=…`, without braces. */
  readonly signature: string
  /** Names of its options. */
  readonly named: readonly string[]
  readonly example?: string
  readonly about?: string
}

export interface Language {
  readonly properties: readonly CssProperty[]
  readonly colors: readonly string[]
  readonly helpers: readonly HelperHelp[]
  readonly blocks: readonly string[]
  /** `index` for `@index`. */
  readonly locals: readonly string[]
}

export const language: Language = { properties: [], colors: [], helpers: [], blocks: [], locals: [] }
