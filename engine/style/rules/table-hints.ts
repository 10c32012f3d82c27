// Presentational hints of tables (HTML §15.3.10): those that cells and row groups take from the table around them too.
import { lookup } from '../values/lookup.ts'
import { declare, dimension, type Hint, type HintedElement, integer, legacyColor, lower } from './hint-values.ts'

export const tableAlign: Hint = (element) => {
  const align = lower(element.attribute('align'))
  if (align === 'left' || align === 'right') return `float:${align};`
  return align === 'center' ? 'margin-left:auto;margin-right:auto;' : ''
}

/** Without a number, and with a negative one, `border` is 1. */
function borderOf(table: HintedElement): number {
  const text = table.attribute('border')
  if (text === undefined) return 0
  const width = integer(text) ?? 1
  return width < 0 ? 1 : width
}

const RULES: ReadonlySet<string> = new Set(['rows', 'cols', 'groups', 'all', 'none'])

/** The `rules` attribute; undefined when it is absent or invalid. */
function rulesOf(table: HintedElement): string | undefined {
  const rules = lower(table.attribute('rules'))
  return RULES.has(rules) ? rules : undefined
}

/** A table with `rules`, but without `frame` or `border`, hides its outer lines, even where its cells have borders. */
export const tableBorder: Hint = (element) => {
  const width = borderOf(element)
  const color = legacyColor(element.attribute('bordercolor'))
  const isRuled = rulesOf(element) !== undefined
  const common = `${isRuled ? 'border-collapse:collapse;' : ''}${declare('border-color', color)}`
  const frame = frameOf(lower(element.attribute('frame')))
  // As in browsers, whatever `border` says.
  if (frame !== undefined) return `border-width:1px;border-style:${frame};${common}`
  if (width > 0) return `border-width:${width}px;border-style:${color === undefined ? 'outset' : 'solid'};${common}`
  return isRuled ? `border-style:hidden;${common}` : common
}

const FRAMES: Readonly<Record<string, string>> = {
  void: 'hidden',
  above: 'solid hidden hidden hidden',
  below: 'hidden hidden solid hidden',
  hsides: 'solid hidden',
  lhs: 'hidden hidden hidden solid',
  rhs: 'hidden solid hidden hidden',
  vsides: 'hidden solid',
  box: 'solid',
  border: 'solid',
}
const frameOf = (frame: string): string | undefined => lookup(FRAMES, frame)

export const cellSpacing: Hint = (element) => declare('border-spacing', dimension(element.attribute('cellspacing'))?.replace('%', 'px'))

/** The effects of `cellpadding`, `border` and `rules` of the table on a cell. */
export const cellOfTable: Hint = (element) => {
  const table = element.above('table')
  if (table === undefined) return ''
  return declare('padding', dimension(table.attribute('cellpadding'))?.replace('%', 'px')) + cellBorder(table)
}

function cellBorder(table: HintedElement): string {
  const inherited = 'border-color:inherit;'
  switch (rulesOf(table)) {
    case 'all':
      return `border:1px solid;${inherited}`
    case 'cols':
      return `border-left:1px solid;border-right:1px solid;${inherited}`
    case 'rows':
      return `border-top:1px solid;border-bottom:1px solid;${inherited}`
    case undefined:
      if (borderOf(table) === 0) return ''
      return `border:1px ${legacyColor(table.attribute('bordercolor')) === undefined ? 'inset' : 'solid'};${inherited}`
    default:
      return ''
  }
}

export const groupOfTable: Hint = (element) => {
  const table = element.above('table')
  if (table === undefined || rulesOf(table) !== 'groups') return ''
  return element.tag === 'colgroup' ? 'border-left:1px solid;border-right:1px solid;' : 'border-top:1px solid;border-bottom:1px solid;'
}
