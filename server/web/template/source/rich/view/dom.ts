// What nodes and marks look like in the editor. Attributes come from documents that anybody may have written: values are set one by one
// through the object model, colours, sizes and fonts alone, and no address is loaded or followed.
import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model'
import { KINDS } from '../schema/kinds.data.ts'
import { HEADER, OPAQUE_MARK } from '../schema/names.ts'
import { nameText, rt } from '../text/rich-text.ts'

const TAGS: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li', taskList: 'ul', taskItem: 'li', blockquote: 'blockquote' },
  ...{ codeBlock: 'pre', horizontalRule: 'hr', hardBreak: 'br', tableRow: 'tr', tableHeader: 'th', tableCell: 'td', figure: 'figure' },
  ...{ figcaption: 'figcaption' },
}

type Made = { readonly dom: HTMLElement; readonly contentDOM?: HTMLElement }

function made(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  return element
}

/** A value of one CSS property, without what ends a declaration or loads something. */
function safe(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}px` : value
  return typeof text === 'string' && text.length < 200 && !/[;{}<>\\]|url|image|expression/i.test(text) ? text.trim() : undefined
}

type Looks = readonly (readonly [property: string, value: unknown])[]

function style(element: HTMLElement, looks: Looks): void {
  for (const [property, value] of looks) {
    const text = safe(value)
    if (text !== undefined && text !== '') element.style.setProperty(property, text)
  }
}

const lengthOf = (value: unknown): unknown => (typeof value === 'string' && /^\s*[\d.]+\s*$/.test(value) ? `${value.trim()}px` : value)

function blockLooks({ attrs }: Node): Looks {
  const lineHeight = attrs['lineHeight']
  return [
    ['color', attrs['color']],
    ['background-color', attrs['backgroundColor'] ?? attrs['background']],
    ['font-family', attrs['fontFamily']],
    ['font-size', lengthOf(attrs['fontSize'])],
    ['text-align', attrs['textAlign'] ?? attrs['align']],
    ['line-height', typeof lineHeight === 'number' ? String(lineHeight) : lineHeight],
    ['margin-block-start', lengthOf(attrs['spaceBefore'])],
    ['margin-block-end', lengthOf(attrs['spaceAfter'])],
    ['vertical-align', attrs['verticalAlign']],
  ]
}

const wordsOf = (...values: readonly unknown[]): string =>
  values
    .filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .join(' ')
    .slice(0, 200)

/** What is said of a node beside its content: its condition, its format, its place. */
function noteOf(name: string, { attrs }: Node): string {
  switch (name) {
    case 'repeat':
      return wordsOf(attrs['items'])
    case 'condition':
      return attrs['unless'] ? `≠ ${wordsOf(attrs['unless'])}` : wordsOf(attrs['if'])
    case 'tableRow':
      return wordsOf(attrs['repeat'] ? `↻ ${wordsOf(attrs['repeat'])}` : '', attrs['if'] ? `? ${wordsOf(attrs['if'])}` : '')
    case 'callout':
      return wordsOf(attrs['icon'], attrs['title'])
    case 'details':
      return wordsOf(attrs['title'])
    default:
      return ''
  }
}

/** The text of a leaf. */
function leafText(name: string, { attrs }: Node): string {
  switch (name) {
    case 'variable':
      return wordsOf(attrs['name'] ?? '?', attrs['format'] ? `· ${wordsOf(attrs['format'])}` : '')
    case 'pageNumber':
      return '#'
    case 'pageCount':
      return '##'
    case 'mention':
      return `${wordsOf(attrs['mentionSuggestionChar'] ?? '@')}${wordsOf(attrs['label'] ?? attrs['id'])}`
    case 'emoji':
      return wordsOf(attrs['emoji'] ?? `:${wordsOf(attrs['name'])}:`)
    default:
      return wordsOf(attrs['value'] ?? attrs['latex'] ?? attrs['html'] ?? attrs['title'] ?? attrs['label'] ?? attrs['height'], attrs['src'])
  }
}

/** Nodes as data, for the editor's own clipboard. */
function remember(element: HTMLElement, name: string, { attrs }: Node): void {
  element.dataset['node'] = name
  const set = Object.entries(attrs).filter(([, value]) => value !== null)
  if (set.length > 0) element.dataset['attrs'] = JSON.stringify(Object.fromEntries(set)).slice(0, 100_000)
}

function image(node: Node, showAsset: ShowAsset): HTMLElement {
  const dom = made(node.isInline ? 'span' : 'div', 'rich-leaf rich-image')
  const src = wordsOf(node.attrs['src']).trim()
  const isData = /^data:image\/[\w.+-]+[;,]/i.test(String(node.attrs['src'] ?? ''))
  const isAsset = src !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\/|\{\{/i.test(src)
  if (isData || isAsset) {
    const picture = dom.appendChild(document.createElement('img'))
    picture.alt = wordsOf(node.attrs['alt'])
    picture.draggable = false
    if (isData) picture.src = String(node.attrs['src']).trim()
    else showAsset(picture, src)
    const looks = ['width', 'height'].map((name) => [name, lengthOf(node.attrs[name])] as const)
    style(picture, looks)
    style(dom, [['text-align', node.attrs['align']]])
  } else dom.textContent = src
  if (!(isData || isAsset)) dom.dataset['label'] = nameText('node', 'image')
  return dom
}

function leaf(name: string, node: Node, showAsset: ShowAsset): Made {
  const isInline = node.isInline
  if (name === 'image') return { dom: image(node, showAsset) }
  const dom = made(isInline ? 'span' : 'div', `rich-leaf rich-${name}`)
  if (name !== 'pageBreak') dom.textContent = leafText(name, node)
  if (!['variable', 'pageNumber', 'pageCount', 'mention', 'emoji'].includes(name)) dom.dataset['label'] = nameText('node', name)
  if (name === 'spacer') style(dom, [['height', lengthOf(node.attrs['height'])]])
  return { dom }
}

function cell(dom: HTMLElement, { attrs }: Node): void {
  for (const name of ['colspan', 'rowspan']) if (attrs[name] !== 1) dom.setAttribute(name, String(attrs[name]))
  const widths: unknown = attrs['colwidth']
  if (Array.isArray(widths)) dom.dataset['colwidth'] = widths.join(',')
}

function around(name: string, node: Node): Made {
  const isMarked = [
    'repeat',
    'condition',
    'section',
    'columns',
    'column',
    'callout',
    'details',
    'detailsContent',
    'detailsSummary',
  ].includes(name)
  if (name === 'codeBlock') {
    const dom = made('pre', '')
    const contentDOM = dom.appendChild(made('code', ''))
    return { dom, contentDOM }
  }
  if (name === 'taskItem') {
    const dom = made('li', 'rich-task')
    const box = dom.appendChild(made('span', 'rich-check'))
    box.contentEditable = 'false'
    dom.dataset['checked'] = String(node.attrs['checked'] === true)
    return { dom, contentDOM: dom.appendChild(made('div', '')) }
  }
  const level = Math.min(6, Math.max(1, Number(node.attrs['level']) || 1))
  const tag = name === 'heading' ? `h${level}` : name === 'footnote' ? 'span' : (TAGS[name] ?? 'div')
  const dom = made(tag, isMarked || name === 'footnote' || name === 'taskList' ? `rich-${name}` : '')
  const note = noteOf(name, node)
  if (note !== '') dom.dataset['note'] = note
  // Shown by the last cell of the row: the row itself has room for cells alone.
  if (name === 'tableRow' && note !== '') dom.style.setProperty('--note', JSON.stringify(note.replace(/[\\"\n]/g, ' ')))
  if (name === 'callout') dom.dataset['tone'] = wordsOf(node.attrs['type'])
  if (name === 'column') style(dom, [['flex-basis', lengthOf(node.attrs['width'])]])
  if (name === 'orderedList') {
    if (Number.isInteger(node.attrs['start'])) dom.setAttribute('start', String(node.attrs['start']))
    const type = wordsOf(node.attrs['type'])
    if (/^[1aAiI]$/.test(type)) dom.setAttribute('type', type)
  }
  if (name === 'tableCell' || name === 'tableHeader') cell(dom, node)
  return { dom, contentDOM: dom }
}

/** Shows an asset of the team, by its name. */
export type ShowAsset = (picture: HTMLImageElement, name: string) => void

export function nodeDom(name: string, node: Node, showAsset: ShowAsset): DOMOutputSpec {
  if (name === 'hardBreak' || name === 'horizontalRule') return [TAGS[name]!]
  if (name === 'table') return tableDom(node)
  const result = KINDS[name]?.content === undefined ? leaf(name, node, showAsset) : around(name, node)
  const { dom } = result
  if (KINDS[name]?.isPlain === true) {
    style(dom, blockLooks(node))
    if (['ltr', 'rtl', 'auto'].includes(node.attrs['dir'])) dom.dir = node.attrs['dir']
    if (typeof node.attrs['lang'] === 'string') dom.lang = node.attrs['lang'].slice(0, 40)
  }
  remember(dom, node.type.name, node)
  return result as DOMOutputSpec
}

function tableDom(node: Node): DOMOutputSpec {
  const dom = made('div', 'rich-table')
  const table = dom.appendChild(made('table', ''))
  remember(table, 'table', node)
  return { dom, contentDOM: table.appendChild(made('tbody', '')) }
}

export function runningDom(name: string): DOMOutputSpec {
  return ['div', { class: `rich-running rich-${name}`, 'data-label': rt(name === HEADER ? 'pageHeader' : 'pageFooter') }, 0]
}

export function opaqueDom(node: Node, isInline: boolean): DOMOutputSpec {
  const dom = made(isInline ? 'span' : 'div', 'rich-leaf rich-opaque')
  dom.textContent = String(node.attrs['label']).slice(0, 200)
  dom.dataset['label'] = rt('opaque')
  remember(dom, node.type.name, node)
  return { dom }
}

const MARK_TAGS: Readonly<Record<string, string>> = {
  ...{
    bold: 'strong',
    italic: 'em',
    underline: 'u',
    strike: 's',
    superscript: 'sup',
    subscript: 'sub',
    code: 'code',
    highlight: 'mark',
    link: 'a',
  },
}

export function markDom(name: string, { attrs }: Mark): DOMOutputSpec {
  const dom = made(MARK_TAGS[name] ?? 'span', name === OPAQUE_MARK ? 'rich-opaque-mark' : '')
  if (name === 'highlight') style(dom, [['background-color', attrs['color']]])
  if (name === 'textStyle') {
    const lineHeight = typeof attrs['lineHeight'] === 'number' ? String(attrs['lineHeight']) : attrs['lineHeight']
    style(dom, [
      ...([
        ['color', attrs['color']],
        ['background-color', attrs['backgroundColor']],
        ['font-family', attrs['fontFamily']],
      ] as const),
      ...([
        ['font-size', lengthOf(attrs['fontSize'])],
        ['line-height', lineHeight],
      ] as const),
    ])
  }
  if (name === 'link') {
    // Without `href`: nothing is followed from within the editor.
    const href = String(attrs['href'] ?? '')
    dom.title = href.slice(0, 500)
    dom.dataset['href'] = href
  }
  const set = Object.entries(attrs).filter(([, value]) => value !== null)
  if (set.length > 0) dom.dataset['mark'] = JSON.stringify(Object.fromEntries(set))
  return { dom, contentDOM: dom } as DOMOutputSpec
}
