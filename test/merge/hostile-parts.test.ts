// Finished PDFs whose outlines, trees and fields go in circles, have no end, or are of wrong types: an error with a code, or a file that readers accept, soon.
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/diagnostic.ts'
import { createEngine } from '../../engine/index.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { joinParts } from '../../engine/merge/merge.ts'
import { elementsOf, filePdf, outlineOf } from '../support/merged.ts'
import { faultsOf, structureFaultsOf } from '../support/pdf-tools.ts'
import { SHARE } from '../support/share.ts'

const hostile = suite('hostile finished PDFs')
const engine = await createEngine()

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<<>>>>'
/** One page, object 3, and a catalog with further entries. */
const withCatalog = (entries: string, ...objects: string[]): Uint8Array =>
  filePdf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE, ...objects])

const join = (...files: Uint8Array[]) => {
  const parts = files.map((bytes, i) => ({ kind: 'pdf', name: `parts[${i}]`, bytes }) as const)
  return joinParts(undefined, parts, { ...DEFAULT_LIMITS, pages: 20_000 })
}

/** The file, or the code and message of its refusal. */
async function joined(...files: Uint8Array[]): Promise<Uint8Array | string> {
  try {
    return (await join(...files)).pdf
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return `${thrown.diagnostics[0]?.code}: ${thrown.diagnostics[0]?.message}`
  }
}

async function good(file: Uint8Array): Promise<Uint8Array> {
  const pdf = await joined(file)
  if (typeof pdf === 'string') throw new Error(pdf)
  assert.equal(faultsOf(pdf), [])
  return pdf
}

hostile('outlines in circles end', async () => {
  const loop = withCatalog(
    '/Outlines 4 0 R',
    '<</First 5 0 R/Last 6 0 R>>',
    '<</Title(a)/Parent 4 0 R/Next 6 0 R/First 5 0 R/Dest[3 0 R/Fit]>>',
    '<</Title(b)/Parent 4 0 R/Next 5 0 R/First 4 0 R/Dest[3 0 R/Fit]>>',
  )
  assert.equal((await outlineOf(await good(loop))).map((line) => line.trim()).slice(0, 2), ['a 1', 'b 1'])
})

hostile('outlines of any depth and length are written flat enough to be read', async () => {
  const count = 20_000
  const chain = (key: string): string[] =>
    Array.from({ length: count }, (_, i) => `<</Title(${i})/Dest[3 0 R/Fit]${i + 1 < count ? `/${key} ${i + 6} 0 R` : ''}>>`)
  for (const key of ['First', 'Next']) {
    const pdf = await good(withCatalog('/Outlines 4 0 R', '<</First 5 0 R>>', ...chain(key)))
    assert.is((await outlineOf(pdf)).length, count)
  }
})

const TREE = '/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R'

hostile('elements in circles and shared elements are there once', async () => {
  const loop = withCatalog(
    TREE,
    '<</Type/StructTreeRoot/K[5 0 R 5 0 R 6 0 R 4 0 R]/RoleMap<</A/B/B/A/P/P>>>>',
    '<</S/A/P 4 0 R/Pg 3 0 R/K[0 6 0 R]>>',
    '<</S/P/P 5 0 R/Pg 3 0 R/K[1 5 0 R 6 0 R 4 0 R 1]>>',
  )
  const types = (await elementsOf(await good(loop))).map(({ S }) => S)
  assert.equal(types, ['Part', 'A', 'P'])
})

hostile('elements nested without end', async () => {
  const count = 50_000
  const chain = Array.from({ length: count }, (_, i) => `<</S/Div/P ${i + 4} 0 R/Pg 3 0 R/K${i + 1 < count ? ` ${i + 6} 0 R` : ' 0'}>>`)
  const pdf = await good(withCatalog(TREE, '<</Type/StructTreeRoot/K 5 0 R>>', ...chain))
  assert.equal(structureFaultsOf(pdf), [])
})

hostile('numbers of content that cannot be there are refused or left out', async () => {
  const numbered = (mcid: string, pages = 1): Uint8Array => {
    const kids = Array.from({ length: pages }, (_, i) => `<</Type/MCR/Pg ${i + 6} 0 R/MCID ${mcid}>>`).join('')
    const refs = Array.from({ length: pages }, (_, i) => `${i + 6} 0 R`).join(' ')
    const tree = ['<</Type/StructTreeRoot/K 5 0 R>>', `<</S/P/P 4 0 R/K[${kids}]>>`]
    return filePdf([
      `<</Type/Catalog/Pages 2 0 R${TREE}>>`,
      `<</Type/Pages/Kids[${refs}]/Count ${pages}>>`,
      PAGE,
      ...tree,
      ...Array<string>(pages).fill(PAGE),
    ])
  }
  assert.not.type(await joined(numbered('2147483647')), 'string')
  assert.not.type(await joined(numbered('-1')), 'string')
  assert.is(
    await joined(numbered('1000000', 10)),
    'bad-pdf: parts[0] cannot be read: its structure tree numbers content that cannot be there',
  )
})

