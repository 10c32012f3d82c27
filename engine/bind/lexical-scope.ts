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
