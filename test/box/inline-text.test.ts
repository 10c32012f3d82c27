import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bodyText } from '../support/build.ts'
import { el } from '../support/styled.ts'

const space = suite('white space')

const normal = (...parts: Parameters<typeof el>[1][]): string => inner(el('p', ...parts))
const styled = (style: Record<string, unknown>, ...parts: Parameters<typeof el>[1][]): string => inner(el('p', style, ...parts))
const inner = (p: ReturnType<typeof el>): string => /^para\(p ?(.*)\)$/s.exec(bodyText(p))?.[1] ?? bodyText(p)

space('spaces collapse to one, across elements too', () => {
  assert.is(normal('  a \n\t b  '), '"a b"')
  assert.is(normal('a ', el('b', ' b ', el('i', ' c')), ' d'), '"a " b< "b " i< "c" > > " d"')
  assert.is(normal(el('b', 'a '), ' '), 'b< "a" >')
})

space('a space after an atomic box stays', () => {
  assert.is(normal(el('img', { '@src': 'pixel' }), ' a'), 'atomic:vector(img) " a"')
})

space('of two spaces the one stays at which a line may break', () => {
  assert.is(normal(el('b', { textWrapMode: 'nowrap' }, 'AA '), ' BB'), 'b< "AA" > " BB"')
  assert.is(normal('AA ', el('b', { textWrapMode: 'nowrap' }, ' BB')), '"AA " b< "BB" >')
})

space('floats and marks are transparent', () => {
  assert.is(normal('a ', el('b', { float: 'left', display: 'block' }, 'f'), ' b'), '"a " float:para(b "f") "b"')
})

space('line ends vanish between CJK characters, not between Latin or Hangul', () => {
  assert.is(normal('中\n文'), '"中文"')
  assert.is(normal('a\n中'), '"a 中"')
  assert.is(normal('한\n국'), '"한 국"')
  assert.is(normal('中\n', el('b', '文')), '"中" b< "文" >')
  assert.is(normal('中 文'), '"中 文"')
})

space('pre keeps all, with breaks for line ends', () => {
  assert.is(styled({ whiteSpaceCollapse: 'preserve' }, ' a\t b\n\n c\n'), '" a\\t b" br br " c" br')
  assert.is(styled({ whiteSpaceCollapse: 'preserve' }, 'a\r\nb'), '"a" br "b"')
})

space('pre-line collapses spaces but keeps line ends', () => {
  assert.is(styled({ whiteSpaceCollapse: 'preserve-breaks' }, ' a   b \n  c '), '"a b" br "c"')
})

space('soft hyphens and no-break spaces are not white space', () => {
  assert.is(normal('a\u00AD b\u00A0 \u00A0c'), JSON.stringify('a\u00AD b\u00A0 \u00A0c'))
})

const transform = suite('text-transform')
const cased = (letterCase: string, text: string, language = 'en'): string =>
  styled({ textTransform: { case: letterCase, isFullWidth: false, isFullSizeKana: false }, language }, text).replaceAll('"', '')

transform('uppercase follows the language', () => {
  assert.is(cased('uppercase', 'straße'), 'STRASSE')
  assert.is(cased('uppercase', 'istanbul', 'tr'), 'İSTANBUL')
  assert.is(cased('uppercase', 'άλφα', 'el'), 'ΑΛΦΑ')
  assert.is(cased('uppercase', 'na hÉireann', 'ga'), 'NA hÉIREANN')
  assert.is(cased('lowercase', 'ΟΔΟΣ'), 'οδος')
})

transform('capitalize touches first letters only, across elements', () => {
  assert.is(cased('capitalize', 'hello (world) it’s o.k. 3rd'), 'Hello (World) It’s O.k. 3rd')
  assert.is(cased('capitalize', 'ijsland', 'nl'), 'IJsland')
  assert.is(
    styled({ textTransform: { case: 'capitalize', isFullWidth: false, isFullSizeKana: false } }, 'ab', el('b', 'cd ef')),
    '"Ab" b< "cd Ef" >',
  )
})

transform('a wrong language tag does not hurt', () => {
  assert.is(cased('uppercase', 'a', 'x-klingon!!'), 'A')
})

space.run()
transform.run()
