// What comes out of a PDF is what went in, in the order it is read: poppler, MuPDF and pdf.js have to agree, script by script.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { asReaderGives, READERS, type Reader, textBy, wordsOf } from '../../support/extract.ts'
import { SCRIPT_TEXTS } from '../../support/script-texts.ts'

const extraction = suite('extraction')
const engine = await createEngine()

async function pdfOf(body: string, language = 'en', page = '210mm 297mm'): Promise<Uint8Array> {
  const source = `<!doctype html><html lang="${language}"><style>@page { size: ${page}; margin: 10mm } body { font-size: 9px }</style>${body}`
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})
  assert.equal(warnings, [])
  return pdf
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** pdf.js and MuPDF may put the mark before or after the tone in between: canonical order is all that counts. */
const same = (reader: Reader, text: string): string =>
  wordsOf(asReaderGives(reader, text))
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}+/gu, sorted)
const sorted = (marks: string): string => [...marks].sort().join('')

for (const { script, language, direction, text } of SCRIPT_TEXTS) {
  extraction(`${script} ${language}: ${text.slice(0, 20)}`, async () => {
    const pdf = await pdfOf(`<p dir="${direction}">${escaped(text)}</p>`, language)
    for (const reader of READERS) {
      const found = await textBy(reader, pdf)
      if (found !== undefined) assert.is(same(reader, found), same(reader, text), reader)
    }
  })
}

/** Every reader gives exactly these words. */
async function gives(
  body: string,
  expected: string,
  more: { readonly language?: string; readonly readers?: readonly Reader[] } = {},
): Promise<void> {
  const pdf = await pdfOf(body, more.language)
  for (const reader of more.readers ?? READERS) {
    const found = await textBy(reader, pdf)
    if (found !== undefined) assert.is(wordsOf(found).join(' '), wordsOf(expected).join(' '), reader)
  }
}

extraction('ligatures are extracted as their letters', () => gives('<p>office flow ffi</p>', 'office flow ffi'))

extraction('soft hyphens within a line are not extracted', () => gives('<p>ex&shy;am&shy;ple</p>', 'example'))

extraction('letters with marks that have no precomposed glyph', () =>
  gives('<p>e\u0301x x\u0302\u0323y q\u0303</p>', 'éx x\u0323\u0302y q\u0303'),
)

extraction('small capitals, real and synthetic, are extracted as their source text', () =>
  gives(
    '<p style="font-variant: small-caps">Klein Geschrieben</p><p style="font-variant-caps: all-small-caps">Alles</p>',
    'Klein Geschrieben Alles',
  ),
)

extraction('transformed text is extracted as its source text', () =>
  gives(
    '<p style="text-transform: uppercase">quiet words</p><p style="text-transform: capitalize">some title</p>',
    'quiet words some title',
  ),
)

extraction('words with letter spacing stay words', () => gives('<p style="letter-spacing: 1px">spaced out office</p>', 'spaced out office'))

extraction('numbers, brackets and foreign words in right-to-left lines', () =>
  gives(
    '<p dir="rtl">שלום 12 עולם (בית) 3.5% סוף, <span lang="en">hello world</span> שוב</p>',
    'שלום 12 עולם (בית) 3.5% סוף, hello world שוב',
    { language: 'he' },
  ),
)

extraction('right-to-left words in a left-to-right line', () =>
  gives('<p>These are one שלום עולם two words</p>', 'These are one שלום עולם two words'),
)

extraction('right-to-left tables, lists, flex items and boxes in a line', () =>
  gives(
    `<div dir="rtl"><table><tr><td>פריט אחד</td><td>12</td><td>abc</td><td>סוף</td></tr></table><ol><li>ראשון כאן</li></ol>
    <div style="display: flex; gap: 6px"><div>אגף ימין</div><div>left</div><div>12.50</div></div>
    <p>מלה <b>עבה מאד</b> ואז <span style="display: inline-block">תיבה קטנה</span> המשך</p></div>`,
    'פריט אחד 12 abc סוף 1. ראשון כאן אגף ימין left 12.50 מלה עבה מאד ואז תיבה קטנה המשך',
    { language: 'he', readers: ['MuPDF', 'pdf.js'] },
  ),
)

extraction('punctuation and numbers at the ends of right-to-left words', () =>
  gives('<p dir="rtl" lang="ar">مَرْحَبًا بِكُمْ شيءٍ ١٢ و ١٢٣ نصّ لا إله ok نعم،</p>', 'مَرْحَبًا بِكُمْ شيءٍ ١٢ و ١٢٣ نصّ لا إله ok نعم،', {
    language: 'ar',
  }),
)

extraction('emoji in a right-to-left line, in logical order', () =>
  gives('<p dir="rtl">אחד ❤️ שתים 😀😃 <br>שלוש</p>', 'אחד ❤️ שתים 😀😃 שלוש', { readers: ['MuPDF', 'pdf.js'] }),
)

extraction('several lines of right-to-left text', async () => {
  const words = SCRIPT_TEXTS.filter(({ language }) => language === 'he' || language === 'ar').flatMap(({ text }) => text.split(' '))
  const text = [...words, ...words, ...words].join(' ')
  await gives(`<div dir="rtl" style="width: 60mm; text-align: justify">${text}</div>`, wordsOf(text).join(' '), { language: 'he' })
})

extraction('bold and coloured parts do not split a word', () =>
  gives(
    '<p>in<b>divid</b>ual, c<span style="color: red">olou</span>r</p><p dir="rtl">של<span style="color: red">ום</span> עולם</p>',
    'individual, colour שלום עולם',
  ),
)

extraction('shadows are not extracted as text', () =>
  gives(
    '<p style="text-shadow: 1px 1px red">Shadow once</p><p style="text-shadow: 2px 2px 3px gray">Blurred <i>once</i></p>',
    'Shadow once Blurred once',
  ),
)

extraction('a hyphenated word: a hyphen at the end of its line, a soft hyphen in /ActualText', async () => {
  const pdf = await pdfOf('<p lang="de" style="hyphens: auto; width: 25mm">Rechtsschutzversicherungsgesellschaften</p>')
  for (const reader of READERS) {
    const found = await textBy(reader, pdf)
    if (found === undefined) continue
    assert.match(found.trim(), reader === 'poppler' ? /\u00ad\n/ : /\u2010\n/, reader)
    assert.is(found.replace(/[\u00ad\u2010]\n/g, '').trim(), 'Rechtsschutzversicherungsgesellschaften', reader)
  }
})

extraction.run()