hostile('trees of names and numbers, fields and layers in circles', async () => {
  await good(withCatalog('/Names<</Dests 4 0 R>>', '<</Kids[4 0 R 5 0 R 5 0 R]>>', '<</Names[(a)[3 0 R/Fit](b)7(c)]/Kids[4 0 R]>>'))
  await good(withCatalog('/PageLabels 4 0 R', '<</Kids[4 0 R 5 0 R]>>', '<</Nums[0<</S/r>>-4<</S/D>>1.5 2 (x)<<>>9]>>'))
  const field = '<</FT/Tx/T(a)/Parent 5 0 R/Kids[5 0 R 6 0 R 3 0 R]>>'
  await good(withCatalog('/AcroForm<</Fields[5 0 R 5 0 R 4 0 R]/DR 4 0 R/DA 7>>', '<</Font 4 0 R>>', field, '<</T(b)/Kids[5 0 R]>>'))
  await good(
    withCatalog(
      '/OCProperties<</OCGs[4 0 R 9 0 R]/D<</Order 5 0 R/OFF 5 0 R/AS 5 0 R>>>>',
      '<</Type/OCG/Name 3>>',
      '[5 0 R[5 0 R](x)4 0 R]',
    ),
  )
})

hostile('a dictionary in the place of every value', async () => {
  const keys = [
    'Outlines',
    'Names',
    'Dests',
    'PageLabels',
    'AcroForm',
    'OCProperties',
    'StructTreeRoot',
    'MarkInfo',
    'Lang',
    'Metadata',
    'OpenAction',
    'Perms',
  ]
  for (const value of ['7', '(x)', '[1 2 3]', '4 0 R', '<</K 4 0 R/First 4 0 R/Kids 4 0 R/Fields 4 0 R/OCGs 4 0 R/D 4 0 R>>', '99 0 R']) {
    await good(
      withCatalog(`/MarkInfo<</Marked true>>${keys.map((key) => `/${key} ${value}`).join('')}`, '<</S 4 0 R/K[4 0 R 4 0 R]/Next 4 0 R>>'),
    )
  }
})

hostile('ten thousand pages cost a hundred times as much as a hundred', async () => {
  const file = (pages: number): Uint8Array => {
    const kids = Array.from({ length: pages }, (_, i) => `${i + 5} 0 R`).join(' ')
    const objects = Array.from({ length: pages }, (_, i) => PAGE.replace('<<>>', `<<>>/Contents ${i + 5 + pages} 0 R`))
    const contents = Array.from(
      { length: pages },
      (_, i) => `<</Length 24>>\nstream\n${String(i).padStart(6)} 0 9 9 re f       \nendstream`,
    )
    return filePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
      'null',
      'null',
      ...objects,
      ...contents,
    ])
  }
  const msOf = async (bytes: Uint8Array): Promise<number> => {
    const before = process.cpuUsage()
    assert.not.type(await joined(bytes), 'string')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const [small, large] = [file(100), file(10_000)]
  await msOf(small)
  const [few, many] = [await msOf(small), await msOf(large)]
  assert.ok(many < 300 * few + 1000, `${many} ms against ${few} ms`)
})

hostile('one page of many brings only its own objects', async () => {
  const doc = await PDFDocument.create({ updateMetadata: false })
  for (let i = 0; i < 20; i++)
    doc.addPage([99, 99]).node.set(doc.context.obj('Contents') as never, doc.context.register(doc.context.stream('x '.repeat(5_000 + i))))
  const bytes = await doc.save()
  const { pdf } = await joinParts(undefined, [{ kind: 'pdf', name: 'p', bytes, pages: [{ first: 3, last: 3 }] }], DEFAULT_LIMITS)
  assert.ok(pdf.length < bytes.length / 10, `${pdf.length} of ${bytes.length} bytes`)
})

// ── Damage by chance ────────────────────────────────────────────────────────────────────────────────────────────────────

const DAMAGED = 300 / SHARE

/** Numbers from 0 to 1, the same in every run. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** What qpdf says of anything but the content of streams, which is copied as it is. */
const damage = (pdf: Uint8Array): readonly string[] =>
  structureFaultsOf(pdf).filter(
    (line) => !/\(content, offset|\(stream data, offset|decod|content stream|input stream is complete/.test(line),
  )

hostile(`${DAMAGED} damaged files end in a code, or in files that qpdf accepts`, async () => {
  const source =
    '<html lang="en"><title>T</title><h1 id="a">One</h1><p><a href="#b">go</a><table><tr><th>A<td>1</table><ul><li>x</ul><p id="b" style="break-before: page">Two <a href="#a">up</a>'
  const options = { tagged: true, objectStreams: false }
  const whole = Buffer.from((await engine.render(engine.compile({ type: 'html', source }), {}, options)).pdf)
  const text = whole.toString('latin1')
  const random = chance(7)
  const pick = (below: number): number => Math.floor(random.next().value * below)
  const references = [...text.matchAll(/\b\d+ 0 R/g)].map(({ index, 0: found }) => ({ index, found }))
  const objects = text.match(/^\d+ 0 obj/gm)!.length
  let accepted = 0
  for (let i = 0; i < DAMAGED; i++) {
    let damaged = text
    for (let times = 1 + pick(8); times > 0; times--) {
      const { index, found } = references[pick(references.length)]!
      // A reference to another object of the same length, or another byte.
      if (i % 3 < 2)
        damaged =
          damaged.slice(0, index) +
          `${1 + pick(objects)} 0 R`.padEnd(found.length).slice(0, found.length) +
          damaged.slice(index + found.length)
      else {
        const at = pick(damaged.length)
        damaged = damaged.slice(0, at) + String.fromCharCode(pick(256)) + damaged.slice(at + 1)
      }
    }
    const result = await joined(Buffer.from(damaged, 'latin1'), whole)
    if (typeof result === 'string') assert.match(result, /^(bad-pdf|limit-pages): /)
    else {
      accepted++
      assert.equal(damage(result), [], `file ${i}`)
    }
  }
  assert.ok(accepted > DAMAGED / 6, `${accepted} files were read`)
})

hostile.run()
