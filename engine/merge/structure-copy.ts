// Elements of one finished PDF as elements of the document: types, classes and identifiers by their names there, pages and objects by their copies.
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { put } from './copier.ts'
import type { PartCopy } from './part-copy.ts'
import type { SourceElement, SourceKid, SourceTree } from './structure-source.ts'
import { bytesOf, dictAt, entry, isString, nameAt, nameOf, resolved, stringOf, target } from './values.ts'

/** What names of a part are in the document. */
interface Naming {
  readonly names: (type: string) => string
  readonly classes: ReadonlyMap<string, string>
  /** A free identifier. */
  readonly idOf: (id: string) => string
  /** Levels that headings are moved down. */
  readonly shift: number
}

interface Owned {
  readonly mcid: number
  readonly element: PDFRef
}

/** Entries that are texts, or names. */
const TEXTS = ['T', 'Lang', 'Alt', 'E', 'ActualText', 'R', 'PhoneticAlphabet', 'Phoneme']

export class PartElements {
  /** Content by the page or form that it is in. */
  readonly owners = new Map<PDFRef, Owned[]>()
  /** Elements of annotations and pictures. */
  readonly objects = new Map<PDFRef, PDFRef>()
  /** Elements by their identifiers in the document. */
  readonly ids = new Map<string, PDFRef>()
  readonly namespaces = new Set<PDFObject>()
  readonly #part: PartCopy
  readonly #naming: Naming
  readonly #renamed = new Map<string, string>()
  readonly #references = new Map<SourceElement, PDFRef>()
  readonly #standard = new Map<string, string>()

  constructor(part: PartCopy, naming: Naming) {
    this.#part = part
    this.#naming = naming
  }

  /** The standard type of an element. */
  standardType(dictionary: PDFDict): string {
    const type = nameAt(dictionary, 'S') ?? ''
    let known = this.#standard.get(type)
    if (known === undefined) this.#standard.set(type, (known = this.#roleOf(type)))
    return known
  }

  #roleOf(type: string): string {
    const tree = dictAt(this.#part.source.catalog, 'StructTreeRoot')
    const roles = tree && dictAt(tree, 'RoleMap')
    let role = type
    // Chains of roles are short; circles end somewhere.
    for (let steps = 0; steps < 50; steps++) {
      const next = roles && nameOf(resolved(roles, role))
      if (next === undefined || next === role) break
      role = next
    }
    return role
  }

