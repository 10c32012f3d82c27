// Interns styles: equal styles are one object, so that later stages compare and cache by identity.
import { GenerationCache } from '../../collections/cache.ts'
import type { ComputedStyle, Longhand } from '../computed.ts'
import { CustomValues } from '../custom-values.ts'
import { PROPERTIES } from '../properties.data.ts'
import { INITIAL_STYLE } from './compute.ts'
import type { Draft } from './entry.ts'

const KEYS = Object.keys(INITIAL_STYLE) as readonly (keyof ComputedStyle)[] // the keys of a complete style
const INITIAL_VALUES: readonly unknown[] = Object.values(INITIAL_STYLE)
/** Derived values that children take from their parent. */
const PASSED_ON_DERIVED = new Set<keyof ComputedStyle>([
  'language',
  'custom',
  'bodyColor',
  'effectiveZoom',
  'hasItems',
  'propagatesBodyOverflow',
])
/** By index of the key: whether children take the value from their parent without `inherit`. */
const PASSED_ON: readonly boolean[] = KEYS.map((key) => isPassedOn(key))
const IDS = new Set<keyof ComputedStyle>(['styleId', 'inheritedId'])

function isPassedOn(key: keyof ComputedStyle): boolean {
  if (PASSED_ON_DERIVED.has(key)) return true
  return Object.hasOwn(PROPERTIES, key) && PROPERTIES[key as Longhand].isInherited // a key of the table, just seen
}

/** Styles in one generation of the cache: a template has some hundreds. */
const MAX_STYLES = 1000
const IDENTITY = { purpose: 'identity' } as const

export class StyleInterner {
  readonly #styles = new GenerationCache<string, ComputedStyle>(MAX_STYLES, IDENTITY)
  readonly #inherited = new GenerationCache<string, number>(MAX_STYLES, IDENTITY)
  readonly #byIdentity = new GenerationCache<object, SharedValue>(MAX_STYLES, { ...IDENTITY, weigh: ({ weight }) => weight })
  readonly #byText = new GenerationCache<string, SharedValue>(MAX_STYLES, { ...IDENTITY, weigh: ({ weight }) => weight })
  #count = 0
  #inheritedCount = 0
  #valueCount = 0

  /** Number of distinct styles so far; styles that were evicted count again. */
  get count(): number {
    return this.#count
  }

  intern(draft: Draft): ComputedStyle {
    const [own, inherited] = this.#keysOf(draft)
    const key = `${own}/${inherited}`
    const known = this.#styles.get(key)
    if (known !== undefined) return known
    draft.styleId = ++this.#count
    draft.inheritedId = this.#inheritedId(inherited)
    // Not frozen: V8 gives every frozen object of this size a hidden class of its own, which makes all property access megamorphic and slow.
    this.#styles.set(key, draft)
    return draft
  }

  #inheritedId(key: string): number {
    let id = this.#inherited.get(key)
    if (id === undefined) {
      id = ++this.#inheritedCount
      this.#inherited.set(key, id)
    }
    return id
  }

  /** Keys of all values that differ from the initial style, those passed on to children apart. All drafts have the same key order: they are copies of one object. */
  #keysOf(draft: Draft): readonly [own: string, inherited: string] {
    const values = Object.values(draft)
    let own = ''
    let inherited = ''
    for (let i = 0; i < values.length; i++) {
      const value: unknown = values[i]
      if (value === INITIAL_VALUES[i] || IDS.has(KEYS[i]!)) continue
      const text = `${i}:${this.#textOf(draft, KEYS[i]!, value)};`
      if (PASSED_ON[i]) inherited += text
      else own += text
    }
    return [own, inherited]
  }

  #textOf(draft: Draft, key: string, value: unknown): string {
    // The length prefix makes the key unambiguous for any text.
    if (typeof value === 'string') return value.length > LONG ? this.#sharedText(`text ${value}`).id : `${value.length}:${value}`
    if (typeof value !== 'object' || value === null) return String(value)
    const known = this.#share(value)
    if (known.value !== value) (draft as unknown as Record<string, unknown>)[key] = known.value // equal to what was there
    return known.id
  }

  /** Interns a value: equal values are one object too, so that inherited values can be compared by identity. */
  #share(value: object): SharedValue {
    let known = this.#byIdentity.get(value)
    if (known === undefined) {
      const text = value instanceof CustomValues ? this.#customText(value) : JSON.stringify(value)
      known = this.#sharedText(text, value)
      this.#byIdentity.set(value, known)
    }
    return known
  }

  #customText({ own, base }: CustomValues): string {
    return `custom ${base === undefined ? '' : this.#share(base).id} ${JSON.stringify([...own])}`
  }

  #sharedText(text: string, value: object = NO_OBJECT): SharedValue {
    const key = text.length > LONGEST_KEY ? this.#keyOfPieces(text) : text
    let known = this.#byText.get(key)
    if (known === undefined) {
      known = { value, id: `#${++this.#valueCount}`, weight: 1 + (text.length >> 10) }
      this.#byText.set(key, known)
    }
    return known
  }

  /** V8 hashes texts beyond 16,383 characters by their length alone: a Map with many of one length would compare them all. */
  #keyOfPieces(text: string): string {
    let key = 'pieces '
    for (let at = 0; at < text.length; at += PIECE) key += this.#sharedText(`piece ${text.slice(at, at + PIECE)}`).id
    return key
  }
}

const LONG = 100
const PIECE = 1 << 13
const LONGEST_KEY = PIECE + 'piece '.length
/** The value of interned texts. */
const NO_OBJECT = {}

/** An interned value. `id` replaces it in keys, as texts may be long and in many styles. */
interface SharedValue {
  readonly value: object
  readonly id: string
  readonly weight: number
}
