// Random documents as templates with data: every word is there once, and a tree says which words must come before which.
import type { Random } from './random.ts'
import { joined, type Made, noted, type Order, parallel, sequence } from './random-order.ts'
import { type HeadedTable, isMeasured, type Parts, TableMaker } from './random-tables.ts'

export interface RandomDocument {
  readonly source: string
  readonly data: Readonly<Record<string, unknown>>
  readonly order: Order
  readonly tables: readonly HeadedTable[]
  /** Boxes made before the document is streamed; undefined: all. */
  readonly nodesAhead: number | undefined
}

/** Every glyph is as wide and high as this. */
const EM = 4
const WIDTH = 420
/** Of streamed documents, which are not measured before they are painted, so not printed smaller either. */
const STREAMED_WIDTH = 1200
/** Texts of no more words are never long. */
const SHORT = 4

export function randomDocument(random: Random): RandomDocument {
  return new Maker(random).document()
}

/** As `randomDocument`, on pages whose widths differ: as wide as there at the least. */
export function randomDocumentOnUnlikePages(random: Random): RandomDocument {
  return new Maker(random, ['first', 'left', 'right', 'nth(3n)', 'nth(4)']).document()
}

/** As there, with parts in other writing modes and subgrids; a third of them is vertical as a whole. */
export function randomDocumentInWritingModes(random: Random): RandomDocument {
  return new Maker(random, ['first', 'left', 'right', 'nth(3n)'], true).document()
}

/** Pages are laid out in whole pixels, and half a pixel too wide is not printed smaller (engine/render.ts): there is always room for both, in points. */
const PIXEL_AND_HALF = 1.125

class Maker implements Parts {
  readonly random: Random
  readonly tables: HeadedTable[] = []
  readonly data: Record<string, unknown> = {}
  readonly place = { isInColumns: false, isRtl: false, isVertical: false, columnsAreRtl: false }
  readonly #tables = new TableMaker(this)
  readonly #height: number
  readonly #unlike: readonly string[]
  readonly #hasModes: boolean
  /** Of the whole document. */
  readonly #mode: 'horizontal-tb' | 'vertical-rl' | 'vertical-lr'
  isStreamed = false
  #words = 0
  #long = 1

