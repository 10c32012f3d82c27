// The structure tree as objects of the PDF (PDF 32000 §14.7): elements as they end, the parent tree page by page. Elements are most of a tagged file's
// objects: they are written as bytes, without values in between, and equal attributes are one object.
import { isOne, valuesOf } from '../../collections/number-runs.ts'
import {
  COLUMN,
  type ElementAttributes,
  type MarkedContent,
  ROW,
  type Structure,
  type StructureElement,
  type StructureKid,
  type StructureOutput,
  type StructureRow,
  type TableAttributes,
  type TagOwner,
} from '../../tag/tag.ts'
import { ROLE_MAP } from '../../tag/types.data.ts'
import { asciiBytes, ContentStream } from './content-stream.ts'
import { addObject, comparePdfTexts, type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue, pdfText } from './objects.ts'
import { serialize } from './syntax.ts'

const SPACE = 0x20
const OPENING = 0x5b
const CLOSING = 0x5d
const ROW_START = asciiBytes('<</S/TR/P ')
const CELL_START = asciiBytes('<</S/TD/P ')
const PAGE = asciiBytes('/Pg ')
const KIDS = asciiBytes('/K')
const END = asciiBytes('>>')

/** Entries of a leaf of the parent tree or of the tree of identifiers. */
const LEAF = 64

export class PdfStructure implements StructureOutput {
  readonly tree: Structure
  readonly #objects: PdfObjects
  readonly #root: PdfReference
  /** Objects by their key in the parent tree: an element, or an array of them for a page or form. */
  readonly #parents: number[] = []
  readonly #attributes = new Map<string, number>()
  /** What head cells of columns and of rows say, by one of them: most head cells say nothing else. */
  readonly #scopes = new Map<TableAttributes, string>()
  /** How elements begin, by their type. */
  readonly #starts = new Map<string, Uint8Array>()
  /** What the cells of a row begin with. */
  readonly #cell = new ContentStream(64)

  constructor(objects: PdfObjects, tree: Structure) {
    this.#objects = objects
    this.#root = objects.reserve()
    this.tree = tree
    tree.open(this)
  }

  reserve(): number {
    return this.#objects.reserveId()
  }

  /** Adds an object of which the parent tree says where it belongs; returns its key. */
  addParent(element: number): number {
    return this.#parents.push(element) - 1
  }

  /** The key of a page or form with these marked-content sequences; undefined for numbers that it does not use. */
  addOwners(owners: readonly (TagOwner | undefined)[]): number {
    const id = this.reserve()
    // Numbers are reserved before the object begins.
    for (const owner of owners) owner?.objectId()
    const out = this.#objects.beginValue(id)
    let start = OPENING
    for (const owner of owners) {
      if (owner === undefined) {
        out.byte(start)
        out.ascii('null')
      } else out.byteAndReference(start, owner.objectId())
      start = SPACE
    }
    out.byte(CLOSING)
    this.#objects.endValue()
    return this.addParent(id)
  }

  element(element: StructureElement): void {
    const { attributes, kids } = element
    // Numbers are reserved and attributes written before the object begins.
    const parent = element.parentId() ?? this.#root.id
    const id = element.objectId()
    const page = pageOf(kids)
    const said = attributes === undefined ? '' : this.#attributesOf(attributes)
    const out = this.#objects.beginValue(id)
    out.raw(this.#startOf(element.type))
    out.reference(parent)
    if (page !== undefined) {
      out.raw(PAGE)
      out.reference(page)
    }
    out.ascii(said)
    if (kids.length > 0) writeKids(out, kids, page)
    out.raw(END)
    this.#objects.endValue()
  }

  #startOf(type: string): Uint8Array {
    let start = this.#starts.get(type)
    if (start === undefined) this.#starts.set(type, (start = asciiBytes(`<</S/${type}/P `)))
    return start
  }

  /**
   * Rows come before cells: what a row says of its cells the list of the page's owners has said shortly before, and cells differ from each other in digits, so that both
   * compress to little, in less time.
   */
  rows(rows: readonly StructureRow[]): void {
    for (const row of rows) this.#row(row)
    for (const row of rows) this.#cells(row)
  }

