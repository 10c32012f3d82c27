// The structure tree as objects of the PDF (PDF 32000 §14.7): elements as they end, the parent tree page by page. Elements are most of a tagged file's
// objects: they are written as text, without values in between, and equal attributes are one object.
import type {
  ElementAttributes,
  MarkedContent,
  Structure,
  StructureElement,
  StructureKid,
  StructureOutput,
  TagOwner,
} from '../../tag/tag.ts'
import { ROLE_MAP } from '../../tag/types.data.ts'
import { addObject, comparePdfTexts, type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue, pdfText } from './objects.ts'
import { serialize } from './syntax.ts'

/** Entries of a leaf of the parent tree or of the tree of identifiers. */
const LEAF = 64

export class PdfStructure implements StructureOutput {
  readonly tree: Structure
  readonly #objects: PdfObjects
  readonly #root: PdfReference
  /** Objects by their key in the parent tree: an element, or an array of them for a page or form. */
  readonly #parents: number[] = []
  readonly #attributes = new Map<string, number>()

  constructor(objects: PdfObjects, tree: Structure) {
    this.#objects = objects
    this.#root = objects.reserve()
    this.tree = tree
    tree.open(this)
  }

  reserve(): number {
    return this.#objects.reserve().id
  }

  /** Adds an object of which the parent tree says where it belongs; returns its key. */
  addParent(element: number): number {
    return this.#parents.push(element) - 1
  }

  /** The key of a page or form with these marked-content sequences. */
  addOwners(owners: readonly TagOwner[]): number {
    const id = this.#objects.reserve()
    this.#objects.writeText(id, `[${owners.map((owner) => `${owner.objectId()} 0 R`).join(' ')}]`)
    return this.addParent(id.id)
  }

  element(id: number, { type, parent, kids, attributes }: StructureElement): void {
    const page = pageOf(kids)
    let text = `<</S/${type}/P ${parent === 0 ? this.#root.id : parent} 0 R`
    if (page !== undefined) text += `/Pg ${page} 0 R`
    if (attributes !== undefined) text += this.#attributesOf(attributes)
    const [only, ...more] = kids
    if (only !== undefined)
      text += more.length === 0 ? keyed(kidText(only, page)) : `/K[${kids.map((kid) => kidText(kid, page)).join(' ')}]`
    this.#objects.writeText({ id }, `${text}>>`)
  }

  root(kids: readonly number[], ids: ReadonlyMap<string, number>): void {
    const parents: PdfValue[] = []
    for (const [key, id] of this.#parents.entries()) parents.push(key, { id })
    const names = [...ids.keys()].sort(comparePdfTexts)
    this.#objects.write(this.#root, {
      Type: 'StructTreeRoot',
      K: kids.map((id) => ({ id })),
      ParentTree: this.#numberTree(parents),
      ParentTreeNextKey: this.#parents.length,
      RoleMap: ROLE_MAP,
      ...(names.length === 0 ? {} : { IDTree: this.#nameTree(names, ids) }),
    })
  }

  /** Entries of the catalog. */
  finish(): PdfDictionary {
    this.tree.finish()
    return { MarkInfo: { Marked: true }, StructTreeRoot: this.#root }
  }

  #numberTree(entries: readonly PdfValue[]): PdfReference {
    if (entries.length <= 2 * LEAF) return addObject(this.#objects, { Nums: entries })
    const kids: PdfReference[] = []
    for (let from = 0; from < entries.length; from += 2 * LEAF) {
      const own = entries.slice(from, from + 2 * LEAF)
      kids.push(addObject(this.#objects, { Limits: [own[0]!, own[own.length - 2]!], Nums: own }))
    }
    return addObject(this.#objects, { Kids: kids })
  }

  #nameTree(names: readonly string[], ids: ReadonlyMap<string, number>): PdfReference {
    const leaves: PdfReference[] = []
    for (let from = 0; from < names.length; from += LEAF) {
      const own = names.slice(from, from + LEAF)
      const limits = names.length > LEAF ? { Limits: [pdfText(own[0]!), pdfText(own[own.length - 1]!)] } : {}
      leaves.push(addObject(this.#objects, { ...limits, Names: own.flatMap((name) => [pdfText(name), { id: ids.get(name)! }]) }))
    }
    return leaves.length === 1 ? leaves[0]! : addObject(this.#objects, { Kids: leaves })
  }

  #attributesOf(attributes: ElementAttributes): string {
    let text = ''
    for (const [key, value] of [
      ['ID', attributes.id],
      ['Lang', attributes.language],
      ['T', attributes.title],
      ['Alt', attributes.alt],
      ['E', attributes.expansion],
      ['ActualText', attributes.actualText],
    ] as const) {
      if (value !== undefined) text += `/${key}${serialize(pdfText(value))}`
    }
    const owned = ownedAttributes(attributes)
    if (owned.length === 0) return text
    const shared = owned.map((value) => {
      if ('BBox' in value) return serialize(value)
      const written = serialize(value)
      let id = this.#attributes.get(written)
      if (id === undefined) this.#attributes.set(written, (id = addObject(this.#objects, value).id))
      return `${id} 0 R`
    })
    return `${text}/A${shared.length === 1 ? spaced(shared[0]!) : `[${shared.join(' ')}]`}`
  }
}

/** A name and a number are parted by a space. */
function spaced(text: string): string {
  return text.startsWith('<') ? text : ` ${text}`
}

function keyed(text: string): string {
  return `/K${spaced(text)}`
}

function ownedAttributes({ list, table, printField, bounds }: ElementAttributes): PdfDictionary[] {
  const owned: PdfDictionary[] = []
  if (bounds !== undefined) owned.push({ O: 'Layout', BBox: bounds.box.map((value) => Math.round(value * 1000) / 1000) })
  if (list !== undefined) owned.push({ O: 'List', ...list })
  if (table !== undefined) {
    const { scope, rowSpan, colSpan, headers, summary } = table
    owned.push({
      O: 'Table',
      Scope: scope,
      RowSpan: rowSpan,
      ColSpan: colSpan,
      Headers: headers?.map(pdfText),
      Summary: summary === undefined ? undefined : pdfText(summary),
    })
  }
  if (printField !== undefined) {
    const { role, checked, description } = printField
    owned.push({ O: 'PrintField', Role: role, checked, Desc: description === undefined ? undefined : pdfText(description) })
  }
  return owned
}

/** The page that most kids need not name. */
function pageOf(kids: readonly StructureKid[]): number | undefined {
  for (const kid of kids) if (kid.kind === 'content' && kid.content.stream === undefined) return kid.content.page
  return undefined
}

function kidText(kid: StructureKid, page: number | undefined): string {
  if (kid.kind === 'written') return `${kid.id} 0 R`
  if (kid.kind === 'annotation') return `<</Type/OBJR/Pg ${kid.page} 0 R/Obj ${kid.id} 0 R>>`
  return contentText(kid.content, page)
}

function contentText({ mcid, page, stream }: MarkedContent, own: number | undefined): string {
  if (stream !== undefined) return `<</Type/MCR/Pg ${page} 0 R/Stm ${stream} 0 R/MCID ${mcid}>>`
  return page === own ? `${mcid}` : `<</Type/MCR/Pg ${page} 0 R/MCID ${mcid}>>`
}
