// Attached files: written, told, refused where a standard does not take them, and carried along in merges.
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Attachment, createEngine, describe, InputError, type MergeOptions, type MergePart } from '../../../engine/index.ts'
import { checkPdf, describeFindings } from '../../support/checker/check.ts'
import { fileText } from '../../support/file-text.ts'
import { attachedFilesOf, filePdf } from '../../support/merged.ts'
import { faultsOf } from '../../support/pdf-tools.ts'

const attachments = suite('attachments')
const engine = await createEngine()

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const template = engine.compile({ type: 'html', source: '<html lang="en"><title>T</title><h1>T</h1><p>text</p></html>' })
const XML: Attachment = {
  name: 'order.xml',
  data: bytes('<order/>'),
  mime: 'text/xml',
  relationship: 'alternative',
  description: 'The order',
}
const PLAIN: Attachment = { name: 'Anhang ü (1).bin', data: Uint8Array.of(0, 255, 10, 13) }

const render = async (list: readonly Attachment[], options: MergeOptions = {}): Promise<Uint8Array> => {
  const { pdf } = await engine.render(template, {}, { attachments: list, ...options })
  assert.equal(faultsOf(pdf), [])
  return pdf
}
const refusal = async (list: readonly Attachment[], options: MergeOptions = {}): Promise<readonly string[]> => {
  try {
    await engine.render(template, {}, { attachments: list, ...options })
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.map((each) => `${each.code} ${each.at?.kind === 'pointer' ? each.at.pointer : ''}: ${describe(each)}`)
  }
  return []
}
const merge = async (parts: readonly MergePart[], options: MergeOptions = {}): Promise<Uint8Array> => {
  const { pdf } = await engine.merge(parts, options)
  assert.equal(faultsOf(pdf), [])
  return pdf
}

attachments('another reader finds each file with its bytes', async () => {
  for (const objectStreams of [true, false]) {
    const pdf = await render([XML, PLAIN], { objectStreams })
    assert.equal(await attachedFilesOf(pdf), { 'order.xml': '<order/>', 'Anhang ü (1).bin': '\0\xff\n\r' })
  }
  assert.equal(await attachedFilesOf(await render([])), {})
})

attachments('every PDF/A-3 and PDF/UA-1 takes them', async () => {
  for (const name of ['a-3b', 'a-3u', 'a-3a'] as const) {
    const pdf = await render([XML, PLAIN], { conformance: [name, 'ua-1'] })
    assert.is(describeFindings([...checkPdf(pdf, name), ...checkPdf(pdf, 'ua-1')]), '')
  }
})

