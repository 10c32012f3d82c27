// Columns have their widths before any page has its sums, so cells that show sums are measured with an upper bound: numbers as long as the sums may become.
import type { SumsOfPage } from '../../bind/bound.ts'
import type { BoxMark, TablePage } from '../../box/box.ts'
import { addDecimals, type Decimal, ZERO } from '../../decimal.ts'

/** A page that shows everything that some page may show. */
export function onAnyPage(sums: SumsOfPage): TablePage {
  return { isFirst: undefined, isLast: undefined, sums }
}

/** Sums of eights: as many digits as all numbers together have without their signs, with a sign when some number has one. */
export class SumBounds implements SumsOfPage {
  readonly #totals = new Map<string, { total: Decimal; isNegative: boolean }>()

  add(marks: readonly BoxMark[]): void {
    for (const mark of marks) if (mark.kind === 'sum') for (const key of mark.sum.keys) this.#add(key, mark.sum.value)
  }

  #add(key: string, { units, scale }: Decimal): void {
    const known = this.#totals.get(key) ?? { total: ZERO, isNegative: false }
    known.total = addDecimals(known.total, { units: units < 0n ? -units : units, scale })
    if (units < 0n) known.isNegative = true
    this.#totals.set(key, known)
  }

  pagesum(key: string): Decimal {
    const known = this.#totals.get(key)
    if (known === undefined) return ZERO
    const digits = '8'.repeat(String(known.total.units).length)
    return { units: BigInt(known.isNegative ? `-${digits}` : digits), scale: known.total.scale }
  }

  carry(key: string): Decimal {
    return this.pagesum(key)
  }
}
