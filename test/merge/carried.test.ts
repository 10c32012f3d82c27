// What finished PDFs bring into a merge: tags, outline, links, names, labels, fields, comments and layers; of the chosen pages.
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, describe, InputError, type MergeOptions, type MergePart, type RenderResult } from '../../engine/index.ts'
import { checkPdf, describeFindings } from '../support/checker/check.ts'
import {
  descriptionsOfLinks,
  elementsOf,
  filePdf,
  labelsOf,
  layersOf,
  linksOf,
  merged,
  outlineOf,
  structureEntry,
  variantsOf,
} from '../support/merged.ts'
import { faultsOf } from '../support/pdf-tools.ts'
import { structureOutline, textByStructure } from '../support/structure.ts'

const carried = suite('what finished PDFs bring along')
const engine = await createEngine()

const HEADINGS = '<html lang="en"><title>Report</title><h1 id="top">Report</h1><p>See <a href="#end">the end</a>.</p>'
const REPORT = `${HEADINGS}<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td></td></tr></table><h2 id="end" style="break-before: page">End</h2><p>Back <a href="#top">up</a></html>`
const LETTER = '<html lang="de"><title>Brief</title><h1 id="top">Brief</h1><p>Nach <a href="#top">oben</a></html>'

const rendered = async (source: string): Promise<Uint8Array> =>
  (await engine.render(engine.compile({ type: 'html', source }), {}, { tagged: true, conformance: ['ua-1', 'a-2a'] })).pdf
const report = await rendered(REPORT)
const letter = await rendered(LETTER)
const template = (source: string): MergePart => ({ template: engine.compile({ type: 'html', source }), data: {} })

const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Merges, and holds the file against all tools. */
async function joined(parts: readonly MergePart[], options: MergeOptions = {}): Promise<RenderResult> {
  const result = await engine.merge(parts, { tagged: true, ...options })
  assert.equal(faultsOf(result.pdf), [])
  return result
}

const refusal = async (parts: readonly MergePart[], options: MergeOptions = {}): Promise<readonly string[]> => {
  try {
    await engine.merge(parts, options)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.map((each) => `${each.code}: ${describe(each)}`)
  }
  return []
}

// ── Tags ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

carried('parts have an element each, in their order, with their language', async () => {
  const { pdf, warnings } = await joined([template(LETTER), { pdf: report }, template(LETTER), { pdf: letter }])
  assert.equal(warnings, [])
  const tree = await structureOutline(pdf)
  assert.is(
    tree
      .split('\n')
      .filter((line) => line.startsWith('Part'))
      .join(' '),
    'Part lang=de Part lang=en Part lang=en Part lang=de Part',
  )
  const texts = [letter, report, letter, letter].map(textByStructure)
  assert.is(words(await textByStructure(pdf)), words((await Promise.all(texts)).join('')))
})

carried('a merge of files that keep PDF/UA-1 and PDF/A-2a keeps them', async () => {
  const options = { conformance: ['ua-1', 'a-2a'] }
  const parts = [template(LETTER), { pdf: report }, { pdf: letter, headingShift: 1 }, { pdf: report, pages: [{ first: 1 }] }]
  const { pdf, warnings } = await joined(parts, options)
  assert.equal(warnings, [])
  for (const profile of ['ua-1', 'a-2a'] as const) assert.is(describeFindings(checkPdf(pdf, profile)), '')
  const { pdf: again } = await joined([{ pdf }, template(LETTER)], options)
  for (const profile of ['ua-1', 'a-2a'] as const) assert.is(describeFindings(checkPdf(again, profile)), '')
  const { pdf: cut } = await joined([template(LETTER), { pdf: report, pages: [{ first: 2 }] }], { conformance: ['a-2a'] })
  assert.is(describeFindings(checkPdf(cut, 'a-2a')), '')
  const { pdf: alone } = await joined([{ pdf: report }, { pdf: letter }], options)
  for (const profile of ['ua-1', 'a-2a'] as const) assert.is(describeFindings(checkPdf(alone, profile)), '')
})

