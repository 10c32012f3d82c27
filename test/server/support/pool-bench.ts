// A pool whose workers run the fake engine, and helpers for its tests.
import * as assert from 'uvu/assert'
import { type CancelSignal, NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import { createPool, type PoolEvent, type PoolOptions, type RenderPool } from '../../../server/pool/pool.ts'
import type { Failure, Job, Rendered, Renderer, Streaming } from '../../../server/pool/renderer.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { childPids } from './children.ts'
import { FAKE_CHILD, type TestClock, testClock } from './service.ts'

export interface Bench {
  readonly renderer: Renderer
  readonly events: PoolEvent[]
  readonly clock: TestClock
  render(data: object, more?: { team?: string; source?: string; signal?: CancelSignal }): Promise<Rendered | Streaming | Failure>
}

let open: Renderer | undefined

/** After each test. */
export async function closeOpen(): Promise<void> {
  await open?.close()
  open = undefined
}

export async function start(options: Partial<PoolOptions> = {}): Promise<Bench> {
  const events: PoolEvent[] = []
  const clock = testClock()
  const renderer = makePool({ clock, onEvent: (event) => events.push(event), ...options })
  open = renderer
  await renderer.ready()
  return {
    ...{ renderer, events, clock },
    render: (data, { team = 'a', source = 'Hello {{name}}', signal = NEVER_CANCELLED } = {}) =>
      renderer.render(jobOf(team, source, data), signal),
  }
}

/** The caller closes it. */
export function makePool(options: Partial<PoolOptions> = {}): RenderPool {
  return createPool({
    ...{
      script: FAKE_CHILD,
      heapMb: 128,
      limits: { pages: 100, rows: 1000, outputBytes: 1_000_000, wholeBytes: 2_000_000 },
      workers: 1,
      spares: 0,
      queue: 20,
      msDeadline: 600_000,
      // Time stands still, so no job waits too long for a worker to start.
      now: () => 0,
    },
    ...{ cpuSeconds: 20, memoryBytes: 2 ** 30, mostJobs: 1000, clock: testClock() },
    ...options,
  })
}

export function jobOf(teamId: string, source: string, ...data: readonly object[]): Job {
  const parts = data.map((data) => ({ hash: sourceHash('html', source), type: 'html', data: Buffer.from(JSON.stringify(data)) }) as const)
  return { teamId, kind: parts.length === 1 ? 'render' : 'merge', parts, isStrict: false, mayStream: false, source: async () => source }
}

export const textOf = (outcome: Rendered | Streaming | Failure): string =>
  outcome.kind === 'rendered' ? Buffer.from(outcome.pdf).toString() : outcome.kind
export const isUp = async ({ render }: Bench): Promise<void> => assert.match(textOf(await render({ name: 'again' })), 'Hello again')
export const deaths = (events: readonly PoolEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'death' ? [event.death.kind === 'killed' ? event.death.reason : event.death.kind] : []))
/** Data of a rendering that runs until it is stopped. */
export const FOREVER = { spin: Number.MAX_SAFE_INTEGER }
/** Data of a document of endless pages. */
export const ENDLESS = { ahead: Number.MAX_SAFE_INTEGER, msBusy: 10 }

export interface Pending {
  readonly ms: number
  readonly call: () => void
}

/** Timers that expire when the test calls them; `pending` are those set and not cancelled, in order. */
export function timers(): { readonly after: (ms: number, call: () => void) => () => void; readonly pending: Pending[] } {
  const pending: Pending[] = []
  const after = (ms: number, call: () => void): (() => void) => {
    const one = { ms, call }
    pending.push(one)
    return () => {
      const at = pending.indexOf(one)
      if (at >= 0) pending.splice(at, 1)
    }
  }
  return { after, pending }
}

export const waits = (pending: readonly Pending[]): readonly number[] => pending.map(({ ms }) => ms)

export function killChildren(which: (pids: readonly number[]) => readonly number[] = (pids) => pids): void {
  for (const pid of which(childPids())) process.kill(pid, 'SIGKILL')
}
