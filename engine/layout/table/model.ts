// What is known of a table before it has a width.
import type { Edges } from '../../geometry.ts'
import type { BorderResolver, BorderRow } from './borders.ts'
import type { Column, FixedColumn } from './columns.ts'

export interface TableModel {
  readonly columnCount: number
  /** What columns share the width by. */
  readonly plan:
    | { readonly kind: 'auto'; readonly columns: readonly Column[] }
    | { readonly kind: 'fixed'; readonly columns: readonly FixedColumn[] }
  /** Border and padding of the grid; with collapsed borders half of the outer ones. */
  readonly border: Edges
  readonly padding: Edges
  readonly spacing: { readonly x: number; readonly y: number }
  readonly borders: BorderResolver | undefined
  /** The first body row as collapsed borders see it. */
  readonly sample: BorderRow | undefined
}
