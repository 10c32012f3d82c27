// Boxes of elements in CSS pixels from the top left of the page area.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, type ElementBox } from '../../engine/index.ts'

const engine = await createEngine()
const inspect = suite('inspect')

const SHEET = '<style>@page { size: 200px 100px; margin: 0 } body { margin: 0 }</style>'

async function allBoxes(html: string, data: object = {}): Promise<readonly ElementBox[]> {
  const { boxes, warnings } = await engine.inspect(engine.compile({ type: 'html', source: SHEET + html }), data)
  assert.equal(warnings, [])
  return boxes
}

/** Boxes of elements with an id, as `id page: x,y width×height`. */
async function boxes(html: string, data?: object): Promise<readonly string[]> {
  const found = (await allBoxes(html, data)).filter(({ id }) => id !== undefined)
  return found.map(({ id, page, x, y, width, height }) => `${id} ${page}: ${x},${y} ${width}×${height}`)
}

inspect('gives border boxes, with paths', async () => {
  const html = '<div id="a" style="margin: 10px; padding: 5px; border: 2px solid"><p style="margin: 0; height: 20px"></p></div>'
  assert.equal((await allBoxes(html)).slice(2), [
    // 200 − 2 · 10 = 180 wide, 20 + 2 · 5 + 2 · 2 = 34 high
    { path: 'html>body>div:nth-child(1)', id: 'a', page: 1, x: 10, y: 10, width: 180, height: 34 },
    // 10 + 2 + 5 = 17 from the corner, 180 − 2 · 7 = 166 wide
    { path: 'html>body>div:nth-child(1)>p:nth-child(1)', page: 1, x: 17, y: 17, width: 166, height: 20 },
  ])
})

inspect('keeps document order, whatever stands where', async () => {
  const html = `<div id="a" style="position: absolute; right: 0; bottom: 0; width: 10px; height: 20px"></div>
    <div style="display: flex; flex-direction: row-reverse"><div id="b" style="width: 30px; height: 5px"></div><div id="c" style="width: 40px"></div></div>
    <div id="d" style="position: relative; top: -2px; height: 1px"></div><div id="e" style="display: none"></div>`
  // b ends at 200, c at 170; d stands at 5 − 2
  assert.equal(await boxes(html), ['a 1: 190,80 10×20', 'b 1: 170,0 30×5', 'c 1: 130,0 40×5', 'd 1: 0,3 200×1'])
})

inspect('gives an element that is split one box a page', async () => {
  const html = `<div id="a"><div style="height: 60px"></div><div id="b" style="break-inside: avoid; height: 50px"></div>
    <div id="c" style="height: 30px"></div></div>`
  // 60 on the first page; b does not fit and begins the second, c follows at 50
  assert.equal(await boxes(html), ['a 1: 0,0 200×100', 'a 2: 0,0 200×80', 'b 2: 0,0 200×50', 'c 2: 0,50 200×30'])
})

inspect('cuts what is taller than a page', async () => {
  const html = '<div id="a" style="break-inside: avoid; display: flow-root; height: 150px; overflow: hidden"></div>'
  assert.equal(await boxes(html), ['a 1: 0,0 200×100', 'a 2: 0,0 200×50'])
})

inspect('moves rows and groups each by their own shift', async () => {
  const html = `<table style="border-spacing: 0"><tbody id="g" style="position: relative; left: 3px"><tr id="r" style="position: relative; top: 5px">
    <td style="padding: 0; width: 10px; height: 10px"></table>`
  assert.equal(await boxes(html), ['g 1: 3,0 10×10', 'r 1: 3,5 10×10'])
})

inspect('gives groups from their first row to the last, also where these are empty', async () => {
  const html = '<table style="border-spacing: 2px"><tbody id="g"><tr><tr><td style="padding: 0; width: 10px; height: 10px"><tr></table>'
  assert.equal(await boxes(html), ['g 1: 2,2 10×14'])
})

inspect('gives cells of rows that take no room, and what is in them', async () => {
  const html = `<table style="border-spacing: 0"><tr id="r" style="visibility: collapse"><td id="x" style="padding: 2px"><div id="y" style="height: 10px"></div>
    <tr><td style="padding: 0; height: 5px"></table>`
  assert.equal(await boxes(html), ['r 1: 0,0 4×0', 'x 1: 0,0 4×0', 'y 1: 2,2 0×10'])
})

