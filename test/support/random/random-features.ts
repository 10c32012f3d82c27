// Random documents that mix everything that can be tagged or painted: texts of many scripts, lists, tables, figures, notes, floats, columns, what is positioned,
// effects, generated content. Their headings are in order and their pictures have alternatives: they lack nothing.
import type { Random } from './random.ts'
import {
  ALPHA_PNG,
  EFFECTS,
  FIELDS,
  FORMULAS,
  LAYOUTS,
  MARGINS,
  MODES,
  OPAQUE_PNG,
  SHAPES,
  SVGS,
  SWATCHES,
  TEXT_STYLES,
  WORDS,
} from './random-features.data.ts'

/** Chance of a style of its own. */
const STYLED = 0.35

export function randomFeatures(random: Random): string {
  return new Maker(random).document()
}

class Maker {
  readonly #random: Random
  #level = 0
  #ids = 0
  #depth = 0
  readonly #targets: string[] = []

  constructor(random: Random) {
    this.#random = random
  }

  document(): string {
    const { chance, int, pick } = this.#random
    const body = this.#some(1, 5, () => this.#block())
    const running = chance(0.4) ? `<header class="run"><p>${this.#text(3)}</p></header>` : ''
    const sheet = `@page { size: ${int(160, 420)}pt ${int(140, 420)}pt; margin: ${int(8, 40)}pt; ${this.#several(MARGINS, 3).join(' ')} }
@page :first { margin-top: ${int(8, 50)}pt } @page wide { size: 500pt 200pt }
.run { position: running(head) } .note { float: footnote } body { font: ${int(6, 14)}pt serif; string-set: s content(text) }
td, th { border: ${pick(['none', '1px solid', '2px dotted red'])} } ${chance(0.3) ? 'table { border-collapse: collapse }' : ''}
.before::before { content: "[" counter(x) "] "; counter-increment: x } .after::after { content: ${pick(['"»"', 'open-quote', 'attr(id)', `url(${OPAQUE_PNG}) / "dot"`, 'counter(page)', 'leader(".") target-counter(attr(href), page)'])} }
.first::first-letter { ${pick(['font-size: 2em; float: left', 'color: red', 'initial-letter: 2'])} } .line::first-line { text-transform: uppercase }
li::marker { ${pick(['color: red', 'content: "→ "', 'font-weight: bold'])} }`
    const direction = chance(0.12) ? ' dir="rtl"' : ''
    return `<!DOCTYPE html><html lang="${pick(['en', 'de-CH', 'ar', 'zh-Hant'])}"${direction}><title>${this.#text(2)}</title><style>${sheet}</style>${running}${body}`
  }

  // ── Parts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #some(from: number, to: number, make: () => string): string {
    return Array.from({ length: this.#random.int(from, to) }, make).join('')
  }

  #several<T>(items: readonly T[], most: number): T[] {
    return Array.from({ length: this.#random.int(0, most) }, () => this.#random.pick(items))
  }

  #text(most = 8): string {
    return this.#words(this.#random.int(1, most))
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#random.pick(WORDS)).join(' ')
  }

  /** Attributes of an element: styles, languages, roles that change nothing but what is said. */
  #attributes(styles: readonly string[] = LAYOUTS): string {
    const { chance, pick } = this.#random
    let text = ''
    const own = chance(STYLED) ? this.#several(chance(0.5) ? EFFECTS : styles, 2) : []
    if (own.length > 0) text += ` style="${own.join('; ')}"`
    if (chance(0.1)) text += ` class="${pick(['before', 'after', 'first', 'line', 'before after'])}"`
    if (chance(0.06)) text += ` lang="${pick(['fr', 'he', 'ja', 'x-klingon', 'not a language'])}"`
    if (chance(0.05)) text += ' aria-hidden="true"'
    if (chance(0.05)) text += ` aria-label="${this.#text(3)}"`
    if (chance(0.05)) text += ` title="${this.#text(2)}"`
    if (chance(0.15)) {
      const id = `i${this.#ids++}`
      this.#targets.push(id)
      text += ` id="${id}"`
    }
    if (chance(0.04))
      text += ` role="${pick(['group', 'note', 'none', 'region', 'article', 'figure', 'math', 'list', 'listitem', 'row', 'cell', 'term', 'definition', 'img', 'table', 'doc-footnote', 'doc-toc', 'button', 'separator', 'caption', 'blockquote', 'paragraph', 'strong', 'doc-pagebreak', 'doc-noteref'])}" aria-label="labelled"`
    return text
  }

