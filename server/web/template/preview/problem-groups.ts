// Problems as they are listed: those that say the same of the items of a list are one line, since a row that lacks a field often comes a thousand times.
import type { FieldProblem } from '../../state/api.ts'

export interface ProblemGroup {
  readonly first: FieldProblem
  /** Problems that it stands for, itself included. */
  readonly count: number
}

/** In the order of the first of each. Problems with places of their own in the source are told apart: each can be gone to. */
export function groupProblems(problems: readonly FieldProblem[]): readonly ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const problem of problems) {
    const { severity, code, message, hint, path } = problem
    const key = JSON.stringify([severity, code, message, hint, path.replace(/\[\d+\]/g, '[]')])
    const { first = problem, count = 0 } = groups.get(key) ?? {}
    groups.set(key, { first, count: count + 1 })
  }
  return [...groups.values()]
}
