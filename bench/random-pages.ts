// Random documents of several pages: blocks, floats, tables, flex, grid, columns and lists, with what breaks depend on. No word comes twice, so that each can be found again.
import type { Random } from '../test/support/random/random.ts'
import type { Declaration } from './random-declarations.ts'
import type { RandomElement } from './random-page.ts'

type Children = RandomElement['children']
/** Declarations with how often an element has one of them. */
type Chances = readonly (readonly [chance: number, declarations: readonly string[]])[]

const BOX: Chances = [
  [0.2, ['margin:10px 0', 'margin:20px', 'margin:0 0 30px', 'margin-top:-5px']],
  [0.2, ['padding:5px', 'padding:20px 5px', 'padding-top:40px']],
  [0.15, ['border:2px solid', 'border-top:10px solid']],
  [0.12, ['break-inside:avoid']],
  [0.06, ['break-before:page', 'break-after:page', 'break-before:avoid', 'break-after:avoid']],
  [0.08, ['height:60px', 'height:150px', 'min-height:120px', 'height:250px', 'max-height:50px']],
  [0.06, ['orphans:3', 'widows:4']],
  [0.05, ['box-decoration-break:clone']],
  [0.05, ['overflow:hidden', 'display:flow-root']],
]
const FLEX: Chances = [
  [0.4, ['flex-direction:column']],
  [0.3, ['flex-wrap:wrap']],
  [0.3, ['gap:5px']],
  [0.3, ['align-items:center', 'align-items:flex-end', 'align-items:start']],
]
const GRID: Chances = [
  [1, ['grid-template-columns:1fr 1fr', 'grid-template-columns:auto auto auto', 'grid-template-columns:100px 1fr']],
  [0.3, ['gap:5px', 'gap:20px 5px']],
  [0.2, ['align-items:end', 'align-items:center']],
]
const TABLE: Chances = [
  [0.4, ['border-collapse:collapse']],
  [0.3, ['width:100%']],
  [0.3, ['border:1px solid']],
  [0.3, ['border-spacing:5px']],
]
const ROW: Chances = [
  [0.1, ['height:40px']],
  [0.1, ['break-inside:avoid']],
  [0.04, ['break-before:page', 'break-after:avoid']],
]
const CELL: Chances = [
  [0.3, ['padding:5px']],
  [0.1, ['vertical-align:top', 'vertical-align:bottom']],
]

export function randomPages(random: Random): RandomElement {
  return new Drawing(random).body()
}

class Drawing {
  readonly #random: Random
  #words = 0

  constructor(random: Random) {
    this.#random = random
  }

  body(): RandomElement {
    return element(
      'body',
      [],
      this.#many(1, 5, () => this.#block(3)),
    )
  }

  #block(depth: number): RandomElement {
    const kind = this.#random.next()
    if (depth <= 0 || kind < 0.35) return element('p', this.#drawn(BOX), [this.#text(40)])
    if (kind < 0.55) return element('div', this.#drawn(BOX), this.#blocks(4, depth))
    if (kind < 0.68) return this.#table(depth - 1)
    if (kind < 0.75) return this.#div(['float:left', 'width:40%'], this.#blocks(2, depth))
    if (kind < 0.83) return this.#div(['display:flex', ...this.#drawn(FLEX)], this.#items(4, depth, [[0.4, ['flex:1', 'width:40%']]]))
    if (kind < 0.9) return this.#div(['display:grid', ...this.#drawn(GRID)], this.#items(7, depth, []))
    if (kind < 0.95) return this.#div(['columns:2', ...this.#drawn([[0.3, ['column-fill:auto']]])], this.#blocks(4, depth))
    const items = this.#many(1, 5, () => element('li', this.#drawn(BOX), [this.#text(12)]))
    return element('ul', this.#drawn(BOX), items)
  }

  #div(own: readonly string[], children: Children): RandomElement {
    return element('div', [...own, ...this.#drawn(BOX)], children)
  }

  #blocks(most: number, depth: number): RandomElement[] {
    return this.#many(1, most, () => this.#block(depth - 1))
  }

  #items(most: number, depth: number, own: Chances): RandomElement[] {
    const content = (): Children => [this.#random.chance(0.5) ? this.#text(15) : this.#block(depth - 1)]
    return this.#many(1, most, () => element('div', [...this.#drawn(own), ...this.#drawn(BOX)], content()))
  }

  #table(depth: number): RandomElement {
    const columns = this.#random.int(1, 3)
    const cell = (tag: string): RandomElement =>
      element(tag, this.#drawn(CELL), [this.#random.chance(0.85) ? this.#text(12) : this.#block(depth)])
    const row = (tag: string): RandomElement =>
      element(
        'tr',
        this.#drawn(ROW),
        this.#many(columns, columns, () => cell(tag)),
      )
    const group = (chance: number, tag: string, most: number): RandomElement[] =>
      this.#random.chance(chance)
        ? [
            element(
              tag,
              [],
              this.#many(1, most, () => row(tag === 'thead' ? 'th' : 'td')),
            ),
          ]
        : []
    const groups = [...group(0.5, 'thead', 1), ...group(1, 'tbody', 8), ...group(0.15, 'tbody', 3), ...group(0.2, 'tfoot', 1)]
    return element('table', [...this.#drawn(TABLE), ...this.#drawn(BOX)], groups)
  }

  #text(most: number): string {
    return this.#many(1, most, () => `w${(this.#words++).toString(36)}`).join(' ')
  }

  #drawn(chances: Chances): string[] {
    return chances.flatMap(([chance, declarations]) => (this.#random.chance(chance) ? [this.#random.pick(declarations)] : []))
  }

  #many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.#random.int(least, most) }, make)
  }
}

function element(tag: string, declarations: readonly string[], children: Children): RandomElement {
  return { tag, attributes: '', declarations: declarations.map(declarationOf), children }
}

function declarationOf(text: string): Declaration {
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}
