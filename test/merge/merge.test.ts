import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type PDFContext, type PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream, PDFString } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { joinParts } from '../../engine/merge/merge.ts'
import { paintDocument, textAt } from '../support/paint-tools.ts'
import { faultsOf, textByPoppler } from '../support/pdf-tools.ts'

const merge = suite('merge')

/** A document of ours with one page a text. */
function made(...texts: string[]): Uint8Array {
  return paintDocument(
    (doc) => {
      for (const text of texts) {
        doc.beginPage(200, 100)
        doc.glyphs(textAt(text, 10, 50))
        doc.bookmark(1, text, 10, true)
        doc.endPage()
      }
    },
    { title: 'Joined' },
  ).pdf
}

/** A foreign one-page PDF, changed by `change`. */
async function foreign(change: (doc: PDFDocument) => void = () => undefined): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  doc.addPage([200, 100])
  change(doc)
  return doc.save()
}

/** The words on each page. */
function pagesOf(pdf: Uint8Array): string[] | undefined {
  return textByPoppler(pdf)
    ?.split('\f')
    .slice(0, -1)
    .map((page) => page.trim())
}

const rejects = async (work: Promise<unknown>, code: string): Promise<void> => {
  try {
    await work
  } catch (thrown) {
    assert.ok(thrown instanceof InputError, String(thrown))
    assert.is(thrown.diagnostics[0]?.code, code)
    return
  }
  assert.unreachable(`expected ${code}`)
}

merge('foreign PDFs are inserted between the parts in order', async () => {
  const parts = [
    { kind: 'pdf', name: 'cover', bytes: made('cover') },
    { kind: 'rendered', pages: 2 },
    { kind: 'pdf', name: 'terms', bytes: made('terms 1', 'terms 2') },
    { kind: 'rendered', pages: 1 },
  ] as const
  const { pdf } = await joinParts(made('one', 'two', 'three'), parts, DEFAULT_LIMITS)
  assert.equal(faultsOf(pdf), [])
  assert.equal(pagesOf(pdf) ?? ['cover', 'one', 'two', 'terms 1', 'terms 2', 'three'], [
    'cover',
    'one',
    'two',
    'terms 1',
    'terms 2',
    'three',
  ])
})

merge('without foreign PDFs the document is unchanged', async () => {
  const document = made('one')
  assert.equal(await joinParts(document, [{ kind: 'rendered', pages: 1 }], DEFAULT_LIMITS), { pdf: document, pages: 1, warnings: [] })
})

merge('foreign PDFs can be joined without a document', async () => {
  const { pdf } = await joinParts(
    undefined,
    [
      { kind: 'pdf', name: 'a', bytes: made('a') },
      { kind: 'pdf', name: 'b', bytes: made('b') },
    ],
    DEFAULT_LIMITS,
  )
  assert.equal(faultsOf(pdf), [])
  assert.equal(pagesOf(pdf) ?? ['a', 'b'], ['a', 'b'])
})

merge('equal parts give equal bytes', async () => {
  const join = async (): Promise<Uint8Array> => {
    const parts = [
      { kind: 'rendered', pages: 1 },
      { kind: 'pdf', name: 'x', bytes: made('x') },
    ] as const
    const { pdf } = await joinParts(made('one'), parts, DEFAULT_LIMITS)
    return pdf
  }
  const first = await join()
  await new Promise((resolve) => setTimeout(resolve, 1100))
  assert.equal(await join(), first)
})

merge('objects in several files are stored once', async () => {
  const letter = made('letterhead')
  const part = { kind: 'pdf', name: 'letter', bytes: letter } as const
  const again = { ...part, bytes: letter.slice() }
  const { pdf: once } = await joinParts(made('one'), [{ kind: 'rendered', pages: 1 }, part], DEFAULT_LIMITS)
  const { pdf: often } = await joinParts(made('one'), [{ kind: 'rendered', pages: 1 }, part, again, again, again], DEFAULT_LIMITS)
  assert.equal(faultsOf(often), [])
  assert.ok(often.length < once.length * 1.15, `${often.length} against ${once.length}`)
})

