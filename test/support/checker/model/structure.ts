// The structure tree (ISO 32000-1, 14.7; ISO 14289-1, 7.2 to 7.9): elements with their standard types, and which content belongs to them.
import type { PdfFile } from '../cos/file.ts'
import { PdfArray, PdfDictionary, PdfName, type PdfObject, PdfString } from '../cos/objects.ts'
import { attributesOf, type Element, kidTypes } from './element.ts'
import type { Report } from './report.ts'
import { emitTable } from './tables.ts'
import { isUtf8 } from './text.ts'

export const STANDARD_TYPES: ReadonlySet<string> = new Set(
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'.split(
    ' ',
  ),
)

interface Mapped {
  readonly standard: string | null
  readonly isCircular: boolean
  readonly remapped: string | null
}

const DEEPEST = 1000

export class StructureTree {
  readonly root: PdfDictionary | null
  readonly elements: Element[] = []
  readonly #file: PdfFile
  readonly #byDictionary = new Map<PdfDictionary, Element>()
  readonly #parents = new Map<number, PdfObject>()
  readonly #roles: PdfDictionary | null

  constructor(file: PdfFile) {
    this.#file = file
    this.root = file.catalog.dictionary('StructTreeRoot')
    this.#roles = this.root?.dictionary('RoleMap') ?? null
    this.#readNumbers(this.root?.dictionary('ParentTree') ?? null, 0)
    if (this.root !== null) this.#readKids(this.root, null)
  }

