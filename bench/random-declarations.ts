// Random declarations, their properties and values taken from the table of properties; those of layout are drawn more often.
import { PROPERTIES } from '../engine/style/properties.data.ts'
import type { Random } from '../test/support/random/random.ts'

export type Declaration = readonly [property: string, value: string]

/** What `inspect` and `getClientRects` measure by different rules, what differs between print and screen, and what is Platen's own. */
const LEFT_OUT =
  /^(-platen.*|transform-origin|translate|rotate|scale|page|break-.*|margin-break|orphans|widows|footnote.*|bookmark.*|string-set|content|zoom|content-visibility|text-emphasis.*|ruby-.*|text-wrap-style|font-family|font-weight|font-style|font-stretch|font-synthesis.*|font-variant.*|font-size-adjust|appearance|max-lines|block-ellipsis)$/

/** Values that Chromium 156 does not know: it leaves out the declaration. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'text-align: justify-all',
  'text-align: match-parent',
  'text-box-edge: cap',
  'text-spacing-trim: auto',
  'white-space-collapse: preserve-spaces',
])

/** How often a property is drawn, beside 1 for all others. */
const WEIGHTS: Readonly<Record<string, number>> = {
  display: 14,
  position: 5,
  float: 4,
  clear: 2,
  'box-sizing': 4,
  width: 10,
  height: 10,
  'min-width': 4,
  'min-height': 4,
  'max-width': 4,
  'max-height': 4,
  'aspect-ratio': 4,
  'overflow-x': 2,
  'overflow-y': 2,
  'justify-content': 5,
  'justify-items': 4,
  'justify-self': 4,
  'align-content': 5,
  'align-items': 5,
  'align-self': 5,
  'grid-template-columns': 8,
  'grid-template-rows': 6,
  'grid-auto-columns': 3,
  'grid-auto-rows': 3,
  'grid-auto-flow': 3,
  'flex-direction': 4,
  'flex-wrap': 4,
  'flex-grow': 4,
  'flex-shrink': 3,
  'flex-basis': 4,
  'row-gap': 3,
  'column-gap': 3,
  'vertical-align': 3,
  'line-height': 2,
  'text-align': 2,
  direction: 2,
  'writing-mode': 2,
  'column-count': 2,
  'column-width': 2,
  top: 2,
  right: 2,
  bottom: 2,
  left: 2,
  'table-layout': 2,
  'border-collapse': 2,
  order: 2,
}

const LENGTHS = ['0', '5px', '10px', '20px', '35px', '60px', '100px', '150px', '2em']
const SIGNED = [...LENGTHS, '-5px', '-15px']
const PERCENTAGES = ['10%', '25%', '50%', '75%', '100%', 'calc(50% - 10px)', 'calc(25% + 1em)', 'min(50%, 70px)', 'clamp(20px, 50%, 90px)']
const CONTENT_POSITIONS = ['center', 'start', 'end', 'flex-start', 'flex-end', 'safe center', 'unsafe end']
const POSITIONS = [
  ...['center', 'start', 'end', 'flex-start', 'flex-end', 'self-start', 'self-end', 'left', 'right'],
  ...['safe center', 'unsafe end', 'last baseline'],
]
const COLUMNS = [
  ...['50px 1fr', 'auto auto', '1fr 2fr', 'minmax(20px, 1fr) auto', 'repeat(3, 30px)', 'fit-content(60px) auto'],
  ...['min-content max-content', '25% 1fr', 'none', 'subgrid'],
]