merge('active content is removed', async () => {
  const armed = await foreign((doc) => {
    const { context } = doc
    const js = context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })
    const page = doc.getPage(0)
    doc.catalog.set(PDFName.of('OpenAction'), js)
    page.node.set(PDFName.of('AA'), context.obj({ O: js }))
    const annotation = (subtype: string, action: PDFDict): PDFDict =>
      context.obj({ Type: 'Annot', Subtype: subtype, Rect: [0, 0, 9, 9], A: action, AA: { U: js } })
    page.node.set(
      PDFName.of('Annots'),
      context.obj([
        annotation('Link', js),
        annotation('Link', context.obj({ S: 'Launch', F: PDFString.of('x.exe') })),
        annotation('Link', context.obj({ S: 'URI', URI: PDFString.of('javascript:1') })),
        annotation('Link', context.obj({ S: 'URI', URI: PDFString.of('https://kept.example/') })),
        annotation('Widget', context.obj({ S: 'SubmitForm' })),
        annotation('RichMedia', js),
      ]),
    )
    const nested = context.obj({ Deep: [{ AA: { X: js } }] })
    page.node.Resources()?.set(PDFName.of('Properties'), nested)
  })
  const { pdf } = await joinParts(
    made('one'),
    [
      { kind: 'rendered', pages: 1 },
      { kind: 'pdf', name: 'armed', bytes: armed },
    ],
    DEFAULT_LIMITS,
  )
  assert.equal(faultsOf(pdf), [])
  const plain = await (await PDFDocument.load(pdf)).save({ useObjectStreams: false })
  const text = Buffer.from(plain).toString('latin1')
  assert.not.match(text, /\/JS\b|JavaScript|Launch|SubmitForm|RichMedia|\/AA\b|javascript:/)
  assert.match(text, 'https://kept.example/')
})

/** What lies in another file, by every way there is to say so (ISO 32000-1: 7.11, 8.10.4, 14.11.7). */
const EXTERNAL: Readonly<Record<string, (doc: PDFDocument, file: PDFObject) => void>> = {
  'contents of a page': (doc, file) =>
    doc
      .getPage(0)
      .node.set(
        PDFName.of('Contents'),
        doc.context.register(doc.context.stream('', { F: file, FFilter: 'FlateDecode', FDecodeParms: {} })),
      ),
  'a picture': (doc, file) =>
    addXObject(doc, { Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8, ColorSpace: 'DeviceGray', F: file }),
  'a picture, by OPI': (doc, file) =>
    addXObject(doc, {
      Subtype: 'Image',
      Width: 1,
      Height: 1,
      BitsPerComponent: 8,
      ColorSpace: 'DeviceGray',
      OPI: { '2.0': { Type: 'OPI', Version: 2, F: file } },
    }),
  'a form, by reference': (doc, file) => addXObject(doc, { Subtype: 'Form', BBox: [0, 0, 9, 9], Ref: { F: file, Page: 0 } }),
  'a form, by OPI': (doc, file) => addXObject(doc, { Subtype: 'Form', BBox: [0, 0, 9, 9], OPI: { '1.3': { Version: 1.3, F: file } } }),
  'a form in a form': (doc, file) => {
    const inner = doc.context.register(
      doc.context.stream('x', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Ref: { F: file, Page: 0 } }),
    )
    addXObject(doc, { Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { X1: inner } } })
  },
  'an associated file': (doc, file) => addXObject(doc, { Subtype: 'Form', BBox: [0, 0, 9, 9], AF: [file] }),
  'a colour profile': (doc, file) => {
    const profile = doc.context.register(doc.context.stream('x', { N: 1, F: file }))
    addXObject(doc, { Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8, ColorSpace: ['ICCBased', profile] })
  },
}

