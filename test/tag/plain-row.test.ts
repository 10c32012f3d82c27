// Rows of plain cells against the general path: the same tables with their texts in `span`, which is transparent in the structure tree, have the same tree.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeRandom, pick } from '../../bench/random.ts'
import { createEngine } from '../../engine/index.ts'
import { structureOutline } from '../support/structure.ts'

const plain = suite('rows of plain cells')
const engine = await createEngine()

const STYLES = `<style>
  @page { size: 220pt 160pt; margin: 10pt }
  td, th { font: 10pt Arimo; padding: 1pt }
  .wide { word-spacing: 3pt } .under { text-decoration: underline } .upper { text-transform: uppercase } .gone { display: none }
  .hidden { visibility: hidden } .collapsed { visibility: collapse } .moved { position: relative; z-index: 2; top: 1pt } .faint { opacity: .5 }
  .shadow { text-shadow: 1pt 1pt red } .clipped { overflow: hidden } .back { background: linear-gradient(red, blue); background-clip: text }
</style>`

async function outlineOf(table: string): Promise<string> {
  const template = engine.compile({ type: 'html', source: `<!DOCTYPE html><html lang="en"><title>T</title>${STYLES}${table}` })
  return structureOutline((await engine.render(template, {}, { tagged: true })).pdf)
}

/** Both tables: texts as they are, and in `span`. */
function both(make: (text: (words: string) => string) => string): readonly [string, string] {
  return [make((words) => words), make((words) => (words === '' ? '' : `<span>${words}</span>`))]
}

const ROW_CLASSES = ['', '', '', '', 'gone', 'collapsed', 'moved', 'faint', 'hidden'] as const
const CELL_CLASSES = ['', '', '', 'wide', 'under', 'upper', 'hidden', 'moved', 'faint', 'shadow', 'clipped', 'back'] as const
const TEXTS = [
  '',
  'one',
  'two words',
  'some words of a text that fills several lines of its cell',
  'hy\u00adphen\u00adat\u00aded',
  'שלום',
  'é',
  '12 345',
] as const

function randomTable(seed: number): readonly [string, string] {
  return both((text) => {
    const random = makeRandom(seed)
    const cell = (tag: string): string => `<${tag} class="${pick(random, CELL_CLASSES)}">${text(pick(random, TEXTS))}</${tag}>`
    const row = (): string => {
      const kind = random()
      const cells =
        kind < 0.1
          ? `<td colspan="2">${text('wide')}</td>${cell('td')}`
          : kind < 0.2
            ? cell('th') + cell('td') + cell('td')
            : kind < 0.25
              ? cell('td')
              : cell('td') + cell('td') + cell('td')
      return `<tr class="${pick(random, ROW_CLASSES)}">${cells}</tr>`
    }
    const rows = (count: number): string => Array.from({ length: count }, row).join('')
    const head = `<thead><tr><th>a</th><th>b</th><th>c</th></tr><tr><td>${text('x')}</td><td></td><td>${text('y')}</td></tr></thead>`
    const spans = `<tr><td rowspan="3">${text('down')}</td><td>${text('b')}</td><td>${text('c')}</td></tr>${'<tr><td>d</td><td>e</td></tr>'.repeat(2)}`
    return `<table>${head}<tbody>${rows(12)}</tbody><tbody>${rows(3)}${spans}${rows(6)}</tbody></table>`
  })
}

for (let seed = 1; seed <= 24; seed++) {
  plain(`random table ${seed}`, async () => {
    const [own, general] = randomTable(seed)
    assert.is(await outlineOf(own), await outlineOf(general))
  })
}

plain('rows stand in order where one of them is painted over the others', async () => {
  const rows = (classes: readonly string[]): string => classes.map((name, i) => `<tr class="${name}"><td>${i}</td><td>x</td></tr>`).join('')
  const lines = (await outlineOf(`<table><tr><th>n<th>x</tr>${rows(['moved', '', 'faint', '', 'moved'])}</table>`)).split('\n')
  assert.equal(
    lines.filter((line) => /TD "\d"/.test(line)).map((line) => line.trim()),
    ['TD "0"', 'TD "1"', 'TD "2"', 'TD "3"', 'TD "4"'],
  )
})

plain.run()
