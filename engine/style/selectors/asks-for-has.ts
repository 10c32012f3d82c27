// Whether a selector holds `:has()`, also inside of `:is()` and `:not()`.

interface AskingTest {
  readonly kind: string
  readonly list?: readonly AskingSelector[]
}

interface AskingSelector {
  readonly compound: { readonly tests: readonly AskingTest[] }
  readonly left?: AskingSelector | undefined
}

export function asksForHas({ compound, left }: AskingSelector): boolean {
  return compound.tests.some(isAsking) || (left !== undefined && asksForHas(left))
}

function isAsking({ kind, list }: AskingTest): boolean {
  return kind === 'has' || ((kind === 'is' || kind === 'not') && list?.some(asksForHas) === true)
}
