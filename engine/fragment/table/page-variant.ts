// Problem: the rows that a table repeats may show sums of the page, differ on the first and last page, and head groups of rows. Their height decides which rows
// fit, and the rows that fit decide what they show. Approach: the page is cut with a variant of head and foot for guessed sums; then a variant is made for the
// rows on the page, and as long as its sums differ, the page is cut again, with no less room for head and foot than before. As their room only grows, rows
// only become fewer: when they stay the same, so do the sums, and the page is done. The variant of the last page is tried first.
// Limits: a head or foot that is not repeated because it is too tall, and one in a box that cannot break, shows its sums in the room of a sample.
import type { SumsOfPage } from '../../bind/bound.ts'
import { addDecimals, type Decimal, ZERO } from '../../decimal.ts'
import type { LaidRow, LaidTable } from '../../layout/laid.ts'
import { type Cut, type Cutter, EPSILON, type Room } from '../cut.ts'
import type { BreakToken, Fragment, RowToken } from '../fragment.ts'
import { marksOf } from '../marks.ts'
import { continuedHeaders, repeatedHeaders } from './group-headers.ts'

/** Cuts a table with the head and foot that it has. */
type CutTable = (table: LaidTable, token: BreakToken | undefined, room: Room, cutter: Cutter) => Cut

type Sums = ReadonlyMap<string, Decimal>

const NO_SUMS: Sums = new Map()

/** A head or foot taller than this part of a page is not repeated (CSS Tables 3, repeating headers across pages, and Chromium). */
export const MOST_REPEATED = 1 / 4

/** Header rows of groups are repeated while they and the head take no more of a page than this. */
const MOST_FOR_HEADERS = 1 / 2

/** Cuts with `cutAsLaid`, with the variant of head and foot for this page. */
export function cutOnPage(
  table: LaidTable,
  token: BreakToken | undefined,
  { room, cutter }: { readonly room: Room; readonly cutter: Cutter },
  cutAsLaid: CutTable,
): Cut {
  const own = token?.at === 'row' ? token : undefined
  const headers = repeatedHeaders(table, own)
  if (table.onPage === undefined && headers.length === 0) return withCarriedState(table, own, cutAsLaid(table, token, room, cutter))
  const page: PagedTable = { table, headers, token: own, cutter, cutAsLaid }
  return withCarriedState(table, own, table.asksForLast === true ? cutPossiblyLast(page, room) : converge(page, room, false))
}

interface PagedTable {
  readonly table: LaidTable
  readonly headers: readonly LaidRow[]
  readonly token: RowToken | undefined
  readonly cutter: Cutter
  readonly cutAsLaid: CutTable
}

/** A page whose rows would end the table also needs room for the foot of the last page: without it, the table ends on the next one. */
function cutPossiblyLast(page: PagedTable, room: Room): Cut {
  const last = converge(page, room, true)
  if (last.kind === 'whole') return last
  const footHeight = (isLast: boolean): number => heightOf(pageVariantOf(page, room, isLast, EMPTY_PAGE_SUMS).foot)
  const more = footHeight(true) - footHeight(false)
  const cut = converge(page, { ...room, bottomReserve: room.bottomReserve + Math.max(0, more) }, false)
  // All rows fit, but not what follows them, which continues.
  return cut.kind === 'whole' && last.kind === 'part' ? last : cut
}

/** Cuts again until head and foot show the sums of the rows on the page. */
function converge(page: PagedTable, room: Room, isLast: boolean): Cut {
  const carried = page.token?.sums ?? NO_SUMS
  let assumed = new ObservedSums(NO_SUMS, carried)
  let variant = pageVariantOf(page, room, isLast, assumed)
  for (;;) {
    const cut = page.cutAsLaid(variant, page.token, room, page.cutter)
    if (cut.kind === 'none' || !assumed.wereRead) return cut
    const found = sumsIn(cut.piece)
    if (assumed.agreesWith(found)) return cut
    assumed = new ObservedSums(found, carried)
    variant = noSmaller(pageVariantOf(page, room, isLast, assumed), variant)
  }
}

