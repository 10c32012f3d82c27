// Equal styles are one object, so that later stages compare and cache by identity.
import { GenerationCache } from '../cache.ts'
import type { Draft } from './cascaded.ts'
import { INITIAL_STYLE } from './compute.ts'
import type { ComputedStyle } from './computed.ts'

const KEYS: readonly string[] = Object.keys(INITIAL_STYLE)
const INITIAL_VALUES: readonly unknown[] = Object.values(INITIAL_STYLE)

/** Styles alive in one cache: a template has some hundreds. */
const MAX_STYLES = 4000

export class StyleInterner {
  readonly #styles = new GenerationCache<string, ComputedStyle>(MAX_STYLES)
  readonly #known = new WeakMap<object, SharedValue>()
  readonly #values = new GenerationCache<string, SharedValue>(MAX_STYLES)
  readonly #ids = new WeakMap<ComputedStyle, number>()
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
    this.#ids.set(style, this.#count)
    return style
  }

  /** A number for a style of this interner: part of keys. */
  idOf(style: ComputedStyle): number {
    return this.#ids.get(style) ?? 0
  }

  /** What differs from the initial style. All drafts have their keys in the same order: they are copies of one object. */
  #keyOf(draft: Draft): string {
    const values = Object.values(draft)
    let text = ''
    for (let i = 0; i < values.length; i++) {
      const value: unknown = values[i]
      if (value === INITIAL_VALUES[i]) continue
      // The length keeps made-up names from looking like what follows them.
      if (typeof value === 'string') text += `${i}:${value.length}:${value};`
      else if (typeof value !== 'object' || value === null) text += `${i}:${value};`
      else {
        const known = this.#share(value)
        if (known.value !== value) (draft as unknown as Record<string, unknown>)[KEYS[i]!] = known.value // equal to what was there
        text += `${i}:${known.text};`
      }
    }
    return text
  }

  /** Equal values are one object too: whoever inherits compares them by identity. */
  #share(value: object): SharedValue {
    let known = this.#known.get(value)
    if (known === undefined) {
      const text = value instanceof Map ? `Map${JSON.stringify([...value])}` : JSON.stringify(value)
      known = this.#values.get(text) ?? { value, text }
      this.#values.set(text, known)
      this.#known.set(value, known)
    }
    return known
  }
}

interface SharedValue {
  readonly value: object
  readonly text: string
}
