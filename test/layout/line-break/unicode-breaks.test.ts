// Unicode's LineBreakTest.txt, whole: first our UAX #14 as it stands, then what lines of a document do, which is what browsers do.
// Every deviation has a name and a place it may be at; an unnamed one fails.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BREAK_KINDS, type BreakStyle, findBreaks } from '../../../engine/layout/line-break/opportunities.ts'
import { holdsTogether, lineBreaks } from '../../../engine/layout/line-break/unicode-breaks.ts'
import { makeRandom } from '../../support/random/random.ts'
import { unicodeFile } from '../../support/unicode-files.ts'

const conformance = suite('UAX #14')

interface Row {
  readonly text: string
  /** Offsets before which a line may begin, the end of the text among them. */
  readonly breaks: ReadonlySet<number>
}

function parseRow(row: string): Row {
  let text = ''
  const breaks = new Set<number>()
  for (const part of row.split(/\s+/)) {
    if (part === '÷') breaks.add(text.length)
    else if (part !== '×') text += String.fromCodePoint(Number.parseInt(part, 16))
  }
  return { text, breaks }
}

/** A reason to differ: between which characters it may. */
interface Deviation {
  readonly name: string
  readonly before: RegExp
  readonly after: RegExp
}

/** Our tables and rules are of Unicode 17.0: what later versions changed, for files of earlier ones. */
const SINCE: readonly (Deviation & { readonly version: number })[] = [
  {
    version: 16,
    name: 'LB20a: a hyphen that begins a word holds on to it',
    before: /(?:^|\s|\u200b)[-\u2010]\p{M}*$/u,
    after: /^\p{L}|^[#§\u{50005}]/u,
  },
  { version: 16, name: 'LB21a: only before what is not Hebrew', before: /\u05d0\p{M}*-\p{M}*$/u, after: /^\u05d0/u },
  { version: 16, name: 'LB25: a separator holds on to the number after it', before: /[.,:;]\p{M}*$/u, after: /^\d/u },
  { version: 15.1, name: 'LB15c: a decimal point that begins a number', before: /\s$/u, after: /^[.,]\d/u },
  {
    version: 15.1,
    name: 'LB15a: only initial quotation marks that open something hold over spaces',
    before: /["»«]\p{M}* +$/u,
    after: /^\p{Ps}/u,
  },
  { version: 15.1, name: 'LB15a: initial quotation marks hold over spaces', before: /«\p{M}* +$/u, after: /^\p{M}/u },
  { version: 15.1, name: 'LB15b: final quotation marks cling over spaces', before: /\s$/u, after: /^»/u },
]

/** What browsers do otherwise, Chromium's line breaking being the measure (issue 3, part 5). */
const TAILORINGS: readonly Deviation[] = [
  { name: 'spaces before a break hang: a line never begins with one', before: /.$/su, after: /^[ \t]/u },
  { name: 'a line ends after a space, whatever is before it', before: /[ \t]$/u, after: /./su },
  {
    name: 'small kana and sound marks are ideographs: they begin lines',
    before: /.$/su,
    after: /^[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー]/u,
  },
  { name: 'so a suffix holds on to them', before: /ぁ\p{M}*$/u, after: /^%/u },
  { name: 'ASCII: only brackets, hyphens and question marks part words', before: /[!-~]\p{M}*$/u, after: /^[!-~]/u },
  {
    name: 'controls are no line ends: the parser and white space processing have dealt with them',
    before: /[\x0b\x0c\r\x85\u2028\u2029]$/u,
    after: /./su,
  },
  { name: 'lines break on both sides of atomic boxes, whatever is there', before: /\ufffc$/u, after: /./su },
  { name: 'lines break before them too', before: /.$/su, after: /^\ufffc/u },
]

function unexplained(
  found: (offset: number) => boolean,
  { text, breaks }: Row,
  deviations: readonly Deviation[],
  seen: Map<string, number>,
): string[] {
  const faults: string[] = []
  for (let i = 1; i < text.length; i++) {
    if (found(i) === breaks.has(i)) continue
    const reason = deviations.find(({ before, after }) => before.test(text.slice(0, i)) && after.test(text.slice(i)))
    if (reason === undefined) faults.push(`${JSON.stringify(text)} at ${i}: ${found(i) ? '÷' : '×'}`)
    else seen.set(reason.name, (seen.get(reason.name) ?? 0) + 1)
  }
  return faults
}

conformance('LineBreakTest.txt by the rules alone', () => {
  const file = unicodeFile('auxiliary/LineBreakTest.txt')
  if (file === undefined) return
  const rows = file.rows.map(parseRow)
  const deviations = SINCE.filter(({ version }) => file.version < version)
  const seen = new Map<string, number>()
  let exact = 0
  const faults = rows.flatMap((row) => {
    const found = lineBreaks(row.text)
    const own = unexplained((i) => found[i] === 1, row, deviations, seen)
    const isExact = [...row.breaks].every((i) => found[i] === 1) && found.reduce((sum, one) => sum + one, 0) === row.breaks.size
    if (isExact) exact++
    return own
  })
  assert.equal(faults, [])
  assert.ok(rows.length - exact <= (deviations.length === 0 ? 0 : 33), `${exact} of ${rows.length} exact`)
  assert.equal(
    deviations.filter(({ name }) => !seen.has(name)).map(({ name }) => name),
    [],
  )
})

const PLAIN: BreakStyle = {
  textWrapMode: 'wrap',
  wordBreak: 'normal',
  lineBreak: 'auto',
  whiteSpaceCollapse: 'preserve',
  hyphens: 'manual',
  language: '',
}

conformance('LineBreakTest.txt as browsers tailor it', () => {
  const file = unicodeFile('auxiliary/LineBreakTest.txt')
  if (file === undefined) return
  const deviations = [...SINCE.filter(({ version }) => file.version < version), ...TAILORINGS]
  const seen = new Map<string, number>()
  const faults = file.rows.map(parseRow).flatMap((row) => {
    const found = findBreaks(row.text, () => PLAIN)
    return unexplained((i) => found[i] !== BREAK_KINDS.NONE, row, deviations, seen)
  })
  assert.equal(faults, [])
  assert.equal(
    TAILORINGS.filter(({ name }) => !seen.has(name)).map(({ name }) => name),
    [],
  )
})

conformance('what holds together by itself holds together in any text', () => {
  const random = makeRandom(31)
  // Beside what the fast path knows: marks, joiners, spaces, ideographs, syllables, halves of pairs.
  const others = [0x20, 0x301, 0x200b, 0x200d, 0x2060, 0x3042, 0x4e00, 0xac00, 0xff08, 0x1f600, 0x1f1e9, 0x5d0, 0x915]
  let count = 0
  for (let i = 0; i < 20_000; i++) {
    const codes = Array.from({ length: 12 }, () =>
      random.chance(0.2) ? random.pick(others) : random.chance(0.4) ? random.int(0x21, 0x17f) : random.int(0x21, 0x205f),
    )
    const text = String.fromCodePoint(...codes)
    const found = lineBreaks(text, 'normal')
    for (let at = 1; at < text.length; at++) {
      if (!holdsTogether(text.charCodeAt(at - 1), text.charCodeAt(at))) continue
      count++
      assert.is(found[at], 0, `${JSON.stringify(text)} at ${at}`)
    }
  }
  assert.ok(count > 20_000, `${count} pairs`)
})

conformance.run()
