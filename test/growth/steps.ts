// Counts work: V8 says how often every block of our code ran, which is the same on every machine and at every load. Loaded before all else (`--import`), since code that
// was compiled before counting began has no counters.
// Limits: what runs inside of V8 (regular expressions, copies of strings and arrays) has no blocks; time is for `bench/`.
import { Session } from 'node:inspector'

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Blocks of the engine and the server that ran since this was asked last. Answered at once: the session is this thread's own. */
function takeSteps(): number {
  let steps = 0
  session.post('Profiler.takePreciseCoverage', (problem, coverage: Coverage) => {
    if (problem !== null) throw problem
    for (const { url, functions } of coverage.result) {
      if (/\/(engine|server)\//.test(url)) for (const { ranges } of functions) for (const { count } of ranges) steps += count
    }
  })
  return steps
}

/** How many blocks `work` runs through. */
export function stepsOf(work: () => unknown): number {
  takeSteps()
  work()
  return takeSteps()
}
