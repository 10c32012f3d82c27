// Names of structure types, attribute classes and identifiers that parts share: the first part that uses one keeps it, another that means something else gets another name.
import { type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { freeName } from './destinations.ts'
import type { PartCopy } from './part-copy.ts'
import { dictAt, nameOf, target } from './values.ts'

/** Longer chains of roles are cut. */
const MOST_STEPS = 50

/** The map of roles of the document. */
export class RoleNames {
  /** What a name stands for; undefined: for itself. */
  readonly #meanings = new Map<string, string | undefined>()

  constructor(roleMap: PDFDict | undefined) {
    for (const [name, meaning] of rolesOf(roleMap)) this.#meanings.set(name, meaning)
  }

  /** Names of a part's types in the document. */
  namesOf(part: PartCopy): (type: string) => string {
    const tree = dictAt(part.source.catalog, 'StructTreeRoot')
    const roles = new Map(rolesOf(tree && dictAt(tree, 'RoleMap')))
    const known = new Map<string, string>()
    const rename = (type: string, steps: number): string => {
      const found = known.get(type)
      if (found !== undefined) return found
      const role = steps < MOST_STEPS ? roles.get(type) : undefined
      // Of a circle the name stands for itself.
      known.set(type, type)
      const name = this.#nameFor(type, role === undefined || role === type ? undefined : rename(role, steps + 1))
      known.set(type, name)
      return name
    }
    return (type) => rename(type, 0)
  }

  #nameFor(type: string, meaning: string | undefined): string {
    if (!this.#meanings.has(type)) {
      // A role for a standard type would change that of all other parts.
      if (meaning === undefined || !STANDARD.has(type)) {
        this.#meanings.set(type, meaning)
        return type
      }
      this.#meanings.set(type, undefined)
    }
    if (this.#meanings.get(type) === meaning) return type
    const name = freeName(type, (other) => this.#meanings.has(other) && this.#meanings.get(other) !== meaning)
    this.#meanings.set(name, meaning)
    return name
  }

  finish(root: PDFDict): void {
    const map = root.context.obj({})
    for (const [name, meaning] of this.#meanings) if (meaning !== undefined) map.set(PDFName.of(name), PDFName.of(meaning))
    if (map.entries().length > 0) root.set(PDFName.of('RoleMap'), map)
  }
}

function* rolesOf(map: PDFDict | undefined): Generator<readonly [string, string]> {
  for (const [name, value] of map?.entries() ?? []) {
    const meaning = nameOf(target(value, map!))
    if (meaning !== undefined) yield [name.decodeText(), meaning]
  }
}

/** Standard structure types (ISO 32000-1, 14.8.4). */
const STANDARD: ReadonlySet<string> = new Set([
  ...['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Caption', 'TOC', 'TOCI', 'Index', 'NonStruct', 'Private'],
  ...['P', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot'],
  ...['Span', 'Quote', 'Note', 'Reference', 'BibEntry', 'Code', 'Link', 'Annot', 'Ruby', 'RB', 'RT', 'RP', 'Warichu', 'WT', 'WP'],
  ...['Figure', 'Formula', 'Form'],
])

/** Classes of attributes of the document. */
export class AttributeClasses {
  readonly #classes = new Map<string, PDFObject>()

  constructor(classMap: PDFDict | undefined) {
    for (const [name, value] of classMap?.entries() ?? []) this.#classes.set(name.decodeText(), value)
  }

  /** Adds the classes of a part: their names in the document. */
  addPart(part: PartCopy): ReadonlyMap<string, string> {
    const names = new Map<string, string>()
    const tree = dictAt(part.source.catalog, 'StructTreeRoot')
    for (const [name, value] of (tree && dictAt(tree, 'ClassMap'))?.entries() ?? []) {
      const key = name.decodeText()
      const copy = part.copier.copy(value)
      const same = this.#classes.get(key)?.toString() === copy.toString()
      const free = same ? key : freeName(key, (other) => this.#classes.has(other))
      this.#classes.set(free, copy)
      names.set(key, free)
    }
    return names
  }

  finish(root: PDFDict): void {
    if (this.#classes.size === 0) return
    const map = root.context.obj({})
    for (const [name, value] of this.#classes) map.set(PDFName.of(name), value)
    root.set(PDFName.of('ClassMap'), map)
  }
}
