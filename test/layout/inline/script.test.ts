import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { scriptOf } from '../../../engine/layout/inline/script.ts'

const script = suite('script')

const of = (text: string): string[] => [...text].map((character) => scriptOf(character.codePointAt(0)!))

script('hiragana, katakana and what only they share are one script', () => {
  assert.equal(of('あアーｰ゛'), ['Kana', 'Kana', 'Kana', 'Kana', 'Kana'])
})

script('what ideographs share with them is common', () => {
  assert.equal(of('、「漢'), ['Zyyy', 'Zyyy', 'Hani'])
})

script.run()
