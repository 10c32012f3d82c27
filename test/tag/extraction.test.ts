// Text in the order of the structure tree, by two readers, is the text of the document in the order in which its author wrote it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { asReaderGives } from '../support/extract.ts'
import { LANGUAGES } from '../support/languages.data.ts'
import { LANGUAGE_DOCUMENT, wordsWritten } from '../support/languages.ts'
import { structureByPoppler, wordsOfStructure } from '../support/pdf-tools.ts'
import { pagesByStructure } from '../support/structure.ts'
import { missingFrom, undivided, wordsOf } from '../support/word-order.ts'

const extraction = suite('extraction by structure')
const engine = await createEngine()

/** Part of the words that must come out in order. */
const LEAST = 0.995

const TEXT =
  `The steward counted every barrel in the lower warehouse before the tide turned and the harbour gates were closed for the winter. Nobody remembered
who had ordered so extraordinarily many well-known lanterns, though everybody agreed on their usefulness.`.replace(/\s+/g, ' ')
const numbered = (n: number): string =>
  TEXT.split(' ')
    .map((word, i) => (i % 6 === 0 ? `${word}${n}` : word))
    .join(' ')
const paragraphs = (count: number): string => Array.from({ length: count }, (_, i) => `<p>${numbered(i)}</p>`).join('')
const said = (count: number): string => Array.from({ length: count }, (_, i) => numbered(i)).join(' ')
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** Rows that pages cut: pdf.js gives the tree of each page, in which no part of a cell follows the other. */
const CUT = 'rows cut by pages'

/** Documents, and what they say. */
const DOCUMENTS: Readonly<Record<string, readonly [html: string, text: string]>> = {
  'two columns over pages': [
    `<style>@page { size: 300pt 200pt } div { columns: 2; hyphens: auto; text-align: justify }</style><h1>Columns</h1><div>${paragraphs(12)}</div><p>end</p>`,
    `Columns ${said(12)} end`,
  ],
  'floats and positioned boxes among paragraphs': [
    `<style>.f { float: right; width: 40% } .a { position: absolute; top: 0 } .o { display: flex } .o p:first-child { order: 2 }</style>
     <p>before <span class="f">floated ${numbered(1)}</span> after</p><div class="f">block ${numbered(2)}</div>${paragraphs(10)}<div class="a">placed</div><div class="o"><p>first</p><p>second</p></div>`,
    `before floated ${numbered(1)} after block ${numbered(2)} ${said(10)} placed first second`,
  ],
  'a table from right to left over pages, with repeated heads': [
    `<style>@page { size: 300pt 160pt }</style><table dir="rtl"><thead><tr><th>שם<th>סכום<th>הערה</thead><tbody>${range(40)
      .map((i) => `<tr><td>שורה ${i} של הטבלה<td>${i}.50 ₪<td>note ${i}</tr>`)
      .join('')}</tbody></table>`,
    `שם סכום הערה ${range(40)
      .map((i) => `שורה ${i} של הטבלה ${i}.50 ₪ note ${i}`)
      .join(' ')}`,
  ],
  [CUT]: [
    `<style>@page { size: 300pt 120pt } td { vertical-align: top; width: 50% }</style><table><tr><th>Left<th>Right</tr>${range(4)
      .map((i) => `<tr><td>${numbered(i)}<td>${numbered(i + 50)}</tr>`)
      .join('')}</table>`,
    `Left Right ${range(4)
      .map((i) => `${numbered(i)} ${numbered(i + 50)}`)
      .join(' ')}`,
  ],
  'footnotes where they are called': [
    `<style>@page { size: 300pt 160pt } .n { float: footnote } .n::footnote-marker { content: "" } ::footnote-call { content: "" }</style>${range(
      6,
    )
      .map((i) => `<p>Called ${i}<span class="n">Noted ${i}</span> and on ${numbered(i)}</p>`)
      .join('')}`,
    range(6)
      .map((i) => `Called ${i} Noted ${i} and on ${numbered(i)}`)
      .join(' '),
  ],
  'generated content, counters and markers': [
    `<style>h2 { counter-increment: c } h2::before { content: "Part " counter(c) ": " } .q::before { content: "[" } .q::after { content: "]" }</style>
     <h1>Book</h1>${range(3)
       .map(
         (i) =>
           `<h2>Chapter${i}</h2><p class="q">${numbered(i)}</p><ol><li>one${i}<li>two${i}<ul style="list-style-type: '– '"><li>deep${i}</ul></ol>`,
       )
       .join('')}`,
    `Book ${range(3)
      .map((i) => `Part ${i + 1}: Chapter${i} [${numbered(i)}] 1. one${i} 2. two${i} – deep${i}`)
      .join(' ')}`,
  ],
  'hyphenated lines': [
    `<p lang="de" style="width: 70pt; hyphens: auto; text-align: justify">Die Donaudampfschifffahrtsgesellschaft vereinbarte außerordentliche Versicherungsbedingungen für Kraftfahrzeughaftpflichtversicherungen und Rechtsschutzversicherungsgesellschaften.</p>`,
    'Die Donaudampfschifffahrtsgesellschaft vereinbarte außerordentliche Versicherungsbedingungen für Kraftfahrzeughaftpflichtversicherungen und Rechtsschutzversicherungsgesellschaften.',
  ],
  'nested tables and links over lines': [
    `<table><tr><th>Outer<th>Inner</tr>${range(5)
      .map(
        (i) =>
          `<tr><td>o${i}<td><table><tr><td>a${i}<td>b${i}</tr><tr><td>c${i}<td><a href="https://example.com/${i}">${numbered(i)}</a></tr></table></tr>`,
      )
      .join('')}</table>`,
    `Outer Inner ${range(5)
      .map((i) => `o${i} a${i} b${i} c${i} ${numbered(i)}`)
      .join(' ')}`,
  ],
  'running heads and page numbers are left out': [
    `<style>@page { size: 300pt 160pt; @top-center { content: element(head) } @bottom-right { content: "Page " counter(page) } } .h { position: running(head) }</style><p class="h">RUNNING</p>${paragraphs(8)}`,
    said(8),
  ],
  'lines that are turned, and blocks beside each other': [
    `<div style="writing-mode: sideways-rl; height: 200pt">${paragraphs(2)}</div><div style="writing-mode: vertical-rl; height: 200pt">${paragraphs(3)}</div>`,
    `${said(2)} ${said(3)}`,
  ],
  'annotations of ruby follow their bases': [
    range(6)
      .map(
        (i) => `<p><ruby>base${i}<rt>note${i}</rt></ruby> then <ruby><rb>a${i}</rb><rb>b${i}</rb><rt>c${i}</rt><rt>d${i}</rt></ruby></p>`,
      )
      .join(''),
    range(6)
      .map((i) => `base${i} note${i} then a${i} c${i} b${i} d${i}`)
      .join(' '),
  ],
  'items of grids and flex boxes in another order': [
    `<div style="display: grid; grid-template-columns: 1fr 1fr">${range(6)
      .map((i) => `<div style="order: ${6 - i}">${numbered(i)}</div>`)
      .join('')}</div><div style="display: flex; flex-flow: row-reverse wrap">${range(4)
      .map((i) => `<p style="order: ${i % 2}; width: 40%">${numbered(i + 10)}</p>`)
      .join('')}</div><div style="display: grid; grid-template-columns: 1fr 2fr">${range(4)
      .map(
        (i) =>
          `<div style="display: grid; grid-column: 1 / -1; grid-template-columns: subgrid"><p style="order: 1">${numbered(i)}</p><p>${numbered(i + 30)}</p></div>`,
      )
      .join('')}</div>`,
    `${said(6)} ${range(4)
      .map((i) => numbered(i + 10))
      .join(' ')} ${range(4)
      .map((i) => `${numbered(i)} ${numbered(i + 30)}`)
      .join(' ')}`,
  ],
  'marks of emphasis are decoration': [
    `<p style="text-emphasis: filled dot">${numbered(1)}</p><p style="text-emphasis: '*'; width: 90pt">${numbered(2)}</p>`,
    `${numbered(1)} ${numbered(2)}`,
  ],
  'forms, roles and languages': [
    `<div role="list"><div role="listitem">item <span lang="fr">été</span></div></div><p aria-hidden="true">hidden</p><label>Name <input value="Ann"></label><blockquote>${numbered(7)}</blockquote><pre>code  line</pre>`,
    `item été Name Ann ${numbered(7)} code line`,
  ],
}

