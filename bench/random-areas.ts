// Random documents of one area of layout each: declarations that belong together meet more often than in documents of all properties.
import type { Random } from '../test/support/random/random.ts'
import type { Declaration } from './random-declarations.ts'
import { randomHtml } from './random-html.ts'
import type { RandomElement, RandomPage } from './random-page.ts'

type Child = RandomElement | string

const TEXTS = ['a', 'aa bb', 'one two three', 'x', 'lorem ipsum dolor', 'lorem ipsum dolor sit amet consectetur adipiscing elit']
const PICTURE = `data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2730%27 height=%2720%27%3E%3C/svg%3E`
const SIZES = [
  ...['min-content', 'max-content', 'fit-content', 'stretch', '50%', '100px', '30px', 'min(50%, 120px)', 'max(20%, 4em)'],
  ...['clamp(30px, 40%, 200px)', 'calc(100% - 30px)', 'calc(50% + 10px)'],
]
const ALIGNMENTS = ['start', 'end', 'center', 'stretch', 'baseline', 'normal']
const SPREADS = ['center', 'space-between', 'space-around', 'space-evenly', 'end', 'stretch']
const BORDERS = ['1px solid', '3px solid', '4px double', '10px solid', '2px hidden', 'none', '3px dashed']
const TRACKS = [
  ...['1fr', '2fr', 'auto', '40px', '20%', 'min-content', 'max-content', 'minmax(20px, 1fr)', 'minmax(min-content, 100px)'],
  ...['minmax(auto, 50px)', 'fit-content(80px)', 'minmax(10%, max-content)', 'minmax(0, 1fr)'],
]
const REPEATS = [
  ...['repeat(auto-fit, minmax(50px, 1fr))', 'repeat(auto-fill, minmax(80px, 1fr))', 'repeat(auto-fit, 60px)', 'repeat(2, 1fr)'],
  ...['repeat(auto-fill, minmax(20%, auto))', 'repeat(auto-fit, minmax(min(100%, 120px), 1fr))', 'repeat(2, 20px 1fr)'],
]
const FLEXES = ['1', '2', 'auto', 'none', '1 1 50px', '0 0 30%', '1 0 auto', '0 1 100px', '1 1 0', '0 0 60px']

/** Properties with how often an element has them, and their values. */
type Chances = readonly (readonly [chance: number, property: string, values: readonly string[]])[]

const BOX: Chances = [
  [0.3, 'width', SIZES],
  [0.12, 'min-width', SIZES],
  [0.12, 'max-width', SIZES],
  [0.1, 'height', ['30px', '50%', '100%', 'min-content', 'max(10px, 50%)']],
  [0.15, 'padding', ['5px', '5% 10px', 'calc(2% + 3px)']],
  [0.15, 'margin', ['5px', '0 auto', 'auto', '5%', '-5px', '10px 0']],
  [0.1, 'border', ['2px solid']],
  [0.15, 'box-sizing', ['border-box']],
  [0.1, 'aspect-ratio', ['1', '2/1', '1/2']],
  [0.1, 'overflow', ['hidden']],
]
const ITEM: Chances = [...BOX, [0.1, 'align-self', ALIGNMENTS], [0.08, 'order', ['1', '-1']]]
const FLEX_ITEM: Chances = [...ITEM, [0.35, 'flex', FLEXES]]
const GRID_ITEM: Chances = [
  ...ITEM,
  [0.1, 'justify-self', ALIGNMENTS],
  [0.2, 'grid-column', ['span 2', '1 / -1', '2', 'span 3', '2 / span 2', '-2']],
  [0.15, 'grid-row', ['span 2', '1', '2 / 4', '-1']],
]
const CONTAINER: Chances = [
  [0.35, 'gap', ['5px', '10px 3px', '2%', '1em']],
  [0.3, 'width', ['200px', '50%', '100px', 'min-content', 'max-content', 'fit-content']],
  [0.2, 'height', ['100px', '50px', '50%', 'min-content']],
  [0.1, 'min-height', ['80px']],
  [0.2, 'justify-content', SPREADS],
  [0.2, 'align-content', SPREADS],
  [0.25, 'align-items', ALIGNMENTS],
  [0.1, 'padding', ['5px']],
  [0.06, 'direction', ['rtl']],
]
const FLEX: Chances = [
  [1, 'display', ['flex', 'flex', 'flex', 'inline-flex']],
  ...CONTAINER,
  [0.3, 'flex-direction', ['column', 'row-reverse', 'column-reverse']],
  [0.35, 'flex-wrap', ['wrap', 'wrap', 'wrap-reverse']],
]
const ROOT_ITEM: Chances = [
  ...BOX,
  [0.1, 'float', ['left', 'right']],
  [0.1, 'position', ['relative', 'absolute']],
  [0.1, 'right', ['10px', '5%']],
  [0.1, 'bottom', ['0', '5%']],
]
const ROOT: Chances = [
  [0.4, 'width', [...SIZES, '400px', '80%']],
  [0.3, 'max-width', ['300px', '50%', '90%', 'fit-content']],
  [0.15, 'min-width', ['700px', '50%']],
  [0.3, 'height', ['100%', '50%', '200px', 'min-content']],
  [0.2, 'min-height', ['100%', '300px', '50%']],
  [0.6, 'margin', ['0 auto', 'auto', '0 0 0 auto', '10px', '-5px', '20px 10% 0', '40px 0']],
  [0.3, 'padding', ['5px', '5% 10px', '20px 0 0 30px']],
  [0.2, 'border', ['2px solid']],
  [0.2, 'box-sizing', ['border-box']],
  [0.4, 'display', ['flex', 'grid', 'inline-block', 'flow-root', 'table', 'inline', 'contents']],
  [0.2, 'flex-direction', ['column', 'row-reverse']],
  [0.2, 'justify-content', SPREADS],
  [0.2, 'align-items', ALIGNMENTS],
  [0.1, 'place-items', ['center']],
  [0.15, 'position', ['relative', 'absolute']],
  [0.1, 'top', ['10px', '5%']],
  [0.1, 'left', ['20px', '10%']],
  [0.1, 'float', ['left', 'right']],
  [0.15, 'direction', ['rtl']],
  [0.15, 'text-align', ['center', 'right']],
]
const CELL: Chances = [
  [0.4, 'width', ['10%', '25%', '33.3%', '50%', '60%', '100%', '20px', '60px', '150px']],
  [0.15, 'height', ['30px', '50%', '100%']],
  [0.3, 'padding', ['0', '5px', '2px 10px', '10%']],
  [0.4, 'border', BORDERS],
  [0.15, 'border-left', BORDERS],
  [0.15, 'border-bottom', BORDERS],
  [0.1, 'white-space', ['nowrap']],
  [0.1, 'min-width', ['30px', '80px']],
  [0.1, 'max-width', ['30px', '80px']],
  [0.2, 'vertical-align', ['top', 'middle', 'bottom', 'baseline']],
]
const TABLE: Chances = [
  [0.6, 'border-collapse', ['collapse']],
  [0.3, 'border-spacing', ['0', '5px', '2px 10px']],
  [0.6, 'width', ['100%', '50%', '200px', '400px', '30px', 'min-content', 'max-content']],
  [0.25, 'table-layout', ['fixed']],
  [0.3, 'border', BORDERS],
  [0.2, 'height', ['100px', '200px']],
  [0.1, 'margin', ['0 auto', '10px', '0 0 0 auto']],
  [0.1, 'direction', ['rtl']],
]

