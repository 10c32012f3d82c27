// Random documents as mails and old pages are written: elements with their default looks, and what attributes say of looks (HTML §15).
import type { Random } from '../test/support/random/random.ts'
import type { Declaration } from './random-declarations.ts'
import type { RandomElement } from './random-page.ts'

type Child = RandomElement | string
/** Attributes with how often an element has them, and their values; an empty value is written as none. */
type Attributes = readonly (readonly [chance: number, name: string, values: readonly string[]])[]

const TEXTS = ['a', 'aa bb', 'one two three', 'x', 'lorem ipsum dolor', 'lorem ipsum dolor sit amet consectetur adipiscing elit']
const PICTURE = `data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2730%27 height=%2720%27%3E%3C/svg%3E`
const ALIGNS = ['left', 'center', 'right', 'justify', 'middle']
const WIDTHS = ['100', '50%', '100%', '33', '600', '0', '10%']
const HEIGHTS = ['40', '100', '50%', '10']

const TABLE: Attributes = [
  [0.5, 'width', WIDTHS],
  [0.1, 'height', HEIGHTS],
  [0.6, 'border', ['0', '0', '1', '5', '']],
  [0.6, 'cellpadding', ['0', '0', '5', '10']],
  [0.6, 'cellspacing', ['0', '0', '3']],
  [0.3, 'align', ALIGNS],
  [0.1, 'rules', ['all', 'rows', 'none', 'groups']],
  [0.1, 'frame', ['box', 'hsides', 'void']],
  [0.05, 'hspace', ['10']],
]
const CELL: Attributes = [
  [0.4, 'width', WIDTHS],
  [0.2, 'height', HEIGHTS],
  [0.3, 'align', ALIGNS],
  [0.3, 'valign', ['top', 'middle', 'bottom', 'baseline']],
  [0.15, 'nowrap', ['']],
  [0.15, 'colspan', ['2', '3']],
  [0.1, 'rowspan', ['2', '0']],
]
const ROW: Attributes = [
  [0.15, 'align', ALIGNS],
  [0.15, 'valign', ['top', 'bottom']],
  [0.1, 'height', ['30']],
]
const RULE: Attributes = [
  [0.4, 'width', WIDTHS],
  [0.3, 'size', ['1', '5', '10']],
  [0.3, 'align', ALIGNS],
  [0.2, 'noshade', ['']],
]
const IMAGE: Attributes = [
  [1, 'src', [PICTURE]],
  [0.4, 'width', ['50', '100%', '20']],
  [0.3, 'height', ['40', '10']],
  [0.3, 'align', ['left', 'right', 'top', 'middle', 'bottom', 'texttop', 'absmiddle', 'baseline']],
  [0.2, 'border', ['0', '2']],
  [0.2, 'hspace', ['5']],
  [0.2, 'vspace', ['5']],
  [0.3, 'style', ['display:block', 'vertical-align:middle', 'max-width:100%']],
]
const ALIGNED: Attributes = [[0.25, 'align', ALIGNS]]
const LIST: Attributes = [
  [0.2, 'type', ['a', 'I', '1', 'circle', 'none']],
  [0.2, 'start', ['5']],
  [0.1, 'compact', ['']],
]
const FONT: Attributes = [
  [0.6, 'size', ['1', '5', '+2', '-1', '7']],
  [0.2, 'face', ['Cousine']],
]
const STYLES: Attributes = [
  [
    0.25,
    'style',
    [
      'display:inline-block',
      'margin:0',
      'padding:10px',
      'float:left',
      'width:50%',
      'text-align:center',
      'border:1px solid',
      'line-height:0',
      'font-size:0',
    ],
  ],
]

const BLOCKS = [
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h6',
  'center',
  'blockquote',
  'address',
  'pre',
  'figure',
  'section',
  'article',
  'form',
  'details',
  'dialog',
  'nav',
]
const INLINES = ['span', 'b', 'i', 'small', 'big', 'sub', 'sup', 'code', 'q', 'a', 'u', 'kbd', 'tt', 'nobr', 'label', 'mark', 'abbr']

export function randomHtml(random: Random): RandomElement {
  return { tag: 'body', attributes: '', declarations: [], children: many(random, 1, 4, () => block(random, 3)) }
}

