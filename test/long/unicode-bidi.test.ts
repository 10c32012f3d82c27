// Unicode's BidiTest.txt and BidiCharacterTest.txt, whole: levels and order are exactly those of UAX #9, nothing is tailored.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bidiLevels, visualOrder } from '../../engine/text/bidi.ts'
import { textOfCodes, unicodeFile } from '../support/unicode-files.ts'

const conformance = suite('UAX #9')

/** A character of each class; `plane` 1 takes them beyond the basic plane where there is one. */
const SAMPLES: Readonly<Record<string, readonly [basic: number, beyond: number]>> = {
  L: [0x61, 0x10400],
  R: [0x5d0, 0x10800],
  EN: [0x31, 0x1d7ce],
  ES: [0x2b, 0x2b],
  ET: [0x24, 0x11fdd],
  AN: [0x661, 0x10e60],
  CS: [0x2c, 0x2c],
  B: [0x2029, 0x2029],
  S: [0x9, 0x9],
  WS: [0x20, 0x20],
  ON: [0x21, 0x1f600],
  LRE: [0x202a, 0x202a],
  LRO: [0x202d, 0x202d],
  RLE: [0x202b, 0x202b],
  RLO: [0x202e, 0x202e],
  PDF: [0x202c, 0x202c],
  LRI: [0x2066, 0x2066],
  RLI: [0x2067, 0x2067],
  FSI: [0x2068, 0x2068],
  PDI: [0x2069, 0x2069],
  NSM: [0x300, 0x1da00],
  BN: [0xad, 0xe0001],
  AL: [0x627, 0x1ee00],
}

interface Expectation {
  readonly characters: readonly string[]
  readonly direction: 'ltr' | 'rtl' | 'auto'
  /** `x`: removed by rule X9, any level will do. */
  readonly levels: readonly string[]
  readonly order: string
}

/** What differs; undefined when nothing does. */
function fault({ characters, direction, levels, order }: Expectation): string | undefined {
  const found = bidiLevels(characters.join(''), direction)
  const own: number[] = []
  const places: number[] = []
  let unit = 0
  for (const [i, character] of characters.entries()) {
    const level = found.levels[unit] ?? -1
    if (levels[i] !== 'x') {
      if (level !== Number(levels[i])) return `character ${i} has level ${level}, not ${levels[i]}`
      own.push(level)
      places.push(i)
    }
    unit += character.length
  }
  const visual = visualOrder(own)
    .map((i) => places[i])
    .join(' ')
  return visual === order ? undefined : `order ${visual}, not ${order}`
}

conformance('BidiCharacterTest.txt', () => {
  const file = unicodeFile('BidiCharacterTest.txt')
  if (file === undefined) return
  const faults: string[] = []
  for (const row of file.rows) {
    const [codes = '', direction = '', base = '', levels = '', order = ''] = row.split(';')
    const text = textOfCodes(codes)
    const asked = (['ltr', 'rtl', 'auto'] as const)[Number(direction)] ?? 'auto'
    const wrong = fault({ characters: [...text], direction: asked, levels: levels.split(' '), order })
    if (wrong !== undefined || bidiLevels(text, asked).base !== Number(base)) faults.push(`${row}: ${wrong ?? 'base'}`)
  }
  assert.equal(faults, [])
  assert.ok(file.rows.length >= 91_000, `${file.rows.length} rows`)
})

const DIRECTIONS = [
  [1, 'auto'],
  [2, 'ltr'],
  [4, 'rtl'],
] as const

for (const plane of [0, 1] as const) {
  conformance(`BidiTest.txt, ${plane === 0 ? 'characters of the basic plane' : 'characters beyond it'}`, () => {
    const file = unicodeFile('BidiTest.txt')
    if (file === undefined) return
    const faults: string[] = []
    let count = 0
    let [levels, order]: [readonly string[], string] = [[], '']
    for (const row of file.rows) {
      if (row.startsWith('@Levels:')) levels = row.slice(8).trim().split(/\s+/)
      else if (row.startsWith('@Reorder:')) order = row.slice(9).trim()
      else {
        const [names = '', bits = ''] = row.split(';')
        const characters = names
          .trim()
          .split(/\s+/)
          .map((name) => String.fromCodePoint(SAMPLES[name]![plane]))
        for (const [bit, direction] of DIRECTIONS) {
          if ((Number(bits) & bit) === 0) continue
          count++
          const wrong = fault({ characters, direction, levels, order })
          if (wrong !== undefined) faults.push(`${row} ${direction}: ${wrong}`)
        }
      }
    }
    assert.equal(faults.slice(0, 20), [])
    assert.ok(count >= 770_000, `${count} tests`)
  })
}

/** The level of a character of each class between two Hebrew letters, in a left-to-right paragraph. */
const BETWEEN_LETTERS: Readonly<Record<string, number>> = { L: 0, R: 1, AL: 1, EN: 2, AN: 2, ES: 1, ET: 1, CS: 1, ON: 1, WS: 1, NSM: 1 }

conformance('DerivedBidiClass.txt: every assigned character has its class', () => {
  const file = unicodeFile('extracted/DerivedBidiClass.txt')
  if (file === undefined) return
  const faults: string[] = []
  let count = 0
  for (const row of file.rows) {
    const [range = '', name = ''] = row.split(';').map((part) => part.trim())
    const level = BETWEEN_LETTERS[name]
    if (level === undefined) continue
    const [from = 0, to = from] = range.split('..').map((code) => Number.parseInt(code, 16))
    for (let code = from; code <= Math.min(to, from + 500); code++) {
      const character = String.fromCodePoint(code)
      if (!/^\P{Cn}$/u.test(character)) continue
      count++
      const found = bidiLevels(`\u05d0${character}\u05d0`, 'ltr').levels[1]
      if (found !== level) faults.push(`U+${code.toString(16)} ${name} ${found}`)
    }
  }
  // Later than Unicode 15: the mathematical nablas are neutral, as the plain one is; an Ahom vowel sign is a spacing one.
  const later = /^U\+(?:(?:1d6c1|1d6fb|1d735|1d76f|1d7a9) L 1|1171e NSM 0)$/
  assert.equal(file.version > 15.1 ? faults : faults.filter((fault) => !later.test(fault)), [])
  assert.ok(count > 30_000, `${count} characters`)
})

conformance.run()
