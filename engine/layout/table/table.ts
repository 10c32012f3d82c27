// Problem: tables of any size in one pass over their rows. Approach: what the columns need is known from `tableModel`; here the width is shared out, captions
// stand above and below, and rows are laid out cluster by cluster. A closed table lays all of them at once and may stretch them to its height; an open
// (streamed) one lays a row when it is asked for and forgets it when it is released, so its height is known only at the end.
// Limits: an open table cannot be stretched; its bottom border is that of its foot, or of the table itself.

import type { TableBox, TableRowGroup } from '../../box/box.ts'
import { isContainingBlock } from '../../box/box-kinds.ts'
import { addAll } from '../../collections/lists.ts'
import { itemsOf, sequenceFrom, sequenceOf } from '../../collections/sequence.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { ContentWidths, LayoutContext, LayoutSize, LayoutWorkCounters } from '../context.ts'
import type { EmptyGroup, LaidRow, LaidTable, PendingBox, Placed } from '../laid.ts'
import { paddingBox, relativeShift } from '../positioned/finish.ts'
import { OpenPositioned } from '../positioned/open.ts'
import { translatePending } from '../positioned/positioned.ts'
import { edgesFrom, isAutomatic, ratioHeight, specifiedSize, type UsedEdges, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { baselines } from './baselines.ts'
import { type Captions, layCaptions, pendingOfCaptions } from './captions.ts'
import { columnsAt } from './column-geometry.ts'
import { isCollapsedColumn } from './demand.ts'
import { type EmptyDraft, emptyDrafts, heightOfEmpty, placeEmpty } from './empty-groups.ts'
import { gridRows } from './grid.ts'
import { allRows, StreamedGroups } from './groups.ts'
import { type DraftRow, leftOutHeight, meetGroupHeights, stretchGroups, wholeHeight } from './heights.ts'
import { tableModel, tableWidths as widths } from './measure.ts'
import type { TableModel } from './model.ts'
import { pageVariants } from './page-variants.ts'
import { PositionedInRows, type ResolvedRows } from './positioned.ts'
import { draftClusters, placeGroup, RowStack, type RowsFrame } from './rows.ts'

export function tableWidths(box: TableBox, context: LayoutContext): ContentWidths {
  return widths(box, context)
}

/** Tables are laid out at their whole width: only then collapsed columns are left out. */
export function shownWidth(box: TableBox, width: number, context: LayoutContext): number {
  if (!box.columns.some(isCollapsedColumn)) return width
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  return columnsAt(box, size, tableModel(box, context), context).size.width
}

export function layoutTable(box: TableBox, given: LayoutSize, context: LayoutContext): LaidTable {
  const model = withPadding(tableModel(box, context), box, given)
  const { size, geometry, shown } = columnsAt(box, given, model, context)
  const captions = layCaptions(box, size.width, context)
  const height = gridHeightFor(box, size, captions, model)
  const isTall = height !== undefined && (size.height !== undefined || box.style.height !== 'auto')
  const frame: RowsFrame = { model, geometry, shown, context, isTall }
  const parts = { box, size, model, frame, captions }
  return box.isStreamed && size.escape !== undefined ? openTable(parts, size.escape) : closedTable(parts, height)
}

/** The model was made before percentages of padding meant anything. */
function withPadding(model: TableModel, { style }: TableBox, size: LayoutSize): TableModel {
  const { padding } = usedEdges(style, size.containingWidth)
  return model.borders !== undefined || padding === usedEdges(style, 0).padding ? model : { ...model, padding }
}

interface Parts {
  readonly box: TableBox
  readonly size: LayoutSize
  readonly model: TableModel
  readonly frame: RowsFrame
  readonly captions: Captions
}

// ── Heights ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Border-box height that is specified for the grid; undefined when its rows decide. */
function gridHeightFor({ style }: TableBox, size: LayoutSize, captions: Captions, { border, padding }: TableModel): number | undefined {
  const around = captions.topHeight + captions.bottomHeight
  if (size.height !== undefined) return Math.max(0, size.height - around)
  // A minimum in percent of the unknown is none, in browsers.
  const edges = edgesFrom(border, padding)
  const least = specifiedSize(style.minHeight, size.containingHeight, edges.height, style.boxSizing) || undefined
  const specified = specifiedGridHeight(style, size, edges)
  if (specified === undefined) return least
  return Math.max(specified, least ?? 0)
}

/** `edges`: of the table as it is, which are halves of borders where these collapse. */
function specifiedGridHeight(style: Style, size: LayoutSize, edges: UsedEdges): number | undefined {
  const { containingHeight, containingWidth } = size
  if (style.height === 'stretch' && containingHeight !== undefined) {
    const margins = usedMargins(style, containingWidth)
    return Math.max(edges.height, containingHeight - margins.top - margins.bottom)
  }
  if (style.aspectRatio === 'auto' || !isAutomatic(style.height, containingHeight))
    return specifiedSize(style.height, containingHeight, edges.height, style.boxSizing)
  // Of the width inside the edges of the table, as if that were its border box, as in browsers.
  return ratioHeight(style, edges, size.width - edges.width)
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function frameOf({ box, size, model, frame, captions }: Parts) {
  const { geometry, shown = geometry } = frame
  const { border, padding } = model
  return {
    kind: 'table',
    box,
    width: size.width,
    border,
    padding,
    gridX: 0,
    gridWidth: size.width,
    gridY: captions.topHeight,
    columns: shown.xs.map((x, c) => ({
      x,
      width: shown.widths[c]!,
      style: box.columns[c]?.style,
      group: box.columns[c]?.group,
    })),
    spacing: model.spacing,
    collapsed: model.borders,
    topCaptions: captions.top,
  } as const
}

function closedTable(parts: Parts, height: number | undefined): LaidTable {
  const { box, model, frame, captions } = parts
  const clusters = [...draftClusters(allRows(box), frame)]
  const spacingY = model.spacing.y
  const top = model.border.top + model.padding.top
  const bottom = model.border.bottom + model.padding.bottom
  if (hasGroupHeight(box)) meetGroupHeights(clusters.flat(), spacingY)
  const empty = emptyDrafts(box)
  const least = height === undefined ? 0 : stretched(parts, { drafts: clusters.flat(), empty }, height - top - bottom) + top + bottom
  const gap = clusters.length === 0 ? 0 : spacingY
  const headY = top + gap
  const head = placeGroup(clusters, 'head', 0, frame)
  const bodyY = headY + head.end + heightOfEmpty(empty, 'head')
  const body = placeBodies(clusters, { parts, empty, top: bodyY, gap })
  const foot = placeGroup(clusters, 'foot', 0, frame)
  const gridHeight = Math.max(body.end + foot.end + heightOfEmpty(empty, 'foot') + bottom, least)
  const gridBottom = captions.topHeight + gridHeight
  const groups = [head.rows, body.rows, foot.rows]
  const tops = [headY, 0, body.end]
  const { placed, pending } = closedPositioned(parts, groups, tops, gridBottom)
  return {
    height: gridBottom + captions.bottomHeight,
    positioned: placed,
    shift: undefined,
    gridHeight,
    headY,
    footY: body.end,
    bottomCaptions: captions.bottom.map((caption) => ({ ...caption, y: caption.y + gridBottom })),
    head: head.rows,
    foot: foot.rows,
    rows: sequenceOf(body.rows),
    ...(empty.length === 0 ? {} : { emptyGroups: emptyAmong(box, { empty, gap, headY, body, footY: body.end }) }),
    isOpen: false,
    breakSummary: undefined,
    ...frameOf(parts),
    ...pageVariants(box, frame),
    ...baselines(captions.topHeight, groups, tops),
    ...(pending.length === 0 ? {} : { pending }),
  }
}

function hasGroupHeight({ head, bodies, foot }: TableBox): boolean {
  const isTall = (group: TableRowGroup | undefined): boolean => group !== undefined && group.style.height !== 'auto'
  if (isTall(head) || isTall(foot)) return true
  for (const group of itemsOf(bodies)) if (isTall(group)) return true
  return false
}

interface DraftGroups {
  readonly drafts: readonly DraftRow[]
  readonly empty: readonly EmptyDraft[]
}

/** Stretches the rows to a table of this height inside its edges; gives what is left of it without the rows that are left out. */
function stretched({ box: { style } }: Parts, { drafts, empty }: DraftGroups, height: number): number {
  // Also where no column has any: then it is not around the rows.
  const spacing = style.borderCollapse === 'collapse' ? 0 : style.borderSpacingY
  const around = empty.length === 0 ? 0 : spacing * (empty.length + (drafts.length === 0 ? 1 : 0))
  const extra = height - wholeHeight(drafts, spacing) - heightOfEmpty(empty) - around
  if (extra > 0) stretchGroups(drafts, empty, extra, spacing)
  return height - leftOutHeight(drafts, spacing)
}

interface BodyPlace {
  readonly parts: Parts
  readonly empty: readonly EmptyDraft[]
  readonly top: number
  readonly gap: number
}

/** Body rows and the empty groups among them, and where what follows begins. */
function placeBodies(clusters: readonly DraftRow[][], { parts: { box, frame }, empty, top, gap }: BodyPlace) {
  const { rows, end } = placeGroup(clusters, 'body', top, frame)
  if (empty.length === 0) return { rows, end, empty: [] }
  return { ...placeEmpty({ groups: itemsOf(box.bodies), rows, top, gap }, empty), end: end + heightOfEmpty(empty, 'body') }
}

interface EmptyPlaces {
  readonly empty: readonly EmptyDraft[]
  readonly gap: number
  readonly headY: number
  readonly body: { readonly empty: readonly EmptyGroup[] }
  readonly footY: number
}

function emptyAmong({ head, foot }: TableBox, { empty, gap, headY, body, footY }: EmptyPlaces): EmptyGroup[] {
  const alone = (group: TableRowGroup | undefined, top: number): readonly EmptyGroup[] =>
    group === undefined ? [] : placeEmpty({ groups: [group], rows: [], top, gap }, empty).empty
  return [...alone(head, headY), ...body.empty, ...alone(foot, footY)]
}

function closedPositioned(
  { captions, frame }: Parts,
  groups: readonly (readonly LaidRow[])[],
  tops: readonly number[],
  gridBottom: number,
): { readonly placed: readonly Placed[]; readonly pending: readonly PendingBox[] } {
  const resolver = new PositionedInRows(frame)
  const resolved = groups.map((rows, i) => resolver.resolve(rows, captions.topHeight + tops[i]!))
  const isNone = captions.top.length === 0 && captions.bottom.length === 0 && resolved.every(isNothing)
  if (isNone) return NOT_POSITIONED
  const pending = [
    ...pendingOfCaptions(captions.top, 0),
    ...resolved.flatMap(({ rest }) => rest),
    // Captions below count from the bottom of the grid.
    ...pendingOfCaptions(captions.bottom, gridBottom),
  ]
  return { placed: resolved.flatMap(({ placed }) => placed), pending }
}

const NOT_POSITIONED = { placed: [], pending: [] }

function isNothing({ placed, rest }: ResolvedRows): boolean {
  return placed.length === 0 && rest.length === 0
}

// ── Streamed ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function countAlive(rows: number, counters: LayoutWorkCounters): void {
  if (rows > counters.rowsAlive) counters.rowsAlive = rows
}

function openTable(parts: Parts, handOut: Escape): LaidTable {
  const { box, size, model, frame, captions } = parts
  const spacingY = model.spacing.y
  const bottom = model.border.bottom + model.padding.bottom
  const headY = model.border.top + model.padding.top + spacingY
  const groups = new StreamedGroups(box)
  const clusters = draftClusters(allRows(box, groups), frame)
  const head: LaidRow[] = []
  const headStack = new RowStack(0, frame)
  let step = clusters.next()
  for (; step.done !== true && step.value[0]?.grid.role === 'head'; step = clusters.next()) addAll(head, headStack.place(step.value))
  const foot = openFoot(parts)
  const positioned = new OpenTablePositioned(parts, handOut)
  positioned.take({ placed: [], rest: pendingOfCaptions(captions.top, 0) })
  positioned.rows(head, headY)
  const end = (y: number): void => {
    positioned.rows(foot.rows, y)
    positioned.end(captions.topHeight + gridHeight() + captions.bottomHeight)
  }
  const stream = new BodyStream({ step, clusters, top: headY + headStack.end, positioned, end, frame })
  const rows = sequenceFrom(stream.rows(), (alive) => countAlive(alive, frame.context.workCounters))
  const release = (before: number): void => {
    rows.release(before)
    groups.release(before)
  }
  const gridHeight = (): number => stream.end + foot.end + bottom
  return {
    positioned: positioned.own.placed,
    positionedWindow: positioned.own,
    shift: relativeShift(box.style, size),
    headY,
    bottomCaptions: captions.bottom,
    head,
    foot: foot.rows,
    rows: { at: (index) => rows.at(index), isReleased: (index) => rows.isReleased(index), release },
    placeOf: (row) => groups.placeOf(row),
    isOpen: true,
    get height() {
      return captions.topHeight + gridHeight() + captions.bottomHeight
    },
    get gridHeight() {
      return gridHeight()
    },
    get footY() {
      return stream.end
    },
    ...frameOf(parts),
    ...pageVariants(box, frame),
    ...baselines(captions.topHeight, [head], [headY]),
  }
}

/** The foot stands below whatever row is last: its borders are resolved against the first body row. */
function openFoot({ box, model, frame }: Parts): ReturnType<typeof placeGroup> {
  if (box.foot === undefined) return { rows: [], end: 0 }
  const clusters = [...draftClusters(gridRows(box.foot, 'foot', itemsOf(box.foot.rows)), frame, { before: model.sample })]
  return placeGroup(clusters, 'foot', 0, frame)
}

type Step = IteratorResult<DraftRow[], undefined>
type Escape = NonNullable<LayoutSize['escape']>

/** Positioned boxes of an open table: they find their containing block, or leave, when their row comes. */
class OpenTablePositioned {
  readonly own = new OpenPositioned()
  readonly #parts: Parts
  readonly #handOut: Escape
  readonly #rows: PositionedInRows

  constructor(parts: Parts, handOut: Escape) {
    this.#parts = parts
    this.#handOut = handOut
    this.#rows = new PositionedInRows(parts.frame)
  }

  /** Rows whose `y` counts from `top` in the grid. */
  rows(rows: readonly LaidRow[], top: number): void {
    if (rows.length > 0) this.take(this.#rows.resolve(rows, this.#parts.captions.topHeight + top))
  }

  take({ placed, rest }: ResolvedRows): void {
    addAll(this.own.placed, placed)
    if (rest.length === 0) return
    const { style } = this.#parts.box
    this.#leave(isContainingBlock(style) ? this.own.take(rest, this.#block(0), style, this.#parts.frame.context) : rest)
  }

  /** `height`: of the whole table. */
  end(height: number): void {
    const { box, frame } = this.#parts
    if (isContainingBlock(box.style)) this.#leave(this.own.end([], this.#block(height), box.style, frame.context))
  }

  #block(height: number): Rect {
    const { size, model } = this.#parts
    return paddingBox(size.width, height, model.border)
  }

  #leave(rest: readonly PendingBox[]): void {
    const shift = relativeShift(this.#parts.box.style, this.#parts.size)
    if (rest.length > 0) this.#handOut(translatePending(rest, shift?.x ?? 0, shift?.y ?? 0))
  }
}

interface StreamParts {
  /** The first cluster, pulled already. */
  readonly step: Step
  readonly clusters: Iterator<DraftRow[], undefined>
  readonly top: number
  readonly positioned: OpenTablePositioned
  /** Called once, with where what follows the last row begins. */
  readonly end: (y: number) => void
  readonly frame: RowsFrame
}

/** Body rows of an open table, laid out as they are pulled. */
class BodyStream {
  readonly #parts: StreamParts
  #step: Step
  readonly #stack: RowStack
  #isDone = false

  constructor(parts: StreamParts) {
    this.#parts = parts
    this.#step = parts.step
    this.#stack = new RowStack(parts.top, parts.frame)
  }

  /** Where what follows the last row begins. */
  get end(): number {
    if (!this.#isDone) throw new Error('table: the height of an open table was asked for before its rows came to an end')
    return this.#stack.end
  }

  *rows(): Generator<LaidRow, undefined> {
    const { clusters, positioned, end } = this.#parts
    for (; this.#step.done !== true && this.#step.value[0]?.grid.role === 'body'; this.#step = clusters.next()) {
      const rows = this.#stack.place(this.#step.value)
      positioned.rows(rows, 0)
      for (const row of rows) yield row
    }
    this.#isDone = true
    end(this.#stack.end)
    return undefined
  }
}
