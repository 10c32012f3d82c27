// Boxes as they show on one page: what is repeated there (heads and feet of tables, running elements) may have texts that only the page knows,
// and parts that show on some pages only.
import { ObjectCache } from '../collections/cache.ts'
import { itemsOf, sequenceOf } from '../collections/sequence.ts'
import type { Style } from '../style/style.ts'
import type { Box, InlineItem, PageItem, TableBox, TablePage, TableRow, TableRowGroup } from './box.ts'

/** A page, as far as boxes ask. */
export interface PageView {
  /** Undefined: not known; the item keeps its place. */
  textOf(item: PageItem): string | undefined
  /** Undefined: it may or may not be, and everything shows. */
  readonly isFirst: boolean | undefined
  readonly isLast: boolean | undefined
}

/** The box as the page shows it; the same object when nothing in it depends on pages. */
export function boxOnPage(box: Box, view: PageView): Box {
  switch (box.kind) {
    case 'paragraph': {
      const items = itemsOnPage(box.items, view)
      return items === box.items ? box : { ...box, items }
    }
    case 'block': {
      const before = [...itemsOf(box.children)]
      const children = boxesOnPage(before, view)
      return children === before ? box : { ...box, children: sequenceOf(children) }
    }
    case 'flex':
    case 'grid': {
      const children = boxesOnPage(box.children, view)
      return children === box.children ? box : { ...box, children }
    }
    case 'table':
      return tableOnPage(box, view)
    case 'replaced':
      return box
    case 'turned': {
      const inner = boxOnPage(box.inner, view)
      return inner === box.inner ? box : { ...box, inner }
    }
  }
}

/** Whether a box of this style shows on the page: all that it asks for must hold. */
export function showsOn({ shownOn }: Style, view: PageView): boolean {
  return shownOn.every((word) => {
    const is = word === 'first' || word === 'not-first' ? view.isFirst : view.isLast
    return is === undefined || is === (word === 'first' || word === 'last')
  })
}

function boxesOnPage(boxes: readonly Box[], view: PageView): readonly Box[] {
  const shown = boxes.every(({ style }) => showsOn(style, view)) ? boxes : boxes.filter(({ style }) => showsOn(style, view))
  return mapped(shown, (box) => boxOnPage(box, view))
}

function itemsOnPage(items: readonly InlineItem[], view: PageView): readonly InlineItem[] {
  const result: InlineItem[] = []
  let isSame = true
  /** Inline boxes that are open inside of one that does not show. */
  let hidden = 0
  for (const item of items) {
    if (hidden > 0 || (item.kind === 'open' && !showsOn(item.style, view))) {
      if (item.kind === 'open') hidden++
      else if (item.kind === 'close') hidden--
      isSame = false
      continue
    }
    const own = itemOnPage(item, view)
    if (own !== item) isSame = false
    if (own !== undefined) result.push(own)
  }
  return isSame ? items : result
}

/** Undefined for what does not show. */
function itemOnPage(item: InlineItem, view: PageView): InlineItem | undefined {
  switch (item.kind) {
    case 'page-number': {
      const text = view.textOf(item.content)
      if (text === undefined) return item
      return text === '' ? undefined : { kind: 'text', text, source: undefined, style: item.style, origin: item.origin }
    }
    case 'atomic':
    case 'float':
    case 'positioned': {
      if (!showsOn(item.box.style, view)) return undefined
      const box = boxOnPage(item.box, view)
      return box === item.box ? item : { ...item, box }
    }
    default:
      return item
  }
}

function tableOnPage(table: TableBox, view: PageView): TableBox {
  const captions = mapped(table.captions, (caption) => boxOnPage(caption, view))
  const before = [...itemsOf(table.bodies)]
  const bodies = mapped(before, (group) => groupOnPage(group, view))
  const head = table.head && groupOnPage(table.head, view)
  const foot = table.foot && groupOnPage(table.foot, view)
  const isSame = captions === table.captions && bodies === before && head === table.head && foot === table.foot
  return isSame ? table : { ...table, captions, head, bodies: sequenceOf(bodies), foot }
}

/** A group of rows; those that do not show keep their places, without height. Only for groups known to be short. */
function groupOnPage(group: TableRowGroup, view: PageView): TableRowGroup {
  const before = [...itemsOf(group.rows)]
  const isShown = showsOn(group.style, view)
  const rows = mapped(before, (row) => (isShown ? rowOnPage(row, view) : { ...row, style: leftOut(row.style) }))
  return rows === before ? group : { ...group, rows: sequenceOf(rows), measureRows: () => rows }
}

