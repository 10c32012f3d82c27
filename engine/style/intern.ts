// Equal styles are one object, so that later stages compare and cache by identity.
import { GenerationCache } from '../cache.ts'
import type { Draft } from './cascaded.ts'
import { INITIAL_STYLE } from './compute.ts'
import type { ComputedStyle } from './computed.ts'

const KEYS = Object.keys(INITIAL_STYLE) as readonly (keyof ComputedStyle)[] // the keys of a complete style

/** Styles alive in one cache: a template has some hundreds. */
const MAX_STYLES = 4000

export class StyleInterner {
  readonly #styles = new GenerationCache<string, ComputedStyle>(MAX_STYLES)
  readonly #texts = new WeakMap<object, string>()
  #count = 0

  /** Styles computed so far, equal ones counted once unless forgotten. */
  get count(): number {
    return this.#count
  }

  intern(draft: Draft): ComputedStyle {
    const key = this.#keyOf(draft)
    const known = this.#styles.get(key)
    if (known !== undefined) return known
    this.#count++
    const style = Object.freeze(draft)
    this.#styles.set(key, style)
    return style
  }

  /** What differs from the initial style, in the order of keys. */
  #keyOf(draft: Draft): string {
    let text = ''
    for (let i = 0; i < KEYS.length; i++) {
      const key = KEYS[i]!
      const value = draft[key]
      if (value === INITIAL_STYLE[key]) continue
      text += `${i}:${typeof value === 'object' ? this.#textOf(value) : value};`
    }
    return text
  }

  #textOf(value: object): string {
    let text = this.#texts.get(value)
    if (text === undefined) {
      text = JSON.stringify(value instanceof Map ? [...value] : value)
      this.#texts.set(value, text)
    }
    return text
  }
}
