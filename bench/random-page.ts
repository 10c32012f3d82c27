// Small random trees with random declarations, properties and values taken from the table of properties; those of layout are drawn more often.
import { PROPERTIES } from '../engine/style/properties.data.ts'
import type { Random } from '../test/support/random/random.ts'

export interface RandomPage {
  readonly body: RandomElement
}

interface RandomElement {
  readonly tag: string
  readonly declarations: readonly Declaration[]
  readonly children: readonly (RandomElement | string)[]
}

type Declaration = readonly [property: string, value: string]

// ── Trees ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const TAGS = ['div', 'div', 'div', 'div', 'span', 'span', 'p', 'section', 'img', 'table', 'ul']
const TEXTS = ['a', 'aa bb', 'one two three', 'x', 'lorem ipsum dolor']
const IMAGE = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='30' height='20'%3E%3C/svg%3E`

export function randomPage(random: Random): RandomPage {
  return { body: { tag: 'body', declarations: [], children: many(random, 1, 3, () => randomElement(random, 3)) } }
}

function randomElement(random: Random, depth: number): RandomElement {
  const tag = random.pick(TAGS)
  if (tag === 'table') return table(random, depth)
  const children = tag === 'img' ? [] : many(random, 0, 4, () => randomChild(random, depth))
  if (tag === 'ul') return { tag, declarations: declarations(random), children: children.map((child) => element('li', random, [child])) }
  return element(tag, random, children)
}

function randomChild(random: Random, depth: number): RandomElement | string {
  return depth === 0 || random.chance(0.3) ? random.pick(TEXTS) : randomElement(random, depth - 1)
}

function table(random: Random, depth: number): RandomElement {
  const cell = (): RandomElement =>
    element(
      'td',
      random,
      many(random, 0, 2, () => randomChild(random, Math.max(0, depth - 2))),
    )
  const rows = many(random, 1, 3, () => element('tr', random, many(random, 1, 3, cell)))
  return element('table', random, [element('tbody', random, rows)])
}

function element(tag: string, random: Random, children: RandomElement['children']): RandomElement {
  return { tag, declarations: declarations(random), children }
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(least, most) }, make)
}

// ── Declarations ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What `inspect` and `getClientRects` measure by different rules, what differs between print and screen, and what is Platen's own. */
const LEFT_OUT =
  /^(-platen.*|transform.*|translate|rotate|scale|writing-mode|page|break-.*|margin-break|orphans|widows|column-(count|width|fill|span)|footnote.*|bookmark.*|string-set|content|zoom|content-visibility|text-emphasis.*|text-wrap-style|font-family|appearance|text-transform|font-.*|max-lines|block-ellipsis)$/

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
  top: 2,
  right: 2,
  bottom: 2,
  left: 2,
  'table-layout': 2,
  'border-collapse': 2,
  'white-space-collapse': 1,
  order: 2,
}

const LENGTHS = ['0', '5px', '10px', '20px', '35px', '60px', '100px', '150px', '2em']
const SIGNED = [...LENGTHS, '-5px', '-15px']
const PERCENTAGES = ['10%', '25%', '50%', '75%', '100%']
const CONTENT_POSITIONS = ['center', 'start', 'end', 'flex-start', 'flex-end', 'safe center', 'unsafe end']
const POSITIONS = [
  'center',
  'start',
  'end',
  'flex-start',
  'flex-end',
  'self-start',
  'self-end',
  'left',
  'right',
  'safe center',
  'unsafe end',
  'last baseline',
]

/** Values of properties whose notation names none. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  display: [
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
    'table',
    'inline-table',
    'table-cell',
    'table-row',
    'list-item',
    'contents',
    'none',
  ],
  float: ['none', 'left', 'right', 'inline-start', 'inline-end'],
  position: ['static', 'relative', 'absolute', 'absolute', 'fixed', 'sticky'],
  'aspect-ratio': ['1', '2/1', '1/2', 'auto 3/2'],
  'grid-template-columns': [
    '50px 1fr',
    'auto auto',
    '1fr 2fr',
    'minmax(20px, 1fr) auto',
    'repeat(3, 30px)',
    'repeat(auto-fill, 40px)',
    'repeat(auto-fit, minmax(50px, 1fr))',
    'fit-content(60px) auto',
    'min-content max-content',
    '25% 1fr',
    '[a] 20px [b] auto [c]',
    'none',
  ],
  'grid-template-rows': [
    '50px 1fr',
    'auto auto',
    '1fr 2fr',
    'minmax(20px, 1fr) auto',
    'repeat(3, 30px)',
    'fit-content(60px) auto',
    'min-content max-content',
    '25% 1fr',
    'none',
  ],
  'grid-auto-columns': ['30px', '1fr', 'auto', 'minmax(10px, auto)', 'min-content', '20px 40px'],
  'grid-auto-rows': ['30px', '1fr', 'auto', 'minmax(10px, auto)', 'min-content', '20px 40px'],
  'grid-auto-flow': ['row', 'column', 'dense', 'column dense'],
  'grid-template-areas': ['none', '"a b" "c c"'],
  'line-height': ['normal', '1', '1.5', '20px', '0'],
  'vertical-align': ['baseline', 'sub', 'super', 'top', 'text-top', 'middle', 'bottom', 'text-bottom', '5px', '-3px', '50%'],
  'z-index': ['1'],
}
for (const side of ['row-start', 'row-end', 'column-start', 'column-end'])
  Object.assign(VALUES, { [`grid-${side}`]: ['auto', '1', '2', '3', '-1', 'span 2'] })

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Choice {
  readonly property: string
  readonly values: readonly string[]
}

const CHOICES: readonly Choice[] = Object.entries(PROPERTIES).flatMap(([key, row]) => {
  const property = row.css ?? kebab(key)
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

function declarations(random: Random): readonly Declaration[] {
  const list: Declaration[] = []
  const count = random.int(0, 5)
  for (let i = 0; i < count; i++) {
    const { property, values } = random.pick(CHOICES)
    list.push([property, random.pick(values)])
    if (/^border-.*-width$/.test(property)) list.push([property.replace('width', 'style'), 'solid'])
  }
  return list
}

// ── As text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The style sheet, one rule for each element with declarations, and the content of `body`. */
export function writePage({ body }: RandomPage): { readonly sheet: string; readonly body: string } {
  const rules = ['html { font: 10px/1.2 Cousine; } body { margin: 0; } p, ul { margin: 10px 0; }']
  const write = (child: RandomElement | string): string => {
    if (typeof child === 'string') return child
    const { tag, declarations, children } = child
    const name = `e${rules.length}`
    rules.push(
      declarations.length === 0 ? '' : `.${name} { ${declarations.map(([property, value]) => `${property}: ${value};`).join(' ')} }`,
    )
    const attribute = ` id="${name}"`
    if (tag === 'img') return `<img${attribute} src="${IMAGE}">`
    return `<${tag}${attribute}>${children.map(write).join('')}</${tag}>`
  }
  return { body: body.children.map(write).join(''), sheet: rules.filter((rule) => rule !== '').join('\n') }
}

// ── Smaller ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The page without one element or text, one element replaced by its children, or one declaration less. */
export function* smallerPages({ body }: RandomPage): Generator<RandomPage, undefined> {
  for (const smaller of smallerElements(body)) if (smaller.length === 1 && typeof smaller[0] === 'object') yield { body: smaller[0] }
  return undefined
}

function* smallerElements(element: RandomElement): Generator<readonly (RandomElement | string)[], undefined> {
  const { children, declarations, tag } = element
  if (tag !== 'body') yield []
  for (const [i, child] of children.entries()) {
    const around = (middle: readonly (RandomElement | string)[]): readonly RandomElement[] => [
      { ...element, children: [...children.slice(0, i), ...middle, ...children.slice(i + 1)] },
    ]
    if (typeof child === 'string') {
      yield around([])
      if (child.length > 1) yield around(['a'])
    } else for (const smaller of smallerElements(child)) yield around(smaller)
  }
  if (tag !== 'body' && !/^(t|li)/.test(tag) && children.length > 0) yield children
  for (const i of declarations.keys()) yield [{ ...element, declarations: declarations.filter((_, k) => k !== i) }]
  return undefined
}