const COLUMNS: Chances = [
  [0.6, 'column-count', ['2', '3', '4']],
  [0.5, 'column-width', ['80px', '150px', '10em']],
  [0.4, 'column-gap', ['0', '10px', '5%']],
  [0.15, 'column-fill', ['auto']],
  [0.15, 'height', ['50px', '100px']],
  [0.1, 'max-height', ['40px']],
  [0.3, 'width', ['200px', '50%', 'min-content', 'fit-content']],
  [0.2, 'padding', ['5px']],
  [0.1, 'direction', ['rtl']],
]
const COLUMN_ITEM: Chances = [
  ...BOX,
  [0.2, 'margin', ['10px 0', '1em 0', '0 0 5px', '20px 0 0']],
  [0.1, 'break-inside', ['avoid']],
  [0.08, 'break-before', ['column', 'avoid']],
  [0.05, 'break-after', ['column', 'avoid']],
  [0.06, 'column-span', ['all']],
  [0.1, 'float', ['left', 'right']],
  [0.08, 'position', ['relative', 'absolute']],
  [0.1, 'display', ['inline-block', 'flex', 'grid', 'list-item']],
]
const FLOW_ITEM: Chances = [
  ...BOX,
  [0.25, 'margin', ['10px 0', '1em', '-5px 0', '0 10px 20px']],
  [0.25, 'float', ['left', 'right', 'inline-end']],
  [0.1, 'clear', ['both', 'left']],
  [0.12, 'position', ['relative', 'absolute', 'absolute']],
  [0.1, 'top', ['10px', '50%']],
  [0.1, 'left', ['10px', '50%']],
  [0.25, 'display', ['inline-block', 'inline', 'inline-flex', 'table', 'flow-root', 'list-item', 'table-cell', 'inline-table', 'contents']],
  [0.15, 'vertical-align', ['top', 'middle', 'bottom', 'text-bottom', '-3px', 'sub']],
  [0.1, 'line-height', ['1', '2', '30px']],
  [0.08, 'font-size', ['16px', '0.8em']],
  [0.1, 'text-indent', ['10px', '-5px', '10%']],
  [0.08, 'white-space', ['nowrap', 'pre-line']],
]

