// Problem: all custom properties are inherited by every element. Approach: an element has a map of its changes, chained to its parent's, so that a thousand
// properties on the root are stored once. Short maps are copied to the next one instead, so that the chain is only as long as there are large maps.

/** Maps up to this size are copied instead of being chained. */
const MAX_COPIED = 16

/** The custom properties of an element, `--name` → token text. */
export class CustomValues {
  /** Values of this element; undefined unsets an inherited property. */
  readonly own: ReadonlyMap<string, string | undefined>
  /** Inherited values that are not copied. */
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

  /** This object when nothing changes. */
  with(changes: ReadonlyMap<string, string | undefined>): CustomValues {
    const real = [...changes].filter(([name, value]) => this.get(name) !== value)
    if (real.length === 0) return this
    return this.own.size > MAX_COPIED ? new CustomValues(new Map(real), this) : new CustomValues(new Map([...this.own, ...real]), this.base)
  }
}

export const NO_CUSTOM_VALUES = new CustomValues(new Map())
