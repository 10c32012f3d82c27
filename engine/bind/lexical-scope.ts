// Lexical scopes: the block parameters and tables around an expression in the template, for compiling it.
import type { Expression, TemplateElement } from '../template/template.ts'

/** A table in the template that page sums may refer to, and the lists it repeats over. */
export interface SumTable {
  readonly node: TemplateElement
  readonly lists: readonly Expression[]
}

/** Block parameters in force, innermost first, and the tables around. */
export interface LexicalScope {
  readonly parameters: readonly string[]
  readonly parent: LexicalScope | undefined
  /** A table begins here. It adds a lexical scope, but no run-time scope. */
  readonly table?: SumTable
  /** At the root: the fields that page sums of the template add up. */
  readonly summedFields?: readonly string[]
}

export function summedFields(lexical: LexicalScope | undefined): readonly string[] {
  for (let at = lexical; at !== undefined; at = at.parent) if (at.summedFields !== undefined) return at.summedFields
  return []
}

/** The block parameter of this name: how many scopes outwards, and which of its block's. */
export function findParameter(
  name: string,
  lexical: LexicalScope | undefined,
): { readonly distance: number; readonly position: number } | undefined {
  let distance = 0
  for (let at = lexical; at !== undefined; at = at.parent) {
    const position = at.parameters.indexOf(name)
    if (position >= 0) return { distance, position }
    if (at.table === undefined) distance++
  }
  return undefined
}
