// What the store needs of a database. Statements are written once, with `?` for values, in the SQL that SQLite and PostgreSQL share.

export type Value = string | number | Uint8Array | null
export type Row = Readonly<Record<string, unknown>>

/** On whose behalf a statement runs. Where the database can tell rows apart by it, it shows no others. */
export type RowScope =
  | { readonly kind: 'team'; readonly teamId: string }
  /** Whoever knows a secret reaches the one row that has its hash. */
  | { readonly kind: 'secret'; readonly hash: string }
  /** The bytes of one generated file. */
  | { readonly kind: 'output'; readonly id: string }
  /** The service itself. */
  | { readonly kind: 'service' }

export const SERVICE: RowScope = { kind: 'service' }
export const teamScope = (teamId: string): RowScope => ({ kind: 'team', teamId })

export interface Statements {
  all(sql: string, ...values: Value[]): Promise<readonly Row[]>
  /** Gives the number of rows changed. */
  run(sql: string, ...values: Value[]): Promise<number>
}

export interface Sql {
  all(reach: RowScope, sql: string, ...values: Value[]): Promise<readonly Row[]>
  run(reach: RowScope, sql: string, ...values: Value[]): Promise<number>
  /** All of it or nothing; no other writer comes between. */
  transaction<T>(reach: RowScope, work: (statements: Statements) => Promise<T>): Promise<T>
  /**
   * Another number than before once anything was written, by whomever: as it is, or as it was at most so many milliseconds ago as far as
   * others write. Undefined where asking for it costs what reading does.
   */
  version(msOld: number): number | undefined
  /** Text as this database keeps it byte for byte, and the expression that gives all of it back. */
  text(text: string): Value
  wholeText(column: string): string
  /** Ends of a SELECT whose rows are about to be changed: waiting for other writers, or passing over rows they hold. */
  readonly forUpdate: string
  readonly skipLocked: string
  close(): Promise<void>
}
