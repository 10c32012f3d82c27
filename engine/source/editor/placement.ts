// Puts nodes where the schema has them: text between blocks becomes a paragraph, an item without a list gets one, rows without a table get one.
import { addAll } from '../../collections/lists.ts'
import type { EditorNode } from './node.ts'
import { INLINE_NODES } from './schema.data.ts'
import { joinPlaceholders } from './split.ts'

/** What a list of nodes may hold. `repeated`: blocks, and items of a list around it. */
export type Place = 'blocks' | 'repeated' | 'inlines' | 'items' | 'rows' | 'cells' | 'columns' | 'details' | 'footnotes'

const PLACES: Readonly<Record<string, Place>> = {
  paragraph: 'inlines',
  heading: 'inlines',
  codeBlock: 'inlines',
  detailsSummary: 'inlines',
  figcaption: 'inlines',
  footnote: 'inlines',
  bulletList: 'items',
  orderedList: 'items',
  taskList: 'items',
  table: 'rows',
  tableHead: 'rows',
  tableBody: 'rows',
  tableFoot: 'rows',
  tableRow: 'cells',
  columns: 'columns',
  details: 'details',
  repeat: 'repeated',
  condition: 'repeated',
  footnotes: 'footnotes',
}

export function placeOfContent(type: string, around: Place): Place {
  // A node of a line that holds others, such as a link of some editors, holds a line.
  return PLACES[type] ?? (around === 'inlines' && mayBeInline(type) ? 'inlines' : 'blocks')
}

const ALSO_BLOCKS = new Set([
  'image',
  'qrcode',
  'barcode',
  'rawHtml',
  'blockMath',
  'youtube',
  'iframe',
  'audio',
  'video',
  'file',
  'unknown',
])
const INLINES = new Set([...INLINE_NODES, 'footnoteReference'])

/** Whether nodes of this type stand in lines of text only. */
export function isInlineType(type: unknown): boolean {
  return typeof type === 'string' && INLINES.has(type) && !ALSO_BLOCKS.has(type)
}

export function mayBeInline(type: unknown): boolean {
  return typeof type === 'string' && INLINES.has(type)
}

export function fit(nodes: readonly EditorNode[], place: Place): readonly EditorNode[] {
  switch (place) {
    case 'blocks':
    case 'repeated':
      return inBlocks(nodes, place)
    case 'inlines':
      return joinPlaceholders(nodes)
    case 'items':
      return inLists(nodes)
    case 'rows':
      return others(nodes.flatMap(rowsIn), ['tableRow'], (run) => wrap('tableRow', fit(run, 'cells')))
    case 'cells':
      return others(nodes, ['tableCell', 'tableHeader'], (run) => wrap('tableCell', fit(run, 'blocks')))
    case 'columns':
      return others(nodes, ['column'], (run) => wrap('column', fit(run, 'blocks')))
    case 'details':
      return others(nodes, ['detailsSummary', 'detailsContent'], (run) => wrap('detailsContent', fit(run, 'blocks')))
    case 'footnotes':
      return nodes
  }
}

/** A node around others, at the place of the first of them. */
function wrap(type: string, content: readonly EditorNode[]): EditorNode {
  return { type, content, pointer: content[0]?.pointer ?? '' }
}

/** Runs of nodes that are not accepted, wrapped. */
function others(
  nodes: readonly EditorNode[],
  accepted: readonly string[],
  wrapped: (run: readonly EditorNode[]) => EditorNode,
): readonly EditorNode[] {
  if (nodes.every(({ type }) => accepted.includes(type))) return nodes
  const result: EditorNode[] = []
  let run: EditorNode[] = []
  const flush = (): void => {
    if (run.length > 0 && !run.every(isBlank)) result.push(wrapped(run))
    run = []
  }
  for (const node of nodes) {
    if (accepted.includes(node.type)) {
      flush()
      result.push(node)
    } else run.push(node)
  }
  flush()
  return result
}

/** Text at a place where editors keep none, such as line breaks between the rows of a table. */
function isBlank({ type, text }: EditorNode): boolean {
  return type === 'text' && typeof text === 'string' && text.trim() === ''
}

