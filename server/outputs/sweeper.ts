import type { Outputs } from './outputs.ts'

export interface SweeperEvents {
  readonly onSwept: (swept: { removed: number; msLag: number }) => void
  readonly onReconciled: (result: { files: number; rows: number }) => void
  readonly onError: (error: unknown) => void
}

/** An expired file is to be gone within five seconds; looking costs one indexed query. */
const MS_SWEEP = 1000
const MS_RECONCILE = 24 * 60 * 60 * 1000

/** Calls again and again until what it gives is called. */
type Every = (ms: number, call: () => void) => () => void

const everyOnTheClock: Every = (ms, call) => {
  const timer = setInterval(call, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sweeps every second, compares folder and rows at once and then daily. Gives the function that ends it; tests bring their own time. */
export function startSweeper(outputs: Outputs, events: SweeperEvents, every = everyOnTheClock): () => Promise<void> {
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
  const stops = [every(MS_SWEEP, sweep), every(MS_RECONCILE, reconcile)]
  return () => {
    for (const stop of stops) stop()
    return running
  }
}
