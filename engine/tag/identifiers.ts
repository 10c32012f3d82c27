// Identifiers of structure elements: each stands once in a document (PDF 32000 §14.7.2).

export class Identifiers {
  readonly #given = new Set<string>()

  /** This identifier, or one like it that no other element has. */
  unused(wanted: string): string {
    let id = wanted
    for (let i = 2; this.#given.has(id); i++) id = `${wanted}-${i}`
    this.#given.add(id)
    return id
  }
}
