// security.md, bombs: PDFs handed to a merge that say of themselves what no file is. Each ends in a coded error, or in its pages, soon.

import { deflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { joinParts } from '../../engine/merge/merge.ts'

const bombs = suite('PDF bombs')

/** A file of these objects; the first is its catalog. */
function fileOf(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array {
  const parts = objects.map((object, i) => Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  const end = `trailer\n<</Root 1 0 R/Size ${objects.length + 1}${trailer}>>\nstartxref\n0\n%%EOF\n`
  return new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(end)]))
}

const streamOf = (entries: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`), bytes, Buffer.from('\nendstream')])
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'
const TREE = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const references = (from: number, count: number): string => Array.from({ length: count }, (_, i) => `${from + i} 0 R`).join(' ')
/** One page, and other objects. */
const pageWith = (...others: (string | Buffer)[]): Uint8Array => fileOf([CATALOG, TREE, PAGE, ...others])
const nodesOf = (count: number, kids: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => `<</Type/Pages/Count 1/Kids[${kids(i)}]>>`)

/** The code and message of the refusal; the number of pages otherwise. */
async function joined(bytes: Uint8Array): Promise<string> {
  try {
    return `${(await joinParts(undefined, [{ kind: 'pdf', name: 'it', bytes }], DEFAULT_LIMITS)).pages} pages`
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return `${thrown.diagnostics[0]?.code}: ${thrown.diagnostics[0]?.message}`
  }
}

/** A stream with one object, and spaces behind it. */
function objectsOf(mebibytes: number, times = 1): Buffer {
  let bytes: Uint8Array = Buffer.from(`9 0 <</A 1>>${' '.repeat(mebibytes << 20)}`)
  for (let i = 0; i < times; i++) bytes = deflateSync(bytes, { level: 9 })
  return streamOf(`/Type/ObjStm/N 1/First 4/Filter[${'/FlateDecode'.repeat(times)}]`, bytes)
}

bombs('object streams inflate up to the limit', async () => {
  const refusal = 'bad-pdf: it cannot be read: its objects inflate to more than 67108864 bytes'
  assert.is(await joined(pageWith(objectsOf(10))), '1 pages')
  assert.is(await joined(pageWith(objectsOf(100))), refusal)
  assert.is(await joined(pageWith(objectsOf(100, 2))), refusal)
  assert.is(await joined(pageWith(...Array.from({ length: 20 }, () => objectsOf(10)))), refusal) // together
  const runs = streamOf('/Type/ObjStm/N 1/First 4/Filter/RunLengthDecode', Buffer.alloc(2 << 20, 0x81)) // 128 bytes of each two
  assert.is(await joined(pageWith(runs)), refusal)
  assert.is(await joined(pageWith(objectsOf(10))), '1 pages')
})

/** Objects of a stream that all begin at the same place, where a list of a million numbers is. */
function objectsAgain(times: number): Buffer {
  const table = Array.from({ length: times }, (_, i) => `${i + 9} 0`).join(' ')
  const bytes = deflateSync(Buffer.from(`${table} [${'1 '.repeat(1 << 20)}]`), { level: 9 })
  return streamOf(`/Type/ObjStm/N ${times}/First ${table.length + 1}/Filter/FlateDecode`, bytes)
}

bombs('objects that are parsed again and again', async () => {
  assert.is(await joined(pageWith(objectsAgain(2))), '1 pages')
  assert.is(await joined(pageWith(objectsAgain(10_000))), 'bad-pdf: it cannot be read: its objects are parsed too often')
})

bombs('rubbish between objects is skipped in one pass', async () => {
  // Each of these was looked through to its end, or threw, at every byte.
  for (const unit of ['a', 'x%', '1', '1 1 ', 'tr', '(', '<<', '1 0 ob ']) {
    const rubbish = Buffer.from(`\nx${unit.repeat((4 << 20) / unit.length)}\n`)
    const file = Buffer.concat([fileOf([CATALOG, TREE, PAGE]), rubbish, fileOf(['<</A 1>>']).subarray('%PDF-1.7\n'.length)])
    assert.is(await joined(new Uint8Array(file.subarray(0, file.lastIndexOf('1 0 obj')))), '1 pages', unit)
  }
})

bombs('contents of pages are not inflated', async () => {
  const contents = streamOf('/Filter/FlateDecode', deflateSync(Buffer.alloc(200 << 20), { level: 9 }))
  assert.is(await joined(fileOf([CATALOG, TREE, PAGE.replace('>>', '/Contents 4 0 R>>'), contents])), '1 pages')
})

bombs('cross reference streams with any number of entries', async () => {
  const table = (entries: string): Buffer =>
    streamOf(`/Type/XRef/Size 2000000000${entries}/Filter/FlateDecode`, deflateSync(Buffer.alloc(100)))
  assert.is(await joined(pageWith(table('/W[1 2 1]/Index[0 2000000000]'))), '1 pages')
  assert.is(await joined(pageWith(table('/W[0 0 0]'))), '1 pages')
})

bombs('page trees with cycles', async () => {
  const noTree = 'bad-pdf: it cannot be read: its page tree has cycles or shared nodes'
  assert.is(await joined(fileOf([CATALOG, '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>', PAGE])), noTree)
  assert.is(await joined(fileOf([CATALOG, '<</Type/Pages/Kids[4 0 R]/Count 1>>', PAGE, '<</Type/Pages/Kids[2 0 R]/Count 1>>'])), noTree)
  // Each node has the next one twice: 2^40 pages.
  assert.is(await joined(fileOf([CATALOG, ...nodesOf(40, (i) => `${i + 3} 0 R ${i + 3} 0 R`), PAGE])), noTree)
  assert.is(await joined(fileOf([CATALOG, ...nodesOf(20_000, (i) => `${i + 3} 0 R`), PAGE])), noTree)
  assert.is(await joined(fileOf([CATALOG, ...nodesOf(100, (i) => `${i + 3} 0 R`), PAGE])), '1 pages')
  assert.match(await joined(fileOf([CATALOG, '<</Type/Pages/Kids[(x)]/Count 1>>'])), /^bad-pdf/)
  assert.match(await joined(fileOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])), /^bad-pdf/)
  // The page's parents are in a circle, which nobody follows: what it inherits comes from the nodes above it.
  const circle = ['<</Type/Pages/Kids[3 0 R]/Count 1/Parent 4 0 R>>', '<</Type/Page/Parent 2 0 R>>', '<</Type/Pages/Kids[]/Parent 2 0 R>>']
  assert.is(await joined(fileOf([CATALOG, ...circle])), '1 pages')
})

bombs('page trees with too many pages', async () => {
  const tooMany = 'limit-pages: with it the document has more than 2000 pages'
  assert.is(await joined(fileOf([CATALOG, `<</Type/Pages/Kids[${'3 0 R '.repeat(200_000)}]/Count 1>>`, PAGE])), tooMany)
  assert.is(
    await joined(fileOf([CATALOG, `<</Type/Pages/Kids[${references(3, 2_001)}]/Count 1>>`, ...Array<string>(2_001).fill(PAGE)])),
    tooMany,
  )
  assert.is(
    await joined(fileOf([CATALOG, `<</Type/Pages/Kids[${references(3, 2_000)}]/Count 1>>`, ...Array<string>(2_000).fill(PAGE)])),
    '2000 pages',
  )
})

bombs('lists of annotations that pages share are read and written once', async () => {
  const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://example.com)>>>>'
  for (const annotation of [link, '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]>>']) {
    const kids = `<</Type/Pages/Kids[${references(5, 500)}]/Count 500>>`
    const pages = Array<string>(500).fill(PAGE.replace('>>', '/Annots 3 0 R>>'))
    const bytes = fileOf([CATALOG, kids, `[${'4 0 R '.repeat(2_000)}]`, annotation, ...pages])
    const before = process.cpuUsage()
    const { pdf } = await joinParts(undefined, [{ kind: 'pdf', name: 'it', bytes }], DEFAULT_LIMITS)
    const { user, system } = process.cpuUsage(before)
    // With a list for each page it would take 6 s and more.
    assert.ok(pdf.length < 300_000, `${pdf.length} bytes`)
    assert.ok(user + system < 3_000_000, `${user + system} µs`)
  }
})

bombs('inherited entries are written once', async () => {
  const resources = Array.from({ length: 5_000 }, (_, i) => `/K${i} ${i}`).join('')
  const tree = (count: number): string =>
    `<</Type/Pages/Kids[${references(3, count)}]/Count ${count}/MediaBox[0 0 9 9]/Resources<<${resources}>>>>`
  const sizeOf = async (count: number): Promise<number> => {
    const bytes = fileOf([CATALOG, tree(count), ...Array<string>(count).fill('<</Type/Page/Parent 2 0 R>>')])
    return (await joinParts(undefined, [{ kind: 'pdf', name: 'it', bytes }], DEFAULT_LIMITS)).pdf.length
  }
  assert.ok((await sizeOf(500)) < 2 * (await sizeOf(1)))
})

bombs('encrypted files, and files that are no PDF', async () => {
  assert.match(await joined(fileOf([CATALOG, TREE, PAGE], '/Encrypt<</Filter/Standard/V 5/R 6>>')), /^bad-pdf: .*encrypted/)
  for (const text of [
    '',
    '%PDF-1.7\n',
    '%PDF-1.7\n1 0 obj\n'.repeat(2_000),
    `%PDF-1.7\n${'x '.repeat(20_000)}`,
    `%PDF-1.7\n1 0 obj${'['.repeat(200_000)}`,
  ]) {
    assert.match(await joined(Buffer.from(text)), /^bad-pdf/, text.slice(0, 30))
  }
})

bombs('files opened at the same time have limits of their own', async () => {
  const before = Error.stackTraceLimit
  const whole = fileOf([CATALOG, TREE, PAGE])
  const inflating = streamOf('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.alloc(1 << 27, ' ')))
  // It comes to that when the others are done.
  const bomb = pageWith(...Array<string>(50).fill('[]'), inflating)
  const found = await Promise.all([whole, bomb, whole, bomb].map(joined))
  assert.equal(found, ['1 pages', found[1], '1 pages', found[1]])
  assert.match(found[1] ?? '', /^bad-pdf: .*inflate/)
  assert.is(Error.stackTraceLimit, before)
})

bombs.run()
