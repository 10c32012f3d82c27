/**
 * Cancels work when the caller who wanted it has gone. An AbortSignal is one; but creating and dispatching those takes as long as routing a
 * request does, so requests use `HangUpSignal`.
 */
export interface CancelSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The signal of one request, aborted when its caller hangs up. */
export class HangUpSignal implements CancelSignal {
  readonly #listeners: (() => void)[] = []
  aborted = false

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  abort(): void {
    this.aborted = true
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

/** For work that no caller can cancel. */
export const NEVER_CANCELLED: CancelSignal = { aborted: false, addEventListener() {}, removeEventListener() {} }
