// Yoga's place: it resolves the main axis of every flex container (lines, flexible lengths, auto margins, justification). It is given
// border-box points only, as everything that depends on content or percentages was worked out before (`flex-item.ts`), so it never calls
// back and its depth never grows; what it has no notion of, the cross axis with baselines among it, is in `flex-container.ts`.
// Limits: it answers in float32, freezes clamped items in one pass and mistakes some shrinking lines: `flexible-lengths.ts` has the last word.
import { Align, Direction, Edge, FlexDirection, Gutter, Justify, loadYoga, Wrap } from 'yoga-layout/load'
import type { FlexEngine, LayoutCounters } from './context.ts'
import { layoutFlexContainer } from './flex-container.ts'
import { flexWidths } from './flex-widths.ts'
import { resolveFlexibleLengths } from './flexible-lengths.ts'
import { type MainAxis, type MainItem, marginSize, type SolvedAxis } from './main-axis.ts'

type Yoga = Awaited<ReturnType<typeof loadYoga>>
type Config = ReturnType<Yoga['Config']['create']>

/** A flex engine with a Yoga of its own: a fault in one does not spoil another. */
export async function loadFlex(): Promise<FlexEngine> {
  const yoga = await loadYoga()
  const config = yoga.Config.create()
  config.setPointScaleFactor(0)
  return {
    layoutFlex(box, size, context) {
      return layoutFlexContainer(box, size, context, (axis) => solve(new YogaRun(yoga, config, context.counters), axis))
    },
    flexWidths,
  }
}

/** float32 keeps seven digits: closer than this is the same. */
const PRECISION = 0.002

/** Room that rounding may cost a line whose items fill it exactly, as three thirds do. */
const TOLERANCE = 0.01

function solve(run: YogaRun, axis: MainAxis): SolvedAxis {
  if (!axis.wraps) return solveLine(run, axis)
  const { lines } = run.layout({ ...axis, room: axis.room + TOLERANCE })
  const sizes: number[] = []
  const offsets: number[] = []
  for (const line of lines) {
    const solved = solveLine(run, { ...axis, wraps: false, items: line.items.flatMap((i) => axis.items[i] ?? []) })
    line.items.forEach((i, k) => {
      sizes[i] = solved.sizes[k] ?? 0
      offsets[i] = solved.offsets[k] ?? 0
    })
  }
  return { lines, sizes, offsets }
}

/** Yoga resolves and places a line; where its lengths are not those of CSS, it places what the exact loop gives. */
function solveLine(run: YogaRun, axis: MainAxis): SolvedAxis {
  const first = run.layout(axis)
  const around = axis.items.reduce((sum, item) => sum + marginSize(item.before) + marginSize(item.after), 0)
  const sizes = resolveFlexibleLengths(axis.items, axis.room - around - axis.gap * (axis.items.length - 1))
  if (sizes.every((size, i) => Math.abs(size - (first.sizes[i] ?? 0)) < PRECISION)) return safely(run, axis, { ...first, sizes })
  const fixed = axis.items.map((item, i) => ({ ...item, ...rigid(sizes[i] ?? 0) }))
  return safely(run, axis, { ...run.layout({ ...axis, items: fixed }), sizes })
}

/** Safe alignment of a line that overflows: from its start instead (CSS Align 3 §4.4). */
function safely(run: YogaRun, axis: MainAxis, solved: SolvedAxis): SolvedAxis {
  const outer = axis.items.reduce((sum, item, i) => sum + (solved.sizes[i] ?? 0) + marginSize(item.before) + marginSize(item.after), 0)
  if (!axis.justify.isSafe || outer + axis.gap * (axis.items.length - 1) <= axis.room) return solved
  const fixed = axis.items.map((item, i) => ({ ...item, ...rigid(solved.sizes[i] ?? 0) }))
  return { ...run.layout({ ...axis, items: fixed, justify: { position: axis.safeSide, isSafe: false } }), sizes: solved.sizes }
}

function rigid(size: number): Pick<MainItem, 'base' | 'min' | 'max' | 'grow' | 'shrink'> {
  return { base: size, min: size, max: size, grow: 0, shrink: 0 }
}

/** One tree of a root and its items, freed after each use. The main axis is laid as a row, whichever it is. */
class YogaRun {
  readonly #yoga: Yoga
  readonly #config: Config
  readonly #counters: LayoutCounters

  constructor(yoga: Yoga, config: Config, counters: LayoutCounters) {
    this.#yoga = yoga
    this.#config = config
    this.#counters = counters
  }

  layout(axis: MainAxis): SolvedAxis {
    const root = this.#yoga.Node.create(this.#config)
    this.#counters.yogaNodes += axis.items.length + 1
    try {
      root.setFlexDirection(axis.isReversed ? FlexDirection.RowReverse : FlexDirection.Row)
      root.setFlexWrap(axis.wraps ? Wrap.Wrap : Wrap.NoWrap)
      root.setJustifyContent(justification(axis))
      root.setAlignItems(Align.FlexStart)
      root.setAlignContent(Align.FlexStart)
      root.setGap(Gutter.Column, axis.gap)
      const nodes = axis.items.map((item, i) => {
        const node = this.#yoga.Node.create(this.#config)
        root.insertChild(node, i)
        setItem(node, item)
        return node
      })
      root.calculateLayout(axis.room, undefined, Direction.LTR)
      return read(nodes.map((node) => node.getComputedLayout()))
    } finally {
      root.freeRecursive()
    }
  }
}

type YogaNode = ReturnType<Yoga['Node']['create']>

function setItem(node: YogaNode, item: MainItem): void {
  node.setFlexBasis(item.base)
  node.setMinWidth(item.min)
  if (Number.isFinite(item.max)) node.setMaxWidth(item.max)
  node.setFlexGrow(item.grow)
  // Yoga weighs by the whole base size, CSS by the content box's.
  node.setFlexShrink(item.base > 0 ? (item.shrink * item.innerBase) / item.base : 0)
  node.setMargin(Edge.Left, item.before)
  node.setMargin(Edge.Right, item.after)
  // Every line is one point high, so the offset tells which line an item is on.
  node.setHeight(1)
}

function justification({ justify, isReversed }: MainAxis): Justify {
  switch (justify.position) {
    case 'center':
      return Justify.Center
    case 'space-between':
      return Justify.SpaceBetween
    case 'space-around':
      return Justify.SpaceAround
    case 'space-evenly':
      return Justify.SpaceEvenly
    case 'end':
      return isReversed ? Justify.FlexStart : Justify.FlexEnd
    default:
      return isReversed ? Justify.FlexEnd : Justify.FlexStart
  }
}

function read(layouts: readonly { readonly left: number; readonly top: number; readonly width: number }[]): SolvedAxis {
  const lines: number[][] = []
  const sizes: number[] = []
  layouts.forEach(({ top, width }, i) => {
    const line = Math.round(top)
    const items = lines[line]
    if (items === undefined) lines[line] = [i]
    else items.push(i)
    sizes.push(width)
  })
  return { lines: lines.map((items) => ({ items })), sizes, offsets: layouts.map(({ left }) => left) }
}