carried('headings are moved down in the parts that ask for it', async () => {
  const { pdf } = await joined([template(LETTER), { ...template(LETTER), headingShift: 1 }, { pdf: report, headingShift: 5 }])
  const levels = (await structureOutline(pdf)).match(/\bH\d "\w+"/g)
  assert.equal(levels, ['H1 "Brief"', 'H2 "Brief"', 'H6 "Report"', 'H6 "End"'])
})

carried('elements of pages that were not chosen are left out', async () => {
  const { pdf } = await joined([{ pdf: report, pages: [{ first: 2 }] }])
  assert.is(await structureOutline(pdf), ['Part', '  H2 "End"', '  P "Back"', '    Link "up"'].join('\n'))
})

carried('pages without tags are one paragraph each, with a warning', async () => {
  const plain = (
    await engine.render(engine.compile({ type: 'html', source: '<p>one<p style="break-before: page">two' }), {}, { tagged: false })
  ).pdf
  const { pdf, warnings } = await joined([template(LETTER), { pdf: plain }])
  assert.equal(
    warnings.map(({ code }) => code),
    ['pdf-untagged'],
  )
  assert.match(await structureOutline(pdf), /Part\n {2}P "one"\n--- page 3\nPart\n {2}P "two"$/)
  assert.is((await joined([{ pdf: plain }])).warnings.length, 0)
})

carried('without tags nothing of the trees is in the file', async () => {
  const { pdf, warnings } = await joined([{ pdf: report }], { tagged: false })
  assert.equal(warnings, [])
  assert.is(await structureOutline(pdf), '--- page 2')
})

/** A page with one tagged text. `type`: of its element; `tree`: further entries of the root. */
const tagged = (type: string, tree: string, element = ''): Uint8Array =>
  filePdf([
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/StructParents 7/Resources<</ProcSet[/PDF]>>>>',
    `<</Length 33>>\nstream\n/X <</MCID 0>> BDC 1 1 9 9 re f EMC\nendstream`,
    `<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[7[6 0 R]]>>${tree}>>`,
    `<</S/${type}/P 5 0 R/Pg 3 0 R/K 0${element}>>`,
  ])

carried('types that mean different things get different names', async () => {
  const { pdf } = await joined([
    { pdf: tagged('Big', '/RoleMap<</Big/H1>>') },
    { pdf: tagged('Big', '/RoleMap<</Big/Huge/Huge/H2>>') },
    { pdf: tagged('Big', '/RoleMap<</Big/H1>>') },
    { pdf: tagged('P', '/RoleMap<</P/Quote>>') },
  ])
  const roles = Object.entries((await structureEntry(pdf, 'RoleMap')) ?? {}).filter(([, role]) => role !== 'Span')
  assert.equal(Object.fromEntries(roles), { Big: 'H1', Huge: 'H2', 'Big-2': 'Huge', 'P-2': 'Quote' })
  const types = (await elementsOf(pdf)).map(({ S }) => S).filter((type) => type !== 'Part')
  assert.equal(types, ['Big', 'Big-2', 'Big', 'P-2'])
})

carried('identifiers and classes are those of their part', async () => {
  const one = tagged('TH', '/IDTree<</Names[(a)6 0 R]>>/ClassMap<</c<</O/Table/Scope/Row>>>>', '/ID(a)/C/c')
  const two = tagged('TD', '/ClassMap<</c<</O/Table/Scope/Column>>>>', '/ID(a)/C/c/A<</O/Table/Headers[(a)]>>')
  const { pdf } = await joined([{ pdf: one }, { pdf: two }])
  const [, first, , second] = await elementsOf(pdf)
  assert.equal([first?.['ID'], first?.['C'], second?.['ID'], second?.['C']], ['a', 'c', 'a-2', 'c-2'])
  assert.equal(second?.['A'], { O: 'Table', Headers: ['a-2'] })
  assert.equal(await structureEntry(pdf, 'ClassMap'), { c: { O: 'Table', Scope: 'Row' }, 'c-2': { O: 'Table', Scope: 'Column' } })
})

// ── Outline, links, names, labels ───────────────────────────────────────────────────────────────────────────────────────

