// The bridge to Yoga, which decides which items of a flex container are on which line. It is given border-box points only, as everything that
// depends on content or percentages was worked out before (`item.ts`), so it never calls back and its depth never grows. Each line is
// then solved by `line.ts`; what Yoga does not know, the cross axis with baselines among it, is in `container.ts`.
import { Align, Direction, Edge, FlexDirection, Gutter, loadYoga, Wrap } from 'yoga-layout/load'
import { lazy } from '../../collections/lazy.ts'
import type { FlexEngine, LayoutContext, LayoutWorkCounters } from '../context.ts'
import { layoutFlexContainer } from './container.ts'
import { solveLine } from './line.ts'
import type { MainAxis, MainItem, MainLine, SolvedAxis, SolveMainAxis } from './main-axis.ts'
import { flexWidths } from './widths.ts'

type Yoga = Awaited<ReturnType<typeof loadYoga>>
type Config = ReturnType<Yoga['Config']['create']>

/** A flex engine with a Yoga of its own: a fault in one does not spoil another. In the bundle its WebAssembly starts by the first use (`.build/plugins.mjs`). */
export async function loadFlex(): Promise<FlexEngine> {
  const yoga = await loadYoga()
  const config = lazy(() => makeConfig(yoga))
  const solver =
    ({ workCounters }: LayoutContext): SolveMainAxis =>
    (axis) =>
      axis.wraps ? solveLines(axis, new YogaRun(yoga, config(), workCounters)) : solveLine(axis)
  return {
    layoutFlex: (box, size, context) => layoutFlexContainer(box, size, context, solver(context)),
    flexWidths: (box, context) => flexWidths(box, context, solver(context)),
  }
}

function makeConfig(yoga: Yoga): Config {
  const config = yoga.Config.create()
  config.setPointScaleFactor(0)
  return config
}

/** Room that rounding may cost a line whose items fill it exactly, as three thirds do. */
const TOLERANCE = 0.01

function solveLines(axis: MainAxis, run: YogaRun): SolvedAxis {
  const lines = linesIn({ ...axis, room: axis.room + TOLERANCE }, run)
  const sizes: number[] = []
  const offsets: number[] = []
  for (const line of lines) {
    const solved = solveLine({ ...axis, wraps: false, items: line.items.flatMap((i) => axis.items[i] ?? []) })
    line.items.forEach((i, k) => {
      sizes[i] = solved.sizes[k] ?? 0
      offsets[i] = solved.offsets[k] ?? 0
    })
  }
  return { lines, sizes, offsets }
}

/** Items of one Yoga tree, unless a line has more: to begin a line Yoga counts its items from the first one, so that long lists would take the square of their length. */
const ITEMS_AT_A_TIME = 256

/** Lines are filled one after the other, so that the lines of the first items are the same with more items behind them; but the last of these lines may take more. */
function linesIn(axis: MainAxis, run: YogaRun): readonly MainLine[] {
  const { items } = axis
  const all: MainLine[] = []
  let count = ITEMS_AT_A_TIME
  for (let from = 0; from < items.length; ) {
    const part = run.lines({ ...axis, items: items.slice(from, from + count) })
    const isEnd = from + count >= items.length
    const whole = isEnd ? part : part.slice(0, -1)
    for (const line of whole) all.push(from === 0 ? line : { items: line.items.map((i) => from + i) })
    if (isEnd) break
    from += whole.reduce((sum, line) => sum + line.items.length, 0)
    // A line that has no end yet is solved again with more of the items that follow.
    count = whole.length === 0 ? 2 * count : ITEMS_AT_A_TIME
  }
  return all
}

/** One tree of a root and its items, freed after each use. The main axis is laid as a row, whichever it is. */
class YogaRun {
  readonly #yoga: Yoga
  readonly #config: Config
  readonly #workCounters: LayoutWorkCounters

  constructor(yoga: Yoga, config: Config, counters: LayoutWorkCounters) {
    this.#yoga = yoga
    this.#config = config
    this.#workCounters = counters
  }

  lines(axis: MainAxis): readonly MainLine[] {
    const root = this.#yoga.Node.create(this.#config)
    const nodes: YogaNode[] = []
    this.#workCounters.yogaNodes += axis.items.length + 1
    try {
      root.setFlexDirection(FlexDirection.Row)
      root.setFlexWrap(Wrap.Wrap)
      root.setAlignItems(Align.FlexStart)
      root.setAlignContent(Align.FlexStart)
      root.setGap(Gutter.Column, axis.gap)
      for (const item of axis.items) {
        const node = this.#yoga.Node.create(this.#config)
        nodes.push(node)
        root.insertChild(node, nodes.length - 1)
        setItem(node, item)
      }
      root.calculateLayout(axis.room, undefined, Direction.LTR)
      return linesOf(nodes.map((node) => node.getComputedLayout()))
    } finally {
      // Not `freeRecursive`, which takes one child after the other from the front of the list, and moves all the others each time.
      root.free()
      for (const node of nodes) node.free()
    }
  }
}

type YogaNode = ReturnType<Yoga['Node']['create']>

function setItem(node: YogaNode, item: MainItem): void {
  node.setFlexBasis(item.base)
  node.setMinWidth(item.min)
  if (Number.isFinite(item.max)) node.setMaxWidth(item.max)
  node.setMargin(Edge.Left, item.before)
  node.setMargin(Edge.Right, item.after)
  // Every line is one point high, so that the offset of an item is the index of its line.
  node.setHeight(1)
}

function linesOf(layouts: readonly { readonly top: number }[]): readonly MainLine[] {
  const lines: number[][] = []
  layouts.forEach(({ top }, i) => {
    const line = Math.round(top)
    const items = lines[line]
    if (items === undefined) lines[line] = [i]
    else items.push(i)
  })
  return lines.map((items) => ({ items }))
}
