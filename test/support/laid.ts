// Hand-made laid trees for tests of fragmentation: small numbers, and only the style properties that breaking looks at.
import type { Box, Origin, TableRow, TableRowGroup } from '../../engine/box/box.ts'
import { sequenceOf } from '../../engine/collections/sequence.ts'
import { type Edges, NO_EDGES } from '../../engine/geometry.ts'
import type {
  FlowChild,
  Laid,
  LaidBlock,
  LaidCell,
  LaidColumns,
  LaidFlexGrid,
  LaidParagraph,
  LaidReplaced,
  LaidRow,
  LaidTable,
  Line,
  Placed,
} from '../../engine/layout/laid.ts'
import type { Style } from '../../engine/style/style.ts'

const BASE = {
  marginTop: 0,
  marginBottom: 0,
  rowGap: 'normal',
  display: 'block',
  position: 'static',
  float: 'none',
  overflowX: 'visible',
  overflowY: 'visible',
  height: 'auto',
  minHeight: 'auto',
  maxHeight: 'none',
  aspectRatio: 'auto',
  breakBefore: 'auto',
  breakAfter: 'auto',
  breakInside: 'auto',
  top: 'auto',
  bottom: 'auto',
  boxDecorationBreak: 'slice',
  alignContent: 'normal',
  orphans: 2,
  shownOn: [],
  groupLevel: 'none',
  widows: 2,
  page: '',
  columnSpan: 'none',
  columnFill: 'balance',
}

/** Only the properties that fragmentation reads are there. */
export function styleOf(style: Partial<Style> = {}): Style {
  return { ...BASE, ...style } as unknown as Style
}

function originOf(path: string): Origin {
  return { tag: 'div', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path }
}

export interface Frame {
  readonly style?: Partial<Style>
  readonly border?: Partial<Edges>
  readonly padding?: Partial<Edges>
  readonly positioned?: readonly Placed[]
  readonly name?: string
}

function baseOf(kind: Box['kind'], { style, border, padding, positioned, name }: Frame) {
  const box = { kind, style: styleOf(style), origin: originOf(name ?? kind), isAnonymous: false, marks: [] } as unknown as Box
  return {
    box,
    border: { ...NO_EDGES, ...border },
    padding: { ...NO_EDGES, ...padding },
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: positioned ?? [],
    shift: undefined,
    width: 100,
  }
}

/** `count` lines of 10, or lines of the given heights. */
export function paragraph(lines: number | readonly number[], frame: Frame & { floats?: readonly Placed[] } = {}): LaidParagraph {
  const heights = typeof lines === 'number' ? Array<number>(lines).fill(10) : lines
  const base = baseOf('paragraph', frame)
  const top = base.border.top + base.padding.top
  let y = top
  const made = heights.map((height, i): Line => {
    const line = { y, height, baseline: y + 8, from: i, items: [], isLast: i === heights.length - 1, marks: [] }
    y += height
    return line
  })
  const height = y + base.padding.bottom + base.border.bottom
  const floats = (frame.floats ?? []).map((float) => ({ ...float, slot: made.findLastIndex((line) => line.y <= float.y) }))
  return { kind: 'paragraph', ...base, lines: made, floats, marker: undefined, height }
}

export function picture(height: number, style: Partial<Style> = {}): LaidReplaced {
  return { kind: 'replaced', ...baseOf('replaced', { style, name: 'img' }), height }
}

export interface ChildOptions {
  readonly marginTop?: number
  readonly float?: 'left' | 'right'
  readonly x?: number
}

export type ChildSpec = Laid | readonly [Laid, ChildOptions]

/** Block flow: children below each other; a float stands at the place where it comes and takes none. */
export function block(children: readonly ChildSpec[], frame: Frame & { height?: number } = {}): LaidBlock {
  const definite = frame.height === undefined ? {} : { style: { ...frame.style, height: frame.height } }
  const base = baseOf('block', { ...frame, ...definite })
  let y = base.border.top + base.padding.top
  const placed = children.map((spec): FlowChild => {
    const [laid, options] = isSpec(spec) ? spec : [spec, {}]
    const marginTop = options.marginTop ?? 0
    if (options.float !== undefined) return { laid, x: options.x ?? 0, y: y + marginTop, role: 'float', marginTop }
    const child: FlowChild = { laid, x: options.x ?? 0, y: y + marginTop, role: 'in-flow', marginTop }
    y = child.y + laid.height
    return child
  })
  const height = frame.height ?? y + base.padding.bottom + base.border.bottom
  return { kind: 'block', ...base, children: sequenceOf(placed), isOpen: false, marker: undefined, height }
}

