import type { Clock } from './clock.ts'

/** A part of the service that erases what it keeps for a time. */
interface Eraser {
  eraseExpired(now: number): Promise<void>
}

const MS_BETWEEN = 10 * 60 * 1000

/** Erases what has expired, at once and then every ten minutes. Returns the function that ends it. */
export function startHousekeeping(erasers: readonly Eraser[], clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined
  const erase = (): void => {
    running ??= eraseAll(erasers, clock.now())
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  erase()
  const timer = setInterval(erase, MS_BETWEEN)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function eraseAll(erasers: readonly Eraser[], now: number): Promise<void> {
  for (const eraser of erasers) await eraser.eraseExpired(now)
}
