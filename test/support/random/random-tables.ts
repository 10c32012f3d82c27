// Random tables: spans, heads and feet, captions, groups, positioned boxes, sums, either direction.
import type { Random } from './random.ts'
import { joined, type Made, noted, type Order, parallel, sequence } from './random-order.ts'

/** A table whose head is on every page that its rows are on; `sums` names it when it adds up its rows. */
export interface HeadedTable {
  readonly head: string
  readonly body: Order
  /** It stands in columns: its head may be on a page several times. */
  readonly isInColumns: boolean
  readonly sums: { readonly name: string; readonly total: string } | undefined
}

/** What tables are made of. */
export interface Parts {
  readonly random: Random
  readonly tables: HeadedTable[]
  readonly data: Record<string, unknown>
  /** Not all of it is made before its first page. */
  readonly isStreamed: boolean
  /** Where the part stands that is being made. */
  readonly place: { isInColumns: boolean; isRtl: boolean; isVertical: boolean; columnsAreRtl: boolean }
  word(): string
  text(most?: number): { readonly text: string; readonly order: Order }
  /** A text alone. */
  bare(most?: number): Made
  block(depth: number): Made
  /** A `style` attribute with break rules. */
  style(more?: string): string
}

/** As wide as the longest word, in points. */
const WORD = 16

/**
 * Whether a document is printed smaller when words hang out of their boxes here. What hangs out of a streamed document is not known before its
 * pages are, and what hangs out to the left is lost in browsers as well: people hide text there.
 */
export function isMeasured({ isStreamed, place }: Pick<Parts, 'isStreamed' | 'place'>): boolean {
  return !isStreamed && !place.isRtl
}

export class TableMaker {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  #many<T>(from: number, to: number, make: () => T): T[] {
    return Array.from({ length: this.#parts.random.int(from, to) }, make)
  }

  table(depth: number): Made {
    const { chance, int } = this.#parts.random
    const { place } = this.#parts
    const outer = place.isRtl
    if (chance(0.1) && !place.isVertical) place.isRtl = !place.isRtl
    const columns = int(1, 3)
    const caption = chance(0.1) ? this.#caption() : undefined
    const head = chance(0.5) ? this.#head(columns) : undefined
    const groups = this.#many(1, chance(0.2) ? 3 : 1, () => this.#many(1, 5, () => this.#row(columns, depth)))
    const foot = chance(0.15) ? `<tfoot${this.#parts.style()}><tr><td colspan="${columns}">${this.#parts.word()}</td></tr></tfoot>` : ''
    const body = sequence(groups.flat())
    if (head !== undefined) this.#parts.tables.push({ head: head.word, body, isInColumns: place.isInColumns, sums: undefined })
    const bodies = groups.map((rows) => `<tbody${this.#parts.style()}>${joined(rows)}</tbody>`).join('')
    const html = `<table${this.#tableStyle(place.isRtl)}>${caption?.html ?? ''}${head?.html ?? ''}${foot}${bodies}</table>`
    place.isRtl = outer
    return { html, order: caption === undefined ? body : caption.around(body) }
  }

  #tableStyle(isRtl: boolean): string {
    const { chance, int } = this.#parts.random
    const rules = [`border-collapse: ${chance(0.5) ? 'collapse' : 'separate'}`, `direction: ${isRtl ? 'rtl' : 'ltr'}`]
    if (chance(0.3)) rules.push('width: 100%')
    if (chance(0.2)) rules.push(`border: ${int(0, 2)}pt solid; border-spacing: ${int(0, 3)}pt`)
    if (chance(0.1)) rules.push('position: relative')
    return this.#parts.style(rules.join('; '))
  }

