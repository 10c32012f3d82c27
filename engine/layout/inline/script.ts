// Unicode scripts (UAX #24) of code points, as ISO 15924 codes. Both kanas are one: fonts know one script for them, and browsers shape them together, so that
// pairs of the two are kerned.
import { GenerationCache } from '../../collections/cache.ts'

const SCRIPTS = (
  'Latn Grek Cyrl Arab Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Hang Ethi Cher Cans Ogam Runr Khmr Mong ' +
  'Kana Bopo Hani Yiii Armn Syrc Thaa Nkoo Samr Mand Copt Goth Glag Tfng Tglg Hano Buhd Tagb Limb Tale Talu Bugi Lana Bali Sund Batk Lepc ' +
  'Olck Vaii Bamu Phag Saur Kali Rjng Java Cham Tavt Mtei Lisu Brah Adlm Rohg Osge Zyyy Zinh'
).split(' ')

const tests = new GenerationCache<string, RegExp>(SCRIPTS.length)
const pages: (Uint8Array | undefined)[] = []

/** With what only the two share, such as the long-vowel mark. */
const KANA = '^(?:\\p{Script=Hiragana}|\\p{Script=Katakana}|(?!\\p{scx=Han})(?=\\p{scx=Hiragana})\\p{scx=Katakana})$'

function testFor(script: string): RegExp {
  let test = tests.get(script)
  if (test === undefined) tests.set(script, (test = new RegExp(script === 'Kana' ? KANA : `^\\p{Script=${script}}$`, 'u')))
  return test
}

function lookUp(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  const found = SCRIPTS.findIndex((script) => testFor(script).test(character))
  return found === -1 ? SCRIPTS.indexOf('Zyyy') : found
}

/** Script of a code point: `Zyyy` for common and unlisted ones, `Zinh` for inherited. */
export function scriptOf(codePoint: number): string {
  if (codePoint > 0xffff) return SCRIPTS[lookUp(codePoint)] ?? 'Zyyy'
  let page = pages[codePoint >> 7]
  if (page === undefined) pages[codePoint >> 7] = page = new Uint8Array(128)
  const slot = codePoint & 127
  if (page[slot] === 0) page[slot] = lookUp(codePoint) + 1
  return SCRIPTS[page[slot]! - 1] ?? 'Zyyy'
}

/** Common and inherited characters take the script of what they stand with. */
export function isCommonScript(script: string): boolean {
  return script === 'Zyyy' || script === 'Zinh'
}
