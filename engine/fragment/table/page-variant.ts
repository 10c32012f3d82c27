// Problem: what a table repeats may say what the page adds up to, how it differs on the first and last page, and which group of rows continues. Its height
// decides which rows fit; which rows fit decides what it says. Approach: the page is cut with a head and foot made for a guess; then they are made for the rows
// that came out, and as long as that says something else, the page is cut again, with no less room for them than before. Room only grows, so rows only
// become fewer: when they stay the same, so do the sums, and that is the page. Whether a page is the last is tried first.
// Limits: a head or foot that is not repeated because it is too tall, and one in a box that cannot break, has its sums put into room kept for a sample.
import type { SumsOfPage } from '../../bind/bound.ts'
import { addDecimals, type Decimal, ZERO } from '../../decimal.ts'
import type { LaidRow, LaidTable } from '../../layout/laid.ts'
import type { Cut, Cutter, Part, Room } from '../cut.ts'
import type { BreakToken, Fragment, RowToken } from '../fragment.ts'
import { marksOf } from '../marks.ts'

/** Cuts a table whose head and foot are as they are. */
type CutTable = (table: LaidTable, token: BreakToken | undefined, room: Room, cutter: Cutter) => Cut

type Sums = ReadonlyMap<string, Decimal>

const NO_SUMS: Sums = new Map()
const NO_HEADERS: readonly number[] = []

/** Repeated group rows stand above the rows while head and they leave this part of the page to the rows. */
const MOST_FOR_HEADERS = 1 / 2

