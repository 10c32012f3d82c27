// Boxes of page margin boxes (CSS Page 3 §5, GCPM 3 §1): their content is generated, with everything known of the page.
import { counterText } from '../counters.ts'
import { itemsOf, sequenceOf } from '../sequence.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import type { Box, InlineItem, Origin, PageContext, PageItem, TableBox, TableRow, TableRowGroup } from './box.ts'
import { NO_MARKS } from './context.ts'
import { derivedStyles } from './derived-style.ts'
import { quoteMark } from './generated.ts'
import { InlineRun } from './inline-text.ts'

const ORIGIN: Origin = { tag: '@page', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: '@page' }

/** The box of a margin box: lines of generated content, with running elements as blocks between them. */
export function buildMarginBox(items: readonly ContentItem[], style: Style, page: PageContext): Box {
  const styles = derivedStyles(page.initial)
  const blocks: Box[] = []
  let run = new InlineRun()
  const base = { origin: ORIGIN, marks: NO_MARKS, marker: undefined, firstLineStyle: undefined }
  const flush = (): void => {
    if (run.hasContent)
      blocks.push({ ...base, kind: 'paragraph', style: styles.anonymous(style, 'block'), isAnonymous: true, items: run.finish() })
    run = new InlineRun()
  }
  let quoteDepth = 0
  for (const item of items) {
    if (item.kind === 'element') {
      const box = page.running(item.name, item.position)
      if (box === undefined) continue
      flush()
      blocks.push(boxOnPage(box, page))
    } else if (item.kind === 'image') {
      const image = item.image.kind === 'url' ? page.image(item.image.url) : undefined
      if (image === undefined) continue
      run.atomic({ kind: 'replaced', style: styles.anonymous(style, 'inline'), origin: ORIGIN, isAnonymous: true, marks: NO_MARKS, image })
    } else if (item.kind === 'leader') run.later({ kind: 'leader', text: item.text, style, origin: ORIGIN })
    else if (item.kind === 'quote') {
      const mark = quoteMark(item.quote, style, quoteDepth)
      quoteDepth = mark.depth
      run.text(mark.text, style, ORIGIN)
    } else run.text(textOnPage(item, page), style, ORIGIN)
  }
  if (blocks.length === 0) return { ...base, kind: 'paragraph', style, isAnonymous: false, items: run.finish() }
  flush()
  const { firstLineStyle: _, ...block } = base
  return { ...block, kind: 'block', style, isAnonymous: false, children: sequenceOf(blocks), isStreamed: false }
}

/** The text of an item on a page; empty for what is no text, or not known of pages. */
export function textOnPage(item: ContentItem | PageItem, page: PageContext): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'string':
      return page.string(item.name, item.position)
    case 'counter':
      if (item.name !== 'page' && item.name !== 'pages') return counterText(0, item.style, page.counterStyles)
      return counterText(item.name === 'page' ? page.page : page.pages, item.style, page.counterStyles)
    case 'target-counter': {
      const number = item.url.startsWith('#') ? page.pageOf(decoded(item.url.slice(1))) : undefined
      return number === undefined ? '' : counterText(number, item.style, page.counterStyles)
    }
    case 'page-sum':
      return page.formatSum(page.sums[item.form](item.name), item.format)
    case 'late':
      return item.late.textWith(page.sums)
    default:
      return ''
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A stray percent sign: the fragment means itself (URL standard, "percent-decode").
    return fragment
  }
}

/** A running element as it shows on a page: page numbers are text. The same object when there are none in it. */
export function boxOnPage(box: Box, page: PageContext): Box {
  switch (box.kind) {
    case 'paragraph': {
      const items = mapped(box.items, (item) => itemOnPage(item, page))
      return items === box.items ? box : { ...box, items }
    }
    case 'block': {
      const before = [...itemsOf(box.children)]
      const children = mapped(before, (child) => boxOnPage(child, page))
      return children === before ? box : { ...box, children: sequenceOf(children) }
    }
    case 'flex':
    case 'grid': {
      const children = mapped(box.children, (child) => boxOnPage(child, page))
      return children === box.children ? box : { ...box, children }
    }
    case 'table':
      return tableOnPage(box, page)
    case 'replaced':
      return box
  }
}

function itemOnPage(item: InlineItem, page: PageContext): InlineItem {
  switch (item.kind) {
    case 'page-number':
      return { kind: 'text', text: textOnPage(item.content, page), source: undefined, style: item.style, origin: item.origin }
    case 'atomic':
    case 'float':
    case 'positioned': {
      const box = boxOnPage(item.box, page)
      return box === item.box ? item : { ...item, box }
    }
    default:
      return item
  }
}

function tableOnPage(table: TableBox, page: PageContext): TableBox {
  const captions = mapped(table.captions, (caption) => boxOnPage(caption, page))
  const before = [...itemsOf(table.bodies)]
  const bodies = mapped(before, (group) => groupOnPage(group, page))
  const head = table.head && groupOnPage(table.head, page)
  const foot = table.foot && groupOnPage(table.foot, page)
  const isSame = captions === table.captions && bodies === before && head === table.head && foot === table.foot
  return isSame ? table : { ...table, captions, head, bodies: sequenceOf(bodies), foot }
}

function groupOnPage(group: TableRowGroup, page: PageContext): TableRowGroup {
  const before = [...itemsOf(group.rows)]
  const rows = mapped(before, (row): TableRow => {
    const cells = mapped(row.cells, (cell) => {
      const box = boxOnPage(cell.box, page)
      return box === cell.box ? cell : { ...cell, box }
    })
    return cells === row.cells ? row : { ...row, cells }
  })
  return rows === before ? group : { ...group, rows: sequenceOf(rows), measureRows: () => rows }
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
