// The structure tree of the document: that of the templates, with an element for each finished PDF in its place, and a parent tree with keys for all of it.
import { PDFArray, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { setStructParent } from './annotations.ts'
import { freeName, nameTree, numberTree, treeEntries } from './destinations.ts'
import type { PartCopy } from './part-copy.ts'
import { Refusal } from './reader-limits.ts'
import { AttributeClasses, RoleNames } from './role-names.ts'
import { PartElements } from './structure-copy.ts'
import { keptElements, readStructure } from './structure-source.ts'
import { arrayAt, bytesOf, dictAt, entry, numberAt, target } from './values.ts'

/** Entries of lists in the parent tree, beyond those of pieces of content that there are. */
const MOST_GAPS = 1 << 20

/** What of a part the tree needs to know. */
export interface StructuredPart {
  readonly copy: PartCopy
  /** Pages before it in the document. */
  readonly first: number
  /** BCP 47; of its own document. */
  readonly language: PDFObject | undefined
  readonly shift: number
}

export class DocumentStructure {
  readonly #catalog: PDFDict
  readonly #root: PDFDict
  readonly #top: PDFRef
  readonly #parents: [number, PDFObject][] = []
  readonly #ids = new Map<string, PDFObject>()
  readonly #roles: RoleNames
  readonly #classes: AttributeClasses
  readonly #namespaces: PDFObject[] = []
  /** Elements of parts, by the page that they begin on. */
  readonly #parts: { readonly first: number; readonly element: PDFObject }[] = []
  #nextKey: number
  #gapsLeft = MOST_GAPS

  /** `pages`: of the document, in their order. */
  constructor(catalog: PDFDict, pages: ReadonlyMap<PDFRef, number>) {
    this.#catalog = catalog
    const { context } = catalog
    const known = dictAt(catalog, 'StructTreeRoot')
    this.#root = known ?? context.obj({ Type: 'StructTreeRoot' })
    if (known === undefined) catalog.set(PDFName.of('StructTreeRoot'), context.register(this.#root))
    for (const { key, raw } of treeEntries(dictAt(this.#root, 'ParentTree'), 'Nums'))
      if (key instanceof PDFNumber) this.#parents.push([key.asNumber(), raw])
    this.#nextKey = this.#parents.reduce((next, [key]) => Math.max(next, key + 1), numberAt(this.#root, 'ParentTreeNextKey') ?? 0)
    for (const { key, raw } of treeEntries(dictAt(this.#root, 'IDTree'), 'Names')) {
      const id = bytesOf(key)
      if (id !== undefined) this.#ids.set(id, raw)
    }
    this.#roles = new RoleNames(dictAt(this.#root, 'RoleMap'))
    this.#classes = new AttributeClasses(dictAt(this.#root, 'ClassMap'))
    const [top] = kidsOf(this.#root)
    this.#top = top instanceof PDFRef ? top : context.register(context.obj({ S: 'Document', P: this.#rootReference }))
    for (const kid of kidsOf(this.#document)) this.#parts.push({ first: firstPage(kid, this.#root, pages), element: kid })
  }

  get #rootReference(): PDFRef {
    return entry(this.#catalog, 'StructTreeRoot') as PDFRef // written as a reference above, and by our own writer
  }

  get #document(): PDFDict {
    return this.#catalog.context.lookup(this.#top, PDFDict)
  }

  /** Adds the tree of a part; false when it has none. */
  addPart({ copy, first, language, shift }: StructuredPart): boolean {
    const tree = readStructure(copy)
    if (tree === undefined || tree.elements.length === 0) return false
    const names = this.#roles.namesOf(copy)
    const elements = new PartElements(copy, {
      names,
      shift,
      classes: this.#classes.addPart(copy),
      idOf: (id) => freeName(id, (other) => this.#ids.has(other)),
    })
    const kept = keptElements(tree, ({ dictionary }) => elements.standardType(dictionary))
    const element = elements.write(tree, kept, { parent: this.#top, language })
    if (element === undefined) return false
    for (const [id, reference] of elements.ids) this.#ids.set(id, reference)
    this.#addOwners(elements)
    this.#parts.push({ first, element })
    this.#namespaces.push(...elements.namespaces)
    return true
  }

  #addOwners({ owners, objects }: PartElements): void {
    const { context } = this.#catalog
    for (const [holder, contents] of owners) {
      const last = contents.reduce((most, { mcid }) => Math.max(most, mcid), 0)
      this.#gapsLeft -= Math.max(0, last + 1 - contents.length)
      if (this.#gapsLeft < 0) throw new Refusal('its structure tree numbers content that cannot be there')
      const list = PDFArray.withContext(context)
      const byNumber = new Map(contents.map(({ mcid, element }) => [mcid, element]))
      for (let mcid = 0; mcid <= last; mcid++) list.push(byNumber.get(mcid) ?? PDFNull)
      const key = this.#addParent(context.register(list))
      const object = context.lookup(holder)
      const dictionary = object instanceof PDFStream ? object.dict : object
      if (dictionary instanceof PDFDict) dictionary.set(PDFName.of('StructParents'), PDFNumber.of(key))
    }
    for (const [object, element] of objects) {
      const known = context.lookup(object)
      const dictionary = known instanceof PDFStream ? known.dict : known
      if (dictionary instanceof PDFDict) setStructParent(dictionary, this.#addParent(element))
    }
  }

  /** Pages without tags become one paragraph each: readers that follow tags would leave them out. */
  addUntagged(pages: readonly PDFRef[], first: number, language: PDFObject | undefined): void {
    const { context } = this.#catalog
    const part = context.obj({ S: 'Part', P: this.#top })
    const reference = context.register(part)
    if (language !== undefined) part.set(PDFName.of('Lang'), language)
    const kids = PDFArray.withContext(context)
    for (const page of pages) {
      const element = context.register(context.obj({ S: 'P', P: reference, Pg: page, K: 0 }))
      kids.push(element)
      const key = this.#addParent(context.register(context.obj([element])))
      const dictionary = context.lookup(page, PDFDict)
      dictionary.set(PDFName.of('StructParents'), PDFNumber.of(key))
      this.#markAll(dictionary)
    }
    part.set(PDFName.of('K'), kids)
    this.#parts.push({ first, element: reference })
  }

  #around: readonly [PDFRef, PDFRef] | undefined
  /** Contents in one sequence; pages may share a list. */
  readonly #marked = new Map<PDFObject, PDFRef>()

  /** Puts the content of a page into one marked-content sequence. */
  #markAll(page: PDFDict): void {
    const { context } = page
    this.#around ??= [context.register(context.stream('/P<</MCID 0>>BDC\n')), context.register(context.stream('\nEMC\n'))]
    const contents = entry(page, 'Contents')
    const resolved = target(contents, page)
    if (contents === undefined || resolved === undefined) return
    let marked = this.#marked.get(resolved)
    if (marked === undefined) {
      const list = PDFArray.withContext(context)
      list.push(this.#around[0])
      for (const item of resolved instanceof PDFArray ? resolved.asArray() : [contents]) list.push(item)
      list.push(this.#around[1])
      this.#marked.set(resolved, (marked = context.register(list)))
    }
    page.set(PDFName.of('Contents'), marked)
  }

  #addParent(value: PDFObject): number {
    this.#parents.push([this.#nextKey, value])
    return this.#nextKey++
  }

  finish(): void {
    const { context } = this.#catalog
    const kids = PDFArray.withContext(context)
    for (const { element } of this.#parts.sort((a, b) => a.first - b.first)) kids.push(element)
    this.#document.set(PDFName.of('K'), kids)
    this.#root.set(PDFName.of('K'), context.obj([this.#top]))
    this.#parents.sort(([a], [b]) => a - b)
    this.#root.set(PDFName.of('ParentTree'), numberTree(context, this.#parents))
    this.#root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(this.#nextKey))
    if (this.#ids.size > 0) this.#root.set(PDFName.of('IDTree'), nameTree(context, this.#ids))
    this.#roles.finish(this.#root)
    this.#classes.finish(this.#root)
    this.#finishNamespaces()
    this.#catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  }

  #finishNamespaces(): void {
    if (this.#namespaces.length === 0) return
    const all = arrayAt(this.#root, 'Namespaces') ?? PDFArray.withContext(this.#catalog.context)
    for (const namespace of this.#namespaces) all.push(namespace)
    this.#root.set(PDFName.of('Namespaces'), all)
  }
}

function kidsOf(dictionary: PDFDict): readonly PDFObject[] {
  const raw = entry(dictionary, 'K')
  const kids = target(raw, dictionary)
  if (kids instanceof PDFArray) return kids.asArray()
  return raw === undefined ? [] : [raw]
}

/** Elements looked through for a page. */
const MOST_LOOKED_AT = 1000

/** The number of the first page that an element of our own names. */
function firstPage(element: PDFObject, root: PDFDict, pages: ReadonlyMap<PDFRef, number>): number {
  const open: PDFObject[] = [element]
  for (let i = 0; i < MOST_LOOKED_AT; i++) {
    const next = open.pop()
    if (next === undefined) break
    const dictionary = target(next, root)
    if (!(dictionary instanceof PDFDict)) continue
    const page = entry(dictionary, 'Pg')
    const number = page instanceof PDFRef ? pages.get(page) : undefined
    if (number !== undefined) return number
    open.push(...kidsOf(dictionary).slice(0, MOST_LOOKED_AT).reverse())
  }
  return 0
}
