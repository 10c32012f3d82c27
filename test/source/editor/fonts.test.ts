// Fonts of the assets in editor documents: `page.fonts` names them, marks and the page choose them, and the PDF has them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, describe } from '../../../engine/diagnostic.ts'
import { createEngine } from '../../../engine/index.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import { fontNamesOf } from '../../support/pdf-tools.ts'
import { toyFont } from '../../support/toy-font.ts'

const fonts = suite('fonts of editor documents')
const engine = await createEngine()

const paragraph = (text: string, ...marks: readonly object[]): object => ({ type: 'paragraph', content: [{ type: 'text', text, marks }] })
const inFamily = (fontFamily: string): object => ({ type: 'textStyle', attrs: { fontFamily } })
const documentOf = (page: object, ...content: readonly object[]): object => ({ type: 'doc', attrs: { page }, content })
const codesOf = (page: object): readonly string[] => {
  const reporter = new DiagnosticList()
  parseEditor(documentOf(page, paragraph('a')), { reporter, limits: DEFAULT_LIMITS })
  return reporter.all.map((diagnostic) => `${diagnostic.code} ${describe(diagnostic)}`)
}

/** The names of the fonts that the PDF has. */
async function fontsAre(expected: readonly string[], source: object, assets: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'editor', source }, { assets }), {}, { assets })
  assert.equal(warnings, [])
  assert.equal([...new Set(fontNamesOf(pdf) ?? expected)].sort(), expected)
}

fonts('a family is chosen by a mark, by weight and style, and for the whole page', async () => {
  const assets = {
    'brand.ttf': toyFont({ family: 'Plain' }),
    'fonts/brand bold.ttf': toyFont({ family: 'Heavy' }),
    'brand-italic.ttf': toyFont({ family: 'Slanted' }),
  }
  const faces = [
    { family: 'Our Brand', src: 'brand.ttf' },
    { family: 'Our Brand', src: 'fonts/brand bold.ttf', weight: 'bold' },
    { family: 'Our Brand', src: 'brand-italic.ttf', weight: 400, style: 'italic' },
  ]
  const family = inFamily('Our Brand')
  const marked = documentOf(
    { fonts: faces },
    paragraph('a', family),
    paragraph('b', family, { type: 'bold' }),
    paragraph('c', family, { type: 'italic' }),
  )
  await fontsAre(['Heavy-Regular', 'Plain-Regular', 'Slanted-Regular'], marked, assets)
  await fontsAre(['Plain-Regular'], documentOf({ fonts: faces, font: 'Our Brand' }, paragraph('a')), assets)
})

fonts('assets that are missing are named at their place', async () => {
  const source = documentOf({ fonts: [{ family: 'Brand', src: 'gone.ttf' }], font: 'Brand' }, paragraph('a'))
  const { warnings } = await engine.render(engine.compile({ type: 'editor', source }), {}, {})
  assert.ok(
    warnings.some(({ message }) => message.includes('gone.ttf')),
    JSON.stringify(warnings),
  )
})

fonts('wrong faces are errors, and nothing ends the rule', () => {
  assert.equal(codesOf({ fonts: null }), [])
  assert.equal(codesOf({ fonts: [] }), [])
  assert.equal(codesOf({ fonts: [{ family: 'A' }] }), ['invalid-document /attrs/page/fonts/0: "src" is missing'])
  for (const hostile of ['x"', 'a\\22', '} body { color: red', 'a\nb', '</style>'])
    for (const field of ['family', 'src'])
      assert.match(codesOf({ fonts: [{ family: 'A', src: 'a.ttf', [field]: hostile }] })[0] ?? '', `/attrs/page/fonts/0/${field}`)
  assert.match(codesOf({ fonts: [{ family: 'A', src: 'a.ttf', weight: '1; x: y' }] })[0] ?? '', '/attrs/page/fonts/0/weight')
})

fonts.run()