function isSpec(spec: ChildSpec): spec is readonly [Laid, ChildOptions] {
  return Array.isArray(spec)
}

/** A flex row or grid: bands of boxes side by side. */
export function bands(rows: readonly (readonly Laid[])[], frame: Frame = {}): LaidFlexGrid {
  const base = baseOf('flex', frame)
  let y = base.border.top + base.padding.top
  const children: Placed[] = []
  const made = rows.map((row) => {
    const band = { y, height: Math.max(0, ...row.map((laid) => laid.height)), first: children.length, end: children.length + row.length }
    row.forEach((laid, i) => {
      children.push({ x: i * 100, y, laid })
    })
    y += band.height
    return band
  })
  const height = y + base.padding.bottom + base.border.bottom
  return { kind: 'flex-grid', ...base, children, breaks: { kind: 'bands', bands: made }, height }
}

export function stack(items: readonly Laid[], frame: Frame = {}): LaidFlexGrid {
  const { children, height } = block(items, frame)
  const placed = items.map((_, i) => children.at(i)!)
  return { kind: 'flex-grid', ...baseOf('flex', frame), children: placed, breaks: { kind: 'stack' }, height }
}

export function monolith(items: readonly Laid[], frame: Frame = {}): LaidFlexGrid {
  return { ...stack(items, frame), breaks: { kind: 'monolithic' } }
}

export function columns(count: number, children: readonly ChildSpec[], frame: Frame = {}): LaidColumns {
  const flow = block(children)
  const base = baseOf('block', frame)
  const xs = Array.from({ length: count }, (_, i) => i * 110)
  const height = flow.height / count + base.border.top + base.padding.top + base.border.bottom + base.padding.bottom
  return {
    kind: 'columns',
    ...base,
    flow,
    columnWidth: 100,
    columnGap: 10,
    columnCount: count,
    xs,
    leastHeights: [],
    balancedHeights: [],
    isHeightDefinite: typeof base.box.style.height === 'number',
    contentShift: 0,
    columnStarts: () => [0],
    height,
  }
}

export interface CellSpec {
  readonly laid: Laid
  readonly rowSpan?: number
  readonly shift?: number
  readonly column?: number
}

export interface RowSpec {
  readonly cells: readonly (Laid | CellSpec)[]
  readonly style?: Partial<Style>
  /** At least this tall. */
  readonly height?: number
}

export interface TableOptions extends Frame {
  readonly head?: readonly RowSpec[]
  readonly foot?: readonly RowSpec[]
  readonly spacing?: number
  readonly group?: Partial<Style>
  readonly topCaptions?: readonly Laid[]
  readonly bottomCaptions?: readonly Laid[]
  readonly isOpen?: boolean
}

/** As the default style sheet has it: a row moves whole where it fits a page. */
const DEFAULT_ROW = { breakInside: '-platen-avoid-if-short' } as const

