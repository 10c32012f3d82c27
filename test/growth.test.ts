// Inputs of many kinds that grow: each ends in a PDF or a coded error. Whether the work doubles with the input is a matter of time, which no test of every
// day may ask for: PLATEN_GROWTH=full does, from 2^10 to 2^17 characters step by step, and takes minutes of a quiet machine.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError } from '../engine/index.ts'
import { GROWING, type Grow, pairOf } from './support/growing.data.ts'
import { makeRandom } from './support/random/random.ts'

const isTimed = process.env['PLATEN_GROWTH'] === 'full'
const POWERS = [10, 11, 12, 13, 14, 15, 16, 17]
/** security.md: what twice the input may cost. */
const MOST = 2.6
/** What a timer tick, a collection or the compiler may add, in microseconds. */
const SLACK = 20_000
/** Kinds that grow side by side, drawn with a seed: `PLATEN_GROWTH_SEED` draws others. */
const PAIRS = 40
const SEED = Number(process.env['PLATEN_GROWTH_SEED'] ?? 1)
/** Noise only ever adds: the best of so many tries counts. */
const TRIES = 6

const growth = suite('growth')
const engine = await createEngine()

/** A PDF or a coded error, of an input of 2^`power` characters; anything else is thrown. */
async function answer(grow: Grow, power: number): Promise<Uint8Array | InputError> {
  const { type = 'html', source, data = {} } = grow(2 ** power)
  try {
    return (await engine.render(engine.compile({ type, source }), data)).pdf
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown
  }
}

/** CPU microseconds of an answer, whatever it is. */
async function cost(grow: Grow, power: number): Promise<number> {
  const start = process.cpuUsage()
  await answer(grow, power)
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** The steps of doubling that cost more than they may; each is measured again until it does not, or has had its tries. */
async function faultsOf(grow: Grow): Promise<readonly string[]> {
  const best = new Map<number, number>()
  const measure = async (power: number): Promise<number> => {
    const found = Math.min(best.get(power) ?? Number.POSITIVE_INFINITY, await cost(grow, power))
    best.set(power, found)
    return found
  }
  const faults: string[] = []
  for (const [i, power] of POWERS.entries()) {
    const before = POWERS[i - 1]
    await measure(power)
    if (before === undefined) continue
    const isOver = (): boolean => best.get(power)! > MOST ** (power - before) * best.get(before)! + SLACK
    for (let tries = 1; isOver() && tries < TRIES; tries++) {
      await measure(before)
      await measure(power)
    }
    if (isOver()) faults.push(`2^${power}: ${best.get(power)} µs after ${best.get(before)} µs`)
  }
  return faults
}

function pairs(): Readonly<Record<string, Grow>> {
  const random = makeRandom(SEED)
  const names = Object.keys(GROWING).filter((name) => GROWING[name]!(1).type !== 'editor')
  return Object.fromEntries(
    Array.from({ length: PAIRS }, () => {
      const [first, second] = [random.pick(names), random.pick(names)]
      return [`${first}, and ${second}`, pairOf(GROWING[first]!, GROWING[second]!)]
    }),
  )
}

// security.md: ReDoS, quadratic work
growth('inputs are of forty kinds and more', () => assert.ok(Object.keys(GROWING).length >= 40))
for (const [name, grow] of Object.entries({ ...GROWING, ...pairs() })) {
  growth(`security.md ReDoS: ${name}`, async () => {
    if (isTimed) return assert.equal(await faultsOf(grow), [])
    const given = await answer(grow, 11)
    if (given instanceof InputError) assert.ok(given.diagnostics.length > 0)
    else assert.is(Buffer.from(given.subarray(0, 5)).toString(), '%PDF-')
  })
}

growth.run()
