import { createRequire } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { canHyphenate, hyphenPoints } from '../../../engine/layout/line-break/hyphenate.ts'

const hyphens = suite('hyphenation')

const divide = (word: string, language: string, limits: readonly [number, number, number] = [5, 2, 2]): string => {
  const points = hyphenPoints(word, language, limits)
  return [...word].map((c, i) => (points.includes(i) ? `-${c}` : c)).join('')
}

for (const [language, ...words] of [
  ['en', 'hy-phen-ation', 'al-go-rithm', 'present'],
  ['en-US', 'rep-re-sen-ta-tion'],
  ['de', 'Do-nau-dampf-schiff-fahrt', 'Stra-ßen-bahn'],
  ['fr', 'or-di-na-teur'],
  ['es', 'es-pa-ñol', 'mer-ca-do'],
  ['it', 'cal-co-la-to-re'],
  ['nl', 'schip-pers'],
  ['pt', 'com-pu-ta-dor'],
  ['pl', 'kom-pu-ter'],
  ['ru', 'ком-пью-тер'],
] as const) {
  for (const word of words) hyphens(`${language}: ${word}`, () => assert.is(divide(word.replaceAll('-', ''), language), word))
}

hyphens('limits: short words, first and last letters', () => {
  assert.is(divide('hyphenation', 'en', [12, 2, 2]), 'hyphenation')
  assert.is(divide('hyphenation', 'en', [5, 3, 6]), 'hyphenation')
  assert.is(divide('hyphenation', 'en', [5, 3, 5]), 'hyphen-ation')
})

hyphens('unknown languages have no points', () => {
  assert.not.ok(canHyphenate('xx'))
  assert.not.ok(canHyphenate(''))
  assert.ok(canHyphenate('pt-BR'))
  assert.is(divide('hyphenation', 'xx'), 'hyphenation')
})

hyphens('points are those of the hyphen package', () => {
  const require = createRequire(import.meta.url)
  const words =
    'international cooperation Verantwortung Bundesrepublik développement administration información responsabilità verantwoordelijk'
  for (const [language, name] of [
    ['en', 'en-us'],
    ['de', 'de-1996'],
    ['fr', 'fr'],
    ['es', 'es'],
    ['it', 'it'],
    ['nl', 'nl'],
  ] as const) {
    const { hyphenateSync } = require(`hyphen/${name}`) as { hyphenateSync(word: string, options: object): string }
    for (const word of words.split(' ')) assert.is(divide(word, language), hyphenateSync(word, { hyphenChar: '-' }), `${language} ${word}`)
  }
})

hyphens('every language of the table loads and divides', () => {
  const languages =
    'af be bg ca cs cy da de de-1901 de-ch-1901 el en en-gb es et eu fi fr ga gl hr hu hy id is it ka la lt lv mk nb nl nn no oc pl pt rm ro ru sh sk sl sr sr-latn sv tr uk'
  for (const language of languages.split(' ')) {
    assert.ok(canHyphenate(language), language)
    assert.ok(Array.isArray(hyphenPoints('international', language, [5, 2, 2])), language)
  }
})

hyphens.run()
