// The parts of PDFKit that its types do not promise and engine/paint/pdf/pdf-canvas.ts relies on. This fails first on an upgrade.

import PDFDocument from 'pdfkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

interface Inside {
  _offset: number
  _id: Uint8Array
  info: Record<string, unknown>
  _root: { data: { Pages: { data: { Kids: unknown[]; Count: number } }; Names: { data: Record<string, unknown> } } }
  _write(data: string | Uint8Array): void
  ref(data?: unknown): { id: number; data: unknown; compress: boolean; write(bytes: Uint8Array): void; end(): void }
  read(): Buffer | null
  end(): void
}

const contract = suite('pdfkit contract')

class Quiet extends PDFDocument {
  initFonts(): void {
    Object.assign(this, { _fontFamilies: {} })
  }
  override initOutline(): void {}
  override endOutline(): void {}
  override endMetadata(): void {}
}

function open(): Inside {
  return new Quiet({ autoFirstPage: false, compress: false, pdfVersion: '1.7', info: { CreationDate: new Date(0) } }) as unknown as Inside
}

/** Everything written from now on. */
function listen(kit: Inside): { text(): string } {
  let text = ''
  kit._write = (data) => {
    const piece = typeof data === 'string' ? `${data}\n` : Buffer.from(data).toString('latin1')
    text += piece
    kit._offset += piece.length
  }
  return { text: () => text }
}

contract('the header is all that the constructor writes', () => {
  const kit = open()
  assert.is(kit.read()?.toString('latin1'), '%PDF-1.7\n%\xFF\xFF\xFF\xFF\n')
  assert.is(kit._offset, 15)
})

contract('pages, names and catalog take the first three numbers and wait for end', () => {
  const kit = open()
  assert.is(kit.ref({}).id, 4)
  assert.equal(kit._root.data.Pages.data.Kids, [])
  assert.ok('Dests' in kit._root.data.Names.data)
})

contract('objects are serialised by kind', () => {
  const kit = open()
  const out = listen(kit)
  const object = kit.ref()
  object.data = {
    A: 'Name',
    B: Object('te(xt'),
    C: Object('ü'),
    D: [1, 0.1234567, null],
    E: undefined,
    F: new Uint8Array([1, 255]),
    G: true,
    H: object,
  }
  object.end()
  assert.is(
    out.text(),
    '4 0 obj\n<<\n/A /Name\n/B (te\\(xt)\n/C (\xfe\xff\x00\xfc)\n/D [1 0.123457 null]\n/F <01ff>\n/G true\n/H 4 0 R\n>>\nendobj\n',
  )
})

contract('streams that are encoded already pass through', () => {
  const kit = open()
  const out = listen(kit)
  const object = kit.ref()
  object.data = { Filter: 'FlateDecode' }
  object.compress = false
  object.write(new Uint8Array([65, 66]))
  object.end()
  assert.is(out.text(), '4 0 obj\n<<\n/Filter /FlateDecode\n/Length 2\n>>\nstream\nAB\nendstream\nendobj\n')
})

contract('end writes information, catalog, cross references and the identifier we set', () => {
  const kit = open()
  kit.read()
  const out = listen(kit)
  delete kit._root.data.Names.data['Dests']
  kit.info = { Producer: Object('P') }
  kit._id = new Uint8Array(16).fill(0xab)
  kit.end()
  const text = out.text()
  assert.match(text, '(P)')
  assert.not.match(text, /Date|PDFKit|Helvetica/)
  assert.match(text, `/ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>]`)
  assert.match(text, /startxref\n\d+\n%%EOF\n$/)
})

contract.run()