  /** Writes the kept elements; returns the element of the part, undefined when there is nothing. */
  write(
    tree: SourceTree,
    kept: ReadonlySet<SourceElement>,
    { parent, language }: { readonly parent: PDFRef; readonly language: PDFObject | undefined },
  ): PDFRef | undefined {
    const { target: context, copier } = this.#part
    const top = tree.top.filter((element) => kept.has(element))
    if (top.length === 0) return undefined
    for (const element of tree.elements) {
      if (!kept.has(element)) continue
      const reference = context.nextRef()
      this.#references.set(element, reference)
      if (element.reference !== undefined) copier.replace(element.reference, reference)
      this.#takeId(element.dictionary, reference)
    }
    // The document that it was is a part of this one.
    const [only] = top
    const document = top.length === 1 && only !== undefined && this.standardType(only.dictionary) === 'Document' ? only : undefined
    const part = document === undefined ? context.nextRef() : this.#references.get(document)!
    for (const element of tree.elements) if (kept.has(element)) this.#write(element, element === document ? parent : part, kept)
    const dictionary = document === undefined ? context.obj({ P: parent }) : context.lookup(part, PDFDict)
    dictionary.set(PDFName.of('S'), PDFName.of(this.#naming.names('Part')))
    if (language !== undefined && !dictionary.has(PDFName.of('Lang'))) dictionary.set(PDFName.of('Lang'), language)
    if (document === undefined) {
      dictionary.set(PDFName.of('K'), context.obj(top.map((element) => this.#references.get(element)!)))
      context.assign(part, dictionary)
    }
    return part
  }

  #takeId(dictionary: PDFDict, reference: PDFRef): void {
    const id = bytesOf(resolved(dictionary, 'ID'))
    // Of several elements with one identifier the first has it.
    if (id === undefined || this.#renamed.has(id)) return
    const free = this.#naming.idOf(id)
    this.#renamed.set(id, free)
    this.ids.set(free, reference)
  }

  /** `above`: the parent of elements at the top. */
  #write(element: SourceElement, above: PDFRef, kept: ReadonlySet<SourceElement>): void {
    const { target: context } = this.#part
    const { dictionary: from, parent } = element
    const reference = this.#references.get(element)!
    const copy = context.obj({ S: this.#typeOf(from), P: (parent && this.#references.get(parent)) ?? above })
    for (const key of TEXTS) {
      const value = resolved(from, key)
      if (isString(value) || value instanceof PDFName || value instanceof PDFNumber) copy.set(PDFName.of(key), value)
    }
    const id = bytesOf(resolved(from, 'ID'))
    const renamed = id === undefined ? undefined : this.#renamed.get(id)
    if (renamed !== undefined && this.ids.get(renamed) === reference) copy.set(PDFName.of('ID'), stringOf(renamed))
    const attributes = entry(from, 'A')
    if (attributes !== undefined) put(copy, PDFName.of('A'), this.#attributes(attributes))
    const classes = resolved(from, 'C')
    if (classes !== undefined) copy.set(PDFName.of('C'), this.#classes(classes))
    const references = resolved(from, 'Ref')
    if (references instanceof PDFArray) copy.set(PDFName.of('Ref'), this.#elements(references))
    const namespace = entry(from, 'NS')
    if (namespace !== undefined) this.#setNamespace(copy, namespace)
    this.#setKids(copy, element, { reference, kept })
    context.assign(reference, copy)
  }

  /** The elements of a list that are in the document. */
  #elements(references: PDFArray): PDFArray {
    const list = PDFArray.withContext(this.#part.target)
    for (const item of references.asArray()) {
      const copy = item instanceof PDFRef ? this.#part.copier.known(item) : undefined
      if (copy !== undefined) list.push(copy)
    }
    return list
  }

  #typeOf(dictionary: PDFDict): string {
    const { shift, names } = this.#naming
    // Types of other namespaces than PDF 1.7 have no roles there.
    if (dictionary.has(PDFName.of('NS'))) return nameAt(dictionary, 'S') ?? 'NonStruct'
    const level = shift === 0 ? undefined : /^H([1-6])$/.exec(this.standardType(dictionary))?.[1]
    return level === undefined ? names(nameAt(dictionary, 'S') ?? 'NonStruct') : `H${Math.min(6, Math.max(1, Number(level) + shift))}`
  }

  #setNamespace(copy: PDFDict, namespace: PDFObject): void {
    const own = this.#part.copier.copy(namespace)
    put(copy, PDFName.of('NS'), own)
    if (own instanceof PDFRef) this.namespaces.add(own)
  }

  #setKids(
    copy: PDFDict,
    element: SourceElement,
    { reference, kept }: { readonly reference: PDFRef; readonly kept: ReadonlySet<SourceElement> },
  ): void {
    const { target: context } = this.#part
    const page = element.kids.find((kid) => kid.kind === 'content' && kid.stream === undefined)
    const own = page?.kind === 'content' ? page.page : undefined
    if (own !== undefined) copy.set(PDFName.of('Pg'), own)
    const kids = PDFArray.withContext(context)
    for (const kid of element.kids) {
      if (kid.kind === 'element' && !kept.has(kid.element)) continue
      const value = this.#kid(kid, own, reference)
      if (value !== undefined) kids.push(value)
    }
    if (kids.size() > 0) copy.set(PDFName.of('K'), kids.size() === 1 ? kids.get(0) : kids)
  }

  #kid(kid: SourceKid, own: PDFRef | undefined, element: PDFRef): PDFObject | undefined {
    const { target: context } = this.#part
    if (kid.kind === 'element') return this.#references.get(kid.element)
    if (kid.kind === 'object') {
      // An object has one element.
      if (this.objects.has(kid.object)) return undefined
      this.objects.set(kid.object, element)
      return context.obj({ Type: 'OBJR', ...(kid.page === undefined ? {} : { Pg: kid.page }), Obj: kid.object })
    }
    const { mcid, page, stream } = kid
    const holder = stream ?? page
    const list = this.owners.get(holder) ?? []
    this.owners.set(holder, list)
    list.push({ mcid, element })
    if (stream !== undefined) return context.obj({ Type: 'MCR', Pg: page, Stm: stream, MCID: mcid })
    return page === own ? PDFNumber.of(mcid) : context.obj({ Type: 'MCR', Pg: page, MCID: mcid })
  }

  /** Attributes; identifiers of the heads of cells by their names in the document. */
  #attributes(value: PDFObject): PDFObject {
    const { copier, source } = this.#part
    if (!this.#changesIds() || !hasHeaders(value, source.catalog)) return copier.copy(value)
    const object = target(value, source.catalog)
    const list = object instanceof PDFArray ? object.asArray() : [value]
    const copies = list.map((item) => this.#withHeaders(item))
    return object instanceof PDFArray ? this.#part.target.obj(copies) : copies[0]!
  }

  #withHeaders(value: PDFObject): PDFObject {
    const { copier, source, target: context } = this.#part
    const object = target(value, source.catalog)
    const headers = object instanceof PDFDict ? resolved(object, 'Headers') : undefined
    if (!(object instanceof PDFDict) || !(headers instanceof PDFArray)) return copier.copy(value)
    const copy = copier.entries(
      object,
      object.keys().map((key) => key.decodeText()),
    )
    const ids = headers.asArray().flatMap((item) => bytesOf(target(item, headers)) ?? [])
    copy.set(PDFName.of('Headers'), context.obj(ids.map((id) => stringOf(this.#renamed.get(id) ?? id))))
    return copy
  }

  #changesIds(): boolean {
    for (const [id, renamed] of this.#renamed) if (id !== renamed) return true
    return false
  }

  #classes(value: PDFObject): PDFObject {
    const rename = (item: PDFObject): PDFObject => {
      const name = nameOf(target(item, this.#part.source.catalog))
      return name === undefined ? item : PDFName.of(this.#naming.classes.get(name) ?? name)
    }
    // Revision numbers stand between the names.
    const items = value instanceof PDFArray ? value.asArray().filter((item) => !(item instanceof PDFRef)) : undefined
    return items === undefined ? rename(value) : this.#part.target.obj(items.map(rename))
  }
}

function hasHeaders(value: PDFObject, catalog: PDFDict): boolean {
  const object = target(value, catalog)
  const list = object instanceof PDFArray ? object.asArray().map((item) => target(item, catalog)) : [object]
  return list.some((item) => item instanceof PDFDict && item.has(PDFName.of('Headers')))
}
