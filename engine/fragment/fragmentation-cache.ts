// Problem: a table tries each page as the last one and as any other, and columns try several heights. Where such boxes are nested, each level does that for
// every try of the level around it: the work doubles with each level. Approach: cutting is a pure function of box, token and room, and most of these tries
// ask for the same cut; so the cuts of a page are cached. Limits: rooms that differ at each level are cut one by one, which the budget of steps ends.
import type { Laid } from '../layout/laid.ts'
import type { Cut, Room } from './cut.ts'
import type { BreakToken } from './fragment.ts'

/** Cutting the box may cut its content several times. Open tables do not count: they keep the group rows of their latest cut, and no ancestor cuts them twice. */
export function triesSeveralCuts(laid: Laid): boolean {
  return (laid.kind === 'table' && !laid.isOpen) || laid.kind === 'columns' || laid.kind === 'flex-grid'
}

/** Cuts of one box: more than documents nest. Searching them costs less than a cut. */
const MOST_CACHED = 256

interface CachedCut {
  readonly token: BreakToken | undefined
  readonly room: Room
  readonly cut: Cut
}

/** Cuts of one page. */
export class FragmentationCache {
  readonly #cuts = new Map<Laid, CachedCut[]>()

  find(laid: Laid, token: BreakToken | undefined, room: Room): Cut | undefined {
    return this.#cuts.get(laid)?.find((cached) => cached.token === token && isSameRoom(cached.room, room))?.cut
  }

  add(laid: Laid, token: BreakToken | undefined, room: Room, cut: Cut): void {
    const cuts = this.#cuts.get(laid)
    if (cuts === undefined) this.#cuts.set(laid, [{ token, room, cut }])
    else if (cuts.length < MOST_CACHED) cuts.push({ token, room, cut })
  }
}

/** All fields of a room, those that differ most often first: it does not compile when one is missing. */
const FIELDS: Readonly<Record<keyof Room, true>> = {
  height: true,
  full: true,
  y: true,
  bottomReserve: true,
  x: true,
  forced: true,
  context: true,
  overflowsUncut: true,
  takesOverflow: true,
  isBacktracking: true,
  page: true,
}
// The keys of a record are those of its type where it has no others.
const ROOM_FIELDS = Object.keys(FIELDS) as readonly (keyof Room)[]

function isSameRoom(a: Room, b: Room): boolean {
  for (const field of ROOM_FIELDS) if (a[field] !== b[field]) return false
  return true
}