inspect('gives inline boxes with their padding, also where nothing of it is seen', async () => {
  const html =
    '<div style="font-size: 0"><span id="a" style="padding: 3px 5px 4px 20px"><img style="width: 10px; height: 6px"></span></div>'
  // 20 + 10 + 5 wide; text of no size between 3 and 4
  assert.equal(
    (await boxes(html)).map((box) => box.replace(/,\S+/, '')),
    ['a 1: 0 35×7'],
  )
})

inspect('gives tables their parts, anonymous ones none', async () => {
  const html = `<table id="t" style="border-spacing: 2px" ><thead id="h"><tr id="r"><td id="x" style="padding: 0; width: 20px; height: 10px"></td>
    <td id="y" style="padding: 0; width: 30px"></td></tr></thead><tbody id="b"><tr><td style="padding: 0; height: 10px"></td></tr></tbody></table>`
  assert.equal(await boxes(html), [
    // 2 + 20 + 2 + 30 + 2 = 56 wide, 2 + 10 + 2 + 10 + 2 = 26 high
    't 1: 0,0 56×26',
    'h 1: 2,2 52×10',
    'r 1: 2,2 52×10',
    'x 1: 2,2 20×10',
    'y 1: 24,2 30×10',
    'b 1: 2,14 52×10',
  ])
  const { length } = await allBoxes('<div style="display: table"><div style="display: table-cell"></div></div>')
  // html, body and the two
  assert.is(length, 4)
})

inspect('counts empty rows in their group, and not the empty pieces of a box in columns', async () => {
  const table = `<table id="t" style="border-spacing: 2px"><tbody id="b"><tr></tr><tr><td style="padding: 0; height: 10px; width: 20px"></td></tr></tbody></table>`
  // 2 + 0 + 2 + 10 + 2 = 16 high
  assert.equal(await boxes(table), ['t 1: 0,0 24×16', 'b 1: 2,2 20×12'])
  const columns = `<div style="columns: 2; column-gap: 0; width: 100px; font: 10px/10px serif"><div id="d">a<p style="margin: 10px 0 0"></p></div></div>`
  assert.equal(await boxes(columns), ['d 1: 0,0 50×10'])
})

inspect('repeats table heads and fixed boxes on every page', async () => {
  const html = `<div id="f" style="position: fixed; left: 5px; top: 6px; width: 7px; height: 8px"></div>
    <table style="border-spacing: 0"><thead><tr id="h"><td style="padding: 0; width: 20px; height: 10px"></td></tr></thead>
    {{#each rows}}<tr id="{{this}}"><td style="padding: 0; height: 50px"></td></tr>{{/each}}</table>`
  assert.equal(await boxes(html, { rows: ['r1', 'r2'] }), [
    'f 1: 5,6 7×8',
    'f 2: 5,6 7×8',
    'h 1: 0,0 20×10',
    'h 2: 0,0 20×10',
    // 10 + 50 + 50 is more than 100
    'r1 1: 0,10 20×50',
    'r2 2: 0,10 20×50',
  ])
})

inspect('surrounds inline boxes by what is in them', async () => {
  const html = `<div style="line-height: 20px; font-size: 10px"><span id="a"><b id="b"><i id="i" style="display: inline-block; width: 30px;
    height: 20px; vertical-align: top"></i></b></span><span id="s" style="background: red; padding: 0 4px"><i style="display: inline-block;
    width: 12px; height: 1px"></i></span></div>`
  const found = new Map((await allBoxes(html)).map((box) => [box.id, box]))
  const extent = (id: string): readonly (number | undefined)[] => [found.get(id)?.x, found.get(id)?.width]
  assert.equal(extent('i'), [0, 30])
  assert.equal([extent('a'), extent('b')], [extent('i'), extent('i')])
  // 4 + 12 + 4
  assert.equal(extent('s'), [30, 20])
})

inspect('counts pixels of the layout when the document is shrunk to fit', async () => {
  const html = '<div id="a" style="width: 250px; height: 10px"></div>'
  assert.equal(await boxes(html), ['a 1: 0,0 250×10'])
})

inspect('leaves out grid tracks beyond the ten thousandth', async () => {
  const html = `<div id="a" style="display: grid; width: max-content; grid-template-columns: repeat(10001, 0px)">
    <div id="b" style="grid-column: 10001; width: 20px; height: 20px"></div></div>`
  // the item is moved into the last track, which is 0 wide
  assert.equal(await boxes(html), ['a 1: 0,0 0×20', 'b 1: 0,0 20×20'])
})

inspect.run()