/** Cuts with `cutAsLaid`, with a head and foot for this page. */
export function cutOnPage(
  table: LaidTable,
  token: BreakToken | undefined,
  { room, cutter }: { readonly room: Room; readonly cutter: Cutter },
  cutAsLaid: CutTable,
): Cut {
  const own = token?.at === 'row' ? token : undefined
  const headers = headersAt(table, own)
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

/** What the last page wants to repeat is kept free on any page whose rows would otherwise end the table there. */
function cutPossiblyLast(page: PagedTable, room: Room): Cut {
  const last = converge(page, room, true)
  if (last.kind === 'whole') return last
  const [closing, open] = [true, false].map((isLast) => pageVariantOf(page, room, isLast, EMPTY_PAGE_SUMS))
  const more = closing === undefined || open === undefined ? 0 : footHeight(closing) - footHeight(open)
  const cut = converge(page, { ...room, bottomReserve: room.bottomReserve + Math.max(0, more) }, false)
  // All rows fit, but not what follows them: it is what continues.
  return cut.kind === 'whole' && last.kind === 'part' ? last : cut
}

/** Cuts again until the repeated parts say what the rows on the page add up to. */
function converge(page: PagedTable, room: Room, isLast: boolean): Cut {
  const carried = page.token?.sums ?? NO_SUMS
  let told = new ObservedSums(NO_SUMS, carried)
  let variant = pageVariantOf(page, room, isLast, told)
  for (;;) {
    const cut = page.cutAsLaid(variant, page.token, room, page.cutter)
    if (cut.kind === 'none' || !told.wasAsked) return cut
    const found = sumsIn(cut.piece)
    if (told.agreesWith(found)) return cut
    told = new ObservedSums(found, carried)
    variant = noSmaller(pageVariantOf(page, room, isLast, told), variant)
  }
}

/** The table with the head and foot of one page. */
function pageVariantOf({ table, headers, token }: PagedTable, room: Room, isLast: boolean, sums: SumsOfPage): LaidTable {
  const on = { isFirst: token === undefined, isLast, sums }
  const { head, foot } = table.onPage?.(on) ?? table
  const repeated = headers.flatMap((row) => table.groupRow?.(row, { isFirst: false, isLast: false, sums }) ?? [])
  const both = stacked([...head, ...repeated], head.length, table.spacing.y)
  return withGroups(table, heightOf(both) > room.full * MOST_FOR_HEADERS ? head : both, foot)
}

/** Everything else is the table's own, also what is known only when its rows have come. */
function withGroups(table: LaidTable, head: readonly LaidRow[], foot: readonly LaidRow[]): LaidTable {
  // A LaidTable again, as only two of its fields are hidden by others of their types.
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

/** No less room than `before` has: what became shorter leaves it empty. */
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

function footHeight({ foot }: LaidTable): number {
  return heightOf(foot)
}

// ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Sums handed out, which remember what they were asked for. */
class ObservedSums implements SumsOfPage {
  readonly #page: Sums
  readonly #carried: Sums
  readonly #asked = new Set<string>()

  constructor(page: Sums, carried: Sums) {
    this.#page = page
    this.#carried = carried
  }

  get wasAsked(): boolean {
    return this.#asked.size > 0
  }

  pagesum(key: string): Decimal {
    this.#asked.add(key)
    return this.#page.get(key) ?? ZERO
  }

  carry(key: string): Decimal {
    return this.#carried.get(key) ?? ZERO
  }

  /** Whether the answers given hold for a page with these sums. */
  agreesWith(found: Sums): boolean {
    for (const key of this.#asked) {
      const told = this.#page.get(key) ?? ZERO
      const { units, scale } = addDecimals(found.get(key) ?? ZERO, { units: -told.units, scale: told.scale })
      if (units !== 0n && scale >= 0) return false
    }
    return true
  }
}

/** For measuring: the texts are those of an empty page. */
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

// ── Groups of rows ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Rows that head groups, by index, as long as their groups may continue: an open table has forgotten them by then. */
const headerRows = new WeakMap<LaidTable, Map<number, LaidRow>>()

/** The rows that are repeated at the top of the page. */
export function headersAt(table: LaidTable, token: RowToken | undefined): readonly LaidRow[] {
  const indices = token?.headers ?? NO_HEADERS
  if (indices.length === 0) return []
  const known = headersOf(table)
  for (const index of known.keys()) if (!indices.includes(index)) known.delete(index)
  return indices.flatMap((index) => {
    // Of what remains of a table, those of earlier pages come first among its rows.
    const row = known.get(index) ?? table.rows.at(index)
    if (row === undefined) return []
    known.set(index, row)
    return [row]
  })
}

/** The part's token knows what the page adds up to and which groups continue. */
function withCarriedState(table: LaidTable, token: RowToken | undefined, cut: Cut): Cut {
  if (cut.kind !== 'part' || cut.next.at !== 'row') return cut
  const headers = headersAfter(table, token, cut, cut.next)
  if (headers.length === 0 && table.onPage === undefined && token?.headers === undefined) return cut
  const sums = joined(token?.sums ?? NO_SUMS, sumsIn(cut.piece))
  return { ...cut, next: { ...cut.next, headers, ...(sums.size === 0 ? {} : { sums }) } }
}

function headersAfter(table: LaidTable, token: RowToken | undefined, { piece }: Part, next: RowToken): readonly number[] {
  if (piece.content.kind !== 'table' || next.group !== 'body') return NO_HEADERS
  let open: readonly number[] = token?.headers ?? NO_HEADERS
  let index = token?.group === 'body' ? token.row : 0
  for (const { role, row, isFirst } of piece.content.rows) {
    if (role !== 'body') continue
    open = headersAbove(table, row, isFirst, open)
    if (row.row.style.groupLevel !== 'none') {
      open = [...open, index]
      headersOf(table).set(index, row)
    }
    index++
  }
  const row = table.rows.at(next.row)
  // A row that continues heads nothing yet.
  if (next.done > 0 || row === undefined) return open.filter((header) => header !== next.row)
  return headersAbove(table, row, true, open)
}

/** The headers that stay in force for a row: those of its own group of the table, and of smaller levels when it is a header itself. */
function headersAbove(table: LaidTable, { row, isFirstInGroup }: LaidRow, isFirst: boolean, open: readonly number[]): readonly number[] {
  if (open.length === 0) return open
  if (isFirst && isFirstInGroup) return NO_HEADERS
  const level = row.style.groupLevel
  if (level === 'none') return open
  return open.filter((index) => levelOf(headersOf(table).get(index)) < level)
}

function levelOf(row: LaidRow | undefined): number {
  const level = row?.row.style.groupLevel ?? 'none'
  return level === 'none' ? Number.POSITIVE_INFINITY : level
}

function headersOf(table: LaidTable): Map<number, LaidRow> {
  let rows = headerRows.get(table)
  if (rows === undefined) {
    rows = new Map()
    headerRows.set(table, rows)
  }
  return rows
}
