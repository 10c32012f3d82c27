// Verdicts on selectors, three-valued: in a template the data is not known. AND is the minimum, OR the maximum, NOT is 2 − x.

/** Never, depends on data, always. AND is the minimum, OR the maximum, NOT is 2 − x. */
export type Verdict = 0 | 1 | 2
export const NO = 0
export const MAYBE = 1
export const YES = 2

export const lesser = (a: Verdict, b: Verdict): Verdict => (b < a ? b : a)
export const both = (a: Verdict, b: () => Verdict): Verdict => {
  if (a === NO) return NO
  const c = b()
  return c < a ? c : a
}
export const either = (a: Verdict, b: Verdict): Verdict => {
  if (a === YES || b === NO) return a
  return a === NO ? b : MAYBE_OR[b]
}
const MAYBE_OR = [MAYBE, MAYBE, YES] as const
export const invert = (verdict: Verdict): Verdict => (verdict === MAYBE ? MAYBE : verdict === YES ? NO : YES)
export const verdictOf = (is: boolean): Verdict => (is ? YES : NO)