/** A document of one area: `flex`, `grid`, `table`; `columns`, with blocks in multi-column containers; `flow`, with floats, inline and positioned boxes; `root`, whose `html` and `body` have declarations; or `html`, with default looks and attributes alone. */
export function randomArea(random: Random, area: string): RandomPage {
  if (area === 'html') return { body: randomHtml(random), isQuirky: random.chance(0.5), hasDefaultLooks: true }
  if (area === 'root') return { body: root(random), isQuirky: random.chance(0.2) }
  const make = AREAS[area]
  if (make === undefined) throw new Error(`no area of layout: ${area}`)
  return { body: { tag: 'body', attributes: '', declarations: [], children: [make(random, 2, [])] }, isQuirky: false }
}

const AREAS: Readonly<Record<string, typeof flex>> = { flex, grid, table, columns, flow }

function drawn(random: Random, chances: Chances): readonly Declaration[] {
  return chances.flatMap(([chance, property, values]) => (random.chance(chance) ? [[property, random.pick(values)] as const] : []))
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(least, most) }, make)
}

function root(random: Random): RandomElement {
  const children = many(random, 1, 3, () => item(random, 1, ROOT_ITEM))
  const body: RandomElement = { tag: 'body', attributes: '', declarations: drawn(random, ROOT), children }
  return { tag: 'html', attributes: '', declarations: drawn(random, ROOT), children: [body] }
}

function flex(random: Random, depth: number, own: readonly Declaration[]): RandomElement {
  const children = many(random, 1, 5, () => item(random, depth, FLEX_ITEM))
  return { tag: 'div', attributes: '', declarations: [...drawn(random, FLEX), ...own], children }
}

function grid(random: Random, depth: number, own: readonly Declaration[]): RandomElement {
  const tracks = (): string => (random.chance(0.4) ? random.pick(REPEATS) : many(random, 1, 4, () => random.pick(TRACKS)).join(' '))
  const chances: Chances = [
    [1, 'display', ['grid', 'grid', 'grid', 'inline-grid']],
    [0.8, 'grid-template-columns', [tracks()]],
    [0.3, 'grid-template-rows', [tracks()]],
    [0.2, 'grid-auto-rows', TRACKS],
    [0.2, 'grid-auto-columns', TRACKS],
    [0.2, 'grid-auto-flow', ['column', 'dense', 'row dense']],
    [0.15, 'justify-items', ALIGNMENTS],
    ...CONTAINER,
  ]
  const children = many(random, 1, 6, () => item(random, depth, GRID_ITEM))
  return { tag: 'div', attributes: '', declarations: [...drawn(random, chances), ...own], children }
}

function columns(random: Random, depth: number, own: readonly Declaration[]): RandomElement {
  const children = many(random, 1, 6, () => item(random, depth, COLUMN_ITEM))
  return { tag: 'div', attributes: '', declarations: [...drawn(random, COLUMNS), ...own], children }
}

function flow(random: Random, depth: number, own: readonly Declaration[]): RandomElement {
  const child = (): Child => {
    if (random.chance(0.2)) return random.pick(TEXTS)
    return depth > 0 && random.chance(0.3) ? flow(random, depth - 1, drawn(random, FLOW_ITEM)) : item(random, 0, FLOW_ITEM)
  }
  return { tag: random.pick(['div', 'div', 'p', 'span']), attributes: '', declarations: own, children: many(random, 1, 5, child) }
}

function item(random: Random, depth: number, chances: Chances): Child {
  const own = drawn(random, chances)
  if (depth > 0 && random.chance(0.3)) return random.pick([flex, grid])(random, depth - 1, own)
  if (random.chance(0.1)) return { tag: 'img', attributes: ` src="${PICTURE}"`, declarations: own, children: [] }
  if (random.chance(0.08)) return table(random, 0, own)
  if (random.chance(0.05)) return { tag: 'br', attributes: '', declarations: [], children: [] }
  return { tag: 'div', attributes: '', declarations: own, children: random.chance(0.1) ? [] : [random.pick(TEXTS)] }
}

function table(random: Random, depth: number, own: readonly Declaration[]): RandomElement {
  const columns = random.int(1, 5)
  const cell = (): RandomElement => ({
    tag: random.chance(0.2) ? 'th' : 'td',
    attributes: random.chance(0.3) ? ` ${random.pick(['colspan', 'rowspan'])}="${random.int(2, 3)}"` : '',
    declarations: drawn(random, CELL),
    children: depth > 0 && random.chance(0.08) ? [table(random, depth - 1, [])] : random.chance(0.1) ? [] : [random.pick(TEXTS)],
  })
  const row = (): RandomElement => ({
    tag: 'tr',
    attributes: '',
    declarations: drawn(random, [[0.15, 'height', ['30px', '50px']]]),
    children: many(random, 1, columns, cell),
  })
  const group = (tag: string, least: number, most: number): RandomElement => ({
    tag,
    attributes: '',
    declarations: [],
    children: many(random, least, most, row),
  })
  const groups = [...(random.chance(0.3) ? [group('thead', 1, 2)] : []), group('tbody', 1, 4)]
  return { tag: 'table', attributes: '', declarations: [...drawn(random, TABLE), ...own], children: groups }
}
