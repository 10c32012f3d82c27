/** What a table of our own says of a name that an author wrote: `constructor` is in no table. */
export function lookup<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
