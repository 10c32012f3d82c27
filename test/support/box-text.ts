// A box tree as one line of text, for tests: `block(body para(p "some " em<"text">))`.
import type { Box, BoxMark, InlineItem, Marker, TableBox, TableRow, TableRowGroup } from '../../engine/box/box.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'

/** Children are read in order and to their end one by one, as streams ask for. Anonymous boxes are named `-`; marks stand in braces before the content, a marker in square brackets. */
export function boxText(box: Box): string {
  const name = box.isAnonymous ? '-' : box.origin.tag
  const marks = marksText(box.marks)
  const marker = 'marker' in box && box.marker !== undefined ? ` [${markerText(box.marker)}]` : ''
  switch (box.kind) {
    case 'block':
      return `${box.isStreamed ? 'stream' : 'block'}(${name}${marks}${marker}${list(Array.from(itemsOf(box.children), boxText))})`
    case 'paragraph':
      return `para(${name}${marks}${marker}${list(itemsText(box.items))})`
    case 'flex':
    case 'grid':
      return `${box.kind}(${name}${marks}${list(box.children.map(boxText))})`
    case 'table':
      return tableText(box, name + marks)
    case 'turned':
      return `turned(${box.inner.style.writingMode} ${boxText(box.inner)})`
    case 'replaced':
      return `${box.image === undefined ? 'missing' : box.image.kind}(${name}${marks})`
  }
}

/** A drawn bullet by its name. */
function markerText(marker: Marker): string {
  if (marker.kind === 'text') return marker.text
  return marker.image.kind === 'vector' ? (marker.image.root.attributes.get('class') ?? 'image') : 'image'
}

function tableText(box: TableBox, name: string): string {
  const bodies = Array.from(itemsOf(box.bodies), (group) => groupText('body', group))
  const parts = [
    ...box.captions.map((caption) => `caption:${boxText(caption)}`),
    ...(box.columns.length > 0 ? [`columns:${box.columns.length}`] : []),
    ...(box.head ? [groupText('head', box.head)] : []),
    ...bodies,
    ...(box.foot ? [groupText('foot', box.foot)] : []),
  ]
  return `table(${name}${list(parts)})`
}

function groupText(name: string, group: TableRowGroup): string {
  return `${name}${group.isStreamed ? '~' : ''}(${Array.from(itemsOf(group.rows), rowText).join(' ')})`
}

/** Cells as `column+span×rows:` where they are not 1 × 1 in order. */
export function rowText(row: TableRow): string {
  let expected = 0
  const cells = row.cells.map(({ box, column, colSpan, rowSpan }) => {
    const place = column === expected && colSpan === 1 && rowSpan === 1 ? '' : `${column}+${colSpan}×${rowSpan}:`
    expected = column + colSpan
    return place + boxText(box)
  })
  return `row${marksText(row.marks)}[${cells.join(' ')}]`
}

function itemsText(items: readonly InlineItem[]): string[] {
  const texts: string[] = []
  for (const item of items) texts.push(itemText(item))
  return texts
}

function itemText(item: InlineItem): string {
  switch (item.kind) {
    case 'text':
      return JSON.stringify(item.text).replaceAll('\u200B', '\\u200B')
    case 'open':
      return `${item.origin.tag}${marksText(item.marks)}<`
    case 'close':
      return '>'
    case 'break':
      return 'br'
    case 'mark':
      return marksText([item.mark]).trim()
    case 'page-number':
      return `#${item.content.kind}`
    case 'leader':
      return `leader${item.text}`
    default:
      return `${item.kind}:${boxText(item.box)}`
  }
}

function marksText(marks: readonly BoxMark[]): string {
  return marks.length === 0 ? '' : ` {${marks.map(markText).join(' ')}}`
}

function markText(mark: BoxMark): string {
  switch (mark.kind) {
    case 'anchor':
      return `#${mark.id}`
    case 'string':
      return `${mark.name}=${mark.value}`
    case 'bookmark':
      return `h${mark.level} ${mark.title}`
    case 'page-counter':
      return `page ${mark.change} ${mark.value}`
    case 'sum':
      return `sum ${mark.sum.keys[0]}`
    case 'running':
      return `running ${mark.name} ${boxText(mark.box)}`
    case 'footnote':
      return `footnote ${boxText(mark.box)}`
  }
}

function list(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`
}
