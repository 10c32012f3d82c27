// Input and output of computing a style.
import type { ComputedStyle } from '../computed.ts'
import type { Declaration } from '../rules/declarations.ts'
import type { ContainerLengths } from '../values/units.ts'

/** A declaration with its origin and layer. Later entries win. */
export interface Entry {
  readonly declaration: Declaration
  /** `revert` and `revert-layer` roll back below these. */
  readonly origin: 'user-agent' | 'author'
  readonly layer: number
}

export interface ComputeInput {
  /** In ascending order of the cascade. */
  readonly entries: readonly Entry[]
  /** undefined for the root. */
  readonly parent: ComputedStyle | undefined
  readonly root: ComputedStyle | undefined
  readonly language: string | undefined
  attribute(name: string): string | undefined
  /** Values of placeholders in style sheets, as custom properties of the root. */
  readonly rootCustom: ReadonlyMap<string, string> | undefined
  /** Containers around the element; undefined where there are none, or no sheet asks. */
  readonly containers?: ContainerLengths | undefined
  readonly isRoot: boolean
  readonly isBody: boolean
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Draft = Mutable<ComputedStyle>
