// Dynamic rules are indexed by what their subject requires. The same elements, written out in the template, must have the same styles.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../../engine/index.ts'
import { makeRandom, type Random } from '../../support/random/random.ts'
import { styleText } from '../document.ts'

const dynamicRules = suite('rules that data decides')

const CLASSES = ['a', 'b', 'B', 'constructor']
const VALUES = ['x', 'X', 'x y', '']
const TESTS = [
  ...CLASSES.map((name) => `.${name}`),
  ...VALUES.flatMap((value) => [
    `[title="${value}"]`,
    `[dir="${value}" i]`,
    `[align="${value}"]`,
    `[TITLE="${value}"]`,
    `[title="${value}" s]`,
  ]),
  ...[
    '[title~=x]',
    '[title]',
    ':nth-child(2n)',
    ':nth-child(3n + 1)',
    '#i1',
    ':not(.a)',
    ':is(.b, [title=x])',
    ':last-child',
    'p',
    '.a ~ *',
  ],
]

interface Row {
  readonly [name: string]: string
}

function sheet(random: Random): string {
  const selector = (): string => {
    const tests = Array.from({ length: random.int(1, 2) }, () => random.pick(TESTS)).sort((a, b) => Number(b === 'p') - Number(a === 'p'))
    return tests.join('').replace(/~ \*(?=.)/, '~ ') // a combinator may precede any compound
  }
  return Array.from({ length: 30 }, (_, i) => `${selector()} { color: rgb(${i}, 0, 0) }`).join('\n')
}

function colours(text: string, data: unknown): string {
  return styleText(text, { data })
    .all('p')
    .map(({ style }) => JSON.stringify(style.color))
    .join(' ')
}

for (const doctype of ['<!doctype html>', ''])
  dynamicRules(`${doctype === '' ? 'quirks' : 'standards'} mode: as if written out`, () => {
    const random = makeRandom(7)
    for (let round = 0; round < 60; round++) {
      const style = `<style>${sheet(random)}</style>`
      const value = (): string => random.pick(VALUES)
      const rows: Row[] = Array.from({ length: 6 }, (_, i) => ({
        ...{ id: `i${i}`, class: [random.pick(CLASSES), random.pick(CLASSES)].join(' ') },
        ...{ title: value(), dir: value(), align: value() },
      }))
      const names = ['id', 'class', 'title', 'dir', 'align']
      const bound = names.map((name) => `${name}="{{${name}}}"`).join(' ')
      const written = rows.map((row) => `<p ${names.map((name) => `${name}="${row[name]}"`).join(' ')}></p>`).join('')
      const found = colours(`${doctype}${style}<div>{{#each rows}}<p ${bound}></p>{{/each}}</div>`, { rows })
      assert.is(found, colours(`${doctype}${style}<div>${written}</div>`, {}), style)
    }
  })

dynamicRules('rules times rows are bounded', () => {
  const rules = Array.from({ length: 2_000 }, (_, i) => `p:nth-child(${i + 2}n) { top: ${i}px }`).join('')
  const text = `<style>${rules}</style>{{#each rows}}<p>{{/each}}`
  const count = (length: number): number => styleText(text, { data: { rows: Array.from({ length }, (_, i) => i) } }).all('p').length
  assert.is(count(100), 100)
  const tooManyTests = (thrown: unknown): boolean => thrown instanceof InputError && thrown.diagnostics[0]?.code === 'limit-css'
  assert.throws(() => count(20_000), tooManyTests) // 2,000 × 20,000 = 40 million
})

dynamicRules.run()
