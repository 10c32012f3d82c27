// Problem: custom properties are inherited, all of them by every element. Approach: an element has a map of its own changes over its parent's, so that a thousand
// properties on the root cost their thousand once; short maps are copied into the next, which keeps chains as short as there are long ones.

/** Maps with so few entries are copied instead of being looked through. */
const MAX_COPIED = 16

/** The custom properties of an element, `--name` → token text. */
export class CustomValues {
  /** What this element says; undefined: it takes the property away. */
  readonly own: ReadonlyMap<string, string | undefined>
  /** What it leaves as it is. */
  readonly base: CustomValues | undefined

  constructor(own: ReadonlyMap<string, string | undefined>, base?: CustomValues) {
    this.own = own
    this.base = base
  }

  get(name: string): string | undefined {
    for (let values: CustomValues | undefined = this; values !== undefined; values = values.base) {
      const value = values.own.get(name)
      if (value !== undefined || values.own.has(name)) return value
    }
    return undefined
  }

  /** These where nothing is changed. */
  with(changes: ReadonlyMap<string, string | undefined>): CustomValues {
    const real = [...changes].filter(([name, value]) => this.get(name) !== value)
    if (real.length === 0) return this
    return this.own.size > MAX_COPIED ? new CustomValues(new Map(real), this) : new CustomValues(new Map([...this.own, ...real]), this.base)
  }
}

export const NO_CUSTOM_VALUES = new CustomValues(new Map())