/** The hyphen that divides a word is shown by readers that do not read `/ActualText` in structure, as Poppler 22.12 and pdf.js do not. */
const undividedHere = (text: string): string => text.replace(/\u2010\n*/g, '')
const byPopplerOnly = (shown: string): string => undividedHere(wordsOfStructure(shown))

interface Score {
  readonly words: number
  readonly missing: readonly string[]
  /** Words of no element of the document. */
  readonly added: number
}

function scoreOf(text: string, found: string, tag: string): Score {
  const written = wordsOf(text, tag)
  const read = wordsOf(undivided(found, written), tag)
  const missing = missingFrom(written, read)
  return { words: written.length, missing, added: read.length - (written.length - missing.length) }
}

function check(name: string, { words, missing, added }: Score): void {
  const part = 1 - missing.length / words
  if (process.env['PLATEN_SCORES'] === '1')
    process.stdout.write(`${name}: ${(part * 100).toFixed(2)} % of ${words}, ${added} more; ${missing.slice(0, 9).join(' ')}\n`)
  assert.ok(part >= LEAST, `${name}: ${(part * 100).toFixed(2)} % of ${words}: ${missing.slice(0, 20).join(' ')}`)
  assert.ok(added <= words * (1 - LEAST), `${name}: ${added} words more`)
}

async function made(html: string): Promise<Uint8Array> {
  return (await engine.render(engine.compile({ type: 'html', source: `<html lang="en"><title>T</title>${html}` }), {})).pdf
}

for (const [name, [html, text]] of Object.entries(DOCUMENTS)) {
  extraction(name, async () => {
    const pdf = await made(html)
    const byPage = undividedHere((await pagesByStructure(pdf)).join('\n'))
    if (name === CUT) assert.equal([...wordsOf(byPage, 'en')].sort(), [...wordsOf(text, 'en')].sort())
    else check(`pdf.js, ${name}`, scoreOf(asReaderGives('pdf.js', text), byPage, 'en'))
    const shown = structureByPoppler(pdf)
    if (shown !== undefined) check(`Poppler, ${name}`, scoreOf(text, byPopplerOnly(shown), 'en'))
  })
}

const languages = (await engine.render(engine.compile({ type: 'html', source: LANGUAGE_DOCUMENT }), {})).pdf
const byPdfJs = await pagesByStructure(languages)
const byPoppler = structureByPoppler(languages)
  ?.split(/^\s*H1\b.*$/m)
  .slice(1)

for (const [i, language] of LANGUAGES.entries()) {
  extraction(`fifty languages: ${language.name}`, () => {
    const text = wordsWritten(language).join(' ')
    check(`pdf.js, ${language.name}`, scoreOf(asReaderGives('pdf.js', text), asReaderGives('pdf.js', byPdfJs[i] ?? ''), language.tag))
    if (byPoppler !== undefined) check(`Poppler, ${language.name}`, scoreOf(text, byPopplerOnly(byPoppler[i] ?? ''), language.tag))
  })
}

extraction.run()
