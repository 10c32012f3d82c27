import { switchCaches } from '../../engine/index.ts'

/** What work gives when nothing is remembered. */
export async function withoutCaches<T>(work: () => Promise<T>): Promise<T> {
  switchCaches('off')
  try {
    return await work()
  } finally {
    switchCaches('on')
  }
}
