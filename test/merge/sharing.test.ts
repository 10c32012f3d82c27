// What several finished PDFs have in common is written once, and nothing else changes.
import { PDFArray, type PDFContext, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { joinParts } from '../../engine/merge/merge.ts'
import { faultsOf, pixelsOf, textByPoppler } from '../support/pdf-tools.ts'

const sharing = suite('sharing')
const engine = await createEngine()

async function rendered(html: string): Promise<Uint8Array> {
  return (await engine.render(engine.compile({ type: 'html', source: html }), {}, { tagged: false })).pdf
}

async function joined(...files: Uint8Array[]): Promise<Uint8Array> {
  const parts = files.map((bytes, i) => ({ kind: 'pdf', name: `file ${i}`, bytes }) as const)
  return (await joinParts(undefined, parts, DEFAULT_LIMITS)).pdf
}

async function objectsOf(pdf: Uint8Array): Promise<readonly (readonly [PDFRef, unknown])[]> {
  return (await PDFDocument.load(pdf, { updateMetadata: false })).context.enumerateIndirectObjects()
}

async function countOf(pdf: Uint8Array, type: string): Promise<number> {
  return (await objectsOf(pdf)).filter(([, object]) => {
    const dictionary = object instanceof PDFRawStream ? object.dict : object
    return dictionary instanceof PDFDict && dictionary.get(PDFName.of('Type'))?.toString() === `/${type}`
  }).length
}

/** Page `page` of the joined file looks as the first of the file it came from. */
function looksLike(pdf: Uint8Array, page: number, file: Uint8Array): void {
  assert.equal(pixelsOf(pdf, 60, page)?.bytes, pixelsOf(file, 60)?.bytes, `page ${page}`)
}

/** A page that paints a form, which `make` gives the resources of. */
async function foreign(make: (context: PDFContext) => PDFDict | PDFRef, before = 0): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  const { context } = doc
  // Other numbers for the same objects.
  for (let i = 0; i < before; i++) context.register(context.obj({ Unused: i }))
  const page = doc.addPage([100, 100])
  const form = context.register(
    context.stream('0 0 50 50 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100], Resources: make(context) }),
  )
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { X: form } }))
  page.node.set(PDFName.of('Contents'), context.register(context.stream('/X Do')))
  return doc.save({ useObjectStreams: false })
}

sharing('equal fonts of several files are shared with all their objects', async () => {
  const files = [await rendered('<p>Terms of trade'), await rendered('<p>of trade Terms'), await rendered('<p>trade Terms of')]
  const pdf = await joined(...files)
  assert.equal(faultsOf(pdf), [])
  assert.is(await countOf(pdf, 'FontDescriptor'), 1)
  // The composite font and its descendant.
  assert.is(await countOf(pdf, 'Font'), 2)
  assert.is(
    textByPoppler(pdf)?.replaceAll(/\s+/g, ' ').trim() ?? 'Terms of trade of trade Terms trade Terms of',
    'Terms of trade of trade Terms trade Terms of',
  )
  for (const [i, file] of files.entries()) looksLike(pdf, i + 1, file)
})

sharing('a file inserted twice adds only its page, and an entry to the outline', async () => {
  const file = await rendered('<h1>Letterhead</h1><p style="color: #123456">and <b>bold</b> words')
  const [once, twice] = [await joined(file), await joined(file, file.slice())]
  assert.is((await objectsOf(twice)).length, (await objectsOf(once)).length + 2)
  assert.is(await countOf(twice, 'Page'), 2)
  looksLike(twice, 2, file)
})

sharing('lists of any length are copied', async () => {
  const file = await foreign((context) => context.obj({ Numbers: Array.from({ length: 200_000 }, (_, i) => i) }))
  looksLike(await joined(file, file), 2, file)
})

sharing('chains of objects are shared however long they are', async () => {
  const chain = (context: PDFContext): PDFRef => {
    let next = context.register(context.obj([1, 2, 3]))
    for (let i = 0; i < 40; i++) next = context.register(context.obj({ Next: next, Step: i }))
    return context.register(context.obj({ ExtGState: { G: { Type: 'ExtGState', Chain: next } } }))
  }
  const [a, b] = [await foreign(chain), await foreign(chain, 7)]
  const alone = (await objectsOf(await joined(a))).length
  assert.is((await objectsOf(await joined(a, b))).length, alone + 1)
})

