// Pages of PDFs as pictures: letterheads behind the pages of a document.
import { degrees, PDFDocument, PDFName, rgb } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, describe, type RenderResult, switchCaches } from '../../engine/index.ts'
import { fileText } from '../support/file-text.ts'
import { faultsOf, pixelAt, pixelsOf, textByPoppler } from '../support/pdf-tools.ts'

const letterheads = suite('letterheads')
const engine = await createEngine()

const made = async (source: string, assets: Readonly<Record<string, Uint8Array>> = {}, data: object = {}): Promise<RenderResult> =>
  engine.render(engine.compile({ type: 'html', source }), data, { assets })

const LETTERHEAD = (await made('<style>@page { size: A4 }</style><h1>ACME</h1><p style="break-before: page">Page two</p>')).pdf
const BEHIND = '@page { size: A4; background: url(a.pdf) 0 0 / 100% 100% no-repeat fixed }'

const count = (pdf: Uint8Array, text: string): number => fileText(pdf).split(text).length - 1
const warningsOf = async (source: string, assets: Readonly<Record<string, Uint8Array>>, data: object = {}): Promise<readonly string[]> =>
  (await made(source, assets, data)).warnings.map(describe)

letterheads('a page stands behind every page, as text and once in the file', async () => {
  const { pdf, warnings, pages } = await made(`<style>${BEHIND} p { break-after: page }</style><p>one</p><p>two</p><p>three</p>`, {
    'a.pdf': LETTERHEAD,
  })
  assert.equal([warnings, pages], [[], 3])
  assert.is(count(pdf, '/Subtype /Form'), 1)
  assert.equal(faultsOf(pdf), [])
  const texts = textByPoppler(pdf)?.split('\f').slice(0, 3)
  const read = texts?.map((page) => page.replace(/\s+/g, ' ').trim())
  if (read !== undefined) assert.equal(read, ['one ACME', 'two ACME', 'three ACME'])
})

letterheads('other pages are named by their number', async () => {
  const first = '@page :first { background-image: url(a.pdf) }'
  const { pdf, warnings } = await made(
    `<style>${BEHIND.replace('a.pdf', 'a.pdf#page=2')} ${first}</style>x<p style="break-before: page">y`,
    { 'a.pdf': LETTERHEAD },
  )
  assert.equal(warnings, [])
  assert.is(count(pdf, '/Subtype /Form'), 2)
  const words = textByPoppler(pdf)
    ?.split('\f')
    .slice(0, 2)
    .map((page) => page.split(/\s+/).filter(Boolean).sort())
  if (words !== undefined)
    assert.equal(words, [
      ['ACME', 'x'],
      ['Page', 'two', 'y'],
    ])
  assert.equal(await warningsOf('<img src="a.pdf#page=3">', { 'a.pdf': LETTERHEAD }), [
    '1:1: "a.pdf#page=3" is not shown: it has no page 3, or not among its first 2',
  ])
})

letterheads('a picture has the size of the page, also when it is turned', async () => {
  const source = await PDFDocument.create()
  for (const angle of [0, 90, 180, 270]) source.addPage([300, 150]).setRotation(degrees(angle))
  const pages = await source.save()
  const boxes = async (n: number): Promise<readonly unknown[]> => {
    const template = engine.compile({ type: 'html', source: `<body style="margin: 0"><img style="display: block" src="b.pdf#page=${n}">` })
    const { boxes: all } = await engine.inspect(template, {}, { assets: { 'b.pdf': pages } })
    return all.filter(({ path }) => path.includes('img')).map(({ width, height }) => [width, height])
  }
  for (const [n, size] of [
    [1, [400, 200]],
    [2, [200, 400]],
    [3, [400, 200]],
    [4, [200, 400]],
  ] as const)
    assert.equal(await boxes(n), [size])
})

letterheads('a page looks as in its own file, whatever its rotation and its origin', async () => {
  const source = await PDFDocument.create()
  for (const angle of [0, 90, 180, 270]) {
    const page = source.addPage([140, 80])
    page.setMediaBox(20, 30, 140, 80)
    page.drawRectangle({ x: 20, y: 30, width: 60, height: 30, color: rgb(1, 0, 0) })
    page.setRotation(degrees(angle))
  }
  const pages = await source.save()
  for (const [i, size] of ['140pt 80pt', '80pt 140pt', '140pt 80pt', '80pt 140pt'].entries()) {
    const css = `@page { size: ${size}; margin: 0; background: url(e.pdf#page=${i + 1}) 0 0 / 100% 100% }`
    const { pdf } = await made(`<style>${css}</style>`, { 'e.pdf': pages })
    const [own, shown] = [pixelsOf(pages, 72, i + 1), pixelsOf(pdf, 72)]
    if (own === undefined || shown === undefined) return
    assert.equal([shown.width, shown.height], [own.width, own.height])
    const corners = [
      [10, 10],
      [10, own.height - 10],
      [own.width - 10, 10],
      [own.width - 10, own.height - 10],
    ] as const
    const colors = corners.map(([x, y]) => pixelAt(shown, x, y))
    assert.equal(
      colors,
      corners.map(([x, y]) => pixelAt(own, x, y)),
    )
    assert.is(new Set(colors).size, 2)
  }
})

letterheads('content in several streams is joined, and resources of a name like a number do no harm', async () => {
  const source = await PDFDocument.create()
  const page = source.addPage([200, 100])
  page.drawText('left', { x: 10, y: 50 })
  const again = await PDFDocument.load(await source.save())
  const [first] = again.getPages()
  first!.drawText('right', { x: 100, y: 50 })
  first!.node.set(PDFName.of('Group'), again.context.obj({ Type: 'Group', S: 'Transparency', id: 7 }))
  const bytes = await again.save()
  const { pdf, warnings } = await made('<img src="c.pdf">', { 'c.pdf': bytes })
  assert.equal(warnings, [])
  assert.match(textByPoppler(pdf) ?? 'left right', /left\s+right/)
})

letterheads('what cannot be shown is told with its place', async () => {
  assert.equal(await warningsOf('<img src="d.pdf">', { 'd.pdf': Buffer.from('%PDF-1.7 broken') }), [
    '1:1: "d.pdf" is not shown: it is damaged or no PDF',
  ])
  assert.equal(await warningsOf('<style>\n@page { background: url(gone.pdf) }</style>x', {}), [
    '2:25: there is no asset "gone.pdf" (hand it in under this name, on the command line with --base-dir)',
  ])
  assert.equal(await warningsOf('<img src="{{x}}">', { 'a.pdf': LETTERHEAD }, { x: 'a.pdf' }), [
    '1:1: "a.pdf" is not shown: a PDF is shown only where the template names it itself, at x (write its name into the template)',
  ])
})

letterheads('equal documents have equal bytes, with and without caches', async () => {
  const source = `<style>${BEHIND}</style><p>x</p>`
  const [one, two] = [await made(source, { 'a.pdf': LETTERHEAD }), await made(source, { 'a.pdf': LETTERHEAD.slice() })]
  switchCaches('off')
  const three = await made(source, { 'a.pdf': LETTERHEAD })
  switchCaches('on')
  assert.equal([Buffer.compare(one.pdf, two.pdf), Buffer.compare(one.pdf, three.pdf)], [0, 0])
})

letterheads('filters leave a page as it is', async () => {
  assert.equal(await warningsOf('<img src="a.pdf" style="filter: grayscale(1)">', { 'a.pdf': LETTERHEAD }), [])
})

letterheads.run()
