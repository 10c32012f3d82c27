// What computing a style takes in and what it fills.
import type { ComputedStyle } from '../computed.ts'
import type { Declaration } from '../rules/declarations.ts'

/** A declaration with its place in the cascade: later entries win. */
export interface Entry {
  readonly declaration: Declaration
  /** What `revert` and `revert-layer` go below. */
  readonly origin: 'user-agent' | 'author'
  readonly layer: number
}

export interface ComputeInput {
  /** In ascending order of the cascade. */
  readonly entries: readonly Entry[]
  /** undefined: the root. */
  readonly parent: ComputedStyle | undefined
  readonly root: ComputedStyle | undefined
  readonly language: string | undefined
  attribute(name: string): string | undefined
  /** Values of placeholders in style sheets, as custom properties of the root. */
  readonly rootCustom: ReadonlyMap<string, string> | undefined
  readonly isRoot: boolean
  readonly isBody: boolean
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Draft = Mutable<ComputedStyle>
