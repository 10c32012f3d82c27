// What is kept from one document to the next never shows: with caches off every document is made as if it were the first of its process, and its bytes are the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { workloads } from '../../bench/workloads.ts'
import { GenerationCache, ObjectCache, switchCaches } from '../../engine/collections/cache.ts'
import { createEngine } from '../../engine/index.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { parseCase, renderCase } from '../support/case.ts'
import { TOY_FONTS } from '../support/fonts.ts'
import { makeRandom } from '../support/random/random.ts'
import { randomDocument } from '../support/random/random-html.ts'
import { SAMPLES, sampleData, sampleSource } from '../support/samples.ts'
import { SHARE } from '../support/share.ts'
import { watchStores } from '../support/watch-stores.ts'
import { withoutCaches } from '../support/without-caches.ts'

const RANDOM_DOCUMENTS = 100 / SHARE
/** Larger ones show nothing that smaller ones do not. */
const LARGE = ['statement-10000', 'merge-1000-invoices']
/** Many times the same as a sample. */
const LONG = ['statement-1000', 'merge-10-invoices']

const engine = await createEngine({ fonts: [...BUNDLED_FONTS, ...TOY_FONTS] })

interface Document {
  readonly name: string
  readonly render: () => Promise<Uint8Array>
}

function samples(): readonly Document[] {
  return SAMPLES.map(({ name, type, file }) => {
    const template = engine.compile({ type, source: sampleSource(file) })
    return { name, render: async () => (await engine.render(template, sampleData(name))).pdf }
  })
}

function benches(): readonly Document[] {
  return workloads
    .filter(({ name }) => !LARGE.includes(name))
    .map(({ name, data, prepare }) => {
      const [render, document] = [prepare(engine), data(1)]
      return { name, render: async () => (await render(document)).pdf }
    })
}