attachments('relationship, description and time stand in the file, which is the same each time', async () => {
  const list = [{ ...XML, modified: '2026-01-31T12:00:00Z' }, PLAIN, { name: 'a.CSV', data: bytes('') }]
  const text = fileText(await render(list))
  assert.match(text, /\/AFRelationship \/Alternative/)
  assert.match(text, /\/AFRelationship \/Unspecified/)
  assert.match(text, /\/Desc \(The order\)/)
  assert.match(text, /\/ModDate \(D:20260131120000Z\)/)
  assert.match(text, /\/Subtype \/text#2Fxml/)
  assert.match(text, /\/Subtype \/application#2Foctet-stream/)
  assert.match(text, /\/Subtype \/text#2Fcsv/)
  assert.equal(await render(list), await render(list))
})

attachments('streamed documents have them too', async () => {
  const chunks: Uint8Array[] = []
  for await (const chunk of engine.stream(template, {}, { attachments: [XML], conformance: ['a-3b'] })) chunks.push(chunk)
  const pdf = Buffer.concat(chunks)
  assert.equal(await attachedFilesOf(pdf), { 'order.xml': '<order/>' })
  assert.is(describeFindings(checkPdf(pdf, 'a-3b')), '')
})

attachments('PDF/A-2 takes files that are PDF/A alone', async () => {
  const archived = await render([], { conformance: ['a-2b'] })
  const pdf = await render([{ name: 'a.pdf', data: archived, mime: 'application/pdf' }], { conformance: ['a-2u'] })
  assert.is(describeFindings(checkPdf(pdf, 'a-2u')), '')
  const [message = '', ...more] = await refusal([{ name: 'a.pdf', data: archived, mime: 'application/pdf' }, XML], {
    conformance: ['a-2u'],
  })
  assert.match(message, /^conformance \/attachments\/1: .*"order.xml".*claim a-3b, a-3u or a-3a/s)
  assert.equal(more, [])
  const third = await render([], { conformance: ['a-3b'] })
  assert.is((await refusal([{ name: 'a.pdf', data: third, mime: 'application/pdf' }], { conformance: ['a-2b'] })).length, 1)
})

attachments('what cannot be attached is told with its place, all of it', async () => {
  const wrong = [
    { name: '', data: bytes('') },
    { name: '../x', data: bytes('') },
    { name: 'a\nb', data: bytes('') },
    { name: 'm', data: bytes(''), mime: 'text' },
    { name: 'r', data: bytes(''), relationship: 'twin' as 'data' },
    { name: 't', data: bytes(''), modified: 'yesterday' },
    { name: 'b', data: 'text' as unknown as Uint8Array },
    XML,
    XML,
  ]
  const told = await refusal(wrong)
  assert.equal(
    told.map((line) => line.slice(0, line.indexOf(':'))),
    [0, 1, 2, 3, 4, 5, 6, 8].map((i) => `attachment /attachments/${i}`),
  )
})

attachments('a merge has those of the call and of all parts, under names of their own', async () => {
  const part = (text: string): MergePart => ({ template, data: {}, attachments: [{ ...XML, data: bytes(text) }] })
  const finished = await render([{ ...XML, data: bytes('finished') }, PLAIN], { conformance: ['a-3u', 'ua-1'] })
  const pdf = await merge([part('one'), { pdf: finished }, part('two')], { attachments: [XML], conformance: ['a-3u', 'ua-1'] })
  assert.equal(await attachedFilesOf(pdf), {
    'order.xml': '<order/>',
    'order (2).xml': 'one',
    'order (3).xml': 'two',
    'order (4).xml': 'finished',
    'Anhang ü (1).bin': '\0\xff\n\r',
  })
  assert.is(describeFindings([...checkPdf(pdf, 'a-3u'), ...checkPdf(pdf, 'ua-1')]), '')
  assert.equal(await attachedFilesOf(await merge([{ pdf: finished }])), { 'order.xml': 'finished', 'Anhang ü (1).bin': '\0\xff\n\r' })
  assert.is((await PDFDocument.load(pdf)).getPageCount(), 3)
})

attachments('files of other programs get what PDF/A-3 asks for; PDF/A-2 refuses them', async () => {
  const foreign = filePdf([
    '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(k)4 0 R(lost)6 0 R]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
    '<</F(C:\\\\temp\\\\data.csv)/EF<</F 5 0 R>>>>',
    '<</Length 3>>\nstream\na,b\nendstream',
    '<</Type/Filespec/F(elsewhere.txt)>>',
  ])
  const { pdf, warnings } = await engine.merge([{ template, data: {} }, { pdf: foreign }], { tagged: false })
  assert.equal(await attachedFilesOf(pdf), { 'data.csv': 'a,b' })
  assert.equal(
    checkPdf(pdf, 'a-3b').filter(({ rule }) => rule.startsWith('6.8')),
    [],
  )
  assert.equal(warnings.map(describe), ['of parts[1] is left out: attached files without bytes'])
  const third = await render([XML], { conformance: ['a-3b'] })
  try {
    await engine.merge([{ pdf: third }], { conformance: ['a-2b'] })
    assert.unreachable()
  } catch (thrown) {
    assert.instance(thrown, InputError)
    assert.match(String(thrown), 'attached files')
  }
})

attachments.run()
