// Equal objects of all parts (fonts, pictures, forms, contents) are stored once. Objects are hashed from the leaves upwards, with references replaced by those that are
// kept; so a font is shared as a whole: dictionary, descendant, widths, file. Objects in cycles are not shared, nor are objects that refer to them.
// Limits: only what draws pages is looked at. Elements of the structure, fields and entries of the outline may be equal and are different nevertheless.
import { createHash } from 'node:crypto'
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { addAll } from '../collections/lists.ts'
import { isLayer } from './layers.ts'
import { dictAt, itemsOf, nameAt } from './values.ts'

/** Entries of pages, annotations and forms that draw them. */
const DRAWING = ['Resources', 'Contents', 'Group', 'AP', 'DR']
/** Types of objects that are never shared. */
const OWN_TYPES = new Set(['Page', 'Pages', 'Catalog', 'Annot', 'Outlines', 'StructElem', 'StructTreeRoot'])

/** What stands for objects that are equal to one before them. `pages`: of the document. */
export function equalObjects(catalog: PDFDict, pages: readonly PDFRef[]): ReadonlyMap<PDFRef, PDFRef> {
  const { context } = catalog
  const digests = new Map<Uint8Array, string>()
  const firsts = new Map<string, PDFRef>()
  const replaced = new Map<PDFRef, PDFRef>()
  for (const reference of leavesFirst(drawnBy(catalog, pages), context)) {
    const object = context.lookup(reference)
    const key = object === undefined ? undefined : keyOf(object, replaced, digests)
    if (key === undefined) continue
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, reference)
    else replaced.set(reference, first)
  }
  return replaced
}

/** What draws the pages: values of entries. */
function* drawnBy(catalog: PDFDict, pages: readonly PDFRef[]): Generator<PDFObject> {
  const form = dictAt(catalog, 'AcroForm')
  const lists = new Set<PDFArray>()
  for (const page of pages) {
    const dictionary = catalog.context.lookup(page)
    if (!(dictionary instanceof PDFDict)) continue
    yield* drawing(dictionary)
    const annotations = dictionary.lookup(PDFName.of('Annots'))
    // A list that pages share is looked through once.
    if (!(annotations instanceof PDFArray) || lists.has(annotations)) continue
    lists.add(annotations)
    for (const annotation of itemsOf(annotations)) if (annotation instanceof PDFDict) yield* drawing(annotation)
  }
  if (form !== undefined) yield* drawing(form)
}

function* drawing(dictionary: PDFDict): Generator<PDFObject> {
  for (const key of DRAWING) {
    const value = dictionary.get(PDFName.of(key))
    if (value !== undefined) yield value
  }
}

/** All objects that values refer to in postorder: after those that they refer to, except within cycles. */
function* leavesFirst(values: Iterable<PDFObject>, context: PDFContext): Generator<PDFRef> {
  const seen = new Set<PDFRef>()
  const open: { readonly reference: PDFRef; readonly isDone: boolean }[] = []
  for (const value of values) {
    pushParts(value)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { reference } = next
      if (next.isDone) {
        yield reference
        continue
      }
      if (seen.has(reference)) continue
      seen.add(reference)
      open.push({ reference, isDone: true })
      const object = context.lookup(reference)
      if (object !== undefined) pushParts(object)
    }
  }

  /** Reversed, so that the first of equal objects is the one that comes first. */
  function pushParts(value: PDFObject): void {
    const references: PDFRef[] = []
    for (const part of partsOf(value)) if (part instanceof PDFRef && !seen.has(part)) references.push(part)
    for (const reference of references.reverse()) open.push({ reference, isDone: false })
  }
}

/** The direct objects that an object contains, in preorder. Without recursion, as a file may nest objects to any depth. */
function* partsOf(root: PDFObject): Generator<PDFObject> {
  const open: PDFObject[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    yield object
    if (object instanceof PDFArray) addAll(open, object.asArray())
    else if (object instanceof PDFStream) open.push(object.dict)
    else if (object instanceof PDFDict) for (const [, value] of entriesOf(object)) open.push(value)
  }
}

/** Entries sorted by name, as equal dictionaries may be written in different orders. Without the length of a stream, which follows from its bytes. */
function entriesOf(dictionary: PDFDict): [PDFName, PDFObject][] {
  return dictionary
    .entries()
    .filter(([name]) => name !== PDFName.of('Length'))
    .sort(([a], [b]) => (a.toString() < b.toString() ? -1 : 1))
}

/** The same key for equal objects; undefined for objects that must not be shared. */
function keyOf(root: PDFObject, replaced: ReadonlyMap<PDFRef, PDFRef>, digests: Map<Uint8Array, string>): string | undefined {
  if (root instanceof PDFRef || (root instanceof PDFStream && !(root instanceof PDFRawStream))) return undefined
  if (root instanceof PDFDict && (OWN_TYPES.has(nameAt(root, 'Type') ?? '') || isLayer(root))) return undefined
  const hash = createHash('sha256')
  for (const part of partsOf(root)) {
    if (part instanceof PDFArray) hash.update(`[${part.size()} `)
    else if (part instanceof PDFStream) hash.update('stream ')
    else if (part instanceof PDFDict)
      hash.update(
        `<<${entriesOf(part)
          .map(([name]) => name.toString())
          .join(' ')} `,
      )
    else hash.update(`${(part instanceof PDFRef ? (replaced.get(part) ?? part) : part).toString()} `)
  }
  if (root instanceof PDFRawStream) hash.update(digestOf(root.contents, digests))
  return hash.digest('base64')
}

/** Of a file that comes in twice the bytes are the same object. */
function digestOf(bytes: Uint8Array, digests: Map<Uint8Array, string>): string {
  let digest = digests.get(bytes)
  if (digest === undefined) digests.set(bytes, (digest = createHash('sha256').update(bytes).digest('base64')))
  return digest
}