  /** Its bytes are those that `element` writes. */
  #row({ id, parentId, cells }: StructureRow): void {
    const out = this.#objects.beginValue(id)
    out.raw(ROW_START)
    out.reference(parentId)
    out.raw(KIDS)
    let before = cells.length === 1 ? SPACE : OPENING
    for (const cell of cells) {
      out.byteAndReference(before, cell.id)
      before = SPACE
    }
    if (cells.length > 1) out.byte(CLOSING)
    out.raw(END)
    this.#objects.endValue()
  }

  /** The same of its cells, with the parts that all share made once. */
  #cells({ id, page, cells }: StructureRow): void {
    const start = this.#cell
    start.clear()
    start.raw(CELL_START)
    start.reference(id)
    start.raw(PAGE)
    start.reference(page ?? 0) // a cell with content has a page
    start.raw(KIDS)
    start.byte(SPACE)
    const shared = start.view
    for (const cell of cells) {
      if (cell.sequence < 0) {
        this.element(cell)
        continue
      }
      this.#objects.beginValue(cell.id).numbered(shared, cell.sequence, END)
      this.#objects.endValue()
    }
  }

  root(kids: readonly number[], ids: ReadonlyMap<string, number>): void {
    const names = [...ids.keys()].sort(comparePdfTexts)
    this.#objects.write(this.#root, {
      Type: 'StructTreeRoot',
      K: kids.map((id) => ({ id })),
      ParentTree: this.#parentTree(),
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

  #parentTree(): PdfReference {
    const { length } = this.#parents
    if (length <= LEAF) return addObject(this.#objects, { Nums: this.#entries(0, length) })
    const kids: PdfReference[] = []
    for (let from = 0; from < length; from += LEAF) {
      const to = Math.min(length, from + LEAF)
      kids.push(addObject(this.#objects, { Limits: [from, to - 1], Nums: this.#entries(from, to) }))
    }
    return addObject(this.#objects, { Kids: kids })
  }

  /** Entries of the parent tree, by key. */
  #entries(from: number, to: number): readonly PdfValue[] {
    return this.#parents.slice(from, to).flatMap((id, i) => [from + i, { id }])
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
    const { id, language, title, alt, expansion, actualText, table } = attributes
    const isScope = (table === COLUMN || table === ROW) && isTableAlone(attributes)
    const known = isScope ? this.#scopes.get(table) : undefined
    if (known !== undefined) return known
    const texts = textEntry('ID', id) + textEntry('Lang', language) + textEntry('T', title) + textEntry('Alt', alt)
    const text = texts + textEntry('E', expansion) + textEntry('ActualText', actualText)
    const owned = ownedAttributes(attributes)
    if (owned.length === 0) return text
    const shared = owned.map((value) => {
      if ('BBox' in value) return serialize(value)
      const written = serialize(value)
      let known = this.#attributes.get(written)
      if (known === undefined) this.#attributes.set(written, (known = addObject(this.#objects, value).id))
      return `${known} 0 R`
    })
    const said = `${text}/A${shared.length === 1 ? spaced(shared[0]!) : `[${shared.join(' ')}]`}`
    if (isScope) this.#scopes.set(table, said)
    return said
  }
}

/** Nothing but attributes of a table is said. */
function isTableAlone({ id, language, title, alt, expansion, actualText, bounds, list, printField }: ElementAttributes): boolean {
  return (id ?? language ?? title ?? alt ?? expansion ?? actualText ?? bounds ?? list ?? printField) === undefined
}

function textEntry(key: string, value: string | undefined): string {
  return value === undefined ? '' : `/${key}${serialize(pdfText(value))}`
}

/** A name and a number are parted by a space. */
function spaced(text: string): string {
  return text.startsWith('<') ? text : ` ${text}`
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
  for (const kid of kids) if (kid.kind === 'content' && kid.stream === undefined) return kid.page
  return undefined
}

/** Children, of an element on `page`: one stands by itself, several in an array. */
function writeKids(out: ContentStream, kids: readonly StructureKid[], page: number | undefined): void {
  const isAlone = kids.length === 1 && (kids[0]!.kind !== 'written' || isOne(kids[0]!.runs))
  let start = isAlone ? '/K ' : '/K['
  for (const kid of kids) {
    if (kid.kind === 'written') {
      for (const id of valuesOf(kid.runs)) {
        out.ascii(start)
        out.reference(id)
        start = ' '
      }
    } else {
      out.ascii(start)
      writeKid(out, kid, page)
      start = ' '
    }
  }
  if (!isAlone) out.byte(CLOSING)
}

function writeKid(out: ContentStream, kid: Exclude<StructureKid, { kind: 'written' }>, page: number | undefined): void {
  if (kid.kind === 'node') out.reference(kid.objectId())
  else if (kid.kind === 'annotation') writeReference(out, kid)
  else if (kid.stream === undefined && kid.page === page) out.integer(kid.mcid)
  else writeMark(out, kid)
}

function writeReference(out: ContentStream, { page, id }: { readonly page: number; readonly id: number }): void {
  out.ascii('<</Type/OBJR/Pg ')
  out.reference(page)
  out.ascii('/Obj ')
  out.reference(id)
  out.ascii('>>')
}

/** Marked content of another page, or of a form. */
function writeMark(out: ContentStream, { page, stream, mcid }: MarkedContent): void {
  out.ascii('<</Type/MCR/Pg ')
  out.reference(page)
  if (stream !== undefined) {
    out.ascii('/Stm ')
    out.reference(stream)
  }
  out.ascii('/MCID ')
  out.integer(mcid)
  out.ascii('>>')
}
