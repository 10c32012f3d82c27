// What the values of `break-before`, `break-after` and `break-inside` ask for, by what the content is broken into (CSS Break 3 §3). Every stage that must know
// asks here: fragmentation, which keeps the rules, and layout, which says how high balanced columns are.
import { isWhole, itemsOf } from '../collections/sequence.ts'
import type { Style } from '../style/style.ts'
import type { BreakValue } from '../style/value.ts'
import type { Box, TableRow } from './box.ts'

/** What a space is made of. No page ends where it is unbroken, nor in columns there. */
export type BreakContext = 'page' | 'column' | 'unbroken' | 'unbroken column'

/** Where a forced break leads: to a page on that side, or to the next column. */
type BreakTarget = 'any' | 'left' | 'right' | 'column'

/** What the values at a break point force; what follows later in the flow wins (§3.1). */
export function forcedBy(ends: readonly BreakValue[], starts: readonly BreakValue[], context: BreakContext): BreakTarget | undefined {
  let result: BreakTarget | undefined
  for (const values of [ends, starts]) {
    for (const value of values) {
      const target = targetOf(value, context)
      if (target === undefined || (target === 'column' && result !== undefined)) continue
      if (target !== 'any' || result === undefined || result === 'column') result = target
    }
  }
  return result
}

function targetOf(value: BreakValue, context: BreakContext): BreakTarget | undefined {
  switch (value) {
    case 'column':
      return isInColumn(context) ? 'column' : undefined
    case 'page':
      return isUnbroken(context) ? undefined : 'any'
    case 'left':
    case 'verso':
      return isUnbroken(context) ? undefined : 'left'
    case 'right':
    case 'recto':
      return isUnbroken(context) ? undefined : 'right'
    case 'auto':
    case 'avoid':
    case 'avoid-page':
    case 'avoid-column':
      return undefined
  }
}

/** In pages or columns, the box may force a break before or behind it. */
export function mayForce(style: Style): boolean {
  return FORCING.has(style.breakBefore) || FORCING.has(style.breakAfter)
}

const FORCING: ReadonlySet<BreakValue> = new Set(['page', 'column', 'left', 'right', 'recto', 'verso'])

/** Some value at a break point avoids a break there. */
export function isAvoided(values: readonly BreakValue[], context: BreakContext): boolean {
  return values.some((value) => value === 'avoid' || value === avoiding(context))
}

/** The box wants to stay whole, whatever its height. */
export function avoidsInside(style: Style, context: BreakContext): boolean {
  return style.breakInside === 'avoid' || style.breakInside === avoiding(context)
}

/**
 * A table row of a height wants to stay whole; by the default sheet only a short one: keeping it leaves little of a page or column, of height `full`, empty.
 * Higher rows hold running text, or are the layout of a letter or an e-mail, as rows with tables in them are.
 */
export function keepsRowWhole({ style, cells }: TableRow, height: number, full: number, context: BreakContext): boolean {
  if (style.breakInside !== '-platen-avoid-if-short') return avoidsInside(style, context)
  return height <= full && height <= Math.max(full * SHORT_ROW_SHARE, SHORT_ROW) && !cells.some(({ box }) => holdsTable(box))
}

function holdsTable(box: Box): boolean {
  if (box.kind !== 'block' || !isWhole(box.children)) return box.kind === 'table'
  for (const child of itemsOf(box.children)) if (holdsTable(child)) return true
  return false
}

const SHORT_ROW_SHARE = 0.25
/** Points: half a dozen lines are short on a label, too. */
const SHORT_ROW = 90

export function isInColumn(context: BreakContext): boolean {
  return context === 'column' || context === 'unbroken column'
}

/** Pages do not end here. */
export function isUnbroken(context: BreakContext): boolean {
  return context === 'unbroken' || context === 'unbroken column'
}

/** The value that avoids breaks of the kind there are. */
function avoiding(context: BreakContext): 'avoid-column' | 'avoid-page' {
  return isInColumn(context) ? 'avoid-column' : 'avoid-page'
}
