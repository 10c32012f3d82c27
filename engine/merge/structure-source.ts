// The structure tree of a finished PDF, as far as it is of pages that were chosen: read without recursion, each element once.
import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import type { PartCopy } from './part-copy.ts'
import { Refusal } from './reader-limits.ts'
import { dictAt, entry, nameAt, numberAt, target } from './values.ts'

/** What an element holds. */
export type SourceKid =
  | { readonly kind: 'element'; readonly element: SourceElement }
  /** Content of a page, or of a form on it. */
  | { readonly kind: 'content'; readonly mcid: number; readonly page: PDFRef; readonly stream: PDFRef | undefined }
  | { readonly kind: 'object'; readonly page: PDFRef | undefined; readonly object: PDFRef; readonly isAnnotation: boolean }

export interface SourceElement {
  readonly dictionary: PDFDict
  readonly reference: PDFRef | undefined
  readonly parent: SourceElement | undefined
  readonly kids: SourceKid[]
  /** It has kids that are not in the document. */
  isCut: boolean
}

/** Elements nested deeper are put into the one at this depth: readers walk the tree by recursion. */
const DEEPEST = 400
/** Content is numbered from 0 in each page; a page of a million pieces is none. */
const MOST_ON_PAGE = 1 << 20
const MOST_ELEMENTS = 4_000_000

interface OpenKid {
  readonly value: PDFObject
  readonly parent: SourceElement | undefined
  readonly depth: number
}

/** The elements at the top of a part's tree, and all elements in document order. */
export interface SourceTree {
  readonly top: readonly SourceElement[]
  readonly elements: readonly SourceElement[]
}

/** Reads the tree of a part whose pages and annotations were copied; undefined for a file without. */
export function readStructure(part: PartCopy): SourceTree | undefined {
  const root = dictAt(part.source.catalog, 'StructTreeRoot')
  if (root === undefined) return undefined
  const seen = new Set<PDFDict>([root])
  const top: SourceElement[] = []
  const elements: SourceElement[] = []
  const open: OpenKid[] = kidsOf(root, undefined, 0)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, parent, depth } = next
    const object = target(value, root)
    if (object instanceof PDFNumber) addContent(parent, object.asNumber(), part)
    else if (object instanceof PDFDict) {
      const type = nameAt(object, 'Type')
      if (type === 'MCR') addMarked(parent, object, part)
      else if (type === 'OBJR') addObject(parent, object, part)
      else if (!seen.has(object)) {
        seen.add(object)
        if (elements.length >= MOST_ELEMENTS) throw new Refusal('its structure tree has too many elements')
        const reference = value instanceof PDFRef ? value : undefined
        const element: SourceElement = { dictionary: object, reference, parent, kids: [], isCut: false }
        elements.push(element)
        if (parent === undefined) top.push(element)
        else parent.kids.push({ kind: 'element', element })
        const holder = depth < DEEPEST ? element : (parent ?? element)
        // Not by spreading: an element may have any number of kids.
        for (const kid of kidsOf(object, holder, depth + 1)) open.push(kid)
      }
    }
  }
  return { top, elements }
}

/** In reverse, for a stack. */
function kidsOf(dictionary: PDFDict, parent: SourceElement | undefined, depth: number): OpenKid[] {
  const raw = entry(dictionary, 'K')
  const kids = target(raw, dictionary)
  if (raw === undefined || kids === undefined) return []
  if (!(kids instanceof PDFArray)) return [{ value: raw, parent, depth }]
  return kids
    .asArray()
    .map((value) => ({ value, parent, depth }))
    .reverse()
}

/** Kids without a page of their own are on that of their element, or of one around it. */
function pageAround(element: SourceElement | undefined): PDFDict | undefined {
  for (let at = element; at !== undefined; at = at.parent) {
    const page = dictAt(at.dictionary, 'Pg')
    if (page !== undefined) return page
  }
  return undefined
}

function addContent(element: SourceElement | undefined, mcid: number, part: PartCopy): void {
  if (element === undefined) return
  const page = part.pageOf(pageAround(element))
  if (page !== undefined && isNumberOfContent(mcid)) element.kids.push({ kind: 'content', mcid, page, stream: undefined })
  else element.isCut = true
}

function addMarked(element: SourceElement | undefined, reference: PDFDict, part: PartCopy): void {
  if (element === undefined) return
  const page = part.pageOf(dictAt(reference, 'Pg') ?? pageAround(element))
  const mcid = numberAt(reference, 'MCID')
  const stream = entry(reference, 'Stm')
  const copy = stream instanceof PDFRef ? part.copier.known(stream) : undefined
  const isThere = page !== undefined && mcid !== undefined && isNumberOfContent(mcid) && (stream === undefined || copy !== undefined)
  if (isThere) element.kids.push({ kind: 'content', mcid, page, stream: copy })
  else element.isCut = true
}

function addObject(element: SourceElement | undefined, reference: PDFDict, part: PartCopy): void {
  if (element === undefined) return
  const raw = entry(reference, 'Obj')
  const object = target(raw, reference)
  const annotation = object instanceof PDFDict ? part.annotations.get(object) : undefined
  const copy = annotation ?? (raw instanceof PDFRef && !(object instanceof PDFDict) ? part.copier.known(raw) : undefined)
  const page = part.pageOf(dictAt(reference, 'Pg') ?? pageAround(element))
  if (copy !== undefined) element.kids.push({ kind: 'object', page, object: copy, isAnnotation: annotation !== undefined })
  else element.isCut = true
}

function isNumberOfContent(mcid: number): boolean {
  return Number.isInteger(mcid) && mcid >= 0 && mcid < MOST_ON_PAGE
}

/** Parts of a row or item that stay although nothing is left in them: columns and items must not move. */
const PLACES: ReadonlySet<string> = new Set(['TD', 'TH', 'LBody', 'Lbl'])

/** The elements that have something in the document. `typeOf`: the standard type of an element. */
export function keptElements(tree: SourceTree, typeOf: (element: SourceElement) => string): ReadonlySet<SourceElement> {
  const kept = new Set<SourceElement>()
  // Kids come after their element.
  for (const element of [...tree.elements].reverse()) {
    const hasContent = element.kids.some((kid) => kid.kind !== 'element' || kept.has(kid.element))
    if (hasContent) kept.add(element)
  }
  // What was empty from the start stays in what stays.
  for (const element of tree.elements) {
    if (kept.has(element)) continue
    const { parent } = element
    const isInKept = parent === undefined || kept.has(parent)
    const wasEmpty = !element.isCut && !element.kids.some((kid) => kid.kind === 'element')
    if (isInKept && (PLACES.has(typeOf(element)) || (wasEmpty && parent !== undefined))) kept.add(element)
  }
  return kept
}