sharing('dictionaries are equal in any order, and different by one number', async () => {
  const make = (entries: Record<string, number>) => (context: PDFContext) => context.register(context.obj({ ExtGState: { G: entries } }))
  const [a, b, c] = [await foreign(make({ ca: 1, LW: 2 })), await foreign(make({ LW: 2, ca: 1 })), await foreign(make({ LW: 3, ca: 1 }))]
  const alone = (await objectsOf(await joined(a))).length
  assert.is((await objectsOf(await joined(a, b))).length, alone + 1)
  // A page, its form, and the form's resources.
  assert.is((await objectsOf(await joined(a, c))).length, alone + 3)
})

sharing('objects in cycles are not shared', async () => {
  const cycle = (context: PDFContext): PDFRef => {
    const [a, b] = [context.nextRef(), context.nextRef()]
    context.assign(a, context.obj({ Other: b, Self: a }))
    context.assign(b, context.obj({ Other: a }))
    return a
  }
  const file = await foreign(cycle)
  const pdf = await joined(file, await foreign(cycle, 3))
  assert.equal(faultsOf(pdf), [])
  looksLike(pdf, 2, file)
})

sharing('forms that paint themselves and deeply nested objects do not loop', async () => {
  const endless = async (): Promise<Uint8Array> => {
    const doc = await PDFDocument.create({ updateMetadata: false })
    const { context } = doc
    const form = context.nextRef()
    context.assign(
      form,
      context.stream('/X Do', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { X: form } } }),
    )
    let nested = context.obj([])
    for (let i = 0; i < 500; i++) nested = context.obj([nested])
    const page = doc.addPage([100, 100])
    page.node.set(PDFName.of('Resources'), context.obj({ XObject: { X: form }, Properties: { Deep: nested } }))
    page.node.set(PDFName.of('Contents'), context.register(context.stream('/X Do')))
    return doc.save()
  }
  assert.is(await countOf(await joined(await endless(), await endless()), 'Page'), 2)
})

sharing('pages and their annotations are never shared', async () => {
  const linked = async (): Promise<Uint8Array> => {
    const doc = await PDFDocument.create({ updateMetadata: false })
    const page = doc.addPage([100, 100])
    const action = { S: 'URI', URI: PDFString.of('https://kept.example/') }
    // No Type: it is an annotation by standing in the list.
    const link = doc.context.register(doc.context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], A: action }))
    page.node.set(PDFName.of('Annots'), doc.context.obj([link]))
    return doc.save()
  }
  const pdf = await joined(await linked(), await linked())
  const pages = (await PDFDocument.load(pdf)).getPages()
  const links = pages.map(({ node }) => node.lookup(PDFName.of('Annots'), PDFArray).get(0).toString())
  assert.is(new Set(links).size, 2)
})

sharing('each merged invoice adds only its own objects', async () => {
  const source = '<h1>Invoice {{n}}</h1><table>{{#each rows}}<tr><td>{{this}}<td>{{../n}}</tr>{{/each}}</table><p><b>Total</b> <i>{{n}}</i>'
  const template = engine.compile({ type: 'html', source })
  const merged = async (count: number): Promise<Uint8Array> => {
    const parts = Array.from({ length: count }, (_, i) => ({
      template,
      data: { n: `INV-${1000 + i}`, rows: ['Planks', 'Nails', `Item ${i % 7}`] },
    }))
    return (await engine.merge(parts)).pdf
  }
  const [one, ten, twenty, many] = [await merged(1), await merged(10), await merged(20), await merged(200)]
  const growth = (twenty.length - ten.length) / 10
  assert.ok(many.length <= 1.1 * (one.length + 199 * growth), `${many.length} against ${one.length} and 199 times ${growth}`)
  assert.is(await countOf(many, 'FontDescriptor'), await countOf(one, 'FontDescriptor'))
  assert.equal(await merged(20), twenty)
})

sharing.run()
