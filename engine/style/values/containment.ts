// Containment, query containers, intrinsic sizes that stand for content, overflow clip margins, trimmed margins (CSS Containment 2, CSS Conditional 5 §5.1, CSS Sizing 4 §4, CSS Overflow 4 §3.2, CSS Box 4 §3.3).
import type { BoxEdge, ContainerKind, ContainmentKind, MarginTrim, OverflowClipMargin } from '../value.ts'
import { type Cursor, customIdent, nonNegativeLength, type Parser } from './values.ts'

const CONTENT = ['layout', 'paint', 'style'] as const satisfies readonly ContainmentKind[]
const STRICT = ['size', ...CONTENT] as const

export const contain: Parser<readonly ContainmentKind[]> = (c) => {
  if (c.keyword('none') !== undefined) return []
  if (c.keyword('strict') !== undefined) return STRICT
  if (c.keyword('content') !== undefined) return CONTENT
  return distinct(
    c,
    ['size', 'inline-size', 'layout', 'paint', 'style'] as const,
    (kinds) => kinds.includes('size') && kinds.includes('inline-size'),
  )
}

/** One or more keywords in any order, none twice. */
function distinct<K extends string>(
  c: Cursor,
  keywords: readonly K[],
  excludes: (found: readonly K[]) => boolean,
): readonly K[] | undefined {
  const found: K[] = []
  while (!c.isDone) {
    const keyword = c.keyword(...keywords)
    if (keyword === undefined || found.includes(keyword)) return undefined
    found.push(keyword)
  }
  return found.length === 0 || excludes(found) ? undefined : keywords.filter((keyword) => found.includes(keyword))
}

export const containerType: Parser<readonly ContainerKind[]> = (c) => {
  if (c.keyword('normal') !== undefined) return []
  return distinct(c, ['size', 'inline-size', 'scroll-state'] as const, (kinds) => kinds.includes('size') && kinds.includes('inline-size'))
}

const NOT_CONTAINERS = new Set(['none', 'and', 'or', 'not'])

export const containerNames: Parser<readonly string[]> = (c) => {
  if (c.keyword('none') !== undefined) return []
  const names: string[] = []
  for (let name = c.try(customIdent); name !== undefined; name = c.try(customIdent)) {
    if (NOT_CONTAINERS.has(name.toLowerCase())) return undefined
    names.push(name)
  }
  return names.length === 0 ? undefined : names
}

/** `auto` asks for a size remembered from an earlier layout; there is none on paper. */
export const intrinsicSize: Parser<number | 'none'> = (c) => {
  c.keyword('auto')
  return c.keyword('none') ?? nonNegativeLength(c)
}

export const overflowClipMargin: Parser<OverflowClipMargin> = (c) => {
  let box: BoxEdge | undefined
  let length: number | undefined
  while (!c.isDone) {
    const edge = box === undefined ? c.keyword('border-box', 'padding-box', 'content-box') : undefined
    if (edge !== undefined) box = edge
    else if (length === undefined && (length = c.try(nonNegativeLength)) !== undefined) continue
    else return undefined
  }
  return box === undefined && length === undefined ? undefined : { box: box ?? 'padding-box', length: length ?? 0 }
}

/** Sides of the container whose margins are trimmed; `block` and `inline` are both of their axis. */
export const marginTrim: Parser<readonly MarginTrim[]> = (c) => {
  if (c.keyword('none') !== undefined) return []
  const found = distinct(c, ['block', 'inline', 'block-start', 'block-end', 'inline-start', 'inline-end'] as const, () => false)
  return found?.flatMap((side) => (side === 'block' || side === 'inline' ? [`${side}-start` as const, `${side}-end` as const] : [side]))
}