carried('outlines follow one another, or stand below their parts, or are left out', async () => {
  const parts = [template(LETTER), { pdf: report }, { pdf: letter, title: 'Annex' }]
  assert.equal(await outlineOf((await joined(parts)).pdf), ['Brief 1', 'Report 2', '  End 3', 'Brief 4'])
  const own = ['Brief 1', '  Brief 1', 'Report 2', '  Report 2', '    End 3', 'Annex 4', '  Brief 4']
  assert.equal(await outlineOf((await joined(parts, { outline: 'parts' })).pdf), own)
  assert.equal(await outlineOf((await joined([template(LETTER), template(LETTER)], { outline: 'parts' })).pdf), [
    'Brief 1',
    '  Brief 1',
    'Brief 2',
    '  Brief 2',
  ])
  assert.equal(await outlineOf((await joined(parts, { outline: 'none' })).pdf), [])
})

carried('entries lead to pages that are there, or to what is below them', async () => {
  assert.equal(await outlineOf((await joined([{ pdf: report, pages: [{ first: 2 }] }])).pdf), ['Report 1', '  End 1'])
  assert.equal(await outlineOf((await joined([{ pdf: report, pages: [{ first: 1, last: 1 }] }])).pdf), ['Report 1'])
})

carried('links lead to the place in their own part', async () => {
  const { pdf } = await joined([
    template(LETTER),
    { pdf: report },
    template(LETTER),
    { pdf: report },
    { pdf: report, pages: [{ first: 2 }] },
  ])
  // Page of the link, and the page that it leads to.
  assert.equal(await linksOf(pdf), ['1 1', '2 3', '3 2', '4 4', '5 6', '6 5'])
})

carried('links without a description say where they lead', async () => {
  const bare = filePdf([
    '<</Type/Catalog/Pages 2 0 R/Dests<</here[4 0 R/Fit]>>>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[5 0 R 6 0 R 7 0 R 8 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/here>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/)>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/here/Contents(own)>>',
  ])
  const { pdf } = await joined([{ pdf: bare }])
  assert.equal(await descriptionsOfLinks(pdf, 1), ['here', '2', 'https://example.com/', 'own'])
})

carried('names of destinations in old dictionaries, and in chains of actions', async () => {
  const old = filePdf([
    '<</Type/Catalog/Pages 2 0 R/Dests<</here[3 0 R/Fit]/gone[9 0 R/Fit]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R 6 0 R]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/here>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D/here/Next<</S/JavaScript/JS(1)>>>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/gone>>',
  ])
  const { pdf, warnings } = await joined([{ pdf: old }, { pdf: old.slice() }])
  assert.equal(await linksOf(pdf), ['1 1', '1 1', '2 2', '2 2'])
  assert.equal(
    warnings.map(({ message }) => message),
    ['of parts[0] is left out: links that lead nowhere', 'of parts[1] is left out: links that lead nowhere'],
  )
})

carried('labels of pages go on, and parts without labels count', async () => {
  const preface = await labelled([0, { S: 'r' }], [2, { S: 'D', St: 5, P: 'A-' }])
  const parts = [template(LETTER), { pdf: preface }, { pdf: report }, { pdf: preface, pages: [{ first: 2, last: 3 }] }]
  assert.equal(await labelsOf((await joined(parts)).pdf), ['1', 'i', 'ii', 'A-5', '1', '2', 'ii', 'A-5'])
  const through = await joined(parts, { pageNumbers: 'document' })
  assert.equal(await labelsOf(through.pdf), ['1', 'i', 'ii', 'A-5', '5', '6', 'ii', 'A-5'])
  assert.is(await labelsOf((await joined([{ pdf: report }])).pdf), null)
})

async function labelled(...ranges: (number | Record<string, string | number>)[][]): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  for (let i = 0; i < 3; i++) doc.addPage([99, 99])
  const entries = ranges.flat().map((item) => {
    if (typeof item === 'number') return item
    const { P, ...other } = item
    return { ...other, ...(P === undefined ? {} : { P: PDFString.of(String(P)) }) }
  })
  doc.catalog.set(PDFName.of('PageLabels'), doc.context.obj({ Nums: entries }))
  return doc.save()
}

