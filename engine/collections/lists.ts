// Lists of any length: spread into the arguments of a call, a long one would overflow the stack.

/** The largest of the values and `least`. */
export function largest(values: Iterable<number>, least: number): number {
  let most = least
  for (const value of values) if (value > most) most = value
  return most
}

/** The smallest of the values and `most`. */
export function smallest(values: Iterable<number>, most: number): number {
  let least = most
  for (const value of values) if (value < least) least = value
  return least
}

/** `list` with `more` at its end. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item)
}
