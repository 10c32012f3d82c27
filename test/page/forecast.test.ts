// When a document is rejected for its least height, and when adding up stops early.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Forecast } from '../../engine/page/forecast.ts'

const forecasts = suite('forecast')

/** What becomes of boxes of these heights, on ten pages of a hundred points: after how many of them, and how. Each is an item of a repeat. */
function outcome(count: number, heightOf: (i: number) => number, remaining = (made: number): number => count - made): string {
  let made = 0
  const forecast = new Forecast({ pages: 10, height: 100 }, () => ({ bound: made, remaining: remaining(made) }))
  let [height, tallest] = [0, 0]
  while (made < count) {
    const own = heightOf(made++)
    height += own
    tallest = Math.max(tallest, own)
    if (!forecast.mayStillDecide({ height, tallest, count: made })) return `${forecast.isBeyond ? 'beyond' : 'let go'} after ${made}`
  }
  return 'all looked at'
}

forecasts('boxes higher than all pages together have no room, even with one more than fits on each page', () => {
  // 10 × (100 + 10) / 10 = 110, and 10 × (100 + 100) / 100 = 20
  for (const [height, count, expected] of [
    [10, 110, 'all looked at'],
    [10, 111, 'beyond after 111'],
    [100, 11, 'all looked at'],
    [100, 20, 'all looked at'],
    [100, 21, 'beyond after 21'],
  ] as const) {
    assert.is(
      outcome(count, () => height),
      expected,
    )
  }
})

forecasts('adding up stops where all items would fit if they were like the first', () => {
  assert.is(
    outcome(900_000, () => 0.001),
    'let go after 200',
  )
  // Half as much again as has room: 1.5 × 10 × 100 / 0.001
  assert.is(
    outcome(1_500_000, () => 0.001),
    `beyond after ${10 * 100_000 + 11}`,
  )
})

forecasts('adding up stops where the number of items is unknown', () => {
  assert.is(
    outcome(
      900_000,
      () => 0.001,
      () => 0,
    ),
    'let go after 200',
  )
})

forecasts('a document whose items become fewer is let through at the next estimate', () => {
  assert.is(
    outcome(1_500_000, (i) => (i < 1500 ? 0.001 : 0)),
    'let go after 3200',
  )
})

forecasts.run()
