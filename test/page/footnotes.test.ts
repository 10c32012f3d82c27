// Laws of footnotes: no text lost or doubled, in order, notes below the text and never before their calls.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { renderCase } from '../support/case.ts'
import { makeRandom, type Random } from '../support/random/random.ts'

const DOCUMENTS = 120
const PAGE_HEIGHT = 100

/** Random text in lines, tables, columns, flex rows and boxes that avoid breaks. Words are `w1`, `w2` …; `nI.K` is line K of the note that `wI` calls. */
class Writer {
  readonly #random: Random
  #words = 0
  readonly notes = new Map<number, number>()

  constructor(random: Random) {
    this.#random = random
  }

  get words(): number {
    return this.#words
  }

  document(): string {
    const { int, chance } = this.#random
    const area = `margin: ${int(0, 8)}pt 0 0; padding-top: ${int(0, 3)}pt;${chance(0.3) ? ` max-height: ${int(5, 60)}pt` : ''}`
    const blocks = Array.from({ length: int(2, 9) }, () => this.#block(2)).join('\n')
    return `<style>.f { float: footnote } .f::footnote-call { content: none } .f::footnote-marker { content: none } p { margin: 0 0 ${int(0, 5)}pt; orphans: ${int(1, 3)}; widows: ${int(1, 3)} } td { padding: 0 } @page { @footnote { ${area} } }</style>${blocks}`
  }

  #block(depth: number): string {
    const { int, pick, chance } = this.#random
    const kind = depth === 0 ? 'p' : pick(['p', 'p', 'p', 'table', 'columns', 'avoid', 'border', 'break'])
    const inner = (): string => Array.from({ length: int(1, 4) }, () => this.#block(depth - 1)).join('')
    switch (kind) {
      case 'table':
        return `<table style="border-spacing: 0">${Array.from({ length: int(1, 9) }, () => `<tr><td>${this.#lines(int(1, 3))}</td></tr>`).join('')}</table>`
      case 'columns':
        return `<div style="columns: 2; column-gap: 0">${this.#paragraph()}</div>`
      case 'avoid':
        return `<div style="break-inside: avoid">${inner()}</div>`
      case 'border':
        return `<div style="border: 2pt solid; padding: 3pt${chance(0.5) ? '; box-decoration-break: clone' : ''}">${inner()}</div>`
      case 'break':
        return `<div style="break-before: page">${this.#paragraph()}</div>`
      default:
        return this.#paragraph()
    }
  }

  #paragraph(): string {
    return `<p>${this.#lines(this.#random.int(1, 8))}</p>`
  }

  #lines(count: number): string {
    return Array.from({ length: count }, () => this.#word()).join('<br>')
  }

  #word(): string {
    const { int, chance, pick } = this.#random
    const word = ++this.#words
    if (!chance(0.2)) return `w${word}`
    const lines = chance(0.1) ? int(8, 25) : int(1, 4)
    this.notes.set(word, lines)
    const text = Array.from({ length: lines }, (_, k) => `n${word}.${k + 1}`).join('<br>')
    const style = `footnote-policy: ${pick(['auto', 'auto', 'line', 'block'])}${chance(0.2) ? '; break-inside: avoid' : ''}`
    return `w${word}<span class="f" style="${style}">${text}</span>`
  }
}

interface Seen {
  readonly text: string
  readonly page: number
  readonly y: number
}

function readPages(list: string): Seen[] {
  let page = 0
  return list.split('\n').flatMap((line) => {
    if (line.startsWith('page ')) page++
    const match = /text [-\d.]+,([-\d.]+) 10pt "([wn][\d.]+)"/.exec(line)
    return match === null ? [] : [{ text: match[2]!, page, y: Number(match[1]) }]
  })
}

function check(seed: number, writer: Writer, seen: readonly Seen[]): void {
  const at = new Map<string, Seen>()
  for (const spot of seen) {
    assert.not(at.has(spot.text), `seed ${seed}: ${spot.text} comes twice`)
    assert.ok(spot.y <= PAGE_HEIGHT + 1, `seed ${seed}: ${spot.text} stands below its page`)
    at.set(spot.text, spot)
  }
  let lastNote = 0
  for (let word = 1; word <= writer.words; word++) {
    const call = at.get(`w${word}`)
    assert.ok(call, `seed ${seed}: w${word} is lost`)
    for (let k = 1; k <= (writer.notes.get(word) ?? 0); k++) {
      const line = at.get(`n${word}.${k}`)
      assert.ok(line, `seed ${seed}: n${word}.${k} is lost`)
      assert.ok(line.page >= call.page, `seed ${seed}: n${word}.${k} comes before its call`)
      const place = line.page * 1000 + line.y
      assert.ok(place > lastNote, `seed ${seed}: n${word}.${k} is out of order`)
      lastNote = place
    }
  }
  for (const { text, page, y } of seen) {
    const below = text.startsWith('w') ? seen.find((other) => other.text.startsWith('n') && other.page === page && other.y <= y) : undefined
    assert.not(below, `seed ${seed}: ${text} on page ${page} stands below the note ${below?.text}`)
  }
}

const footnotes = suite('footnotes')

footnotes('every text is there once, in order, notes below the text, not before their calls', async () => {
  for (let seed = 1; seed <= DOCUMENTS; seed++) {
    const writer = new Writer(makeRandom(seed))
    const template = writer.document()
    const { pages } = await renderCase({
      name: '',
      about: '',
      type: 'html',
      template,
      files: {},
      data: '',
      warnings: '',
      pages: '',
      tags: '',
    })
    check(seed, writer, readPages(pages))
  }
})

footnotes.run()
