// Work that counting steps does not see: copies of arrays and strings, regular expressions and compiled libraries. Whole documents are made, without
// coverage, and CPU times of two sizes are compared (`cpu.ts`).
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError } from '../../engine/index.ts'
import { GROWING } from '../support/growing.data.ts'
import { faultOf } from './cpu.ts'

const engine = await createEngine()

/** A PDF or a coded error. */
async function make(given: { readonly type?: 'html' | 'editor'; readonly source: string; readonly data?: unknown }): Promise<void> {
  try {
    await engine.render(engine.compile({ type: given.type ?? 'html', source: given.source }), given.data ?? {})
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
  }
}

const time = suite('growth in time')

time('a square is seen, also of copies that no statement of ours makes', async () => {
  const long = 'x'.repeat(1 << 16)
  let copied = 0
  const copy = async (power: number): Promise<void> => {
    for (let i = 0; i < 4 ** (power - 6); i++) copied += Buffer.from(long).length
  }
  assert.match((await faultOf(copy, 12)) ?? '', /ms for 2\^14/)
  assert.ok(copied > 0)
  const linear = async (power: number): Promise<void> => {
    for (let i = 0; i < 2 ** power; i++) copied += Buffer.from(long).length
  }
  assert.is(await faultOf(linear, 12), undefined)
})

/** Of as many units as the size says. */
const DOCUMENTS: Readonly<Record<string, readonly [power: number, make: (size: number) => string]>> = {
  'soft hyphens in a narrow box': [14, (size) => `<p style="width: 20px">${'a\u00ad'.repeat(size)}`],
  'zero width spaces in a narrow box': [14, (size) => `<p style="width: 20px">${'a\u200b'.repeat(size)}`],
  'capitals of a narrow box': [12, (size) => `<p style="width: 60px; text-transform: uppercase">${'word '.repeat(size)}`],
  'marks in a narrow box': [12, (size) => `<p style="width: 60px">${'e\u0301a '.repeat(size)}`],
  'letters set wide in a narrow box': [12, (size) => `<p style="width: 60px; letter-spacing: 3px">${'word '.repeat(size)}`],
  'Hebrew in a narrow box': [12, (size) => `<p dir="rtl" style="width: 60px">${'שלום '.repeat(size)}`],
  'isolated words on one line': [14, (size) => `<p>${'<bdi>א</bdi>'.repeat(size)}`],
  'boxes of words from right to left on one line': [13, (size) => `<p dir="rtl">${'<b style="background: red">א</b>'.repeat(size)}`],
  'flex items that wrap': [
    14,
    (size) => `<style>i { width: 90px }</style><div style="display: flex; flex-wrap: wrap">${'<i></i>'.repeat(size)}</div>`,
  ],
  // Products of two lengths, which have an end.
  'shapes of a clip that many refer to': [
    10,
    (size) =>
      `<svg><clipPath id=a>${'<rect width=1 height=1 />'.repeat(size)}</clipPath>${'<rect clip-path="url(#a)" width=9 height=9 />'.repeat(size)}</svg>`,
  ],
  'a path that many use': [
    10,
    (size) => `<svg><defs><path id=a d="M0 0${'L1 1'.repeat(4 * size)}"/></defs>${'<use href="#a"/>'.repeat(size)}</svg>`,
  ],
  'floats of automatic width': [12, (size) => '<i style="float: left">x</i><i style="float: right; clear: left">x</i>'.repeat(size)],
}

for (const [name, [power, source]] of Object.entries(DOCUMENTS)) {
  time(name, async () => {
    assert.is(await faultOf((at) => make({ source: `<!DOCTYPE html>${source(2 ** at)}` }), power), undefined)
  })
}

/** Characters: those kinds that are made sooner than can be compared at the larger size end there. */
const POWER = 12

for (const [name, grow] of Object.entries(GROWING)) {
  time(`of many kinds: ${name}`, async () => {
    assert.is(await faultOf((at) => make(grow(2 ** at)), POWER), undefined)
  })
}

time.run()