function block(random: Random, depth: number): RandomElement {
  if (depth <= 0) return element('p', drawn(random, ALIGNED), [random.pick(TEXTS)])
  const kind = random.next()
  if (kind < 0.3) return table(random, depth - 1)
  if (kind < 0.37) return element('hr', drawn(random, RULE), [])
  if (kind < 0.47) return list(random, depth - 1)
  if (kind < 0.52)
    return element('fieldset', '', [element('legend', drawn(random, ALIGNED), [random.pick(TEXTS)]), ...content(random, depth - 1)])
  if (kind < 0.56)
    return element(
      'dl',
      '',
      many(random, 1, 4, () => element(random.pick(['dt', 'dd']), '', [random.pick(TEXTS)])),
    )
  const tag = random.pick(BLOCKS)
  const own = tag === 'details' || tag === 'dialog' ? ' open' : drawn(random, [...ALIGNED, ...STYLES])
  const summary =
    tag === 'details'
      ? [element('summary', '', [random.pick(TEXTS)])]
      : tag === 'figure' && random.chance(0.5)
        ? [element('figcaption', '', [random.pick(TEXTS)])]
        : []
  return element(tag, own, [...summary, ...(/^(h\d|p|pre|address)$/.test(tag) ? line(random, depth - 1) : content(random, depth - 1))])
}

function content(random: Random, depth: number): Child[] {
  return random.chance(0.5) ? many(random, 1, 3, () => block(random, depth)) : line(random, depth)
}

function line(random: Random, depth: number): Child[] {
  return many(random, 1, 4, () => inline(random, depth))
}

function inline(random: Random, depth: number): Child {
  const kind = random.next()
  if (kind < 0.4 || depth <= 0) return random.pick(TEXTS)
  if (kind < 0.5) return element('img', drawn(random, IMAGE), [])
  if (kind < 0.57) return element('br', random.chance(0.2) ? ' clear="all"' : '', [])
  if (kind < 0.7) return control(random)
  if (kind < 0.78) return element('font', drawn(random, FONT), line(random, depth - 1))
  return element(random.pick(INLINES), drawn(random, STYLES), line(random, depth - 1))
}

function control(random: Random): RandomElement {
  const size = drawn(random, [[0.3, 'size', ['5', '30']]])
  const style = drawn(random, [
    [0.3, 'style', ['width:100%', 'padding:5px', 'font:inherit', 'display:block', 'border:1px solid', 'width:80px;height:40px']],
  ])
  switch (random.pick(['text', 'checkbox', 'button', 'select', 'textarea', 'progress', 'input'])) {
    case 'text':
      return element('input', `${size}${style}`, [])
    case 'checkbox':
      return element('input', ` type="${random.pick(['checkbox', 'radio'])}"${style}`, [])
    case 'button':
      return element('button', style, [random.pick(TEXTS)])
    case 'select':
      return element(
        'select',
        style,
        many(random, 1, 3, () => element('option', '', [random.pick(TEXTS)])),
      )
    case 'textarea':
      return element(
        'textarea',
        `${drawn(random, [
          [0.4, 'rows', ['1', '5']],
          [0.4, 'cols', ['5', '40']],
        ])}${style}`,
        [random.pick(TEXTS)],
      )
    case 'progress':
      return element(random.pick(['progress', 'meter']), style, [])
    default:
      return element(
        'input',
        ` type="${random.pick(['submit', 'button', 'number', 'date', 'email', 'range', 'hidden', 'color', 'file', 'reset'])}" value="ok"${style}`,
        [],
      )
  }
}

function list(random: Random, depth: number): RandomElement {
  const item = (): RandomElement => element('li', drawn(random, [[0.1, 'value', ['7']]]), content(random, depth - 1))
  return element(random.pick(['ul', 'ol', 'ul', 'ol', 'menu', 'dir']), drawn(random, LIST), many(random, 1, 3, item))
}

function table(random: Random, depth: number): RandomElement {
  const columns = random.int(1, 4)
  const cell = (): RandomElement =>
    element(random.chance(0.2) ? 'th' : 'td', drawn(random, CELL), random.chance(0.05) ? [] : content(random, depth - 1))
  const row = (): RandomElement => element('tr', drawn(random, ROW), many(random, 1, columns, cell))
  const caption = random.chance(0.1)
    ? [element('caption', drawn(random, [[0.5, 'align', ['bottom', 'top', 'left']]]), [random.pick(TEXTS)])]
    : []
  const group = random.chance(0.1)
    ? [
        element(
          'colgroup',
          '',
          many(random, 1, columns, () => element('col', drawn(random, [[0.7, 'width', WIDTHS]]), [])),
        ),
      ]
    : []
  const head = random.chance(0.15) ? [element('thead', '', [row()])] : []
  return element('table', drawn(random, TABLE), [...caption, ...group, ...head, element('tbody', '', many(random, 1, 3, row))])
}

function element(tag: string, attributes: string, children: readonly Child[], declarations: readonly Declaration[] = []): RandomElement {
  return { tag, attributes, declarations, children }
}

function drawn(random: Random, chances: Attributes): string {
  return chances
    .filter(([chance]) => random.chance(chance))
    .map(([, name, values]) => ({ name, value: random.pick(values) }))
    .map(({ name, value }) => (value === '' ? ` ${name}` : ` ${name}="${value}"`))
    .join('')
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(least, most) }, make)
}