  #block(): string {
    const { chance, pick } = this.#random
    if (this.#depth > 2 || chance(0.25)) return `<p${this.#attributes(TEXT_STYLES)}>${this.#line()}</p>`
    this.#depth++
    const made = pick([
      () => this.#heading(),
      () => this.#list(),
      () => this.#list(),
      () => this.#definitions(),
      () => this.#table(),
      () => this.#table(),
      () => this.#group(),
      () => this.#group(),
      () => this.#figure(),
      () => this.#boxes(),
      () => this.#boxes(),
      () => this.#contents(),
      () => this.#fields(),
      () => this.#odd(),
      () => this.#odd(),
      () => this.#odd(),
      () => `<p${this.#attributes(TEXT_STYLES)}>${this.#some(1, 6, () => this.#line())}</p>`,
    ])()
    this.#depth--
    return made
  }

  #blocks(from: number, to: number): string {
    return this.#some(from, to, () => this.#block())
  }

  #flow(): string {
    return this.#random.chance(0.5) ? this.#line() : this.#random.chance(0.3) ? this.#line() + this.#blocks(1, 2) : this.#blocks(0, 2)
  }

  #heading(): string {
    this.#level = this.#random.int(1, Math.min(6, this.#level + 1))
    return `<h${this.#level}${this.#looks()}>${this.#line()}</h${this.#level}>`
  }

  /** Of what is to stay what it is. */
  #looks(): string {
    return this.#random.chance(STYLED) ? ` style="${this.#several([...EFFECTS, ...LAYOUTS], 2).join('; ')}"` : ''
  }

  #list(): string {
    const { chance, pick } = this.#random
    const tag = pick(['ul', 'ol', 'ol', 'menu'])
    const style = pick(['disc', 'decimal', 'upper-roman', 'none', '"• "', 'inside', `url(${OPAQUE_PNG})`, 'lower-greek', 'disclosure-open'])
    const items = this.#some(0, 4, () => `<li${this.#attributes()}>${this.#flow()}${chance(0.2) ? this.#list() : ''}</li>`)
    const stray = chance(0.08) ? `${this.#text(2)}<p>${this.#text(2)}</p>` : ''
    return `<${tag} style="list-style: ${style}"${chance(0.2) ? this.#attributes().replace(/ style="[^"]*"/, '') : ''}>${items}${stray}${chance(0.1) ? this.#list() : ''}</${tag}>`
  }

  #definitions(): string {
    const { chance } = this.#random
    const pair = (): string =>
      `${this.#some(0, 2, () => `<dt${this.#attributes()}>${this.#line()}</dt>`)}${this.#some(0, 2, () => `<dd${this.#attributes()}>${this.#flow()}</dd>`)}`
    const pairs = this.#some(1, 3, () => (chance(0.3) ? `<div${this.#attributes()}>${pair()}</div>` : pair()))
    return `<dl${this.#attributes()}>${pairs}</dl>`
  }

  #group(): string {
    const tag = this.#random.pick([
      'div',
      'section',
      'article',
      'nav',
      'aside',
      'blockquote',
      'header',
      'footer',
      'main',
      'address',
      'center',
      'details',
      'fieldset',
      'span',
      'a href="#top"',
      'ins',
      'del',
    ])
    const legend = tag === 'fieldset' ? `<legend>${this.#line()}</legend>` : tag === 'details' ? `<summary>${this.#line()}</summary>` : ''
    return `<${tag}${this.#attributes()}${tag === 'details' ? ' open' : ''}>${legend}${this.#blocks(0, 3)}${this.#random.chance(0.2) ? this.#line() : ''}</${tag.split(' ')[0]}>`
  }

  #figure(): string {
    const { chance } = this.#random
    const caption = (): string => `<figcaption${this.#attributes()}>${this.#flow()}</figcaption>`
    const content = chance(0.7) ? this.#picture() : this.#block()
    return `<figure${this.#attributes()}>${chance(0.3) ? caption() : ''}${content}${chance(0.5) ? caption() : ''}</figure>`
  }

  #boxes(): string {
    const { int, pick } = this.#random
    const [display, item] = pick<readonly [string, () => string]>([
      ['display: flex', () => `order: ${int(-2, 2)}; flex: ${int(0, 2)}`],
      ['display: flex; flex-wrap: wrap; flex-direction: row-reverse', () => `width: ${int(10, 80)}pt`],
      ['display: flex; flex-direction: column-reverse', () => `order: ${int(0, 1)}`],
      ['display: grid; grid-template-columns: 1fr 1fr', () => `order: ${int(-1, 1)}; grid-column: ${int(1, 2)}`],
      ['columns: 2; column-rule: 1px solid', () => pick(['', 'column-span: all', 'break-before: column'])],
      ['position: relative; height: 60pt', () => `position: absolute; left: ${int(-20, 80)}pt; top: ${int(-20, 60)}pt`],
      ['overflow: hidden; height: 30pt', () => pick(['float: left', 'float: right', ''])],
      [
        'display: table',
        () => pick(['display: table-cell', 'display: table-row', 'display: table-caption', 'display: table-header-group']),
      ],
      ['display: inline-block', () => pick(['display: inline-flex', 'display: inline-table', 'display: inline'])],
    ])
    const parts = this.#some(1, 4, () => `<div style="${item()}"${this.#attributes().replace(/ style="[^"]*"/, '')}>${this.#flow()}</div>`)
    return `<div style="${display}">${parts}</div>`
  }

  #contents(): string {
    const items = this.#some(1, 3, () => `<li>${this.#line()} <a href="#${this.#target()}" class="after">${this.#text(2)}</a></li>`)
    return `<nav${this.#random.chance(0.4) ? ' role="doc-toc"' : ''}><ul>${items}</ul></nav>`
  }

  #target(): string {
    return this.#targets.length > 0 && this.#random.chance(0.8)
      ? this.#random.pick(this.#targets)
      : `i${this.#ids + this.#random.int(0, 2)}`
  }

  #fields(): string {
    const { pick } = this.#random
    return `<form>${this.#some(1, 3, () => pick([`<label>${this.#text(2)}<input${pick(['', ' type="checkbox" checked', ' type="radio"', ' disabled', ' type="submit"', ' type="hidden"'])} value="${this.#text(2)}"></label>`, `<textarea>${this.#text(5)}</textarea>`, `<select><option>${this.#text(1)}<option>b</select>`, `<button>${this.#line()}</button>`, '<progress value=".5"></progress>', '<meter value=".2">low</meter>']))}</form>`
  }

  #odd(): string {
    return this.#random.pick([
      () => '<hr>',
      () => `<pre${this.#attributes()}>${this.#text()}\n\t${this.#text()}</pre>`,
      () => `<div style="page: wide">${this.#blocks(1, 2)}</div>`,
      () => `<div style="position: fixed; top: 0">${this.#text(2)}</div>`,
      () => `<div style="height: 700pt; background: linear-gradient(red, transparent)">${this.#line()}</div>`,
      () => `<div style="display: contents">${this.#blocks(1, 2)}</div>`,
      () => `<div style="${this.#random.pick(MODES)}">${this.#blocks(1, 2)}</div>`,
      () => `<div style="${this.#random.pick(SHAPES)}; width: 60pt">${this.#blocks(1, 2)}</div><p>${this.#words(40)}</p>`,
      () => `<p>${this.#text(2)} <input aria-label="${this.#text(2)}" ${this.#random.pick(FIELDS)}></p>`,
      () => `<details${this.#random.pick([' open', ''])}><summary>${this.#line()}</summary>${this.#blocks(1, 2)}</details>`,
      () => this.#subgrid(),
      () =>
        `<div style="-webkit-line-clamp: 2; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden">${this.#words(60)}</div>`,
      () => `<math alttext="a formula" display="${this.#random.pick(['block', 'inline'])}">${this.#random.pick(FORMULAS)}</math>`,
      () => `<p>${this.#words(150)}<span class="note">${this.#flow()}</span></p>`,
      () => `<dl><dt>${this.#text(2)}</dl><ul></ul><table></table>`,
      () => '<template><p>none</p></template><iframe title="frame"></iframe>',
    ])()
  }

  /** Rows of a grid that take the columns of the grid around them, in another order. */
  #subgrid(): string {
    const row = (): string =>
      `<div style="display: grid; grid-template-columns: subgrid; grid-column: 1 / -1">${this.#some(1, 3, () => `<div style="order: ${this.#random.int(-1, 2)}">${this.#flow()}</div>`)}</div>`
    return `<div style="display: grid; grid-template-columns: 1fr 2fr 1fr">${this.#some(1, 3, row)}</div>`
  }

  // ── Tables ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #table(): string {
    const { chance, int, pick } = this.#random
    const columns = int(1, 4)
    const role = chance(0.1) ? ' role="presentation"' : ''
    const caption = chance(0.25) ? `<caption${this.#looks()}>${this.#flow()}</caption>` : ''
    const head = chance(0.75)
      ? `<thead${this.#looks()}>${this.#some(1, 2, () => this.#row(columns, 'th'))}</thead>`
      : `<tr>${this.#cell('th')}</tr>`
    const body = this.#some(
      1,
      3,
      () => `<tbody${this.#looks()}>${this.#some(0, pick([3, 3, 3, 30]), () => this.#row(columns, 'td'))}</tbody>`,
    )
    const foot = chance(0.25) ? `<tfoot>${this.#row(columns, 'td')}</tfoot>` : ''
    const stray = chance(0.06) ? `<thead><tr><th>${this.#text(1)}</th></tr></thead>` : ''
    return `<table${this.#looks()}${role}>${caption}${chance(0.2) ? '<colgroup><col span="2">' : ''}${head}${chance(0.3) ? foot + body : body + foot}${stray}</table>`
  }

  #row(columns: number, tag: string): string {
    const { chance, int } = this.#random
    const count = chance(0.8) ? columns : int(0, columns + 1)
    return `<tr${this.#looks()}>${Array.from({ length: count }, (_, i) => this.#cell(tag === 'td' && i === 0 && chance(0.3) ? 'th' : tag)).join('')}</tr>`
  }

  #cell(tag: string): string {
    const { chance, int, pick } = this.#random
    let attributes = this.#looks()
    if (chance(0.1)) attributes += ` rowspan="${int(0, 4)}"`
    if (chance(0.1)) attributes += ` colspan="${int(2, 3)}"`
    if (tag === 'th' && chance(0.2)) attributes += ` scope="${pick(['row', 'col', 'rowgroup', 'colgroup', 'wrong'])}"`
    if (tag === 'th' && chance(0.2)) attributes += ` id="h${this.#ids++}"`
    if (tag === 'td' && chance(0.1)) attributes += ` headers="h${int(0, this.#ids + 1)} h0"`
    return `<${tag}${attributes}>${chance(0.1) ? '' : chance(0.7) ? this.#text(4) : this.#flow()}</${tag}>`
  }

  // ── Lines ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #line(): string {
    return this.#some(1, 3, () => this.#inline())
  }

  #inline(): string {
    const { chance, pick } = this.#random
    if (this.#depth > 3 || chance(0.6)) return `${this.#text()} `
    this.#depth++
    const tag = pick([
      'b',
      'i',
      'em',
      'strong',
      'span',
      'code',
      'q',
      'cite',
      'mark',
      'small',
      'sub',
      'sup',
      'u',
      's',
      'del',
      'ins',
      'time',
      'kbd',
      'samp',
      'var',
      'dfn',
      'bdo dir="rtl"',
      'bdi',
      'abbr title="long form"',
      'data',
      'label',
      'output',
      'font',
    ])
    const made = pick([
      () => `<${tag}${this.#attributes(TEXT_STYLES)}>${this.#line()}</${tag.split(' ')[0]}>`,
      () => `<${tag}${this.#attributes(TEXT_STYLES)}>${this.#line()}</${tag.split(' ')[0]}>`,
      () =>
        `<a href="${chance(0.5) ? `#${this.#target()}` : pick(['https://example.com/a?b=c', 'mailto:a@example.com', 'page.html', 'javascript:alert(1)'])}"${this.#attributes(TEXT_STYLES)}>${this.#text(2)} ${this.#line()}</a>`,
      () => this.#picture(),
      () => `<span class="note">${this.#line()}</span>`,
      () =>
        `<ruby>${this.#text(1)}<rp>(</rp><rt>${this.#text(1)}</rt><rp>)</rp>${pick(['', '<rb>b</rb><rt>t</rt>', `${this.#text(1)}<rt>${this.#text(1)}</rt>`])}</ruby>`,
      () =>
        pick([
          '<br>',
          '<wbr>',
          '&shy;',
          '<span></span>',
          '<span style="display: inline-block; width: 9pt; height: 9pt; background: red"></span>',
        ]),
      () =>
        `<span style="${pick(['float: left', 'float: right', 'position: absolute', 'display: inline-block', 'display: inline-flex', 'display: block', 'visibility: hidden', 'display: none', 'position: relative; top: 3pt'])}">${this.#line()}</span>`,
    ])()
    this.#depth--
    return made
  }

  #picture(): string {
    const { chance, int, pick } = this.#random
    const said = chance(0.3) ? 'alt=""' : `alt="${this.#text(3)}"`
    const size = `width="${int(4, 60)}" height="${int(4, 60)}"`
    return pick([
      () => `<img ${said} ${size} src="${pick([ALPHA_PNG, OPAQUE_PNG])}"${this.#looks()}>`,
      () => `<img ${said} ${size} src="data:image/svg+xml,${encodeURIComponent(pick(SVGS))}"${this.#looks()}>`,
      () => pick(SVGS).replace('<svg', `<svg ${chance(0.2) ? 'aria-hidden="true"' : 'role="img" aria-label="A drawing"'} ${size}`),
      () => `<span style="display: inline-block; width: 20pt; height: 20pt; background: ${pick(SWATCHES)}"></span>`,
      () => `<a href="https://example.com"><img alt="linked" ${size} src="${ALPHA_PNG}"></a>`,
    ])()
  }
}