  #caption(): { readonly html: string; around(body: Order): Order } {
    const { html, order } = this.#parts.bare()
    const isBelow = this.#parts.random.chance(0.5)
    const around = (body: Order): Order => ({ kind: 'sequence', parts: isBelow ? [body, order] : [order, body] })
    return { html: `<caption style="caption-side: ${isBelow ? 'bottom' : 'top'}">${html}</caption>`, around }
  }

  #head(columns: number): { readonly html: string; readonly word: string } {
    const { chance, pick } = this.#parts.random
    const word = this.#parts.word()
    const more = chance(0.15) ? `<tr data-on="${pick(['first', 'not-first', 'last', 'not-last'])}"><th>${this.#parts.word()}</th></tr>` : ''
    return { html: `<thead><tr><th colspan="${columns}">${word}</th></tr>${more}</thead>`, word }
  }

  /** Cells that span rows hang over what is below: their words are beside all others. */
  #row(columns: number, depth: number): Made {
    const { chance } = this.#parts.random
    if (chance(0.04)) {
      const level = chance(0.3) ? '="2"' : ''
      return { html: `<tr data-group${level}><th colspan="${columns}">${this.#parts.word()}</th></tr>`, order: sequence([]) }
    }
    const cells: Made[] = []
    for (let c = 0; c < columns; c++) {
      const isWide = chance(0.1) && c + 1 < columns
      if (isWide) c++
      cells.push(this.#cell(isWide ? ' colspan="2"' : '', depth))
    }
    if (chance(0.08)) return this.#spanned(cells, depth)
    return { html: `<tr${this.#parts.style(chance(0.1) ? 'position: relative' : '')}>${joined(cells)}</tr>`, order: parallel(cells) }
  }

  #cell(span: string, depth: number): Made {
    const { chance, int, pick } = this.#parts.random
    const inner = chance(0.8) ? this.#parts.bare() : this.#parts.block(depth - 1)
    const align = chance(0.2) ? ` valign="${pick(['middle', 'bottom', 'baseline'])}"` : ''
    const rules = [`border: ${int(0, 1)}pt solid`]
    if (chance(0.04)) rules.push('box-decoration-break: clone; padding: 3pt')
    if (chance(0.03)) rules.push(`height: ${int(5, 60)}pt`)
    const beside = chance(0.06) ? this.#positioned() : undefined
    if (beside?.isInCell === true) rules.push('position: relative')
    // A positioned box is no part of what its cell needs: a word of it may hang out where it stands.
    if (beside !== undefined && !isMeasured(this.#parts)) rules.push(`padding-left: ${WORD}pt; padding-right: ${WORD}pt`)
    const html = `<td${span}${align} style="${rules.join('; ')}">${beside?.isFirst === true ? beside.html + inner.html : inner.html + (beside?.html ?? '')}</td>`
    return { html, order: beside === undefined ? inner.order : noted(inner.order, [beside]) }
  }

  /** A box out of flow in a cell, whose containing block is the cell or further out, or one in flow that is moved by nothing. */
  #positioned(): Made & { readonly isInCell: boolean; readonly isFirst: boolean } {
    const { chance, pick } = this.#parts.random
    const { html, order } = this.#parts.bare(4)
    const isAbsolute = chance(0.7)
    const place = pick(['', 'top: 0', 'top: 0; right: 0', 'bottom: 0; left: 0'])
    const style = isAbsolute ? `position: absolute; ${place}` : 'position: relative'
    const tag = pick(['div', 'span'])
    return { html: `<${tag} style="${style}">${html}</${tag}>`, order, isInCell: place !== '' || chance(0.3), isFirst: chance(0.3) }
  }

  #spanned(cells: readonly Made[], depth: number): Made {
    const { chance } = this.#parts.random
    const inner = chance(0.7) ? this.#parts.bare(chance(0.3) ? 200 : 12) : this.#parts.block(depth - 1)
    const rest = this.#many(1, 4, () => this.#parts.bare(chance(0.1) ? 60 : 8))
    const first = `<tr${this.#parts.style()}><td rowspan="${rest.length + 1}">${inner.html}</td>${joined(cells)}</tr>`
    const html = first + rest.map((cell) => `<tr${this.#parts.style()}><td>${cell.html}</td></tr>`).join('')
    return { html, order: { kind: 'parallel', parts: [inner.order, sequence([{ html: '', order: parallel(cells) }, ...rest])] } }
  }

  /** A head that carries in, a foot that adds up, rows from data. */
  sumTable(): Made {
    const { chance, int, pick } = this.#parts.random
    const { data, tables } = this.#parts
    const name = `t${tables.length}`
    const scale = pick([1, 10, 100])
    let total = 0
    const rows = this.#many(1, 30, () => {
      const { text, order } = this.#parts.text(chance(0.1) ? 60 : 4)
      const units = int(-500, 2_000)
      const isEmpty = chance(0.05)
      if (!isEmpty) total += units
      return { text, order, v: isEmpty ? null : units / scale }
    })
    data[name] = rows.map(({ text, v }) => ({ text, v }))
    const order: Order = { kind: 'sequence', parts: rows.map((row) => row.order) }
    const head = this.#parts.word()
    tables.push({ head, body: order, isInColumns: false, sums: { name, total: String(total / scale) } })
    const html = `<table><thead><tr><th>${head} in:${name}:{{carry "v"}}</th></tr></thead>
<tfoot><tr><td>sum:${name}:{{pagesum "v"}} out:${name}:{{add (carry "v") (pagesum "v")}}</td></tr></tfoot>
<tbody>{{#each ${name}}}<tr><td>{{text}}</td></tr>{{/each}}</tbody></table>`
    return { html, order }
  }
}
