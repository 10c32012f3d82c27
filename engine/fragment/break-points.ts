// Break points between two boxes (class A, CSS Break 3 §3, CSS Paged Media 3 §8): which breaks the author forces or avoids there.

import type { TableRow } from '../box/box.ts'
import { isOutOfFlow } from '../box/box-kinds.ts'
import { forcedBy, isAvoided, isUnbroken } from '../box/break-values.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { Laid, LaidFlexGrid, LaidRow, LaidTable } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { BreakValue } from '../style/value.ts'
import { isPlainRow } from './break-summary.ts'
import type { Forced, Room } from './cut.ts'
import type { Fragment } from './fragment.ts'

/** The first box in flow inside, whose `break-before` counts as the parent's. */
function firstInFlow(laid: Laid): Laid | undefined {
  if (laid.kind === 'flex-grid') return laid.breaks.kind === 'stack' ? laid.children[0]?.laid : undefined
  if (laid.kind !== 'block') return undefined
  for (let i = 0; ; i++) {
    const child = laid.children.at(i)
    if (child === undefined || child.role === 'in-flow') return child?.laid
  }
}

/** The last box in flow inside; undefined of an open box, whose last box only a piece knows (`lastInPiece`). */
export function lastInFlow(laid: Laid): Laid | undefined {
  if (laid.kind === 'flex-grid') return laid.breaks.kind === 'stack' ? laid.children.at(-1)?.laid : undefined
  if (laid.kind !== 'block' || laid.isOpen) return undefined
  let last: Laid | undefined
  for (let i = 0; ; i++) {
    const child = laid.children.at(i)
    if (child === undefined) return last
    if (child.role === 'in-flow') last = child.laid
  }
}

function lastInPiece(piece: Fragment): Fragment | Laid | undefined {
  if (piece.content.kind === 'whole') return lastInFlow(piece.laid)
  if (piece.content.kind !== 'children') return undefined
  return piece.content.children.findLast((child) => !isOutOfFlow(child.laid.box.style))
}

/** `break-before` of a box and of those that begin with it, outermost first. */
export function valuesAtStart(laid: Laid): readonly BreakValue[] {
  const values: BreakValue[] = []
  for (let box: Laid | undefined = laid; box !== undefined; box = firstInFlow(box)) {
    if (!box.box.isAnonymous && box.box.style.breakBefore !== 'auto') values.push(box.box.style.breakBefore)
    if (box.kind === 'table') {
      const row = box.head[0] ?? box.rows.at(0)
      if (row !== undefined) {
        pushRowValues(values, row.row.style.breakBefore, row.group.style.breakBefore)
        if (!isPlainRow(row)) values.push(...valuesAtRowStart(row))
      }
    }
    // Break values of the items in its first line are the flex container's too (CSS Flexbox 1 §10).
    if (box.kind === 'flex-grid' && box.breaks.kind === 'bands') pushBandValues(values, box, box.breaks.bands[0], 'breakBefore')
  }
  return values
}

type Band = { readonly first: number; readonly end: number }

function pushBandValues(values: BreakValue[], container: LaidFlexGrid, band: Band | undefined, side: 'breakBefore' | 'breakAfter'): void {
  for (const { laid } of band === undefined ? [] : container.children.slice(band.first, band.end)) {
    const value = laid.box.style[side]
    if (value !== 'auto') values.push(value)
  }
}

/** `break-after` of a box and of those that end with it, outermost first. */
export function valuesAtEnd(piece: Fragment): readonly BreakValue[] {
  const values: BreakValue[] = []
  let at: Fragment | Laid | undefined = piece
  while (at !== undefined) {
    const laid: Laid = 'laid' in at ? at.laid : at
    if (!laid.box.isAnonymous && laid.box.style.breakAfter !== 'auto') values.push(laid.box.style.breakAfter)
    if (laid.kind === 'flex-grid' && laid.breaks.kind === 'bands') pushBandValues(values, laid, laid.breaks.bands.at(-1), 'breakAfter')
    if (laid.kind === 'table' && laid.bottomCaptions.length === 0) {
      const last = 'laid' in at && at.content.kind === 'table' ? at.content.rows.at(-1)?.row : lastRow(laid)
      if (last !== undefined) pushRowValues(values, last.row.style.breakAfter, last.group.style.breakAfter)
    }
    at = 'laid' in at ? lastInPiece(at) : lastInFlow(at)
  }
  return values
}

