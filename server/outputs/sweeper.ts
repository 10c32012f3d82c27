// The timers that remove expired files, and compare files with rows of the store.
import type { Outputs } from './outputs.ts'

interface SweeperEvents {
  readonly onSwept: (swept: { removed: number; msLag: number }) => void
  readonly onReconciled: (result: { files: number; rows: number }) => void
  readonly onError: (error: unknown) => void
}

/** An expired file must be gone within five seconds; a sweep costs one indexed query. */
const MS_SWEEP = 1000
const MS_RECONCILE = 24 * 60 * 60 * 1000

/** Calls periodically, until the function that it returns is called. */
type Every = (ms: number, call: () => void) => () => void

const everyInterval: Every = (ms, call) => {
  const timer = setInterval(call, ms)
  timer.unref()
  return () => clearInterval(timer)
}

interface SweeperOptions {
  readonly every?: Every
  readonly msSweep?: number
}

/**
 * Sweeps every `msSweep`, and compares files and rows at once and then daily. Returns the function that ends it; tests pass their own timer. What is swept
 * are generated files, or assets.
 */
export function startSweeper(
  outputs: Pick<Outputs, 'sweep' | 'reconcile'>,
  events: SweeperEvents,
  { every = everyInterval, msSweep = MS_SWEEP }: SweeperOptions = {},
): () => Promise<void> {
  let running = Promise.resolve()
  let isSweeping = false
  const enqueue = (work: () => Promise<void>): void => {
    running = running.then(work).catch(events.onError)
  }
  const sweep = (): void => {
    if (isSweeping) return
    isSweeping = true
    enqueue(async () => {
      try {
        const swept = await outputs.sweep()
        if (swept.removed > 0) events.onSwept(swept)
      } finally {
        isSweeping = false
      }
    })
  }
  const reconcile = (): void => enqueue(async () => events.onReconciled(await outputs.reconcile()))
  reconcile()
  sweep()
  const stops = [every(msSweep, sweep), every(MS_RECONCILE, reconcile)]
  return () => {
    for (const stop of stops) stop()
    return running
  }
}
