// Work that counting steps does not see: copies of arrays and strings, and regular expressions, run inside of V8. Whole documents are rendered and their CPU time
// is compared; four times the document may take as long as two doublings at 2.6 each (`security.md`), of the fastest of some tries.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'

const MOST = 2.6 ** 2
const TRIES = 3
const SMALL = 1 << 14

const DOCUMENTS: Readonly<Record<string, (size: number) => string>> = {
  'soft hyphens in a narrow box': (size) => `<p style="width: 20px">${'a\u00ad'.repeat(size)}`,
  'zero width spaces in a narrow box': (size) => `<p style="width: 20px">${'a\u200b'.repeat(size)}`,
  'capitals of a narrow box': (size) => `<p style="width: 60px; text-transform: uppercase">${'word '.repeat(size / 4)}`,
  'marks in a narrow box': (size) => `<p style="width: 60px">${'e\u0301a '.repeat(size / 4)}`,
  'letters set wide in a narrow box': (size) => `<p style="width: 60px; letter-spacing: 3px">${'word '.repeat(size / 4)}`,
  'Hebrew in a narrow box': (size) => `<p dir="rtl" style="width: 60px">${'שלום '.repeat(size / 4)}`,
}

const engine = await createEngine()

async function cpuOf(source: string): Promise<number> {
  const template = engine.compile({ type: 'html', source: `<!DOCTYPE html>${source}` })
  const before = process.cpuUsage()
  await engine.render(template, {})
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function fastest(source: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES; i++) best = Math.min(best, await cpuOf(source))
  return best
}

const time = suite('growth in time')

for (const [name, make] of Object.entries(DOCUMENTS)) {
  time(name, async () => {
    const small = await fastest(make(SMALL))
    const large = await fastest(make(4 * SMALL))
    assert.ok(large <= MOST * small, `${Math.round(small / 1000)} ms for ${SMALL}, ${Math.round(large / 1000)} ms for ${4 * SMALL}`)
  })
}

time.run()