// ── Fields, layers, what is left out ────────────────────────────────────────────────────────────────────────────────────

async function withFields(): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  const [page, other] = [doc.addPage([200, 200]), doc.addPage([200, 200])]
  const form = doc.getForm()
  const name = form.createTextField('person.name')
  name.setText('Ada')
  name.addToPage(page, { x: 10, y: 10, width: 90, height: 20 })
  const agrees = form.createCheckBox('agrees')
  agrees.addToPage(other, { x: 10, y: 10, width: 20, height: 20 })
  agrees.check()
  return doc.save()
}

const fieldsOf = async (pdf: Uint8Array): Promise<readonly string[]> =>
  (await PDFDocument.load(pdf))
    .getForm()
    .getFields()
    .map((field) => `${field.getName()} ${field.constructor.name.replace('PDF', '')}`)

carried('fields keep their values, and get names of their own', async () => {
  const form = await withFields()
  const pdf = (await engine.merge([{ pdf: form }, template(LETTER), { pdf: form }, { pdf: form, pages: [{ first: 2 }] }])).pdf
  assert.equal(await fieldsOf(pdf), [
    'person.name TextField',
    'agrees CheckBox',
    'person-2.name TextField',
    'agrees-2 CheckBox',
    'agrees-3 CheckBox',
  ])
  const again = (await PDFDocument.load(pdf)).getForm()
  assert.is(again.getTextField('person-2.name').getText(), 'Ada')
  assert.ok(again.getCheckBox('agrees-3').isChecked())
})

