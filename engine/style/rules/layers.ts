// Cascade layers (CSS Cascade 5 §6.4): a tree of names in order of first occurrence.

export interface Layer {
  readonly name: string
  readonly children: Map<string, Layer>
}

export class Layers {
  readonly #root: Layer = { name: '', children: new Map() }
  #anonymous = 0

  get root(): Layer {
    return this.#root
  }

  /** The layer of a dotted name below another; without a name a new anonymous layer. */
  enter(parent: Layer, name: string | undefined): Layer {
    let layer = parent
    for (const part of name?.split('.') ?? [`(${this.#anonymous++})`]) {
      let child = layer.children.get(part)
      if (child === undefined) {
        child = { name: part, children: new Map() }
        layer.children.set(part, child)
      }
      layer = child
    }
    return layer
  }

  /** Ascending by precedence: a layer precedes those nested in it, and those before it, in strength. */
  order(): ReadonlyMap<Layer, number> {
    const numbers = new Map<Layer, number>()
    // Iterative: names may have thousands of parts.
    const open = [{ layer: this.#root, rest: this.#root.children.values() }]
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const child = top.rest.next().value
      if (child !== undefined) open.push({ layer: child, rest: child.children.values() })
      else {
        numbers.set(top.layer, numbers.size)
        open.pop()
      }
    }
    return numbers
  }
}
