/**
 * Says that whoever wanted something has gone. An AbortSignal is one; making and hearing those takes as long as routing a request
 * does, so that requests bring their own.
 */
export interface Leave {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Of a caller who may hang up. */
export class HangUp implements Leave {
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

/** For what nobody hangs up on. */
export const STAYS: Leave = { aborted: false, addEventListener() {}, removeEventListener() {} }
