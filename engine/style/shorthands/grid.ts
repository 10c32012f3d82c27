// Shorthands of grids (CSS Grid 2 §7.4, §7.8, §8.4).

import type { Component } from '../syntax/tokens.ts'
import { trackSize } from '../values/grid.ts'
import type { Cursor } from '../values/values.ts'
import { type Expand, type Expansion, INITIAL, take, takeBy, textOf } from './shorthand.ts'

export const AREA_LONGHANDS: readonly string[] = ['grid-row-start', 'grid-column-start', 'grid-row-end', 'grid-column-end']

/** The default of the other edge: the same area name, or `auto`. */
function otherEdge(items: readonly Component[]): readonly Component[] {
  const [only] = items
  return items.length === 1 && only?.kind === 'ident' && only.lower !== 'auto' ? items : INITIAL
}

function takeLines(c: Cursor, max: number): (readonly Component[])[] | undefined {
  const lines: (readonly Component[])[] = []
  do {
    const line = take(c, 'grid-row-start')
    if (line === undefined || lines.length === max) return undefined
    lines.push(line)
  } while (c.delim('/'))
  return lines
}

export const gridLines =
  (start: string, end: string): Expand =>
  (c) => {
    const [first, second] = takeLines(c, 2) ?? []
    return (
      first &&
      new Map([
        [start, first],
        [end, second ?? otherEdge(first)],
      ])
    )
  }

export const gridArea: Expand = (c) => {
  const [rowStart, columnStart, rowEnd, columnEnd] = takeLines(c, 4) ?? []
  if (rowStart === undefined) return undefined
  const column = columnStart ?? otherEdge(rowStart)
  const values = [rowStart, column, rowEnd ?? otherEdge(rowStart), columnEnd ?? otherEdge(column)]
  return new Map(AREA_LONGHANDS.map((name, i) => [name, values[i] ?? INITIAL]))
}

const TEMPLATE = ['grid-template-rows', 'grid-template-columns', 'grid-template-areas'] as const
const AUTO = ['grid-auto-flow', 'grid-auto-rows', 'grid-auto-columns'] as const

export const TEMPLATE_LONGHANDS: readonly string[] = TEMPLATE
export const GRID_LONGHANDS: readonly string[] = [...TEMPLATE, ...AUTO]

const build = (rows: readonly Component[], columns: readonly Component[], areas: readonly Component[]): Map<string, readonly Component[]> =>
  new Map<string, readonly Component[]>([
    [TEMPLATE[0], rows],
    [TEMPLATE[1], columns],
    [TEMPLATE[2], areas],
  ])

export const gridTemplate: Expand = (c) => {
  if (c.items.length === 1 && c.keyword('none') !== undefined) return build(INITIAL, INITIAL, INITIAL)
  if (c.items.some((item) => item.kind === 'string')) return templateWithAreas(c)
  const rows = take(c, TEMPLATE[0])
  if (rows === undefined || !c.delim('/')) return undefined
  const columns = take(c, TEMPLATE[1])
  return columns && build(rows, columns, INITIAL)
}

/** `[a] "x y" 10px [b] … / columns`: area rows with their line names and sizes. */
function templateWithAreas(c: Cursor): Expansion | undefined {
  const areas: Component[] = []
  const rows: Component[] = []
  while (!c.isDone && !c.delim('/')) {
    const item = c.peek()!
    if (item.kind === 'block' && item.open === '[') rows.push(c.next()!)
    else if (item.kind === 'string') {
      areas.push(c.next()!)
      rows.push(...(takeBy(c, trackSize) ?? textOf('auto')))
    } else return undefined
  }
  const columns = c.isDone ? INITIAL : take(c, TEMPLATE[1])
  return columns && build(rows, columns, areas)
}

/** grid: a template, or `auto-flow` on one side of the slash and tracks on the other. */
export const grid: Expand = (c) => {
  const template = c.try(gridTemplate)
  if (template !== undefined && c.isDone)
    return new Map([...template, ...AUTO.map((name): [string, readonly Component[]] => [name, INITIAL])])
  c.at = 0
  const isFirst = isAutoFlow(c)
  const first = isFirst ? autoSide(c, 'row') : take(c, TEMPLATE[0])
  if (first === undefined || !c.delim('/')) return undefined
  if (isFirst && first instanceof Map) {
    const columns = take(c, TEMPLATE[1])
    return columns && new Map([...build(INITIAL, columns, INITIAL), ...first])
  }
  const second = isAutoFlow(c) ? autoSide(c, 'column') : undefined
  return second && !(first instanceof Map) ? new Map([...build(first as readonly Component[], INITIAL, INITIAL), ...second]) : undefined // no Map: components
}

function isAutoFlow(c: Cursor): boolean {
  return [c.items[c.at], c.items[c.at + 1]].some((item) => item?.kind === 'ident' && item.lower === 'auto-flow')
}

/** `auto-flow dense? <track-size>*` */
function autoSide(c: Cursor, axis: 'row' | 'column'): Map<string, readonly Component[]> | undefined {
  let isDense = c.keyword('dense') !== undefined
  if (c.keyword('auto-flow') === undefined) return undefined
  if (c.keyword('dense') !== undefined) isDense = true
  const name = axis === 'row' ? 'grid-auto-rows' : 'grid-auto-columns'
  const sizes = take(c, name) ?? INITIAL
  const other = axis === 'row' ? 'grid-auto-columns' : 'grid-auto-rows'
  return new Map<string, readonly Component[]>([
    ['grid-auto-flow', textOf(isDense ? `${axis} dense` : axis)],
    [name, sizes],
    [other, INITIAL],
  ])
}
