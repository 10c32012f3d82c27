// When a document is refused for the rows that are still to come, and when not.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Forecast, haveNoRoom } from '../../engine/page/forecast.ts'

const forecasts = suite('forecast')

/** The page after which a document of so many rows is refused, if each page takes so many as `perPage` says; undefined when it is not. */
function refusedAfter(rows: number, pagesMost: number, perPage: (page: number) => number): number | undefined {
  let left = rows
  const forecast = new Forecast(() => left, pagesMost)
  for (let page = 1; left > 0 && page <= pagesMost; page++) {
    left = Math.max(0, left - perPage(page))
    if (forecast.isBeyond(page)) return page
  }
  return undefined
}

forecasts('rows without end are refused after a hundred pages', () => {
  assert.is(
    refusedAfter(1_000_000, 2000, () => 50),
    100,
  )
})

forecasts('what comes may be nearly four times as dense', () => {
  const perPage = (page: number): number => (page <= 100 ? 50 : 190)
  assert.is(refusedAfter(50 * 100 + 190 * 1900, 2000, perPage), undefined)
})

forecasts('the densest pages count, not the last', () => {
  assert.is(
    refusedAfter(1_000_000, 2000, (page) => (page <= 10 ? 1000 : 1)),
    undefined,
  )
})

forecasts('nothing is said of rows that do not become fewer', () => {
  assert.is(
    refusedAfter(1_000_000, 2000, () => 0),
    undefined,
  )
})

forecasts('rows of less than two points on all pages there may be are refused before any is made', () => {
  assert.not.ok(haveNoRoom(700_000, 2000, 700))
  assert.ok(haveNoRoom(700_001, 2000, 700))
})

forecasts.run()