  /** `unlike`: selectors of pages that have a width of their own. `hasModes`: parts, or the whole, are vertical, and grids have subgrids. */
  constructor(random: Random, unlike: readonly string[] = [], hasModes = false) {
    this.random = random
    this.#unlike = unlike
    this.#hasModes = hasModes
    this.#mode = hasModes && random.chance(1 / 3) ? random.pick(['vertical-rl', 'vertical-lr']) : 'horizontal-tb'
    Object.assign(this.place, { isVertical: this.#mode !== 'horizontal-tb', columnsAreRtl: this.#mode === 'vertical-rl' })
    this.#height = random.int(90, 220)
  }

  document(): RandomDocument {
    const { chance, int, pick } = this.random
    const nodesAhead = chance(0.3) ? pick([1, 10, 40, 100]) : undefined
    this.isStreamed = nodesAhead !== undefined
    const width = this.isStreamed ? STREAMED_WIDTH : WIDTH
    const parts = this.#many(2, 4, () => (chance(0.2) ? this.#tables.sumTable() : chance(0.08) ? this.#onPage() : this.block(2)))
    const mode = this.#mode === 'horizontal-tb' ? '' : `html { writing-mode: ${this.#mode} }`
    const sheet = `@page { size: ${this.#size(width, this.#height)}; margin: ${this.#margin(int(0, 12))} } @page low { size: ${this.#size(width, int(90, 220))} }
@page wide { size: ${this.#size(width + int(0, 60), int(90, 220))}; margin: ${this.#margin(int(0, 20))} } ${mode}
${this.#unlike.map((selector) => `@page :${selector} { ${this.#ownWidth(width)} }`).join('\n')}
html { font: ${EM}pt/${EM + 1}pt Toy } body { margin: 0 } p, ul, ol, h2, table { margin: ${int(0, 4)}pt 0 } h2 { font-size: 1em; break-after: avoid; bookmark-level: none } td, th { padding: 1pt }`
    const source = `<!DOCTYPE html><style>${sheet}</style>${parts.map(({ html }) => html).join('\n')}`
    return { source, data: this.data, order: sequence(parts), tables: this.tables, nodesAhead }
  }

  #ownWidth(width: number): string {
    const { chance, int } = this.random
    if (chance(0.3)) return ''
    const sides = this.place.isVertical ? ['top', 'bottom'] : ['left', 'right']
    return `size: ${this.#size(width + int(60, 200), int(90, 220))}; margin-${sides[0]}: ${int(0, 30)}pt; margin-${sides[1]}: ${int(2, 30)}pt`
  }

  /** Of a page whose lines are `length` long. */
  #size(length: number, depth: number): string {
    return this.place.isVertical ? `${depth}pt ${length}pt` : `${length}pt ${depth}pt`
  }

  #margin(size: number): string {
    const wide = Math.max(size, PIXEL_AND_HALF)
    return this.place.isVertical ? `${wide}pt ${wide}pt ${wide}pt ${size}pt` : `${size}pt ${wide}pt ${size}pt ${size}pt`
  }

  #many<T>(from: number, to: number, make: () => T): T[] {
    return Array.from({ length: this.random.int(from, to) }, make)
  }

  word(): string {
    return `w${(this.#words++).toString(36)}`
  }

  /** Now and then as much as fills three pages. */
  text(most = 12): { readonly text: string; readonly order: Order } {
    const isLong = this.#long > 0 && most > SHORT && this.random.chance(0.02)
    if (isLong) this.#long--
    const count = isLong ? this.random.int(100, (3 * this.#height * 20) / EM) : this.random.int(1, most)
    const words = Array.from({ length: count }, () => this.word())
    return { text: words.join(' '), order: { kind: 'words', words, columnsAreRtl: this.place.columnsAreRtl } }
  }

  block(depth: number): Made {
    const { chance, pick } = this.random
    if (this.#hasModes && chance(0.12)) return depth > 0 && chance(0.6) ? this.#subgrid(depth) : this.#turned()
    if (depth === 0 || chance(0.4)) return this.#paragraph()
    return pick([
      () => this.#group(depth),
      () => this.#list(depth),
      () => this.#tables.table(depth),
      () => this.#tables.table(depth),
      () => this.#flex(depth),
      () => this.#grid(depth),
      () => this.#columns(depth),
      () => this.#float(depth),
    ])()
  }

  #paragraph(): Made {
    const { chance, pick } = this.random
    const tag = chance(0.1) ? 'h2' : 'p'
    const { text, order } = this.text(chance(0.1) ? 120 : 14)
    if (tag === 'p' && chance(0.06)) {
      const note = this.bare(6)
      const html = `<p${this.style()}>${text}<span style="float: footnote">${note.html}</span></p>`
      return { html, order: noted(order, [note]) }
    }
    const inner = chance(0.15) ? text.replace(' ', ` <${pick(['b', 'i', 'span style="padding: 1pt"'])}>`) : text
    return { html: `<${tag}${this.style()}>${inner}</${tag}>`, order }
  }

  #group(depth: number): Made {
    const { chance, int } = this.random
    const parts = this.#many(1, 4, () => this.block(depth - 1))
    const least = chance(0.15) ? `; min-block-size: ${int(20, 400)}pt` : ''
    return { html: `<div${this.style(`border: 1pt solid; padding: 2pt${least}`)}>${joined(parts)}</div>`, order: sequence(parts) }
  }

  #list(depth: number): Made {
    const items = this.#many(1, 5, () => (this.random.chance(0.7) ? this.bare() : this.block(depth - 1)))
    const html = items.map((item) => `<li${this.style()}>${item.html}</li>`).join('')
    return { html: `<ul style="list-style: none; padding-left: 6pt">${html}</ul>`, order: sequence(items) }
  }

  bare(most = 12): Made {
    const { text, order } = this.text(most)
    return { html: text, order }
  }

  #flex(depth: number): Made {
    const items = this.#many(1, 3, () => this.block(depth - 1))
    const isRow = this.random.chance(0.6)
    const html = items.map(({ html }) => `<div${this.style(isRow ? 'flex: 1' : '')}>${html}</div>`).join('')
    const order = isRow ? parallel(items) : sequence(items)
    return { html: `<div style="display: flex; flex-direction: ${isRow ? 'row' : 'column'}">${html}</div>`, order }
  }

  #grid(depth: number): Made {
    const items = this.#many(1, 6, () => this.block(depth - 1))
    const html = items.map(({ html }) => `<div${this.style()}>${html}</div>`).join('')
    return { html: `<div style="display: grid; grid-template-columns: 1fr 1fr; gap: 2pt">${html}</div>`, order: parallel(items) }
  }