/** The table with the head and foot of one page. */
function pageVariantOf({ table, headers, token }: PagedTable, room: Room, isLast: boolean, sums: SumsOfPage): LaidTable {
  const on = { isFirst: token === undefined, isLast, sums }
  const { head, foot } = table.onPage?.(on) ?? table
  const repeated = headers.flatMap((row) => table.groupRow?.(row, { isFirst: false, isLast: false, sums }) ?? [])
  if (repeated.length === 0) return withGroups(table, head, foot)
  // Headers are on pages after the first: there a head that is too tall has ended.
  const above = heightOf(head) > room.full * MOST_REPEATED + EPSILON ? [] : head
  const both = stacked([...above, ...repeated], above.length, table.spacing.y)
  return withGroups(table, heightOf(both) > room.full * MOST_FOR_HEADERS ? head : both, foot)
}

/** All other fields are the table's own, also those that are known only after its last row. */
function withGroups(table: LaidTable, head: readonly LaidRow[], foot: readonly LaidRow[]): LaidTable {
  // A LaidTable: two fields are replaced by others of their types.
  return Object.create(table, { head: { value: head }, foot: { value: foot } }) as LaidTable
}

/** Rows from `from` on go below those before them. */
function stacked(rows: readonly LaidRow[], from: number, spacing: number): readonly LaidRow[] {
  const result: LaidRow[] = []
  for (const [i, row] of rows.entries()) {
    const before = result[i - 1]
    result.push(i < from ? row : { ...row, y: before === undefined ? 0 : before.y + before.height + spacing })
  }
  return result
}

/** Gives head and foot no less room than in `before`: a shorter row leaves it empty. */
function noSmaller(variant: LaidTable, before: LaidTable): LaidTable {
  const head = grown(variant.head, heightOf(before.head))
  const foot = grown(variant.foot, heightOf(before.foot))
  return head === variant.head && foot === variant.foot ? variant : withGroups(variant, head, foot)
}

function grown(rows: readonly LaidRow[], height: number): readonly LaidRow[] {
  const last = rows[rows.length - 1]
  const more = height - heightOf(rows)
  if (last === undefined || more <= 0) return rows
  const cells = last.cells.map((cell) => ({ ...cell, height: cell.height + more }))
  return [...rows.slice(0, -1), { ...last, height: last.height + more, cells }]
}

function heightOf(rows: readonly LaidRow[]): number {
  const last = rows[rows.length - 1]
  return last === undefined ? 0 : last.y + last.height
}

// ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The sums that a page is assumed to have, and which of them head and foot have read. */
class ObservedSums implements SumsOfPage {
  readonly #page: Sums
  readonly #carried: Sums
  readonly #read = new Set<string>()

  constructor(page: Sums, carried: Sums) {
    this.#page = page
    this.#carried = carried
  }

  get wereRead(): boolean {
    return this.#read.size > 0
  }

  pagesum(key: string): Decimal {
    this.#read.add(key)
    return this.#page.get(key) ?? ZERO
  }

  carry(key: string): Decimal {
    return this.#carried.get(key) ?? ZERO
  }

  /** The sums that were read are those found on the page. */
  agreesWith(found: Sums): boolean {
    for (const key of this.#read) {
      const assumed = this.#page.get(key) ?? ZERO
      const { units, scale } = addDecimals(found.get(key) ?? ZERO, { units: -assumed.units, scale: assumed.scale })
      if (units !== 0n && scale >= 0) return false
    }
    return true
  }
}

/** For measuring: the sums of an empty page. */
const EMPTY_PAGE_SUMS: SumsOfPage = { pagesum: () => ZERO, carry: () => ZERO }

function sumsIn(piece: Fragment): Sums {
  const sums = new Map<string, Decimal>()
  for (const mark of marksOf(piece)) {
    if (mark.kind !== 'sum') continue
    for (const key of mark.sum.keys) sums.set(key, addDecimals(sums.get(key) ?? ZERO, mark.sum.value))
  }
  return sums
}

function joined(a: Sums, b: Sums): Sums {
  const sums = new Map(a)
  for (const [key, value] of b) sums.set(key, addDecimals(sums.get(key) ?? ZERO, value))
  return sums
}

/** Adds the sums of the pages so far, and the groups that continue, to the token of a part. */
function withCarriedState(table: LaidTable, token: RowToken | undefined, cut: Cut): Cut {
  if (cut.kind !== 'part' || cut.next.at !== 'row') return cut
  const headers = continuedHeaders(table, token, cut, cut.next)
  if (headers.length === 0 && table.onPage === undefined && token?.headers === undefined) return cut
  const sums = joined(token?.sums ?? NO_SUMS, sumsIn(cut.piece))
  return { ...cut, next: { ...cut.next, headers, ...(sums.size === 0 ? {} : { sums }) } }
}
