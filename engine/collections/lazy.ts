/** A constant that is made when it is first asked for: the function returned calls `make` once. */
export function lazy<T extends NonNullable<unknown>>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