  /** Rows whose items stand in the columns of the grid around them. */
  #subgrid(depth: number): Made {
    const rows = this.#many(1, 4, () => [this.block(depth - 1), this.block(depth - 1)])
    const html = rows.map(
      (items) =>
        `<div style="display: grid; grid: auto / subgrid; grid-column: span 2">${items.map((item) => `<div${this.style()}>${item.html}</div>`).join('')}</div>`,
    )
    return {
      html: `<div style="display: grid; grid-template-columns: 1fr auto; gap: 2pt">${html.join('')}</div>`,
      order: parallel(rows.flat()),
    }
  }

  /** A short text in a writing mode of its own. */
  #turned(): Made {
    const { text, order } = this.text(SHORT)
    const mode = this.random.pick(['vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr', 'horizontal-tb'])
    const words = text.split(' ').map((word): Order => ({ kind: 'words', words: [word], columnsAreRtl: false }))
    // From the bottom up, the words of a line stand above those before them.
    const own: Order =
      mode === 'sideways-lr'
        ? { kind: 'parallel', parts: words }
        : { ...order, ...(order.kind === 'words' ? { columnsAreRtl: mode.endsWith('-rl') } : {}) }
    const size = mode === 'horizontal-tb' ? 'width' : 'height'
    return { html: `<p style="writing-mode: ${mode}; ${size}: 40pt">${text}</p>`, order: own }
  }

  #columns(depth: number): Made {
    const outer = { ...this.place }
    Object.assign(this.place, { isInColumns: true, columnsAreRtl: outer.isVertical ? outer.columnsAreRtl : outer.isRtl })
    const parts = this.#many(1, 5, () => this.block(depth - 1))
    Object.assign(this.place, outer)
    const fill = this.random.chance(0.3) ? '; column-fill: auto' : ''
    return { html: `<div style="columns: 2; column-gap: 4pt${fill}">${joined(parts)}</div>`, order: sequence(parts) }
  }

  #float(depth: number): Made {
    const beside = this.bare()
    const parts = this.#many(1, 2, () => this.block(depth - 1))
    const side = this.random.pick(['left', 'right'])
    // A percentage counts for nothing in what a cell needs at least, so that a word may hang out of the float and its table.
    const least = isMeasured(this) ? '' : '; min-inline-size: min-content'
    const html = `<div style="float: ${side}; inline-size: 40%${least}">${beside.html}</div>${joined(parts)}<div style="clear: both"></div>`
    return { html, order: { kind: 'parallel', parts: [beside.order, sequence(parts)] } }
  }

  /** A part on pages of their own kind. */
  #onPage(): Made {
    const part = this.block(2)
    return { html: `<div style="page: ${this.random.pick(['low', 'wide'])}">${part.html}</div>`, order: part.order }
  }

  /** Break rules, and what else was given. */
  style(more = ''): string {
    const { chance, pick, int } = this.random
    const rules: string[] = more === '' ? [] : [more]
    if (chance(0.06)) rules.push(`break-before: ${pick(['page', 'avoid', 'left', 'right', 'column', 'avoid-page'])}`)
    if (chance(0.06)) rules.push(`break-after: ${pick(['page', 'avoid', 'left', 'right', 'column', 'avoid-page'])}`)
    if (chance(0.1)) rules.push(`break-inside: ${pick(['avoid', 'avoid-page', 'avoid-column'])}`)
    if (chance(0.1)) rules.push(`orphans: ${int(1, 4)}; widows: ${int(1, 4)}`)
    if (chance(0.05)) rules.push('box-decoration-break: clone')
    return rules.length === 0 ? '' : ` style="${rules.join('; ')}"`
  }
}
