// What expressions are compiled with: the names and tables around the place where they stand.
import type { Expression, TemplateElement } from '../template/template.ts'

/** A table in the template whose rows may be asked for sums, and the lists it repeats over. */
export interface SumTable {
  readonly node: TemplateElement
  readonly lists: readonly Expression[]
}

/** Block parameters in force, innermost first, and the tables around. */
export interface LexicalScope {
  readonly parameters: readonly string[]
  readonly parent: LexicalScope | undefined
  /** A table begins here, which is no step outwards. */
  readonly table?: SumTable
  /** At the root: fields that the template asks page sums of. */
  readonly summedFields?: readonly string[]
}

export function summedFields(lexical: LexicalScope | undefined): readonly string[] {
  for (let at = lexical; at !== undefined; at = at.parent) if (at.summedFields !== undefined) return at.summedFields
  return []
}
