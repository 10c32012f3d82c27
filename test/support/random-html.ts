// Random documents as templates with data: every word is there once, and a tree says which words must come before which.
import type { Random } from './random.ts'

/** What order words have. `parallel`: cells of a row, columns, floats: beside one another. */
export type Order =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Order[] }
  | { readonly kind: 'parallel'; readonly parts: readonly Order[] }
  /** A text with notes: these may stand on later pages. */
  | { readonly kind: 'noted'; readonly text: Order; readonly notes: readonly Order[] }

/** A table whose head is on every page that its rows are on; `sums` names it when it adds up its rows. */
export interface HeadedTable {
  readonly head: string
  readonly body: Order
  readonly sums: { readonly name: string; readonly total: string } | undefined
}

export interface RandomDocument {
  readonly source: string
  readonly data: Readonly<Record<string, unknown>>
  readonly order: Order
  readonly tables: readonly HeadedTable[]
  readonly width: number
  readonly height: number
}

interface Made {
  readonly html: string
  readonly order: Order
}

/** Every glyph is as wide and high as this. */
const EM = 4
const WIDTH = 420

export function randomDocument(random: Random): RandomDocument {
  return new Maker(random).document()
}

class Maker {
  readonly #random: Random
  readonly #tables: HeadedTable[] = []
  readonly #data: Record<string, unknown> = {}
  readonly #height: number
  #words = 0
  #long = 1

  constructor(random: Random) {
    this.#random = random
    this.#height = random.int(90, 220)
  }

  document(): RandomDocument {
    const parts = this.#many(2, 4, () => (this.#random.chance(0.2) ? this.#sumTable() : this.#block(2)))
    const sheet = `@page { size: ${WIDTH}pt ${this.#height}pt; margin: ${this.#random.int(0, 12)}pt }
html { font: ${EM}pt/${EM + 1}pt Toy } body { margin: 0 } p, ul, ol, h2, table { margin: ${this.#random.int(0, 4)}pt 0 } h2 { font-size: 1em; break-after: avoid; bookmark-level: none } td, th { padding: 1pt }`
    const source = `<!DOCTYPE html><style>${sheet}</style>${parts.map(({ html }) => html).join('\n')}`
    return { source, data: this.#data, order: sequence(parts), tables: this.#tables, width: WIDTH, height: this.#height }
  }

  #many<T>(from: number, to: number, make: () => T): T[] {
    return Array.from({ length: this.#random.int(from, to) }, make)
  }

  #word(): string {
    return `w${(this.#words++).toString(36)}`
  }

  /** Now and then as much as fills three pages. */
  #text(most = 12): { readonly text: string; readonly order: Order } {
    const isLong = this.#long > 0 && this.#random.chance(0.02)
    if (isLong) this.#long--
    const count = isLong ? this.#random.int(100, (3 * this.#height * 20) / EM) : this.#random.int(1, most)
    const words = Array.from({ length: count }, () => this.#word())
    return { text: words.join(' '), order: { kind: 'words', words } }
  }

  #block(depth: number): Made {
    const { chance, pick } = this.#random
    if (depth === 0 || chance(0.4)) return this.#paragraph()
    return pick([
      () => this.#group(depth),
      () => this.#list(depth),
      () => this.#table(depth),
      () => this.#table(depth),
      () => this.#flex(depth),
      () => this.#grid(depth),
      () => this.#columns(depth),
      () => this.#float(depth),
    ])()
  }

