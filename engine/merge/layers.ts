// Layers (optional content): the groups of all parts with their states. Without them, what a file hides would be shown.
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import type { PartCopy } from './part-copy.ts'
import { arrayAt, dictAt, entry, isString, nameAt, target } from './values.ts'

/** Lists of layers that viewers show are nested no deeper. */
const DEEPEST = 20

export class DocumentLayers {
  readonly #catalog: PDFDict
  readonly #groups: PDFRef[] = []
  readonly #lists: Record<'OFF' | 'Order' | 'RBGroups' | 'Locked' | 'AS', PDFObject[]> = {
    OFF: [],
    Order: [],
    RBGroups: [],
    Locked: [],
    AS: [],
  }

  constructor(catalog: PDFDict) {
    this.#catalog = catalog
  }

  /** Adds the layers of a part whose pages were copied, as far as something on them is in one. */
  addPart(part: PartCopy): void {
    const properties = dictAt(part.source.catalog, 'OCProperties')
    if (properties === undefined) return
    const groups = new Map<PDFRef, PDFRef>()
    for (const item of arrayAt(properties, 'OCGs')?.asArray() ?? []) {
      const copy = item instanceof PDFRef ? part.copier.known(item) : undefined
      if (item instanceof PDFRef && copy !== undefined) groups.set(item, copy)
    }
    if (groups.size === 0) return
    this.#groups.push(...groups.values())
    const defaults = dictAt(properties, 'D')
    if (defaults === undefined) {
      this.#lists.Order.push(...groups.values())
      return
    }
    const listed = (key: string): PDFRef[] =>
      (arrayAt(defaults, key)?.asArray() ?? []).flatMap((item) => (item instanceof PDFRef ? (groups.get(item) ?? []) : []))
    const on = new Set(listed('ON'))
    const off = new Set(listed('OFF'))
    const isOff = nameAt(defaults, 'BaseState') === 'OFF'
    // The document's own state is on: what is off is listed.
    for (const group of groups.values()) if (off.has(group) || (isOff && !on.has(group))) this.#lists.OFF.push(group)
    this.#lists.Locked.push(...listed('Locked'))
    this.#lists.Order.push(...orderOf(arrayAt(defaults, 'Order'), { groups, context: this.#catalog.context, seen: new Set() }))
    for (const list of arrayAt(defaults, 'RBGroups')?.asArray() ?? []) {
      const copies = referencesIn(target(list, properties), groups)
      if (copies.length > 1) this.#lists.RBGroups.push(this.#catalog.context.obj(copies))
    }
    this.#addUses(arrayAt(defaults, 'AS'), groups)
  }

  /** Events of viewing, printing and exporting that switch layers. */
  #addUses(uses: PDFArray | undefined, groups: ReadonlyMap<PDFRef, PDFRef>): void {
    for (const item of uses?.asArray() ?? []) {
      const use = uses && target(item, uses)
      if (!(use instanceof PDFDict)) continue
      const event = nameAt(use, 'Event')
      const copies = referencesIn(arrayAt(use, 'OCGs'), groups)
      const categories = (arrayAt(use, 'Category')?.asArray() ?? []).filter((name) => name instanceof PDFName)
      if (event === undefined || copies.length === 0) continue
      this.#lists.AS.push(this.#catalog.context.obj({ Event: event, OCGs: copies, Category: categories }))
    }
  }

  finish(): void {
    if (this.#groups.length === 0) return
    const { context } = this.#catalog
    const defaults = context.obj({ Name: PDFString.of('Layers') })
    // PDF/A wants all layers to be in the list.
    const shown = new Set<PDFObject>()
    collect(this.#lists.Order, shown)
    const order = [...this.#lists.Order, ...this.#groups.filter((group) => !shown.has(group))]
    for (const [key, list] of Object.entries({ ...this.#lists, Order: order }))
      if (list.length > 0) defaults.set(PDFName.of(key), context.obj(list))
    this.#catalog.set(PDFName.of('OCProperties'), context.register(context.obj({ OCGs: this.#groups, D: defaults })))
  }
}

function collect(list: readonly PDFObject[], into: Set<PDFObject>): void {
  for (const item of list) {
    if (item instanceof PDFArray) collect(item.asArray(), into)
    else into.add(item)
  }
}

function referencesIn(list: PDFObject | undefined, groups: ReadonlyMap<PDFRef, PDFRef>): PDFRef[] {
  return list instanceof PDFArray ? list.asArray().flatMap((item) => (item instanceof PDFRef ? (groups.get(item) ?? []) : [])) : []
}

interface OrderWalk {
  readonly groups: ReadonlyMap<PDFRef, PDFRef>
  /** Of the document. */
  readonly context: PDFDict['context']
  readonly seen: Set<PDFArray>
}

/** The nested list that viewers show; each list of the file once. */
function orderOf(list: PDFArray | undefined, walk: OrderWalk, depth = 0): PDFObject[] {
  const { groups, context, seen } = walk
  if (list === undefined || depth > DEEPEST || seen.has(list)) return []
  seen.add(list)
  const order: PDFObject[] = []
  for (const item of list.asArray()) {
    const copy = item instanceof PDFRef ? groups.get(item) : undefined
    const object = target(item, list)
    if (copy !== undefined) order.push(copy)
    else if (isString(object)) order.push(object)
    else if (object instanceof PDFArray) {
      const inner = orderOf(object, walk, depth + 1)
      if (inner.some((each) => !isString(each))) order.push(context.obj(inner))
    }
  }
  return order
}

/** Entries that say in which layer something is. */
export function isLayer(dictionary: PDFDict): boolean {
  const type = entry(dictionary, 'Type')
  return type === PDFName.of('OCG')
}
