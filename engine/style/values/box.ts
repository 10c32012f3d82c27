// Values of boxes: display, sizes, borders, alignment, breaks.

import type { Style } from '../style.ts'
import type { AlignKeyword, AutoLength, BreakValue, Display, LengthPercentage, LineStyle } from '../value.ts'
import { autoLength } from './image.ts'
import { lookup } from './lookup.ts'
import { USES } from './units.ts'
import { customIdent, either, integer, keywords, lengthPercentage, nonNegativeLength, type Parser, px } from './values.ts'

const DISPLAYS = [
  'none',
  'contents',
  'block',
  'flow-root',
  'list-item',
  'inline',
  'inline-block',
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'table',
  'inline-table',
  'table-caption',
  'table-column-group',
  'table-column',
  'table-header-group',
  'table-footer-group',
  'table-row-group',
  'table-row',
  'table-cell',
  'ruby',
  'ruby-base',
  'ruby-text',
  'ruby-base-container',
  'ruby-text-container',
] as const satisfies readonly Display[]

/** Values that mean another here. The 2009 flexible box is used with line clamping only, where it is a block. */
const OTHER_DISPLAYS: Readonly<Record<string, Display>> = {
  '-webkit-flex': 'flex',
  '-webkit-inline-flex': 'inline-flex',
  '-webkit-box': 'flow-root',
  '-webkit-inline-box': 'inline-block',
  // Elements of formulas are laid out by what they are.
  math: 'inline',
  flow: 'block',
}

const INNER = {
  flow: 'block',
  'flow-root': 'flow-root',
  flex: 'flex',
  grid: 'grid',
  table: 'table',
  ruby: 'block ruby',
  math: 'block',
} as const
const INNER_INLINE = {
  flow: 'inline',
  'flow-root': 'inline-block',
  flex: 'inline-flex',
  grid: 'inline-grid',
  table: 'inline-table',
  ruby: 'ruby',
  math: 'inline',
} as const

/** One keyword, or outer and inner type in any order (CSS Display 3 §2). */
export const display: Parser<Display> = (c) => {
  if (c.items.length - c.at === 1) {
    const item = c.peek()
    const old = item?.kind === 'ident' ? lookup(OTHER_DISPLAYS, item.lower) : undefined
    if (old !== undefined) c.at++
    return old ?? c.keyword(...DISPLAYS)
  }
  let outer: 'block' | 'inline' | undefined
  let inner: keyof typeof INNER | undefined
  let isListItem = false
  while (!c.isDone) {
    const side = c.keyword('block', 'inline')
    const kind = side === undefined ? c.keyword('flow', 'flow-root', 'flex', 'grid', 'table', 'ruby', 'math') : undefined
    if (side !== undefined && outer === undefined) outer = side
    else if (kind !== undefined && inner === undefined) inner = kind
    else if (!isListItem && c.keyword('list-item') !== undefined) isListItem = true
    else return undefined
  }
  if (isListItem) return listItem(outer, inner)
  return outer === 'inline' ? INNER_INLINE[inner ?? 'flow'] : INNER[inner ?? 'flow']
}

/** Of flow content alone (CSS Display 3 §2.3). */
function listItem(outer: 'block' | 'inline' | undefined, inner: keyof typeof INNER | undefined): Display | undefined {
  if (inner === 'flow-root') return outer === 'inline' ? 'inline flow-root list-item' : 'flow-root list-item'
  if (inner !== undefined && inner !== 'flow') return undefined
  return outer === 'inline' ? 'inline list-item' : 'list-item'
}

/** `inline-start` and `inline-end` of the containing block (CSS Logical 1 §2.1). */
export const inlineSide: Parser<'left' | 'right'> = (c) => {
  const side = c.keyword('inline-start', 'inline-end')
  if (side === undefined) return undefined
  c.environment.uses |= USES.parent
  return (side === 'inline-start') === (c.environment.parentDirection === 'ltr') ? 'left' : 'right'
}

export const positionScheme: Parser<Style['position']> = (c) => {
  const running = c.call('running')
  if (running !== undefined) {
    const name = customIdent(running)
    return name === undefined ? undefined : { kind: 'running', name }
  }
  if (c.keyword('-webkit-sticky') !== undefined) return 'sticky'
  return c.keyword('static', 'relative', 'absolute', 'fixed', 'sticky')
}

// ── Borders ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const LINE_STYLES = [
  'none',
  'hidden',
  'dotted',
  'dashed',
  'solid',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
] as const satisfies readonly LineStyle[]
export const lineStyle = keywords(...LINE_STYLES)

/** In points, not yet adjusted to the line style. */
export const lineWidth: Parser<number> = (c) => {
  const keyword = c.keyword('thin', 'medium', 'thick')
  if (keyword === undefined) return nonNegativeLength(c)
  c.environment.uses |= USES.zoom
  return px({ thin: 1, medium: 3, thick: 5 }[keyword], c.environment)
}