function addXObject(doc: PDFDocument, entries: NonNullable<Parameters<PDFContext['stream']>[1]>): void {
  const stream = doc.context.register(doc.context.stream('x', { Type: 'XObject', ...entries }))
  doc.getPage(0).node.set(PDFName.of('Resources'), doc.context.obj({ XObject: { X0: stream } }))
}

merge('references to other files are removed', async () => {
  const address = 'http://evil.example/secret.pdf'
  for (const [name, add] of Object.entries(EXTERNAL)) {
    const forms: readonly ((doc: PDFDocument) => PDFObject)[] = [
      () => PDFString.of(address),
      (doc) => doc.context.register(PDFString.of(address)),
      (doc) => doc.context.obj({ Type: 'Filespec', FS: 'URL', F: PDFString.of(address), UF: PDFString.of(address) }),
      (doc) => doc.context.register(doc.context.obj({ Type: 'Filespec', F: PDFString.of(address) })),
      (doc) => doc.context.register(doc.context.obj({ FS: 'URL', F: PDFString.of(address) })),
    ]
    for (const [i, form] of forms.entries()) {
      const bytes = await foreign((doc) => add(doc, form(doc)))
      const { pdf } = await joinParts(
        made('ours'),
        [
          { kind: 'rendered', pages: 1 },
          { kind: 'pdf', name, bytes },
        ],
        DEFAULT_LIMITS,
      )
      const joined = await PDFDocument.load(pdf, { updateMetadata: false })
      assert.is(joined.getPageCount(), 2)
      for (const [, object] of joined.context.enumerateIndirectObjects()) {
        assert.not.match(String(object), /evil|\/(OPI|Ref|FFilter|FDecodeParms|Filespec|AF)\b/, `${name} ${i}`)
        if (object instanceof PDFStream) assert.not.ok(object.dict.has(PDFName.of('F')), `${name} ${i}`)
      }
      assert.equal(faultsOf(pdf), [])
    }
  }
})

merge('errors name damaged and encrypted files', async () => {
  const document = made('one')
  const parts = (bytes: Uint8Array) => [{ kind: 'pdf', name: 'templates[1]', bytes }] as const
  await rejects(joinParts(document, parts(Buffer.from('not a pdf')), DEFAULT_LIMITS), 'bad-pdf')
  await rejects(joinParts(document, parts(new Uint8Array()), DEFAULT_LIMITS), 'bad-pdf')
  const encrypted = Buffer.from(made('x')).toString('latin1').replace('/ID [', '/Encrypt << /Filter /Standard >>\n/ID [')
  await rejects(joinParts(document, parts(Buffer.from(encrypted, 'latin1')), DEFAULT_LIMITS), 'bad-pdf')
  const deep = Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}`)
  await rejects(joinParts(document, parts(deep), DEFAULT_LIMITS), 'bad-pdf')
})

merge('limits hold over all parts', async () => {
  const part = { kind: 'pdf', name: 'x', bytes: made('x', 'y') } as const
  await rejects(joinParts(made('one'), [{ kind: 'rendered', pages: 1 }, part], { ...DEFAULT_LIMITS, pages: 2 }), 'limit-pages')
  await rejects(joinParts(made('one'), [{ kind: 'rendered', pages: 1 }, part], { ...DEFAULT_LIMITS, outputBytes: 1000 }), 'limit-output')
})

merge("pdf-lib's prototypes are the same after a merge", () => {
  const script = fileURLToPath(new URL('../support/pdf-lib-prototypes.ts', import.meta.url))
  const output = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
  const { prototypes, pages, changed } = JSON.parse(output) as { prototypes: number; pages: number; changed: string[] }
  assert.is(pages, 1)
  assert.ok(prototypes > 50, `${prototypes} prototypes`)
  assert.equal(changed, [])
})

merge.run()
