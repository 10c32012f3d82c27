// What reaches over the end of a page is shown on the next ones, as long as it goes: pages are windows on one strip.
import type { Fragment, Overhang, PageEnd } from '../fragment/fragment.ts'
import type { Laid } from '../layout/laid.ts'
import type { PageOverhang } from './page.ts'

type Find = (root: Fragment, end: PageEnd) => readonly Overhang[]

/** Rounding errors, in points: no page is made for them. */
const EPSILON = 0.01

export class Overhangs {
  readonly #find: Find
  /** For the next page, from the top of its area. */
  #left: readonly Overhang[] = []

  constructor(find: Find) {
    this.#find = find
  }

  /** A page must be made for them, where nothing else makes one. */
  get areLeft(): boolean {
    return this.#left.length > 0
  }

  /** What a page shows of those before it, and leaves of its own to the next; undefined for nothing. */
  onPage(root: Fragment | undefined, end: PageEnd): PageOverhang | undefined {
    const carried = this.#left
    const own = root === undefined ? [] : this.#find(root, end)
    if (carried.length === 0 && own.length === 0) return undefined
    this.#left = [...carried, ...own].flatMap(({ piece, bottom }) =>
      bottom <= end.flow + EPSILON ? [] : [{ piece: { ...piece, y: piece.y - end.flow }, bottom: bottom - end.flow }],
    )
    return { carried: carried.map(({ piece }) => piece), cutOff: new Set(own.flatMap(({ piece }) => boxesOf(piece.laid))), end: end.flow }
  }
}

/** The box in a turned one is painted in its place. */
function boxesOf(laid: Laid): Laid[] {
  return laid.kind === 'turned' ? [laid, laid.inner] : [laid]
}
