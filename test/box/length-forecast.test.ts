// A document with more nodes than are made ahead becomes a stream as soon as its data shows it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LengthForecast } from '../../engine/box/length-forecast.ts'
import { htmlBoxes } from '../support/html-boxes.ts'

/** Rows that note how many of them were bound. */
function countedRows(count: number): { rows: readonly unknown[]; bound: () => number } {
  let bound = 0
  const row = {
    get n(): number {
      return bound++
    },
  }
  return { rows: Array.from({ length: count }, () => row), bound: () => bound }
}

function boundAhead(source: string, count: number): number {
  const { rows, bound } = countedRows(count)
  htmlBoxes(source, { rows })
  return bound()
}

const TABLE = '<table><tr data-repeat="rows"><td>{{n}}</td></tr></table>'

const forecast = suite('length forecast')

forecast('rows beyond the nodes made ahead are left to layout from the start', () => {
  // 3 nodes a row, guesses after 250 and 500 more
  assert.ok(boundAhead(TABLE, 4000) <= 251)
  assert.is(boundAhead(TABLE, 3000), 3000)
})

forecast('blocks too', () => {
  const blocks = '{{#each rows}}<p>{{n}}</p>{{/each}}'
  // 2 nodes a block
  assert.ok(boundAhead(blocks, 6000) <= 376)
  assert.is(boundAhead(blocks, 4000), 4000)
})

forecast('what stands before the rows counts for none of them', () => {
  const head = '<p>x</p>'.repeat(150)
  assert.is(boundAhead(head + TABLE, 3000), 3000)
})

forecast('where no repeat is under way nothing is guessed', () => {
  const items = { bound: 0, remaining: 0 }
  const none = new LengthForecast(10_000, () => items)
  for (let ahead = 10_000; ahead > 0; ahead -= 100) assert.not.ok(none.isBeyond(ahead))
})

forecast.run()
