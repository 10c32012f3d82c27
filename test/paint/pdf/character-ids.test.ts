// Which ids text has in a file, and what readers are told of them.
import { inflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { fixedId } from '../../../engine/paint/pdf/to-unicode.ts'
import { fileText } from '../../support/file-text.ts'
import { faultsOf, textByMupdf, textByPoppler } from '../../support/pdf-tools.ts'

const ids = suite('character ids')
const engine = await createEngine()

async function render(html: string): Promise<Buffer> {
  const { pdf } = await engine.render(engine.compile({ type: 'html', source: html }), {})
  return Buffer.from(pdf)
}

/** Every stream of the file that is a map to Unicode. */
function mapsOf(pdf: Buffer): string[] {
  const text = fileText(pdf)
  return [...text.matchAll(/\/ToUnicode (\d+) 0 R/g)].map(([, id]) => {
    const at = text.indexOf('stream\n', text.search(new RegExp(`(^|\\n)${id} 0 obj\\n`))) + 7
    return inflateSync(pdf.subarray(at)).toString('latin1')
  })
}

function isRead(pdf: Buffer, text: string): void {
  assert.equal(faultsOf(pdf), [])
  assert.is((textByPoppler(pdf) ?? text).trim(), text)
  assert.is((textByMupdf(pdf) ?? text).trim(), text)
}

ids('Latin characters have their Unicode value as id, punctuation its value in Windows-1252', () => {
  for (const [character, id] of [
    ['A', 0x41],
    [' ', 0x20],
    ['~', 0x7e],
    ['é', 0xe9],
    ['ž', 0x17e],
    ['€', 0x80],
    ['Ÿ', 0x178],
    ['™', 0x99],
    ['ƀ', 0],
    ['\x7f', 0],
    ['\x85', 0],
    ['', 0],
    ['fi', 0],
    ['\u2028', 0],
  ] as const) {
    assert.is(fixedId(character), id, JSON.stringify(character))
  }
})

ids('documents of Latin text share one ToUnicode map', async () => {
  const [a, b] = [await render('<p>Invoice 17 (a\\b)'), await render('<p>Größe, Łódź')]
  isRead(a, 'Invoice 17 (a\\b)')
  isRead(b, 'Größe, Łódź')
  assert.equal(mapsOf(a), mapsOf(b))
  assert.not.match(mapsOf(a)[0]!, 'beginbfchar')
})

ids('punctuation has a second common map, other characters one of the document', async () => {
  const [marks, again, greek] = [await render('<p>“5 €” – yes…'), await render('<p>it’s'), await render('<p>Ω is Omega, ж is not €')]
  isRead(marks, '“5 €” – yes…')
  isRead(greek, 'Ω is Omega, ж is not €')
  assert.equal(mapsOf(marks), mapsOf(again))
  assert.match(mapsOf(greek)[0]!, '<03a9>')
  assert.match(mapsOf(greek)[0]!, '<0080><20ac>')
})

ids('one glyph for several characters and several glyphs for one are extracted correctly', async () => {
  const pdf = await render(
    '<p style="font-family: Arimo">A\u00a0B, 5\u00ad6 <span style="font-variant-caps: small-caps">caps Caps</span> <i>caps</i> office',
  )
  assert.equal(faultsOf(pdf), [])
  for (const text of [textByPoppler(pdf), textByMupdf(pdf)])
    assert.match((text ?? 'caps Caps caps office').replaceAll(/\s+/g, ' '), /caps Caps caps office/)
})

ids.run()
