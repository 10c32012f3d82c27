// Families and faces of font files by their names, and pages that list them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faceOf, familiesOf, pageFonts, withFamily } from '../../../server/web/template/source/rich/view/fonts.ts'

const fonts = suite('fonts of the editor')

fonts('a face by the name of its file', () => {
  const told = (src: string): readonly unknown[] => {
    const { family, weight, style } = faceOf(src)
    return [family, weight, style]
  }
  for (const [src, ...expected] of [
    ['brand.ttf', 'brand', undefined, undefined],
    ['fonts/Brand-Regular.woff2', 'Brand', 400, undefined],
    ['Brand-BoldItalic.otf', 'Brand', 700, 'italic'],
    ['Brand_SemiBold.ttf', 'Brand', 600, undefined],
    ['Open-Sans-ExtraLight-Italic.ttf', 'Open Sans', 200, 'italic'],
    ['Source Sans 3 Black Oblique.ttf', 'Source Sans 3', 900, 'oblique'],
    ['inter-700-normal.woff2', 'inter', 700, undefined],
    ['inter-300-italic.woff2', 'inter', 300, 'italic'],
    ['Inter-VariableFont_opsz-wght.ttf', 'Inter', '100 900', undefined],
    ['Inter-Italic-VariableFont_opsz-wght.ttf', 'Inter', '100 900', 'italic'],
    // Words of styles alone are a name.
    ['Bold.ttf', 'Bold', undefined, undefined],
    ['Impact1.ttf', 'Impact1', undefined, undefined],
  ] as const)
    assert.equal(told(src), expected, src)
})

fonts('files of one family are its faces', () => {
  assert.equal(familiesOf(['Zed.ttf', 'b/Brand-Bold.ttf', 'Brand-Regular.ttf']), [
    {
      name: 'Brand',
      faces: [
        { family: 'Brand', src: 'Brand-Regular.ttf', weight: 400 },
        { family: 'Brand', src: 'b/Brand-Bold.ttf', weight: 700 },
      ],
    },
    { name: 'Zed', faces: [{ family: 'Zed', src: 'Zed.ttf' }] },
  ])
})

fonts('a page gets the faces of a family once, and keeps what it has', () => {
  const [brand] = familiesOf(['Brand.ttf'])
  assert.equal(withFamily(null, brand), { fonts: [{ family: 'Brand', src: 'Brand.ttf' }] })
  const odd = { size: 'A5', fonts: [7, { family: 'Other', src: 'o.ttf', more: true }] }
  assert.equal(withFamily(odd, brand), { size: 'A5', fonts: [...odd.fonts, { family: 'Brand', src: 'Brand.ttf' }] })
  const given = { fonts: [{ family: 'Brand', src: 'another.ttf' }] }
  assert.is(withFamily(given, brand), given)
  assert.is(withFamily(given, undefined), given)
  for (const wrong of [undefined, null, 'x', { fonts: 'x' }, { fonts: [null, {}, { family: 1, src: 'a' }] }])
    assert.equal(pageFonts(wrong), [])
})

fonts.run()