function rowOnPage(row: TableRow, view: PageView): TableRow {
  if (!showsOn(row.style, view)) return { ...row, style: leftOut(row.style) }
  const cells = mapped(row.cells, (cell) => {
    const box = showsOn(cell.box.style, view) ? boxOnPage(cell.box, view) : emptied(cell.box)
    return box === cell.box ? cell : { ...cell, box }
  })
  return cells === row.cells ? row : { ...row, cells }
}

/** The cell keeps its place in the row. */
function emptied({ style, origin, isAnonymous, marks }: Box): Box {
  return { kind: 'block', style, origin, isAnonymous, marks, marker: undefined, children: sequenceOf([]), isStreamed: false }
}

const leftOutStyles = new ObjectCache<Style, Style>('identity')

/** Styles are compared by identity: each has one for rows that are left out. */
function leftOut(style: Style): Style {
  let own = leftOutStyles.get(style)
  if (own === undefined) {
    own = Object.freeze({ ...style, visibility: 'collapse' } as const)
    leftOutStyles.set(style, own)
  }
  return own
}

/** `list` with each item mapped; the same list when no item changed. */
function mapped<T>(list: readonly T[], map: (item: T) => T): readonly T[] {
  let result: T[] | undefined
  for (const [index, item] of list.entries()) {
    const other = map(item)
    if (other !== item) (result ??= [...list])[index] = other
  }
  return result ?? list
}

// ── What repeats with a table ───────────────────────────────────────────────────────────────────────────────────────────

/** A page of a table: its sums are those of the table's own rows, so texts that ask for others wait for the whole page. */
function viewOf({ isFirst, isLast, sums }: TablePage): PageView {
  const textOf = (item: PageItem): string | undefined =>
    sums !== undefined && item.kind === 'late' && item.late.isLocal ? item.late.textWith(sums) : undefined
  return { isFirst, isLast, textOf }
}

/** In one piece, on one page. */
const UNBROKEN: TablePage = { isFirst: true, isLast: true, sums: undefined }
/** Where a group of rows begins: that it continues is not known. */
const BEGINNING: TablePage = { isFirst: true, isLast: false, sums: undefined }

/** A head or foot that may differ from page to page; the same group when it does not. */
export function pagedGroup(group: TableRowGroup): TableRowGroup {
  const uses = usesOf([...itemsOf(group.rows)], group.style)
  if (!uses.pages && !uses.sums) return group
  const unbroken = groupOnPage(group, viewOf(UNBROKEN))
  return { ...unbroken, onPage: (page) => groupOnPage(group, viewOf(page)), asksForLast: uses.last }
}

/** A row that heads a group and comes back on later pages: as it shows first, and how it does then. */
export function pagedRow(row: TableRow): TableRow {
  const { pages, sums } = usesOf([row], undefined)
  if (!pages && !sums) return { ...row, onPage: () => row }
  return { ...rowOnPage(row, viewOf(BEGINNING)), onPage: (page) => rowOnPage(row, viewOf(page)) }
}

interface Uses {
  /** Something shows on some pages only; `last`: on the last, or on all but the last. */
  readonly pages: boolean
  readonly last: boolean
  readonly sums: boolean
}

/** Found by looking at the rows as two pages would show them that note what they are asked. */
function usesOf(rows: readonly TableRow[], group: Style | undefined): Uses {
  const view = new AskedView()
  for (const word of ['first', 'last'] as const) {
    view.word = word
    if (group !== undefined) showsOn(group, view)
    for (const row of rows) rowOnPage(row, view)
  }
  return view
}

/** A page that notes what it is asked. A class, as V8 takes microseconds to make an object with accessors of its own. */
class AskedView implements PageView, Uses {
  word: 'first' | 'last' = 'first'
  pages = false
  last = false
  sums = false

  get isFirst(): boolean {
    this.pages = true
    return this.word === 'first'
  }

  get isLast(): boolean {
    this.pages = true
    this.last = true
    return this.word === 'last'
  }

  textOf(item: PageItem): undefined {
    if (item.kind === 'late' && item.late.isLocal) this.sums = true
    return undefined
  }
}
