// The interface of the store to a database. Statements are written once, with `?` for values, in the SQL that SQLite and PostgreSQL share.

export type Value = string | number | Uint8Array | null
export type Row = Readonly<Record<string, unknown>>

/** The rows that a statement may reach. PostgreSQL enforces it by row-level security, SQLite does not. */
export type RowScope =
  | { readonly kind: 'team'; readonly teamId: string }
  /** The one row that has the hash of a secret. */
  | { readonly kind: 'secret'; readonly hash: string }
  /** The bytes of one generated file. */
  | { readonly kind: 'output'; readonly id: string }
  /** All rows, for the service itself. */
  | { readonly kind: 'service' }

export const SERVICE: RowScope = { kind: 'service' }
export const teamScope = (teamId: string): RowScope => ({ kind: 'team', teamId })

export interface Statements {
  all(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /** Returns the number of rows changed. */
  run(sql: string, ...values: Value[]): Promise<number>
}

export interface Sql {
  all(scope: RowScope, sql: string, ...values: Value[]): Promise<readonly Row[]>
  run(scope: RowScope, sql: string, ...values: Value[]): Promise<number>
  /** Atomic and isolated from other writers. */
  transaction<T>(scope: RowScope, work: (statements: Statements) => Promise<T>): Promise<T>
  /**
   * A number that changes with every write, by any process; writes of other processes may be noticed late by `msStale`. Undefined where asking costs as
   * much as a read.
   */
  version(msStale: number): number | undefined
  /** Binds a text so that the database keeps it byte for byte; and the expression that reads all of it back. */
  text(text: string): Value
  wholeText(column: string): string
  /** A table `each` of the items of a JSON array, which is bound as a text: their column is `value`. */
  readonly eachOf: string
  /** Clauses that lock the rows of a SELECT: waiting for other writers, or skipping the rows they have locked. */
  readonly forUpdate: string
  readonly skipLocked: string
  close(): Promise<void>
}
