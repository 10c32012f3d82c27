// Whole numbers in a list, most of which are one more than the number before: the first and the last of each run, one behind the other.

/** A list of one number. */
export function runOf(value: number): number[] {
  return [value, value]
}

export function addToRuns(runs: number[], value: number): void {
  const last = runs.length - 1
  if (runs[last] === value - 1) runs[last] = value
  else runs.push(value, value)
}

export function isOne(runs: readonly number[]): boolean {
  return runs.length === 2 && runs[0] === runs[1]
}

export function* valuesOf(runs: readonly number[]): Generator<number, undefined> {
  for (let i = 0; i < runs.length; i += 2) for (let value = runs[i]!; value <= runs[i + 1]!; value++) yield value
}
