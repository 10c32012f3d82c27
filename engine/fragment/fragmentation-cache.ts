// Problem: a table tries a page as the last one and as any other, a row of columns tries heights; nested in each other, each level does that for every try of
// the one around it: the work doubles level by level. Approach: cutting is a pure function of box, token and room, and most of these tries ask for the same;
// what a page was told once, it is told again. Limits: rooms that differ at each level are cut one by one, which the budget of steps ends.
import type { Laid } from '../layout/laid.ts'
import type { Cut, Room } from './cut.ts'
import type { BreakToken } from './fragment.ts'

/** Whether cutting the box may cut what is in it more than once. Open tables remember group rows of their latest cut, and stand in nothing that tries again. */
export function triesSeveralCuts(laid: Laid): boolean {
  return (laid.kind === 'table' && !laid.isOpen) || laid.kind === 'columns' || laid.kind === 'flex-grid'
}

/** Of one box: more than documents nest. Looking through them costs less than a cut. */
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
    return this.#cuts.get(laid)?.find((known) => known.token === token && isSameRoom(known.room, room))?.cut
  }

  add(laid: Laid, token: BreakToken | undefined, room: Room, cut: Cut): void {
    const cuts = this.#cuts.get(laid)
    if (cuts === undefined) this.#cuts.set(laid, [{ token, room, cut }])
    else if (cuts.length < MOST_CACHED) cuts.push({ token, room, cut })
  }
}

function isSameRoom(a: Room, b: Room): boolean {
  return (
    a.height === b.height &&
    a.full === b.full &&
    a.y === b.y &&
    a.bottomReserve === b.bottomReserve &&
    a.x === b.x &&
    a.forced === b.forced &&
    a.context === b.context &&
    a.overflowsUncut === b.overflowsUncut &&
    a.takesOverflow === b.takesOverflow &&
    a.page === b.page
  )
}