/** Values of properties whose notation names none. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  display: [
    ...[
      'block',
      'block',
      'flow-root',
      'inline',
      'inline-block',
      'flex',
      'flex',
      'flex',
      'inline-flex',
      'grid',
      'grid',
      'grid',
      'inline-grid',
    ],
    ...['table', 'inline-table', 'table-cell', 'table-row', 'table-caption', 'list-item', 'contents', 'none'],
  ],
  float: ['none', 'left', 'right', 'inline-start', 'inline-end'],
  // Not `sticky`: it moves with the window, which pages do not have.
  position: ['static', 'relative', 'relative', 'absolute', 'absolute', 'fixed'],
  'aspect-ratio': ['1', '2/1', '1/2', 'auto 3/2'],
  'grid-template-columns': [...COLUMNS, 'repeat(auto-fill, 40px)', 'repeat(auto-fit, minmax(50px, 1fr))', '[a] 20px [b] auto [c]'],
  'grid-template-rows': COLUMNS,
  'grid-auto-columns': ['30px', '1fr', 'auto', 'minmax(10px, auto)', 'min-content', '20px 40px'],
  'grid-auto-rows': ['30px', '1fr', 'auto', 'minmax(10px, auto)', 'min-content', '20px 40px'],
  'grid-auto-flow': ['row', 'column', 'dense', 'column dense'],
  'grid-template-areas': ['none', '"a b" "c c"'],
  'column-count': ['2', '3'],
  'font-size': ['8px', '15px', '150%', '0'],
  'line-height': ['normal', '1', '1.5', '20px', '0'],
  'text-indent': [...SIGNED, '25%'],
  'border-spacing': ['0', '5px', '2px 10px'],
  'vertical-align': ['baseline', 'sub', 'super', 'top', 'text-top', 'middle', 'bottom', 'text-bottom', '5px', '-3px', '50%'],
  'text-transform': ['none', 'uppercase'],
  // Moves nothing, and makes a containing block.
  transform: ['scale(1)'],
  contain: ['none', 'size', 'inline-size', 'layout', 'paint', 'style', 'content', 'strict'],
  'list-style-type': ['none', 'disc', 'decimal', '"x "'],
  'z-index': ['1'],
}
for (const side of ['row-start', 'row-end', 'column-start', 'column-end'])
  Object.assign(VALUES, { [`grid-${side}`]: ['auto', '1', '2', '3', '-1', 'span 2'] })

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Choice {
  readonly property: string
  readonly values: readonly string[]
}

/** Properties in CSS for rows that have names of Platen's own. */
const NAMES: Readonly<Record<string, string>> = { textIndent: 'text-indent', borderSpacingX: 'border-spacing' }

const CHOICES: readonly Choice[] = Object.entries(PROPERTIES).flatMap(([key, row]) => {
  const property = NAMES[key] ?? row.css ?? kebab(key)
  if (LEFT_OUT.test(property)) return []
  const values = VALUES[property] ?? valuesOf(property, row.values)
  return values.length === 0 ? [] : Array.from({ length: WEIGHTS[property] ?? 1 }, () => ({ property, values }))
})

/** The keywords, lengths and numbers of a notation. */
function valuesOf(property: string, notation: string): readonly string[] {
  const isSigned = /^(margin|top|right|bottom|left|letter|word)/.test(property)
  return notation.split(' | ').flatMap((value) => {
    if (value === '<length>') return isSigned ? SIGNED : LENGTHS
    if (value === '<percentage>') return PERCENTAGES
    if (value === '<number>') return ['0', '1', '2', '0.5']
    if (value === '<integer>') return ['1', '2', '-1']
    if (value === '<position>') return property.endsWith('-content') ? CONTENT_POSITIONS : POSITIONS
    return /^[a-z][a-z-]*$/.test(value) ? [value] : []
  })
}

/** Columns break what scrolls in print, and do not on a screen: a document has the one or the other. */
const COLUMNS_ONLY = CHOICES.filter(({ property }) => !property.startsWith('overflow'))
const OVERFLOW_ONLY = CHOICES.filter(({ property }) => !/^column-(count|width)$/.test(property))

export function declarations(random: Random, hasColumns: boolean): readonly Declaration[] {
  const list: Declaration[] = []
  const count = random.int(0, 5)
  for (let i = 0; i < count; i++) {
    const { property, values } = random.pick(hasColumns ? COLUMNS_ONLY : OVERFLOW_ONLY)
    const value = random.pick(values)
    if (UNKNOWN.has(`${property}: ${value}`)) continue
    list.push([property, value])
    if (/^border-.*-width$/.test(property)) list.push([property.replace('width', 'style'), 'solid'])
  }
  return list
}
