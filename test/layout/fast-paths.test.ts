// Fast paths give what general paths give (tests beside each of them), so that nothing else would show that they are never taken. V8 counts calls of functions: for documents that are
// made for a fast path the general one must not be called at all, or no more often for more of them.

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TOY_FONTS } from '../support/fonts.ts'
import { ListCanvas } from '../support/list-canvas.ts'

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

// Before the engine is compiled, or its functions have no counters.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const { createEngine } = await import('../../engine/index.ts')
const engine = await createEngine({ fonts: TOY_FONTS })

/** Calls since this was asked last, by `room/file.ts function`. */
function takeCalls(): ReadonlyMap<string, number> {
  const calls = new Map<string, number>()
  session.post('Profiler.takePreciseCoverage', (problem, coverage: Coverage) => {
    if (problem !== null) throw problem
    for (const { url, functions } of coverage.result) {
      const file = /\/engine\/(.*\.ts)/.exec(url)?.[1]
      if (file === undefined) continue
      for (const { functionName, ranges } of functions) {
        const key = `${file} ${functionName}`
        calls.set(key, (calls.get(key) ?? 0) + (ranges[0]?.count ?? 0))
      }
    }
  })
  return calls
}

/** How many calls 40 of something cost more than 20 of it, on one page. */
function callsOfTwenty(source: (count: number) => string): (name: string) => number {
  const [few, many] = [20, 40].map((count) => {
    const style = '<style>@page { size: 400pt 900pt; margin: 0 } html { font: 10pt/10pt Toy } p { margin: 0 } td { padding: 0 }</style>'
    const template = engine.compile({ type: 'html', source: `<!DOCTYPE html>${style}${source(count)}` })
    takeCalls()
    engine.paint(template, {}, new ListCanvas())
    return takeCalls()
  })
  return (name) => {
    // A function that has been renamed would seem never to be called.
    const [file, called] = name.split(' ')
    assert.match(readFileSync(new URL(`../../engine/${file}`, import.meta.url), 'utf8'), new RegExp(`\\b${called}\\(`))
    return (many!.get(name) ?? 0) - (few!.get(name) ?? 0)
  }
}

const rows =
  (row: string) =>
  (count: number): string =>
    `<table style="border-spacing: 0">${row.repeat(count)}</table>`

const fast = suite('fast paths')

fast('paragraphs of one text are plain', () => {
  const calls = callsOfTwenty((count) => '<p>some words</p>'.repeat(count))
  assert.is(calls('layout/inline/plain-paragraph.ts layoutPlain'), 20)
  assert.is(calls('layout/inline/paragraph.ts layoutGeneral'), 0)
})

fast('paragraphs of a few lines of one text are plain', () => {
  const calls = callsOfTwenty((count) =>
    '<p>some words that fill more than one line of a narrow page of four hundred points</p>'.repeat(count),
  )
  assert.is(calls('layout/inline/plain-paragraph.ts layoutPlain'), 20)
  assert.is(calls('layout/inline/paragraph.ts layoutGeneral'), 0)
})

fast('widths of cells with one text are plain', () => {
  const calls = callsOfTwenty(rows('<tr><td>some words<td>more'))
  assert.ok(calls('layout/inline/plain-paragraph.ts plainWidths') >= 40)
  assert.is(calls('layout/inline/paragraph.ts generalWidths'), 0)
})

fast('paragraphs of texts in several styles are plain', () => {
  const calls = callsOfTwenty((count) =>
    '<p>some <b>bold</b> words</p><p>some <b>bold</b> words <i>that</i> fill more than one line of a page</p>'.repeat(count / 2),
  )
  assert.is(calls('layout/inline/plain-paragraph.ts layoutPlain'), 20)
  assert.is(calls('layout/inline/paragraph.ts layoutGeneral'), 0)
})

fast('rows that no cell links to others are placed alone', () => {
  const calls = callsOfTwenty(rows('<tr><td>x<td>y'))
  assert.is(calls('layout/table/rows.ts placeAlone'), 20)
  assert.is(calls('layout/table/rows.ts heightOver'), 0)
})

fast('rows that fit the page are taken as they were laid', () => {
  // Of tables that do not fit a page as a whole: 500 rows on six pages, 1,000 on twelve.
  const calls = callsOfTwenty((count) => rows('<tr><td>x<td>y')(count * 25))
  assert.is(calls('fragment/table/rows.ts takeRow'), 506)
  assert.is(calls('fragment/table/rows.ts takeCut'), 6)
})

fast('rows of plain cells have no nodes in the structure tree', async () => {
  const template = engine.compile({
    type: 'html',
    source: `<html lang="en"><title>T</title>${rows('<tr><th>x<th>y')(1)}${rows('<tr><td>x<td>y')(20)}`,
  })
  takeCalls()
  await engine.render(template, {}, { tagged: true })
  const calls = takeCalls()
  assert.is(calls.get('tag/plain-row.ts PlainRow'), 20)
  // Of two tables and their groups, and of a row and its cells.
  assert.ok(calls.get('tag/node.ts Node')! < 10, `${calls.get('tag/node.ts Node')}`)
})

fast('general paths are counted where they are needed', () => {
  const calls = callsOfTwenty(
    (count) => '<p>a <i style="display: inline-block">b</i></p>'.repeat(count) + rows('<tr><td rowspan=2>a<td>b<tr><td>c')(count / 4),
  )
  assert.ok(calls('layout/inline/paragraph.ts layoutGeneral') >= 20)
  assert.ok(calls('layout/table/rows.ts heightOver') > 0)
})

fast.run()