/** A table whose rows are as tall as their tallest cell; cells that span rows make the last of them taller if need be. */
export function table(rows: readonly RowSpec[], options: TableOptions = {}): LaidTable {
  const base = baseOf('table', options)
  const spacing = options.spacing ?? 0
  const captionHeight = (options.topCaptions ?? []).reduce((sum, laid) => sum + laid.height, 0)
  const headY = base.border.top + base.padding.top + spacing
  const head = groupRows(options.head ?? [], 0, spacing, {}, 'head')
  const headHeight = extent(head)
  const bodyY = headY + (head.length === 0 ? 0 : headHeight + spacing)
  const body = groupRows(rows, bodyY, spacing, options.group ?? {}, 'body')
  const foot = groupRows(options.foot ?? [], 0, spacing, {}, 'foot')
  const bodyEnd = body.length === 0 ? bodyY - spacing : extent(body)
  const footY = bodyEnd + spacing
  const gridHeight = (foot.length === 0 ? bodyEnd : footY + extent(foot)) + spacing + base.padding.bottom + base.border.bottom
  let y = captionHeight + gridHeight
  const bottomCaptions = (options.bottomCaptions ?? []).map((laid) => {
    const placed = { x: 0, y: options.isOpen === true ? y - captionHeight - gridHeight : y, laid }
    y += laid.height
    return placed
  })
  return {
    kind: 'table',
    ...base,
    gridX: 0,
    gridWidth: 100,
    gridY: captionHeight,
    gridHeight,
    headY,
    footY,
    columns: [{ x: 0, width: 100, style: undefined, group: undefined }],
    spacing: { x: spacing, y: spacing },
    collapsed: undefined,
    topCaptions: (options.topCaptions ?? []).map((laid) => ({ x: 0, y: 0, laid })),
    bottomCaptions,
    head,
    foot,
    rows: sequenceOf(body),
    isOpen: options.isOpen ?? false,
    height: y,
  }
}

function extent(rows: readonly LaidRow[]): number {
  const last = rows.at(-1)
  return last === undefined ? 0 : last.y + last.height
}

function groupRows(specs: readonly RowSpec[], top: number, spacing: number, style: Partial<Style>, name: string): LaidRow[] {
  const group = { style: styleOf(style), origin: originOf(name), isStreamed: false } as unknown as TableRowGroup
  const cells = specs.map((spec) => spec.cells.map((cell): CellSpec => ('kind' in cell ? { laid: cell } : cell)))
  const heights = specs.map((spec, i) =>
    Math.max(spec.height ?? 0, ...cells[i]!.map((cell) => (lastRow(cell, i, specs.length) === i ? cell.laid.height : 0))),
  )
  cells.forEach((row, i) => {
    for (const cell of row) {
      const end = lastRow(cell, i, specs.length)
      const height = sum(heights, i, end + 1) + spacing * (end - i)
      if (cell.laid.height > height) heights[end]! += cell.laid.height - height
    }
  })
  const starts = heights.map((_, i) => top + sum(heights, 0, i) + spacing * i)
  return specs.map((spec, i): LaidRow => {
    const row = {
      style: styleOf({ ...DEFAULT_ROW, ...spec.style }),
      origin: originOf(`${name}${i}`),
      cells: [],
      marks: [],
      index: i,
    } as unknown as TableRow
    return {
      row,
      group,
      y: starts[i]!,
      height: heights[i]!,
      cells: cells[i]!.map((cell, column) => cellOf(cell, column, i, heights, spacing)),
      spanned: clusterEnd(cells, i, specs.length) - i,
      isFirstInGroup: i === 0,
      isLastInGroup: i === specs.length - 1,
      borders: undefined,
      isBare: false,
    }
  })
}

function lastRow(cell: CellSpec, row: number, count: number): number {
  return Math.min(count - 1, row + (cell.rowSpan ?? 1) - 1)
}

function sum(values: readonly number[], from: number, to: number): number {
  return values.slice(from, to).reduce((total, value) => total + value, 0)
}

function cellOf(cell: CellSpec, column: number, row: number, heights: readonly number[], spacing: number): LaidCell {
  const end = lastRow(cell, row, heights.length)
  return {
    x: column * 50,
    column: cell.column ?? column,
    colSpan: 1,
    rowSpan: end - row + 1,
    width: 50,
    height: sum(heights, row, end + 1) + spacing * (end - row),
    laid: cell.laid,
    contentShift: cell.shift ?? 0,
  }
}

/** First row after `row` that no cell of earlier rows reaches into. */
function clusterEnd(cells: readonly (readonly CellSpec[])[], row: number, count: number): number {
  let end = row + 1
  for (let i = 0; i < end; i++) {
    for (const cell of cells[i]!) {
      const last = lastRow(cell, i, count)
      if (last >= row && i < end) end = Math.max(end, last + 1)
    }
  }
  return end
}
