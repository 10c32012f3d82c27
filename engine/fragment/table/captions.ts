// Problem: a caption may be taller than a page. Approach: the wrapper of a table is a block of captions and grid (CSS2 §17.4), and where a caption is tall the
// wrapper is cut as a block; its pieces become pieces of the table again. Limits: captions that are not tall stay whole, with the first or last rows.

import { type Sequence, sequenceFrom } from '../../collections/sequence.ts'
import type { FlowChild, LaidBlock, LaidTable, Placed } from '../../layout/laid.ts'
import type { Cut, Cutter, Room } from '../cut.ts'
import { cutBlock } from '../flow/block.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, Fragment } from '../fragment.ts'

/** Captions that take more of a page may break. */
const MOST_FOR_CAPTIONS = 1 / 2

interface Wrapper {
  readonly laid: LaidBlock
  /** The table without its captions. */
  readonly grid: LaidTable
}

const wrappers = new WeakMap<LaidTable, Wrapper>()

export function hasTallCaptions({ topCaptions, bottomCaptions }: LaidTable, token: BreakToken | undefined, room: Room): boolean {
  const isTall = ({ laid }: Placed): boolean => laid.height > room.full * MOST_FOR_CAPTIONS
  return (token === undefined && topCaptions.some(isTall)) || bottomCaptions.some(isTall)
}

export function cutWithCaptions(table: LaidTable, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  const wrapper = wrapperOf(table)
  const cut = cutBlock(wrapper.laid, token && innerToken(table, token), room, cutter)
  if (cut.kind === 'none') return cut
  const piece = tablePiece(table, wrapper, cut.piece)
  if (cut.kind === 'whole') return { kind: 'whole', piece }
  return { ...cut, piece, next: { at: 'wrapper', done: doneBefore(wrapper.laid, cut.next), inner: cut.next } }
}

/** Where the wrapper continues: captions may be tall only on a page that is lower than the one on which the rows began. */
function innerToken({ topCaptions }: LaidTable, token: BreakToken): BreakToken {
  if (token.at === 'wrapper') return token.inner
  if (token.at !== 'row') throw new Error(`fragment: a table with captions cannot continue at '${token.at}'`)
  const { parallel = [], positionedDone = 0, ...rows } = token
  return { at: 'child', index: topCaptions.length, inner: rows, isForced: false, parallel, positionedDone }
}

function wrapperOf(table: LaidTable): Wrapper {
  let wrapper = wrappers.get(table)
  if (wrapper === undefined) {
    const grid = gridOf(table)
    const frame = { box: { ...table.box, isAnonymous: true }, border: NO_INSETS, padding: NO_INSETS, shift: undefined }
    const own = { ...frame, kind: 'block', children: childrenOf(table, grid), marker: undefined } as const
    wrapper = { grid, laid: over<LaidBlock>(table, own) }
    wrappers.set(table, wrapper)
  }
  return wrapper
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }

/** The wrapper keeps the positioned boxes, which count from its top. With `onPage` the grid is always cut, and not taken by reference. */
function gridOf(table: LaidTable): LaidTable {
  const onPage = table.onPage ?? ((): Pick<LaidTable, 'head' | 'foot'> => table)
  const alone = { topCaptions: [], bottomCaptions: [], positioned: [], shift: undefined }
  const own = { ...alone, box: { ...table.box, isAnonymous: true }, gridY: 0, onPage }
  const grid = over<LaidTable>(table, own)
  // An open table knows its height when its rows have come.
  Object.defineProperty(grid, 'height', { get: () => table.gridHeight })
  return grid
}

/** Everything else is the table's own, also what is known only when its rows have come. */
function over<T extends LaidBlock | LaidTable>(table: LaidTable, own: Partial<T>): T {
  const fields = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value, enumerable: true }]))
  // What is the table's and what is its own are the fields of the result.
  return Object.create(table, fields) as T
}

function childrenOf(table: LaidTable, grid: LaidTable): Sequence<FlowChild> {
  const inFlow = (placed: Placed): FlowChild => ({ ...placed, role: 'in-flow', marginTop: 0 })
  function* children(): Generator<FlowChild, undefined> {
    yield* table.topCaptions.map(inFlow)
    yield inFlow({ x: 0, y: table.gridY, laid: grid })
    for (const caption of table.bottomCaptions) {
      yield inFlow(table.isOpen ? { ...caption, y: caption.y + table.gridY + table.gridHeight } : caption)
    }
    return undefined
  }
  const made = sequenceFrom(children())
  // They are few, and balancing columns returns to those of earlier pieces: none is released.
  return { at: (index) => made.at(index), isReleased: () => false, release: () => undefined }
}

function tablePiece(table: LaidTable, { grid }: Wrapper, piece: Fragment): Fragment {
  if (piece.content.kind !== 'children') throw new Error('fragment: a table with tall captions is never whole by reference')
  const { children } = piece.content
  // The rows may be of a variant of the grid, with the head and foot of one page.
  const rows = children.find(({ laid }) => laid.box === grid.box)
  const isCaption = ({ laid }: Fragment): boolean =>
    [...table.topCaptions, ...table.bottomCaptions].some((caption) => caption.laid === laid)
  const captions = children.filter(isCaption)
  const positioned = children.filter((child) => child !== rows && !captions.includes(child))
  const inner = rows?.content.kind === 'table' ? rows.content : { table: grid, rows: [], lines: undefined, gridHeight: 0 }
  return { ...piece, laid: table, content: { ...inner, kind: 'table', captions, positioned, gridY: rows?.y ?? 0 } }
}