function lastRow({ foot, rows, isOpen }: LaidTable): LaidRow | undefined {
  let last = foot.at(-1)
  if (last === undefined && !isOpen) for (const row of itemsOf(rows)) last = row
  return last
}

function pushRowValues(values: BreakValue[], row: BreakValue, group: BreakValue): void {
  if (group !== 'auto') values.push(group)
  if (row !== 'auto') values.push(row)
}

/** `break-before` of the first boxes in the row's cells, which begin where the row begins. */
export function valuesAtRowStart(row: LaidRow): readonly BreakValue[] {
  return row.cells.flatMap(({ laid }) => {
    const first = firstInFlow(laid)
    return first === undefined ? [] : valuesAtStart(first)
  })
}

/** Values between two rows: of the rows, and of row groups that end or begin here. */
export function valuesBetweenRows(
  before: { readonly row: TableRow; readonly group: { readonly style: Style } },
  after: { readonly row: TableRow; readonly group: { readonly style: Style } },
): { readonly ends: readonly BreakValue[]; readonly starts: readonly BreakValue[] } {
  const isSame = before.group === after.group
  if (isSame && before.row.style.breakAfter === 'auto' && after.row.style.breakBefore === 'auto') return NO_VALUES
  const ends: BreakValue[] = []
  const starts: BreakValue[] = []
  pushRowValues(ends, before.row.style.breakAfter, isSame ? 'auto' : before.group.style.breakAfter)
  pushRowValues(starts, after.row.style.breakBefore, isSame ? 'auto' : after.group.style.breakBefore)
  return { ends, starts }
}

const NO_VALUES = { ends: [], starts: [] } as const

/** Used value of `page` of a box whose surroundings have `around`. */
export function pageOf(laid: Laid, around: string): string {
  return laid.box.style.page === '' ? around : laid.box.style.page
}

/** Page type on which a box begins: that of the innermost box that begins with it. */
export function pageAtStart(laid: Laid, around: string): string {
  let page = around
  for (let box: Laid | undefined = laid; box !== undefined; box = firstInFlow(box)) page = pageOf(box, page)
  return page
}

/** The box, or one that begins with it, has a page type of its own. */
function namesPage(laid: Laid): boolean {
  for (let box: Laid | undefined = laid; box !== undefined; box = firstInFlow(box))
    if (box.box.style.page !== '' && !box.box.isAnonymous) return true
  return false
}

function pageAtEnd(piece: Fragment, around: string): string {
  let page = around
  let at: Fragment | Laid | undefined = piece
  while (at !== undefined) {
    const laid: Laid = 'laid' in at ? at.laid : at
    page = pageOf(laid, page)
    // Items side by side have no page types of their own: the container ends on its own (Chromium, too, heeds `page` only of items below each other).
    if (laid.kind === 'flex-grid' && laid.breaks.kind !== 'stack') return page
    at = 'laid' in at ? lastInPiece(at) : lastInFlow(at)
  }
  return page
}

/** The forced break between a finished piece and the box after it, in surroundings whose `page` is `room.page`. */
export function forcedBetween(before: Fragment, after: Laid, room: Pick<Room, 'page' | 'context'>): Forced | undefined {
  if (room.context === 'unbroken') return undefined
  const page = pageAtStart(after, room.page)
  const side = forcedBy(valuesAtEnd(before), valuesAtStart(after), room.context)
  if (side !== undefined && side !== 'column') return { kind: 'page', break: { side, page, beginsGroup: namesPage(after) } }
  if (!isUnbroken(room.context) && page !== pageAtEnd(before, room.page))
    return { kind: 'page', break: { side: 'any', page, beginsGroup: namesPage(after) } }
  return side === 'column' ? { kind: 'column' } : undefined
}

/** The break that a finished piece forces before a float after it; what the float itself and the box in flow after it ask for comes after the float. */
export function forcedAfter(
  before: Fragment,
  nextInFlow: () => Laid | undefined,
  room: Pick<Room, 'page' | 'context'>,
): Forced | undefined {
  const side = room.context === 'unbroken' ? undefined : forcedBy(valuesAtEnd(before), [], room.context)
  if (side === undefined || side === 'column') return side === undefined ? undefined : { kind: 'column' }
  const next = nextInFlow()
  const page = next === undefined ? room.page : pageAtStart(next, room.page)
  return { kind: 'page', break: { side, page, beginsGroup: next !== undefined && namesPage(next) } }
}

export function isAvoidedBetween(before: Fragment, after: Laid, context: Room['context']): boolean {
  return isAvoided(valuesAtEnd(before), context) || isAvoided(valuesAtStart(after), context)
}
