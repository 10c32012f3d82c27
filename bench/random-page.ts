// Small random trees with random declarations.
import type { Random } from '../test/support/random/random.ts'
import { type Declaration, declarations } from './random-declarations.ts'

export interface RandomPage {
  /** Or `html` with nothing but a `body`: these two have declarations then. */
  readonly body: RandomElement
  readonly isQuirky: boolean
  /** Elements look as they do by themselves. */
  readonly hasDefaultLooks?: boolean
}

export interface RandomElement {
  readonly tag: string
  /** Beside `id`. */
  readonly attributes: string
  readonly declarations: readonly Declaration[]
  readonly children: readonly (RandomElement | string)[]
}

type Children = RandomElement['children']

// ── Trees ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const TAGS = ['div', 'div', 'div', 'div', 'span', 'span', 'p', 'section', 'img', 'table', 'ul']
const TEXTS = ['a', 'aa bb', 'one two three', 'x', 'lorem ipsum dolor']
const PICTURE = 'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27'
const IMAGES = [`${PICTURE} width=%2730%27 height=%2720%27%3E%3C/svg%3E`, `${PICTURE} viewBox=%270 0 2 1%27%3E%3C/svg%3E`]
/** The part of documents in quirks mode. */
const QUIRKY = 0.1

/** What a document is drawn with. */
interface Drawn extends Random {
  readonly hasColumns: boolean
}

export function randomPage(seeded: Random): RandomPage {
  const random = { ...seeded, hasColumns: seeded.chance(0.5) }
  const children = many(random, 1, 3, () => randomElement(random, 3))
  return { body: { tag: 'body', attributes: '', declarations: [], children }, isQuirky: random.chance(QUIRKY) }
}

function randomElement(random: Drawn, depth: number): RandomElement {
  const tag = random.pick(TAGS)
  if (tag === 'table') return table(random, depth)
  if (tag === 'img') return element({ tag, attributes: ` src="${random.chance(0.8) ? IMAGES[0] : IMAGES[1]}"`, random })
  const children = many(random, 0, 4, () => randomChild(random, depth))
  return element({
    tag,
    random,
    children: tag === 'ul' ? children.map((child) => element({ tag: 'li', random, children: [child] })) : children,
  })
}

function randomChild(random: Drawn, depth: number): RandomElement | string {
  return depth === 0 || random.chance(0.3) ? random.pick(TEXTS) : randomElement(random, depth - 1)
}

function table(random: Drawn, depth: number): RandomElement {
  const cell = (): RandomElement => {
    const children = many(random, 0, 2, () => randomChild(random, Math.max(0, depth - 2)))
    const span = random.chance(0.15) ? ` ${random.pick(['colspan', 'rowspan'])}="2"` : ''
    return element({ tag: random.chance(0.1) ? 'th' : 'td', attributes: span, random, children })
  }
  const row = (): RandomElement => element({ tag: 'tr', random, children: many(random, 1, 3, cell) })
  const groups = [element({ tag: 'tbody', random, children: many(random, 1, 3, row) })]
  if (random.chance(0.1)) groups.unshift(element({ tag: 'thead', random, children: [row()] }))
  if (random.chance(0.1))
    groups.unshift(element({ tag: 'colgroup', random, children: many(random, 1, 2, () => element({ tag: 'col', random })) }))
  if (random.chance(0.1)) groups.unshift(element({ tag: 'caption', random, children: [random.pick(TEXTS)] }))
  return element({ tag: 'table', random, children: groups })
}

function element({
  tag,
  attributes = '',
  random,
  children = [],
}: {
  tag: string
  attributes?: string
  random: Drawn
  children?: Children
}): RandomElement {
  return { tag, attributes, declarations: declarations(random, random.hasColumns), children }
}

function many<T>(random: Drawn, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(least, most) }, make)
}

// ── As text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const VOID: ReadonlySet<string> = new Set(['img', 'col', 'br', 'hr', 'input'])

// Rows break in columns as in browsers: Platen's own sheet keeps short ones whole.
const BARE =
  'html { font: 10px/1.2 Cousine; } body { margin: 0; } p, ul { margin: 10px 0; } th { font-weight: normal; } table { font: inherit; } tr { break-inside: auto; }'
/** One font, of which both know the same face: without bold and italic ones. */
const ONE_FONT =
  'html { line-height: 1.2; } html, pre, code, kbd, tt, input, button, select, textarea { font-family: Cousine; } * { font-weight: normal !important; font-style: normal !important; } tr { break-inside: auto; }'

/** The style sheet, one rule for each element with declarations, and the content of `body`. */
export function writePage({ body, hasDefaultLooks = false }: RandomPage): { readonly sheet: string; readonly body: string } {
  const rules = [hasDefaultLooks ? ONE_FONT : BARE]
  const write = (child: RandomElement | string): string => {
    if (typeof child === 'string') return child
    const { tag, attributes, declarations, children } = child
    const name = `e${rules.length}`
    rules.push(ruleOf(`#${name}`, declarations))
    const start = `<${tag} id="${name}"${attributes}>`
    return VOID.has(tag) ? start : `${start}${children.map(write).join('')}</${tag}>`
  }
  const inner = body.children[0]
  const isRoot = body.tag === 'html' && typeof inner === 'object'
  if (isRoot) rules.push(ruleOf(':root', body.declarations), ruleOf('body', inner.declarations))
  const children = isRoot ? inner.children : body.children
  return { body: children.map(write).join(''), sheet: rules.filter((rule) => rule !== '').join('\n') }
}

function ruleOf(selector: string, declarations: readonly Declaration[]): string {
  return declarations.length === 0 ? '' : `${selector} { ${declarations.map(([property, value]) => `${property}: ${value};`).join(' ')} }`
}

// ── Smaller ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The page without quirks, without one element or text, one element replaced by its children, or one declaration less. */
export function* smallerPages(page: RandomPage): Generator<RandomPage, undefined> {
  if (page.isQuirky) yield { ...page, isQuirky: false }
  for (const smaller of smallerElements(page.body))
    if (smaller.length === 1 && typeof smaller[0] === 'object') yield { ...page, body: smaller[0] }
  return undefined
}

function* smallerElements(element: RandomElement): Generator<Children, undefined> {
  const { children, declarations, tag, attributes } = element
  const isKept = tag === 'body' || tag === 'html'
  if (!isKept) yield []
  for (const [i, child] of children.entries()) {
    const around = (middle: Children): readonly RandomElement[] => [
      { ...element, children: [...children.slice(0, i), ...middle, ...children.slice(i + 1)] },
    ]
    if (typeof child === 'string') {
      yield around([])
      if (child.length > 1) yield around(['a'])
    } else for (const smaller of smallerElements(child)) yield around(smaller)
  }
  if (!isKept && !/^(t|li|c)/.test(tag) && children.length > 0) yield children
  for (const [part, name] of attributes.matchAll(/ ([a-z]+)(?:="[^"]*")?/g))
    if (name !== 'src') yield [{ ...element, attributes: attributes.replace(part, '') }]
  for (const i of declarations.keys()) yield [{ ...element, declarations: declarations.filter((_, k) => k !== i) }]
  return undefined
}