  #readNumbers(node: PdfDictionary | null, depth: number): void {
    if (node === null || depth > 50) return
    const numbers = node.array('Nums')
    for (let i = 0; numbers !== null && i + 1 < numbers.length; i += 2) {
      const key = numbers.at(i)
      if (typeof key === 'number') this.#parents.set(key, numbers.at(i + 1))
    }
    for (const kid of node.array('Kids')?.all() ?? []) if (kid instanceof PdfDictionary) this.#readNumbers(kid, depth + 1)
  }

  #readKids(parent: PdfDictionary, element: Element | null): void {
    const open: { readonly from: PdfDictionary; readonly element: Element | null; readonly depth: number }[] = [
      { from: parent, element, depth: 0 },
    ]
    // Depth first in document order: kids are pushed from the last.
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { from, depth } = next
      let own = next.element
      if (from !== parent) {
        own = this.#element(from, next.element)
        if (own === null) continue
      }
      if (depth > DEEPEST) continue
      const kids = from.get('K')
      const list = kids instanceof PdfArray ? kids.all() : [kids]
      for (const kid of list.reverse())
        if (kid instanceof PdfDictionary && isElement(kid)) open.push({ from: kid, element: own, depth: depth + 1 })
    }
  }

  #element(dictionary: PdfDictionary, parent: Element | null): Element | null {
    if (this.#byDictionary.has(dictionary)) return null
    const type = dictionary.name('S') ?? ''
    const page = undefined
    const element: Element = {
      dictionary,
      type,
      standardType: this.map(type).standard,
      parent,
      kids: [],
      place: { object: this.#file.numberOf(dictionary), page },
    }
    this.#byDictionary.set(dictionary, element)
    this.elements.push(element)
    parent?.kids.push(element)
    return element
  }

  /** Through the role map. A standard type that is mapped is `remapped`. */
  map(type: string): Mapped {
    const seen = new Set<string>()
    let name = type
    const remapped = STANDARD_TYPES.has(type) && this.#roles?.name(type) !== null && this.#roles !== null ? type : null
    while (!STANDARD_TYPES.has(name)) {
      if (seen.has(name)) return { standard: null, isCircular: true, remapped }
      seen.add(name)
      const next = this.#roles?.name(name) ?? null
      if (next === null) return { standard: null, isCircular: false, remapped }
      name = next
    }
    return { standard: name, isCircular: false, remapped }
  }

  /** The element of the content marked `mcid` of a page or form. */
  elementOfMark(structParents: number, mcid: number): Element | null {
    const marks = this.#parents.get(structParents)
    const found = marks instanceof PdfArray ? marks.at(mcid) : null
    return found instanceof PdfDictionary ? (this.#byDictionary.get(found) ?? null) : null
  }

  hasMarks(structParents: number): boolean {
    return this.#parents.get(structParents) instanceof PdfArray
  }

  /** The element of an annotation or picture. */
  elementOfObject(structParent: number | null): Element | null {
    const found = structParent === null ? null : this.#parents.get(structParent)
    return found instanceof PdfDictionary ? (this.#byDictionary.get(found) ?? null) : null
  }

  langOf(element: Element): string | null {
    for (let at: Element | null = element; at !== null; at = at.parent) {
      const lang = at.dictionary.text('Lang')
      if (lang !== null) return lang
    }
    return null
  }

  hasActualText(element: Element): boolean {
    for (let at: Element | null = element; at !== null; at = at.parent) if (at.dictionary.text('ActualText') !== null) return true
    return false
  }

  emit(report: Report): void {
    this.#emitRoles(report)
    report.document.usesH = this.elements.some((element) => element.standardType === 'H')
    report.document.usesHn = this.elements.some((element) => /^H[1-6]$/.test(element.standardType ?? ''))
    const notes = new Map<string, number>()
    let level = 0
    for (const element of this.elements) {
      const type = element.standardType
      this.#emitElement(element, report)
      if (type === 'Note') this.#emitNote(element, notes, report)
      if (type !== null && /^H[1-6]$/.test(type)) {
        const own = Number(type[1])
        report.emit('SEHn', { hasCorrectNestingLevel: own <= level + 1, nestingLevel: own }, element.place)
        level = own
      }
      if (type === 'Table') emitTable(element, report)
    }
  }

  #emitRoles(report: Report): void {
    for (const [name, value] of this.#roles?.entries ?? []) {
      for (const each of [name, value instanceof PdfName ? value.value : ''])
        report.emit('CosUnicodeName', { isValidUtf8: isUtf8(each), name: each }, {})
    }
  }

  #emitNote(element: Element, notes: Map<string, number>, report: Report): void {
    const id = element.dictionary.get('ID')
    const noteID = id instanceof PdfString ? id.text : null
    const count = noteID === null ? 0 : (notes.get(noteID) ?? 0)
    if (noteID !== null) notes.set(noteID, count + 1)
    report.emit('SENote', { noteID, hasDuplicateNoteID: count > 0 }, element.place)
  }

  #emitElement(element: Element, report: Report): void {
    const { dictionary, type, standardType, place } = element
    const mapped = this.map(type)
    report.emit('CosUnicodeName', { isValidUtf8: isUtf8(type), name: type }, place)
    const lang = dictionary.text('Lang')
    if (lang !== null) report.emit('CosLang', { unicodeValue: lang }, place)
    const facts = {
      circularMappingExist: mapped.isCircular,
      remappedStandardType: mapped.remapped,
      isNotMappedToStandardType: standardType === null,
      containsParent: dictionary.has('P'),
      containsLang: lang !== null,
      parentLang: element.parent === null ? null : this.langOf(element.parent),
      ActualText: dictionary.text('ActualText'),
      Alt: dictionary.text('Alt'),
      E: dictionary.text('E'),
      kidsStandardTypes: kidTypes(element).join('&'),
      parentStandardType: parentType(element),
      ...(standardType === 'Form' ? formFacts(element) : {}),
      valueS: type,
    }
    report.emit('PDStructElem', facts, place)
    if (!STANDARD_TYPES.has(type) || mapped.remapped !== null) report.emit('SENonStandard', facts, place)
    if (standardType !== null && standardType !== 'Table' && standardType !== 'Note' && !/^H[1-6]$/.test(standardType)) {
      const { usesH, usesHn } = report.document
      report.emit(
        `SE${standardType}`,
        standardType === 'TD' || standardType === 'TH'
          ? { ...facts, hasConnectedHeader: null, unknownHeaders: '' }
          : { ...facts, usesH, usesHn },
        place,
      )
    }
    if (/^H[1-6]$/.test(standardType ?? '')) return
  }
}

function isElement(dictionary: PdfDictionary): boolean {
  const type = dictionary.name('Type')
  return type !== 'MCR' && type !== 'OBJR' && dictionary.has('S')
}

function parentType(element: Element): string | null {
  let parent = element.parent
  while (parent?.standardType === 'NonStruct') parent = parent.parent
  return parent?.standardType ?? null
}

function formFacts(element: Element): Record<string, unknown> {
  const kids = element.dictionary.get('K')
  const list = kids instanceof PdfArray ? kids.all() : [kids]
  const widgets = list.filter(
    (kid) => kid instanceof PdfDictionary && kid.name('Type') === 'OBJR' && kid.dictionary('Obj')?.name('Subtype') === 'Widget',
  )
  const role = attributesOf(element, 'PrintField').map((attributes) => attributes.name('Role'))[0] ?? null
  return { roleAttribute: role, hasOneInteractiveChild: widgets.length === 1 && list.length === 1 }
}
