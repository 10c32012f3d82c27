// Equal styles are one object, so that later stages compare and cache by identity.
import { GenerationCache } from '../cache.ts'
import type { Draft } from './cascaded.ts'
import { INITIAL_STYLE } from './compute.ts'
import type { ComputedStyle } from './computed.ts'

const INITIAL_VALUES: readonly unknown[] = Object.values(INITIAL_STYLE)

/** Styles alive in one cache: a template has some hundreds. */
const MAX_STYLES = 4000

export class StyleInterner {
  readonly #styles = new GenerationCache<string, ComputedStyle>(MAX_STYLES)
  readonly #texts = new WeakMap<object, string>()
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
      text +=
        typeof value === 'string'
          ? `${i}:${value.length}:${value};`
          : `${i}:${typeof value === 'object' && value !== null ? this.#textOf(value) : value};`
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