/** Half of them in a real typeface, whose pairs are kerned. */
function randoms(): readonly Document[] {
  return Array.from({ length: RANDOM_DOCUMENTS }, (_, seed) => {
    const { source, data } = randomDocument(makeRandom(seed))
    const template = engine.compile({ type: 'html', source: seed % 2 === 0 ? source : source.replace('Toy', 'Tinos') })
    return { name: `random document ${seed}`, render: async () => (await engine.render(template, data)).pdf }
  })
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const caches = suite('caches')

caches('a document has the same bytes without caches, cold, warm, and after others', async () => {
  const documents = [...samples(), ...benches(), ...randoms()]
  const cold = []
  for (const { render } of documents) cold.push(await withoutCaches(render))
  for (const [round, order] of [documents, [...documents].reverse()].entries()) {
    for (const document of order) {
      const pdf = await document.render()
      assert.ok(same(pdf, cold[documents.indexOf(document)]!), `${document.name}, round ${round + 1}`)
    }
  }
})

caches('golden cases are painted the same without caches', async () => {
  const folder = fileURLToPath(new URL('../cases/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.case'))
  assert.ok(files.length > 100)
  for (const file of files.filter((_, i) => i % SHARE === 0)) {
    const path = join(folder, file)
    const expected = parseCase(readFileSync(path, 'utf8'), relative(folder, path))
    const { pages, warnings } = await withoutCaches(() => renderCase(expected))
    assert.is(pages, expected.pages, file)
    assert.is(warnings, expected.warnings, file)
  }
})

caches('without caches the second document of a template is as much work as the first', async () => {
  const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
  const work = async (): Promise<readonly number[]> => {
    const before = engine.counters()
    await engine.render(template, sampleData('invoice'))
    return Object.entries(engine.counters()).map(([name, count]) => count - (before[name] ?? 0))
  }
  await work()
  const [first, second] = [await withoutCaches(work), await withoutCaches(work)]
  assert.equal(second, first)
  assert.ok((await work()).reduce((sum, count) => sum + count) < first.reduce((sum, count) => sum + count))
})

caches('without caches nothing that one document stored is found by a later one', async () => {
  const documents = [...samples(), ...benches().filter(({ name }) => !LONG.includes(name)), ...randoms().slice(0, 20)]
  const watch = watchStores('/engine/')
  try {
    for (const render of documents.flatMap((document) => [document.render, document.render])) {
      watch.nextDocument()
      await withoutCaches(render)
    }
  } finally {
    watch.stop()
  }
  assert.equal(watch.found(), [])
})

caches('the watch sees a store that is no cache', () => {
  const watch = watchStores('/test/')
  try {
    const [map, weak, set, key] = [new Map(), new WeakMap(), new Set(), {}]
    map.set('a', 1)
    watch.nextDocument()
    weak.set(key, 1)
    set.add(key)
    assert.is(weak.get(key), 1)
    assert.equal(watch.found(), [])
    watch.nextDocument()
    assert.is(map.get('a'), 1)
    // Stored before the first document: that is how engines and templates are made.
    assert.equal(watch.found(), [])
    assert.is(weak.get(key), 1)
    assert.ok(set.has(key))
    assert.is(watch.found().length, 2)
  } finally {
    watch.stop()
  }
})

/**
 * Module-level stores beside caches, by file. Weak ones are keyed by what a single document makes; the others are decoded once and constants from then on.
 */
const STORES: Readonly<Record<string, readonly string[]>> = {
  'text/bidi-classes.ts': ['library', 'stretches', 'basicClasses'],
  'font/face.ts': ['lastId'],
  'font/learned-pairs.ts': ['identities', 'shared'],
  'font/load.ts': ['loadHarfBuzz'],
  'font/shape.ts': ['loadShaper'],
  'fragment/flow/columns-flow.ts': ['flows', 'columnSets', 'parts'],
  'fragment/flow/flex-grid-flow.ts': ['flows', 'bands'],
  'fragment/flow/float-wrappers.ts': ['flows'],
  'fragment/flow/sliced-line.ts': ['slicedLines'],
  'fragment/overhang.ts': ['reaches'],
  'fragment/table/captions.ts': ['wrappers'],
  'fragment/table/group-headers.ts': ['headerRows'],
  'image/crc32.ts': ['table'],
  'image/unpack.ts': ['loadSharp'],
  'layout/line-break/break-all.ts': ['table'],
  'layout/inline/emphasis.ts': ['markStyles'],
  'layout/inline/hyphens.ts': ['known'],
  'layout/line-break/classes.ts': ['table'],
  'layout/line-break/unicode-breaks.ts': ['pairGroups'],
  'layout/inline/script.ts': ['pages'],
  'paint/glyph/shape-text.ts': ['graphemes'],
  'paint/pdf/placed-characters.ts': ['textFacts'],
  'source/emoji.ts': ['byName'],
  'source/latex.ts': ['library'],
}

/** Variables of a module, its constants that are made when first asked for (but regular expressions, which hold nothing), and its empty stores and lists; those that are not to be filled say so, or are called `NO_…`. */
const STORE =
  /^(?:export )?(?:let (\w+)|const (\w+) = lazy\((?!\(\) => \/)|const ((?!NO_)\w+)\b(?!: Readonly|: readonly)[^=\n]*= (?:new (?:Weak)?(?:Map|Set)\b.*\(\)|\[\])$)/gm

caches('modules keep nothing but in caches', () => {
  const folder = fileURLToPath(new URL('../../engine/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.data)\.ts$/.test(name) && name !== 'collections/cache.ts',
  )
  const found = files.sort().flatMap((file) => {
    const names = [...readFileSync(join(folder, file), 'utf8').matchAll(STORE)].flatMap(
      ([, variable, constant, store]) => variable ?? constant ?? store ?? [],
    )
    return names.length === 0 ? [] : [[file, names] as const]
  })
  assert.equal(Object.fromEntries(found), STORES)
})

caches('a cache holds so many entries and forgets the older half', () => {
  const cache = new GenerationCache<number, number>(10)
  for (let i = 0; i < 1_000; i++) cache.set(i, i)
  assert.ok(cache.size <= 20)
  assert.is(cache.get(999), 999)
  assert.is(cache.get(5), undefined)
})

caches('entries may weigh', () => {
  const cache = new GenerationCache<number, number>(100, { weigh: (value) => value })
  for (let i = 0; i < 100; i++) cache.set(i, 30)
  assert.ok(cache.size <= 6)
})

caches('the switch empties caches for speed; those for identity last for a document', () => {
  const speed = new GenerationCache<string, number>(10)
  const identity = new GenerationCache<string, number>(10, { purpose: 'identity' })
  const [objects, ofOne, key] = [new ObjectCache<object, number>(), new ObjectCache<object, number>('identity'), {}]
  const fill = (): void => {
    speed.set('a', 1)
    identity.set('a', 1)
    objects.set(key, 1)
    ofOne.set(key, 1)
  }
  const found = (): readonly unknown[] => [speed.get('a'), identity.get('a'), objects.get(key), ofOne.get(key)]
  try {
    fill()
    assert.equal(found(), [1, 1, 1, 1])
    switchCaches('off')
    assert.equal(found(), [undefined, undefined, undefined, undefined])
    fill()
    assert.equal(found(), [undefined, 1, undefined, 1])
    switchCaches('off')
    assert.equal(found(), [undefined, undefined, undefined, undefined])
  } finally {
    switchCaches('on')
  }
})

caches.run()
