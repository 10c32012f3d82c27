import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

const MS_BETWEEN = 10 * 60 * 1000

/** Erases what has expired in the store, at once and then every ten minutes. Returns the function that ends it. */
export function startHousekeeping(
  store: Pick<Store, 'eraseExpired'>,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const erase = (): void => {
    running ??= store
      .eraseExpired(clock.now())
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
