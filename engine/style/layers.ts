// Cascade layers (CSS Cascade 5 §6.4): a tree of names in order of first mention.

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

  /** The layer of a dotted name below another; without a name one of its own. */
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

  /** Numbers that rise with strength: a layer is stronger than those inside it, and than those before it. */
  order(): ReadonlyMap<Layer, number> {
    const numbers = new Map<Layer, number>()
    const visit = (layer: Layer): void => {
      for (const child of layer.children.values()) visit(child)
      numbers.set(layer, numbers.size)
    }
    visit(this.#root)
    return numbers
  }
}
