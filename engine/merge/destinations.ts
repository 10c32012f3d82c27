// Places that links and the outline lead to: on a page, or by a name. Names of all parts are joined in one tree; a name that another part has already is changed.
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib'
import type { PartCopy } from './part-copy.ts'
import { arrayAt, asDict, bytesOf, compareBytes, dictAt, isString, itemsOf, nameAt, nameOf, resolved, stringOf, target } from './values.ts'

/** Entries of a leaf of the name tree. */
const LEAF = 64

/** The named destinations of the document so far. */
export class Destinations {
  readonly #context: PDFContext
  readonly #places = new Map<string, PDFObject>()

  /** `catalog`: of the document, whose names are kept. */
  constructor(catalog: PDFDict) {
    this.#context = catalog.context
    const names = dictAt(catalog, 'Names')
    for (const { key, raw } of names === undefined ? [] : treeEntries(dictAt(names, 'Dests'), 'Names')) {
      const name = bytesOf(key)
      if (name !== undefined) this.#places.set(name, raw)
    }
  }

  /** Adds the names of a part that lead to its chosen pages. */
  addPart(part: PartCopy): PartDestinations {
    const renamed = new Map<string, string>()
    for (const [name, value] of namesOf(part.source.catalog)) {
      if (renamed.has(name)) continue
      const place = placeIn(value, part)
      if (place === undefined) continue
      const free = freeName(name, (other) => this.#places.has(other))
      this.#places.set(free, place)
      renamed.set(name, free)
    }
    return new PartDestinations(part, renamed)
  }

  finish(catalog: PDFDict): void {
    if (this.#places.size === 0) return
    const names = asDict(dictAt(catalog, 'Names')) ?? this.#context.obj({})
    names.set(PDFName.of('Dests'), nameTree(this.#context, this.#places))
    if (!catalog.has(PDFName.of('Names'))) catalog.set(PDFName.of('Names'), names)
  }
}

/** Where links and bookmarks of a part lead to in the document. */
export class PartDestinations {
  readonly #part: PartCopy
  readonly #renamed: ReadonlyMap<string, string>

  constructor(part: PartCopy, renamed: ReadonlyMap<string, string>) {
    this.#part = part
    this.#renamed = renamed
  }

  /** A destination in the document; undefined when it is on no page that was chosen. */
  of(value: PDFObject | undefined): PDFObject | undefined {
    const name = isString(value) ? bytesOf(value) : value instanceof PDFName ? keyOfName(value) : undefined
    if (name === undefined) return placeIn(value, this.#part)
    const known = this.#renamed.get(name)
    return known === undefined ? undefined : stringOf(known)
  }

  /** The destination of a link or bookmark: its own, or that of its action. */
  ofTarget(dictionary: PDFDict): PDFObject | undefined {
    const own = resolved(dictionary, 'Dest')
    if (own !== undefined) return this.of(own)
    const action = dictAt(dictionary, 'A')
    return action !== undefined && nameAt(action, 'S') === 'GoTo' ? this.of(resolved(action, 'D')) : undefined
  }
}

/** The name itself, or with a number that makes it free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  // UTF-16 stays UTF-16.
  const isWide = name.startsWith('\xfe\xff')
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const other = name + (isWide ? suffix.replace(/./g, '\0$&') : suffix)
    if (!isTaken(other)) return other
  }
}

/** All named destinations: of the tree of names, and of the dictionary that PDF 1.1 had. */
function* namesOf(catalog: PDFDict): Generator<readonly [string, PDFObject]> {
  const names = dictAt(catalog, 'Names')
  for (const { key, value } of names === undefined ? [] : treeEntries(dictAt(names, 'Dests'), 'Names')) {
    const name = bytesOf(key)
    if (name !== undefined) yield [name, value]
  }
  for (const [key, value] of dictAt(catalog, 'Dests')?.entries() ?? []) {
    const place = target(value, catalog)
    if (place !== undefined) yield [keyOfName(key), place]
  }
}

function keyOfName(name: PDFName): string {
  return Buffer.from(name.asBytes()).toString('latin1')
}

/** A sanitized explicit destination: only names, numbers and null follow the page. */
function placeIn(value: PDFObject | undefined, part: PartCopy): PDFArray | undefined {
  const array = value instanceof PDFDict ? arrayAt(value, 'D') : value
  if (!(array instanceof PDFArray) || array.size() === 0) return undefined
  const first = target(array.get(0), array)
  // Pages by their number belong to destinations in other files, and stand in some files nevertheless.
  const dictionary = first instanceof PDFNumber ? part.source.pages[first.asNumber()]?.dictionary : asDict(first)
  const page = part.pageOf(dictionary)
  if (page === undefined) return undefined
  const place = PDFArray.withContext(part.target)
  place.push(page)
  for (let i = 1; i < Math.min(array.size(), 6); i++) {
    const item = target(array.get(i), array)
    place.push(item instanceof PDFName || item instanceof PDFNumber ? item : PDFNull)
  }
  if (nameOf(place.size() > 1 ? place.get(1) : undefined) === undefined) return undefined
  return place
}

export interface TreeEntry {
  readonly key: PDFObject
  readonly value: PDFObject
  /** The value as it stands in the tree, which may be a reference. */
  readonly raw: PDFObject
}

/** The entries of a tree of names or numbers. Without recursion; a node is read once. */
export function* treeEntries(root: PDFDict | undefined, leaves: 'Names' | 'Nums'): Generator<TreeEntry> {
  const seen = new Set<PDFDict>()
  const open: PDFDict[] = root === undefined ? [] : [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    const own = arrayAt(node, leaves)
    for (let i = 0; own !== undefined && i + 1 < own.size(); i += 2) {
      const key = target(own.get(i), own)
      const raw = own.get(i + 1)
      const value = target(raw, own)
      if (key !== undefined && value !== undefined) yield { key, value, raw }
    }
    const kids = [...itemsOf(arrayAt(node, 'Kids'))]
    for (const kid of kids.reverse()) if (kid instanceof PDFDict) open.push(kid)
  }
}

/** A tree of names, sorted. */
export function nameTree(context: PDFContext, entries: ReadonlyMap<string, PDFObject>): PDFRef {
  const names = [...entries.keys()].sort(compareBytes)
  const leaves: PDFRef[] = []
  for (let from = 0; from < names.length; from += LEAF) {
    const own = names.slice(from, from + LEAF)
    const list = PDFArray.withContext(context)
    for (const name of own) {
      list.push(stringOf(name))
      list.push(entries.get(name) ?? PDFNull)
    }
    const leaf = context.obj({ Names: list })
    if (names.length > LEAF) leaf.set(PDFName.of('Limits'), context.obj([stringOf(own[0]!), stringOf(own[own.length - 1]!)]))
    leaves.push(context.register(leaf))
  }
  return leaves.length === 1 ? leaves[0]! : context.register(context.obj({ Kids: leaves }))
}

/** A tree of numbers; keys ascend. */
export function numberTree(context: PDFContext, entries: readonly (readonly [number, PDFObject])[]): PDFRef {
  const leaves: PDFRef[] = []
  for (let from = 0; from < entries.length || from === 0; from += LEAF) {
    const own = entries.slice(from, from + LEAF)
    const list = PDFArray.withContext(context)
    for (const [key, value] of own) {
      list.push(PDFNumber.of(key))
      list.push(value)
    }
    const leaf = context.obj({ Nums: list })
    if (entries.length > LEAF) leaf.set(PDFName.of('Limits'), context.obj([own[0]![0], own[own.length - 1]![0]]))
    leaves.push(context.register(leaf))
  }
  return leaves.length === 1 ? leaves[0]! : context.register(context.obj({ Kids: leaves }))
}