  #paragraph(): Made {
    const { chance, pick } = this.#random
    const tag = chance(0.1) ? 'h2' : 'p'
    const { text, order } = this.#text(chance(0.1) ? 120 : 14)
    if (tag === 'p' && chance(0.06)) {
      const note = this.#text(6)
      const html = `<p${this.#style()}>${text}<span style="float: footnote">${note.text}</span></p>`
      return { html, order: { kind: 'noted', text: order, notes: [note.order] } }
    }
    const inner = chance(0.15) ? text.replace(' ', ` <${pick(['b', 'i', 'span style="padding: 1pt"'])}>`) : text
    return { html: `<${tag}${this.#style()}>${inner}</${tag}>`, order }
  }

  #group(depth: number): Made {
    const parts = this.#many(1, 4, () => this.#block(depth - 1))
    return { html: `<div${this.#style('border: 1pt solid; padding: 2pt')}>${joined(parts)}</div>`, order: sequence(parts) }
  }

  #list(depth: number): Made {
    const items = this.#many(1, 5, () => (this.#random.chance(0.7) ? this.#bare() : this.#block(depth - 1)))
    const html = items.map((item) => `<li${this.#style()}>${item.html}</li>`).join('')
    return { html: `<ul style="list-style: none; padding-left: 6pt">${html}</ul>`, order: sequence(items) }
  }

  #bare(): Made {
    const { text, order } = this.#text()
    return { html: text, order }
  }

  #table(depth: number): Made {
    const { chance, int } = this.#random
    const columns = int(1, 3)
    const head = chance(0.5) ? this.#word() : undefined
    const rows = this.#many(1, 6, () => this.#row(columns, depth))
    const order: Order = sequence(rows)
    if (head !== undefined && depth === 2) this.#tables.push({ head, body: order, sums: undefined })
    const thead = head === undefined ? '' : `<thead><tr><th colspan="${columns}">${head}</th></tr></thead>`
    const style = `border-collapse: ${chance(0.5) ? 'collapse' : 'separate'}; ${chance(0.3) ? 'width: 100%' : ''}`
    return { html: `<table style="${style}">${thead}<tbody>${joined(rows)}</tbody></table>`, order }
  }

  /** Cells that span rows hang over what is below: their words are beside all others. */
  #row(columns: number, depth: number): Made {
    const { chance, int } = this.#random
    const cells: Made[] = []
    for (let c = 0; c < columns; c++) {
      const inner = chance(0.85) ? this.#bare() : this.#block(depth - 1)
      const span = chance(0.1) && c + 1 < columns ? ++c && ' colspan="2"' : ''
      const align = chance(0.2) ? ' valign="middle"' : ''
      cells.push({ html: `<td${span}${align} style="border: ${int(0, 1)}pt solid">${inner.html}</td>`, order: inner.order })
    }
    if (chance(0.05)) {
      const inner = this.#bare()
      const rest = this.#many(1, 3, () => this.#bare())
      const first = `<tr><td rowspan="${rest.length + 1}">${inner.html}</td>${cells.map(({ html }) => html).join('')}</tr>`
      const html = first + rest.map((cell) => `<tr><td>${cell.html}</td></tr>`).join('')
      const order: Order = {
        kind: 'parallel',
        parts: [inner.order, sequence([{ html: '', order: parallel(cells) }, ...rest])],
      }
      return { html, order }
    }
    return { html: `<tr${this.#style()}>${joined(cells)}</tr>`, order: parallel(cells) }
  }

  /** A head that carries in, a foot that adds up, rows from data. */
  #sumTable(): Made {
    const { chance, int, pick } = this.#random
    const name = `t${this.#tables.length}`
    const scale = pick([1, 10, 100])
    let total = 0
    const rows = this.#many(1, 30, () => {
      const { text, order } = this.#text(chance(0.1) ? 60 : 4)
      const units = int(-500, 2_000)
      total += units
      return { text, order, v: chance(0.05) ? null : units / scale, units }
    })
    for (const { v, units } of rows) if (v === null) total -= units
    this.#data[name] = rows.map(({ text, v }) => ({ text, v }))
    const order: Order = { kind: 'sequence', parts: rows.map((row) => row.order) }
    const head = this.#word()
    this.#tables.push({ head, body: order, sums: { name, total: String(total / scale) } })
    const html = `<table><thead><tr><th>${head} in:${name}:{{carry "v"}}</th></tr></thead>
<tfoot><tr><td>sum:${name}:{{pagesum "v"}} out:${name}:{{add (carry "v") (pagesum "v")}}</td></tr></tfoot>
<tbody>{{#each ${name}}}<tr><td>{{text}}</td></tr>{{/each}}</tbody></table>`
    return { html, order }
  }

  #flex(depth: number): Made {
    const items = this.#many(1, 3, () => this.#block(depth - 1))
    const isRow = this.#random.chance(0.6)
    const html = items.map(({ html }) => `<div style="${isRow ? 'flex: 1' : ''}">${html}</div>`).join('')
    const order = isRow ? parallel(items) : sequence(items)
    return { html: `<div style="display: flex; flex-direction: ${isRow ? 'row' : 'column'}">${html}</div>`, order }
  }

  #grid(depth: number): Made {
    const items = this.#many(1, 6, () => this.#block(depth - 1))
    const html = items.map(({ html }) => `<div>${html}</div>`).join('')
    return { html: `<div style="display: grid; grid-template-columns: 1fr 1fr; gap: 2pt">${html}</div>`, order: parallel(items) }
  }

  #columns(depth: number): Made {
    const parts = this.#many(1, 5, () => this.#block(depth - 1))
    const fill = this.#random.chance(0.3) ? '; column-fill: auto' : ''
    return { html: `<div style="columns: 2; column-gap: 4pt${fill}">${joined(parts)}</div>`, order: sequence(parts) }
  }

  #float(depth: number): Made {
    const beside = this.#bare()
    const parts = this.#many(1, 2, () => this.#block(depth - 1))
    const side = this.#random.pick(['left', 'right'])
    const html = `<div style="float: ${side}; width: 40%">${beside.html}</div>${joined(parts)}<div style="clear: both"></div>`
    return { html, order: { kind: 'parallel', parts: [beside.order, sequence(parts)] } }
  }

  /** Break rules, and what else was given. */
  #style(more = ''): string {
    const { chance, pick, int } = this.#random
    const rules: string[] = more === '' || chance(0.5) ? [] : [more]
    if (chance(0.06)) rules.push(`break-before: ${pick(['page', 'avoid', 'left', 'right', 'column', 'avoid-page'])}`)
    if (chance(0.06)) rules.push(`break-after: ${pick(['page', 'avoid', 'left', 'right', 'column', 'avoid-page'])}`)
    if (chance(0.1)) rules.push(`break-inside: ${pick(['avoid', 'avoid-page', 'avoid-column'])}`)
    if (chance(0.1)) rules.push(`orphans: ${int(1, 4)}; widows: ${int(1, 4)}`)
    if (chance(0.05)) rules.push('box-decoration-break: clone')
    return rules.length === 0 ? '' : ` style="${rules.join('; ')}"`
  }
}

const joined = (parts: readonly Made[]): string => parts.map(({ html }) => html).join('')
const sequence = (parts: readonly Made[]): Order => ({ kind: 'sequence', parts: parts.map(({ order }) => order) })
const parallel = (parts: readonly Made[]): Order => ({ kind: 'parallel', parts: parts.map(({ order }) => order) })