carried('layers that are hidden stay hidden', async () => {
  const layers = (state: string): Uint8Array =>
    filePdf([
      `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<<${state}/Order[5 0 R[(more)6 0 R]]>>>>>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Properties<</a 5 0 R/b 6 0 R>>>>>>',
      '<</Length 64>>\nstream\n/OC /a BDC 0 0 50 99 re f EMC /OC /b BDC 50 0 49 99 re f EMC    \nendstream',
      '<</Type/OCG/Name(A)>>',
      '<</Type/OCG/Name(B)>>',
    ])
  const { pdf } = await joined([{ pdf: layers('/OFF[6 0 R]') }, { pdf: layers('/BaseState/OFF/ON[6 0 R]') }, { pdf: layers('') }])
  assert.equal(await layersOf(pdf), ['A', '(B)', '(A)', 'B', 'A', 'B'])
})

carried('what is left out is said, by part', async () => {
  const bytes = filePdf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>/Names<</EmbeddedFiles<</Names[(a.xml)4 0 R(b.xml)4 0 R]>>>>/AcroForm<</Fields[5 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[5 0 R 6 0 R]>>',
    '<</Type/Filespec/F(a.xml)>>',
    '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/V<</Type/Sig>>/Rect[0 0 9 9]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(x)>>>>',
  ])
  const { warnings } = await joined([template(LETTER), { pdf: bytes }], { tagged: false })
  assert.equal(warnings.map(describe), [
    'of parts[1] is left out: attached files without bytes',
    'of parts[1] is left out: scripts and actions of the document',
    'of parts[1] is left out: signatures, which do not hold for a merged document',
    'of parts[1] is left out: links with actions or addresses that are not allowed',
  ])
})

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────────

carried('pages are chosen in any order, each once', async () => {
  const names = async (...pages: { first: number; last?: number }[]): Promise<string> =>
    (await textByStructure((await joined([{ pdf: report, pages }])).pdf)).match(/Report|End/g)?.join(' ') ?? ''
  assert.is(await names({ first: 2 }, { first: 1, last: 1 }), 'End Report')
  assert.is(await names({ first: 1, last: 9 }), 'Report End')
  const refused = async (...pages: { first: number; last?: number }[]): Promise<readonly string[]> => refusal([{ pdf: report, pages }])
  assert.equal(await refused({ first: 3 }), ['page-range: parts[0] has 2 pages, and no pages 3 to 2'])
  assert.equal(await refused({ first: 1 }, { first: 2 }), ['page-range: page 2 of parts[0] is chosen twice'])
  assert.equal(await refused(), ['page-range: no page of parts[0] is chosen'])
  assert.match(String(await refusal([{ pdf: report }], { pageRange: { first: 1 } })), /^page-range: /)
})

carried('a claim names the part that does not keep it, and every reason', async () => {
  const claim = (part: Uint8Array | MergePart, ...conformance: string[]): Promise<readonly string[]> =>
    refusal([template(LETTER), part instanceof Uint8Array ? { pdf: part } : part], { conformance })
  const said = (name: string, reason: string, hint: string): string[] => [
    `conformance: ${name} cannot be claimed with parts[1]: ${reason} (${hint})`,
  ]
  const foreign = (name: string): string[] =>
    said(
      name,
      'it is not an unchanged PDF that Platen made with a claim, and whether another keeps the rules is not checked',
      'merge without the claim, or make the part with Platen: give its template, or the unchanged PDF that Platen made with the claim',
    )
  const doc = await PDFDocument.create({ updateMetadata: false })
  doc.addPage([99, 99]).drawText('x')
  assert.equal(await claim(await doc.save(), 'ua-1'), foreign('ua-1'))
  // Files that still claim what they kept before another program wrote them, or somebody changed them.
  const saved = await (await PDFDocument.load(report, { updateMetadata: false })).save()
  const text = Buffer.from(report)
  const at = text.indexOf('Report</rdf:li>')
  assert.ok(at > 0)
  text[at] = 'r'.charCodeAt(0)
  const appended = Buffer.concat([report, Buffer.from('999 0 obj\n<<>>\nendobj\n')])
  for (const changed of [saved, text, appended, ...variantsOf(report).slice(1)])
    for (const name of ['ua-1', 'a-2b']) assert.equal(await claim(new Uint8Array(changed), name), foreign(name))
  const unclaimed = (await engine.render(engine.compile({ type: 'html', source: REPORT }), {})).pdf
  assert.equal(await claim(unclaimed, 'ua-1'), foreign('ua-1'))
  assert.equal(await claim(report, 'a-3a', 'ua-1'), [])
  const b = (await engine.render(engine.compile({ type: 'html', source: 'x' }), {}, { conformance: ['a-2b'] })).pdf
  const less = 'make that PDF with the same claim, or merge without it'
  assert.equal(await claim(b, 'a-2u'), said('a-2u', 'it does not claim a-2u itself', less))
  assert.equal(await claim(b, 'ua-1'), said('ua-1', 'it does not claim ua-1 itself', less))
  const pages = { pdf: report, pages: [{ first: 2 }] }
  const cut = said('ua-1', 'some of its pages are chosen, which cuts its headings and tables', 'merge all of its pages in their order')
  assert.equal(await claim(pages, 'ua-1'), cut)
  // Headings that lead on in each part, and not where they are joined.
  for (const parts of [
    [{ pdf: letter, headingShift: 1 }],
    [template(LETTER), { ...template(REPORT), headingShift: 1 }, { pdf: letter }, { ...template(LETTER), headingShift: 2 }],
  ])
    assert.match(String(await refusal(parts, { conformance: ['ua-1'] })), /^ua-heading: a heading of level \d (is the first|follows h1)/)
})

carried('XFA forms that draw their pages are refused', async () => {
  const xfa = filePdf([
    '<</Type/Catalog/Pages 2 0 R/NeedsRendering true>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R>>',
  ])
  assert.match(String(await refusal([{ pdf: xfa }])), /^bad-pdf: parts\[0\] cannot be read: its pages are drawn by an XFA form/)
})

carried('the same file in every form that qpdf writes gives the same', async () => {
  for (const variant of variantsOf(report)) {
    const { pdf } = await merged([variant], true)
    assert.is(words(await textByStructure(pdf)), words(await textByStructure(report)))
    assert.equal(await outlineOf(pdf), ['Report 1', '  End 2'])
    assert.equal(await linksOf(pdf), ['1 2', '2 1'])
  }
})

carried.run()
