// Which jobs may start beside long ones, by a clock that is moved by hand.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LaneJob, Lanes } from '../../server/pool/lanes.ts'

const lanes = suite('lanes')
const short = (): LaneJob => ({ isLong: false })
const long = (): LaneJob => ({ isLong: true })

/** Starts jobs as long as any of those that wait may; gives what runs. */
function bench(
  children: number,
  spares: number,
): { it: Lanes<LaneJob>; start: (...jobs: LaneJob[]) => string; advance: (ms: number) => void } {
  let now = 0
  const it = new Lanes<LaneJob>({ children, spares, isLongTime: (ms) => ms > 250, now: () => now })
  const start = (...jobs: LaneJob[]): string => {
    const waiting = [...jobs]
    let started = ''
    for (const job of jobs) it.arrive(job)
    for (;;) {
      const mayGo = it.opening()
      const at = mayGo === undefined ? -1 : waiting.findIndex(mayGo)
      if (at < 0) return started
      const [job] = waiting.splice(at, 1)
      it.start(job!)
      started += job!.isLong ? 'L' : 's'
    }
  }
  return { it, start, advance: (ms) => void (now += ms) }
}

lanes('long jobs leave a process to short ones, and a spare works for each that they hold', () => {
  assert.is(bench(2, 0).start(long(), long(), long(), short(), short()), 'Ls')
  assert.is(bench(2, 1).start(long(), long(), long(), short(), short(), short()), 'Lss')
  assert.is(bench(4, 1).start(long(), long(), long(), long(), short(), short(), short()), 'LLLss')
  assert.is(bench(4, 2).start(long(), short(), short(), short(), short(), short()), 'Lssss')
})

lanes('short jobs alone have what there is and no spare', () => {
  assert.is(bench(2, 1).start(short(), short(), short(), short()), 'ss')
})

lanes('a single process takes long ones too; the spare then has the short ones', () => {
  assert.is(bench(1, 0).start(long(), short()), 'L')
  assert.is(bench(1, 1).start(long(), long(), short(), short()), 'Ls')
})

lanes('where no short ones come, long ones have everything, and no spare', () => {
  const { it, start, advance } = bench(2, 1)
  const first = short()
  start(first)
  it.end(first)
  assert.is(start(long(), long()), 'L')
  advance(10_000)
  assert.is(start(long(), long()), 'L')
})

lanes('a job that was thought short and runs on counts as long', () => {
  const { start, advance } = bench(2, 1)
  assert.is(start(short(), short(), short()), 'ss')
  advance(251)
  assert.is(start(short(), short()), 's')
})

lanes.run()
