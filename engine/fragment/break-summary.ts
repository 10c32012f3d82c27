// What fragmentation needs to know about a closed box before it may take it as a whole. Found once a box, and kept as long as the box lives.

import { mayForce } from '../box/break-values.ts'
import { largest } from '../collections/lists.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { BreakSummary, Laid, LaidCell, LaidRow, LaidTable, Placed } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'

export type Facts = Omit<BreakSummary, 'of'>

/** True when the box ends above `limit` (from its own top) and may be taken whole, untouched. Constant time after the first call. */
export function fitsWhole(laid: Laid, limit: number): boolean {
  if (laid.kind === 'paragraph' && laid.floats.length === 0 && laid.positioned.length === 0) return reachOfLines(laid) <= limit
  if (laid.kind === 'replaced' || isEmpty(laid)) return laid.height <= limit
  if ((laid.kind === 'block' || laid.kind === 'table') && laid.isOpen) return false
  if (laid.height > limit) return false
  const facts = factsOf(laid)
  return facts.isPlain && facts.reach <= limit && facts.hang <= limit
}

/** Nothing in the row forces a break, and no columns in it need dealing out: its cells may be used by reference. */
export function isPlainRow(row: LaidRow): boolean {
  return row.cells.every(isPlainCell)
}

/** Lowest point of what is positioned in the row's cells, from the row's top; 0 when nothing is. */
export function hangOfRow(row: LaidRow): number {
  let lowest = 0
  for (const { laid, contentShift } of row.cells) {
    const hang = isSimple(laid) || isEmpty(laid) ? 0 : factsOf(laid).hang
    if (hang > 0) lowest = Math.max(lowest, contentShift + hang)
  }
  return lowest
}

export function isPlainCell({ laid }: LaidCell): boolean {
  return fitsWhole(laid, Number.POSITIVE_INFINITY)
}

/** Nothing in it and nothing beside it: an empty cell. */
function isEmpty(laid: Laid): boolean {
  return laid.kind === 'block' && !laid.isOpen && laid.positioned.length === 0 && laid.children.at(0) === undefined
}

/** Not for open boxes. */
export function factsOf(laid: Laid): Facts {
  if (laid.breakSummary?.of === laid) return laid.breakSummary
  const { reach, hang, isPlain } = findFacts(laid)
  laid.breakSummary = { of: laid, reach, hang, isPlain }
  return laid.breakSummary
}

function reachOfLines(laid: Extract<Laid, { kind: 'paragraph' }>): number {
  const last = laid.lines[laid.lines.length - 1]
  return last === undefined || clips(laid.box.style) ? laid.height : Math.max(laid.height, last.y + last.height)
}

export function clips(style: Style): boolean {
  return style.overflowY !== 'visible'
}

function findFacts(laid: Laid): Facts {
  const inFlow = inFlowFacts(laid)
  if (laid.positioned.length === 0) return inFlow
  // Breaks do not count in what is positioned, but columns there are still to be dealt out.
  const isPlain = inFlow.isPlain && laid.positioned.every((placed) => isPlainInside(placed.laid))
  return { ...inFlow, isPlain, hang: clips(laid.box.style) ? 0 : largest(laid.positioned.map(hangOf), inFlow.hang) }
}

function hangOf({ y, laid }: Placed): number {
  if (laid.box.style.position === 'fixed') return 0
  const { reach, hang } = simpleFacts(laid) ?? factsOf(laid)
  return y + Math.max(reach, hang)
}

function inFlowFacts(laid: Laid): Facts {
  switch (laid.kind) {
    case 'paragraph': {
      const floats = gather(laid.floats, laid.height)
      return { ...floats, reach: Math.max(reachOfLines(laid), floats.reach) }
    }
    case 'block':
      return clipped(laid, gather(itemsOf(laid.children), laid.height))
    case 'flex-grid':
      return clipped(laid, laid.breaks.kind === 'monolithic' ? plain(laid.height) : gather(laid.children, laid.height))
    case 'table':
      return tableFacts(laid)
    case 'columns':
      return { ...plain(laid.height), isPlain: false }
    case 'replaced':
      return plain(laid.height)
  }
}

function plain(reach: number): Facts {
  return { reach, hang: 0, isPlain: true }
}

function clipped(laid: Laid, facts: Facts): Facts {
  return clips(laid.box.style) ? { reach: laid.height, hang: 0, isPlain: facts.isPlain } : facts
}

function gather(children: Iterable<Placed>, height: number): Facts {
  let reach = height
  let hang = 0
  let isPlain = true
  for (const { y, laid } of children) {
    const { style } = laid.box
    if (mayForce(style) || style.page !== '') isPlain = false
    if (isSimple(laid)) {
      reach = Math.max(reach, y + simpleReach(laid))
      continue
    }
    const facts = factsOf(laid)
    reach = Math.max(reach, y + facts.reach)
    if (facts.hang > 0) hang = Math.max(hang, y + facts.hang)
    if (!facts.isPlain) isPlain = false
  }
  return { reach, hang, isPlain }
}

/** Nothing stands beside its lines: most boxes are plain paragraphs. */
function isSimple(laid: Laid): boolean {
  return laid.kind === 'replaced' || (laid.kind === 'paragraph' && laid.floats.length === 0 && laid.positioned.length === 0)
}

/** Without an entry of its own. */
function simpleFacts(laid: Laid): Facts | undefined {
  return isSimple(laid) ? plain(simpleReach(laid)) : undefined
}

function simpleReach(laid: Laid): number {
  return laid.kind === 'paragraph' ? reachOfLines(laid) : laid.height
}

function tableFacts(table: LaidTable): Facts {
  const facts = plain(table.height)
  if (table.isOpen || table.onPage !== undefined) return { ...facts, isPlain: false }
  let isPlain = [...table.topCaptions, ...table.bottomCaptions].every(({ laid }) => isPlainInside(laid))
  let hang = 0
  const gather = (rows: Iterable<LaidRow>, y: number): void => {
    for (const row of rows) {
      isPlain &&= !mayForce(row.row.style) && !mayForce(row.group.style) && row.cells.every((cell) => isPlainInside(cell.laid))
      const ownHang = hangOfRow(row)
      if (ownHang > 0) hang = Math.max(hang, table.gridY + y + row.y + ownHang)
    }
  }
  gather(table.head, table.headY)
  gather(itemsOf(table.rows), 0)
  gather(table.foot, table.footY)
  return { ...facts, hang, isPlain }
}

function isPlainInside(laid: Laid): boolean {
  return isSimple(laid) || factsOf(laid).isPlain
}