/** `1__qem`, for user-agent rules only: an em of a collapsible margin in quirks mode (named as in other engines). */
const quirkyMargin: Parser<AutoLength> = (c) => {
  const item = c.next()
  if (item?.kind !== 'dimension' || item.unit !== '__qem') return undefined
  c.environment.uses |= USES.font
  return { kind: 'sum', length: item.value * c.environment.fontSize, percent: 0, isQuirky: true }
}
export const marginValue: Parser<AutoLength> = either<AutoLength, AutoLength>(autoLength, quirkyMargin)

// ── Alignment ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const POSITIONS = ['start', 'end', 'center', 'flex-start', 'flex-end', 'self-start', 'self-end'] as const
const SIDES = ['left', 'right'] as const
const CONTENT_POSITIONS = ['start', 'end', 'center', 'flex-start', 'flex-end'] as const
const DISTRIBUTIONS = ['stretch', 'space-between', 'space-around', 'space-evenly', 'normal'] as const

/** The values of the six alignment properties. */
const alignKeyword =
  (positions: readonly (typeof POSITIONS | typeof SIDES)[number][], ...more: readonly AlignKeyword[]): Parser<AlignKeyword> =>
  (c) => {
    const last = c.keyword('first', 'last')
    if (c.keyword('baseline') !== undefined) return last === 'last' ? 'last baseline' : 'baseline'
    if (last !== undefined) return undefined
    const safety = c.keyword('safe', 'unsafe')
    const position = safety === undefined ? undefined : c.keyword(...positions)
    if (safety !== undefined) return position === undefined ? undefined : `${safety} ${position}`
    return c.keyword(...positions, ...more)
  }

/** Content has no direction of its own; left and right are sides of the inline axis alone. */
export const alignContent = alignKeyword(CONTENT_POSITIONS, ...DISTRIBUTIONS)
export const justifyContent = alignKeyword([...CONTENT_POSITIONS, ...SIDES], ...DISTRIBUTIONS)
export const alignItems = alignKeyword(POSITIONS, 'normal', 'stretch', 'anchor-center')
const inlineItems = alignKeyword([...POSITIONS, ...SIDES], 'normal', 'stretch', 'anchor-center')
export const alignSelf = alignKeyword(POSITIONS, 'auto', 'normal', 'stretch', 'anchor-center')
export const justifySelf = alignKeyword([...POSITIONS, ...SIDES], 'auto', 'normal', 'stretch', 'anchor-center')

/** `legacy` alone is the initial value; beside a position it is ignored. */
export const justifyItems: Parser<AlignKeyword> = (c) => {
  const isLegacy = c.keyword('legacy') !== undefined
  if (isLegacy && c.isDone) return 'normal'
  const value = inlineItems(c)
  if (!isLegacy) c.keyword('legacy')
  return value
}

// ── Placement and breaks ────────────────────────────────────────────────────────────────────────────────────────────────

const VERTICALS = ['baseline', 'sub', 'super', 'top', 'text-top', 'middle', '-webkit-baseline-middle', 'bottom', 'text-bottom'] as const
export const verticalAlign: Parser<Style['verticalAlign']> = (c): LengthPercentage | (typeof VERTICALS)[number] | undefined => {
  return c.keyword(...VERTICALS) ?? lengthPercentage(c)
}

export const breakBetween: Parser<BreakValue> = (c) => {
  const old = c.keyword('always', 'all')
  if (old !== undefined) return 'page'
  return c.keyword('auto', 'avoid', 'avoid-page', 'avoid-column', 'page', 'column', 'left', 'right', 'recto', 'verso')
}

/** The keywords of SVG 1.1 count too (CSS Writing Modes 4 §3.1). */
const WRITING_MODES = {
  'horizontal-tb': 'horizontal-tb',
  'vertical-rl': 'vertical-rl',
  'vertical-lr': 'vertical-lr',
  'sideways-rl': 'sideways-rl',
  'sideways-lr': 'sideways-lr',
  lr: 'horizontal-tb',
  'lr-tb': 'horizontal-tb',
  rl: 'horizontal-tb',
  'rl-tb': 'horizontal-tb',
  tb: 'vertical-rl',
  'tb-rl': 'vertical-rl',
} as const

export const writingMode: Parser<Style['writingMode']> = (c) => {
  const keyword = c.keyword(...(Object.keys(WRITING_MODES) as (keyof typeof WRITING_MODES)[])) // its own keys
  return keyword && WRITING_MODES[keyword]
}

export const textCombineUpright: Parser<Style['textCombineUpright']> = (c) => {
  const keyword = c.keyword('none', 'all', 'digits')
  if (keyword !== 'digits') return keyword
  const digits = c.try(integer) ?? 2
  return digits >= 2 && digits <= 4 ? { digits } : undefined
}