function inBlocks(nodes: readonly EditorNode[], place: 'blocks' | 'repeated'): readonly EditorNode[] {
  const listed = place === 'repeated' ? [] : ['listItem', 'taskItem']
  const isLine = (node: EditorNode): boolean => isInlineType(node.type)
  const isMisplaced = (node: EditorNode): boolean => PARTS.has(node.type) || listed.includes(node.type)
  if (!nodes.some((node) => isLine(node) || isMisplaced(node))) return nodes
  const result: EditorNode[] = []
  for (const run of runsOf(nodes, (node) => groupOf(node, listed))) {
    const group = groupOf(run[0]!, listed)
    if (group === 'line') addAll(result, run.some(isLine) ? linesOf(run) : run)
    else if (group === '') addAll(result, run)
    else result.push(wrap(group, fit(run, PLACES[group] ?? 'blocks')))
  }
  return result
}

function linesOf(run: readonly EditorNode[]): readonly EditorNode[] {
  return run.every(isBlank) ? [] : [wrap('paragraph', joinPlaceholders(run))]
}

const PARTS = new Set([
  'tableRow',
  'tableCell',
  'tableHeader',
  'tableHead',
  'tableBody',
  'tableFoot',
  'column',
  'detailsSummary',
  'detailsContent',
])

/** The block that a node among blocks needs around it: `line` for lines of text, empty for none. */
function groupOf({ type }: EditorNode, listed: readonly string[]): string {
  if (mayBeInline(type)) return 'line'
  if (type === 'taskItem') return listed.includes(type) ? 'taskList' : ''
  if (type === 'listItem') return listed.includes(type) ? 'bulletList' : ''
  if (type.startsWith('details') && PARTS.has(type)) return 'details'
  return PARTS.has(type) ? (type === 'column' ? 'columns' : 'table') : ''
}

function runsOf(nodes: readonly EditorNode[], keyOf: (node: EditorNode) => string): EditorNode[][] {
  const runs: EditorNode[][] = []
  let last: string | undefined
  for (const node of nodes) {
    const key = keyOf(node)
    if (key === last) runs.at(-1)!.push(node)
    else runs.push([node])
    last = key
  }
  return runs
}

const LISTS = new Set(['bulletList', 'orderedList', 'taskList'])
const ITEMS = ['listItem', 'taskItem', 'repeat', 'condition']

/** A list directly in a list belongs to the item before it. */
function inLists(nodes: readonly EditorNode[]): readonly EditorNode[] {
  if (nodes.every((node) => ITEMS.includes(node.type))) return nodes
  const joined: EditorNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    const isNested = LISTS.has(node.type) && last !== undefined && (last.type === 'listItem' || last.type === 'taskItem')
    if (isNested) joined[joined.length - 1] = { ...last, content: [...(last.content ?? []), node] }
    else joined.push(node)
  }
  return others(joined, ITEMS, (run) => wrap('listItem', fit(run, 'blocks')))
}

/** The rows of a head, body or foot; those of a head have header cells. */
function rowsIn(node: EditorNode): readonly EditorNode[] {
  if (!/^table(?:Head|Body|Foot)$/.test(node.type)) return [node]
  const rows = node.content ?? []
  if (node.type !== 'tableHead') return rows
  const asHeader = (cell: EditorNode): EditorNode => (cell.type === 'tableCell' ? { ...cell, type: 'tableHeader' } : cell)
  return rows.map((row) => (row.content ? { ...row, content: row.content.map(asHeader) } : row))
}

/** A paragraph or heading around blocks: the lines before and after them become paragraphs or headings of their own. */
export function splitAtBlocks(node: EditorNode): readonly EditorNode[] {
  const content = node.content ?? []
  const isBlock = (child: EditorNode): boolean => !mayBeInline(child.type)
  if (!content.some(isBlock)) return [node]
  const runs = runsOf(content, (child) => String(isBlock(child)))
  return runs.flatMap((run) => (isBlock(run[0]!) ? run : run.every(isBlank) ? [] : [{ ...node, content: run }]))
}

/** Blocks in a line that cannot be parted: their lines, one after another. */
export function flattened(nodes: readonly EditorNode[]): readonly EditorNode[] {
  const result: EditorNode[] = []
  for (const node of nodes) {
    const isBlock = !mayBeInline(node.type)
    if (isBlock && result.length > 0) result.push({ type: 'hardBreak', pointer: node.pointer })
    if (isBlock) addAll(result, flattened(node.content ?? []))
    else result.push(node)
  }
  return result
}
