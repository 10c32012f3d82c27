// Documents that grow, and documents that are nested, painted whole.
import { createEngine } from '../../engine/index.ts'
import { TOY_FONTS } from '../support/fonts.ts'
import { ListCanvas } from '../support/list-canvas.ts'
import { stepsOf } from './steps.ts'
import type { Trial } from './texts.ts'

const engine = await createEngine({ fonts: TOY_FONTS })
const SHEET = '<!DOCTYPE html><style>@page { size: 400pt 400pt; margin: 10pt } html { font: 10pt/10pt Toy } body { margin: 0 }</style>'

type Made = (size: number) => string

function paint(source: string): void {
  engine.paint(engine.compile({ type: 'html', source: SHEET + source }), {}, new ListCanvas())
}

/** How much one of the engine's own counts grows. */
function countOf(counter: string, source: string): number {
  const before = engine.counters()[counter] ?? 0
  paint(source)
  return (engine.counters()[counter] ?? 0) - before
}

const repeat =
  (text: string): Made =>
  (size) =>
    text.repeat(size)
const nest =
  (open: string, close: string, inner = 'x'): Made =>
  (depth) =>
    open.repeat(depth) + inner + close.repeat(depth)

const LONG: Readonly<Record<string, Made>> = {
  paragraphs: repeat('<p>some words in a paragraph that fill a line or two of the page, and then some more</p>'),
  'words of a paragraph': (size) => `<p>${'some words '.repeat(size * 4)}</p>`,
  'inline boxes': (size) => `<p>${'<b>some</b> <i>words</i> '.repeat(size * 2)}</p>`,
  rows: (size) => `<table><thead><tr><th>a<th>b</thead>${'<tr><td>one<td>two words'.repeat(size)}</table>`,
  'collapsed rows': (size) =>
    `<table style="border-collapse: collapse">${'<tr><td style="border: 1pt solid">one<td style="border: 2pt solid">two'.repeat(size)}</table>`,
  'rows that span': (size) => `<table>${'<tr><td rowspan=2>one<td>two<tr><td>three'.repeat(size)}</table>`,
  columns: (size) => `<div style="columns: 3">${'<p>some words in a paragraph</p>'.repeat(size)}</div>`,
  'flex items that wrap': (size) =>
    `<div style="display: flex; flex-wrap: wrap">${'<div style="width: 90pt">item</div>'.repeat(size)}</div>`,
  'grid items': (size) => `<div style="display: grid; grid-template-columns: 1fr 1fr 1fr">${'<div>item</div>'.repeat(size)}</div>`,
  'grid items packed densely': (size) =>
    `<div style="display: grid; grid-auto-flow: dense">${Array.from({ length: size }, (_, i) => `<div style="grid-area: span ${(i % 7) + 1} / span ${(i % 11) + 1}">item</div>`).join('')}</div>`,
  'list items': (size) => `<ol>${'<li>item</li>'.repeat(size)}</ol>`,
  floats: repeat('<div style="float: left; width: 90pt">float</div><p>beside</p>'),
  footnotes: repeat('<p>text<span style="float: footnote">a note</span></p>'),
  'positioned boxes': repeat('<div style="position: relative"><p>text</p><div style="position: absolute; top: 0">over</div></div>'),
}

const INLINE = nest('<span style="padding: 1pt">', '</span>', 'some words')

/** Laid out once: each level costs the same. */
const DEEP: Readonly<Record<string, Made>> = {
  blocks: nest('<div>', '</div>'),
  'inline boxes': INLINE,
  lists: nest('<ul><li>', '</li></ul>'),
  'positioned boxes': nest('<div style="position: relative">', '</div>'),
}

const WRAPPING = nest('<div style="display: flex; flex-wrap: wrap"><div>', '</div></div>')
const TABLES = nest('<table><tr><td>', '</td></tr></table>')

/** What asks how wide or high its content is before it is laid out: were it laid out again for each answer, the work would double with each level. */
const MEASURED: Readonly<Record<string, Made>> = {
  tables: TABLES,
  'columns in columns': nest('<div style="columns: 2">', '</div>', '<p>x</p>'.repeat(60)),
  'flex rows over pages': nest('<div style="display: flex"><div>', '</div></div>', '<p>x</p>'.repeat(120)),
  'collapsed tables': nest('<table style="border-collapse: collapse"><tr><td>', '</td></tr></table>'),
  'flex rows': nest('<div style="display: flex"><div>', '</div></div>'),
  'flex columns': nest('<div style="display: flex; flex-direction: column"><div>', '</div></div>'),
  'flex rows in columns': nest('<div style="display: flex; flex-direction: column"><div style="display: flex">', '</div></div>'),
  'flex rows that wrap': WRAPPING,
  grids: nest('<div style="display: grid"><div>', '</div></div>'),
  'inline blocks': nest('<div style="display: inline-block">', '</div>'),
  floats: nest('<div style="float: left">', '</div>'),
  'tables in flex rows': nest('<div style="display: flex"><table><tr><td>', '</td></tr></table></div>'),
}

/** Each level is cut once for every height that those around it leave to it: as many as there are levels. Were it cut again for each try, the work would double. */
const TRIED: Readonly<Record<string, Made>> = {
  'tables with a foot on the last page': nest(
    '<table><tfoot><tr data-on="last"><td>end</tfoot><tr><td>',
    '</td></tr></table>',
    '<p>x</p>'.repeat(120),
  ),
  'tables with a head and a foot': nest(
    '<table><thead><tr><td>head</thead><tfoot><tr><td>foot</tfoot><tr><td>',
    '</td></tr></table>',
    '<p>x</p>'.repeat(120),
  ),
}

function trials(all: Readonly<Record<string, Made>>, prefix: string, sizes: Pick<Trial, 'small' | 'large' | 'power'>): readonly Trial[] {
  return Object.entries(all).map(([name, make]) => ({ name: prefix + name, ...sizes, cost: (size) => stepsOf(() => paint(make(size))) }))
}

/** Large enough that pages, of which there are a few at the smaller size already, do not make the difference. */
export const DOCUMENTS: readonly Trial[] = [
  ...trials(LONG, '', { small: 120, large: 960 }),
  ...trials(DEEP, 'nested ', { small: 12, large: 96 }),
  ...trials(MEASURED, 'nested ', { small: 8, large: 24 }),
  ...trials(TRIED, 'nested ', { small: 8, large: 24, power: 2 }),
  { name: 'Yoga nodes of nested rows that wrap', small: 8, large: 24, cost: (depth) => countOf('yogaNodes', WRAPPING(depth)) },
  { name: 'rows of nested tables laid out', small: 8, large: 24, cost: (depth) => countOf('rowsLaid', TABLES(depth)) },
  { name: 'texts shaped in nested inline boxes', small: 8, large: 24, cost: (depth) => countOf('shapeCalls', INLINE(depth)) },
]
