// Problem: foreign PDFs are inserted into a document of ours. Approach: pdf-lib copies their pages; before that every page is reduced to the
// entries that paint it, and active content and references to other files are removed; afterwards equal objects (fonts, pictures, forms) are
// stored once. Nothing that a file declares is trusted: its page tree is counted within limits first, and the cost of reading it is limited
// (`reader-limits.ts`).
// Limits: form fields and comments keep their appearance but not their behaviour; outlines, tags and inner links of the copied files
// are dropped.
import { createHash } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { addAll } from '../collections/lists.ts'
import { error, InputError } from '../diagnostic.ts'
import { openWithinLimits, Refusal } from './reader-limits.ts'

export interface InsertedPdf {
  readonly name: string
  readonly bytes: Uint8Array
  /** Number of pages of our document before it. */
  readonly before: number
}

/** Names of actions, and of entries that contain active content. */
const ACTIVE = new Set([
  ...['JavaScript', 'JS', 'Launch', 'OpenAction', 'AA', 'SubmitForm', 'ResetForm', 'GoToR', 'GoToE', 'ImportData', 'XFA', 'RichMedia'],
  ...['Rendition', 'Movie', 'Sound', 'EmbeddedFiles', 'Trans3D'],
])

/** Entries of streams that refer to other files for their bytes or a replacement (ISO 32000-1: 7.3.8.2, 8.10.4, 14.11.7). */
const EXTERNAL = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'AF']

/** Entries that a page needs to be painted. */
const PAGE_KEYS = new Set([
  ...['Type', 'Parent', 'Contents', 'Resources', 'Rotate', 'Group', 'UserUnit', 'Annots'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
])
const ANNOTATION_KEYS = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'C', 'Border', 'BS', 'A', 'QuadPoints', 'CA', 'Contents'])
/** Annotations that are useless without their behaviour. */
const DROPPED_ANNOTATIONS = new Set(['RichMedia', 'Screen', 'Movie', 'Sound', '3D', 'FileAttachment', 'Popup', 'TrapNet', 'PrinterMark'])

export interface JoinedPdf {
  readonly pdf: Uint8Array
  readonly pages: number
}

/** Inserts PDFs into `document`, or into a new one when it is undefined. Equal inputs give equal bytes. */
export async function insertPdfs(
  document: Uint8Array | undefined,
  inserted: readonly InsertedPdf[],
  pageLimit: number,
): Promise<JoinedPdf> {
  const target =
    document === undefined
      ? await PDFDocument.create({ updateMetadata: false })
      : await PDFDocument.load(document, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY })
  const sources = new Map<Uint8Array, PDFDocument>()
  let pages = target.getPageCount()
  let shift = 0
  for (const pdf of inserted) {
    const source = sources.get(pdf.bytes) ?? (await openPdf(pdf, { before: pages, most: pageLimit }))
    sources.set(pdf.bytes, source)
    pages += source.getPageCount()
    if (pages > pageLimit) throw tooManyPages(pdf, pageLimit)
    const copies = await withFileErrors(pdf.name, () => target.copyPages(source, source.getPageIndices()))
    for (const [i, page] of copies.entries()) target.insertPage(pdf.before + shift + i, page)
    shift += copies.length
  }
  shareEqualObjects(target.context)
  identify(target, [document ?? new Uint8Array(), ...inserted.map((pdf) => pdf.bytes)])
  const pdf = await target.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY })
  return { pdf, pages }
}

function tooManyPages({ name }: Pick<InsertedPdf, 'name'>, most: number): InputError {
  return new InputError([error('limit-pages', undefined, `with ${name} the document has more than ${most} pages`)])
}

/** Opens a file, whose pages keep only what paints them. */
export async function openPdf(pdf: Omit<InsertedPdf, 'before'>, { before, most }: PageRoom): Promise<PDFDocument> {
  return withFileErrors(pdf.name, async () => {
    const source = await openWithinLimits(pdf.bytes)
    if (countPages(source, most - before) > most - before) throw tooManyPages(pdf, most)
    const pages = source.getPages()
    if (pages.length === 0) throw new Refusal('it has no pages')
    const shared: SharedParts = new Map()
    for (const page of pages) stripPage(page, shared)
    // Before pages are copied, so that objects without references are not copied.
    for (const [, object] of source.context.enumerateIndirectObjects()) removeActive(object)
    return source
  })
}

interface PageRoom {
  /** Pages of the document so far. */
  readonly before: number
  readonly most: number
}

/**
 * Reports every error of pdf-lib as a fault of the file: pdf-lib has no error type of its own, and overflows the stack on
 * some files.
 */
export async function withFileErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof InputError || !(thrown instanceof Error)) throw thrown
    const isEncrypted = /encrypted/i.test(thrown.message)
    const reason = thrown instanceof Refusal ? thrown.message : isEncrypted ? 'it is encrypted' : 'it is damaged or no PDF'
    const hint = isEncrypted ? 'remove the password first' : undefined
    throw new InputError([error('bad-pdf', undefined, `${name} cannot be read: ${reason}`, hint)])
  }
}

// ── Bounds ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Page trees are balanced, a dozen levels deep in the largest files. */
const DEEPEST_TREE = 1000

/** The number of pages, counted no further than one beyond `most`. Throws Refusal when the page tree has cycles or shared nodes: the number could be exponential. */
function countPages(source: PDFDocument, most: number): number {
  const seen = new Set<PDFObject>()
  const open: { readonly node: PDFObject | undefined; readonly depth: number }[] = [
    { node: source.catalog.lookup(PDFName.of('Pages')), depth: 0 },
  ]
  let pages = 0
  for (let next = open.pop(); next !== undefined && pages <= most; next = open.pop()) {
    const { node, depth } = next
    if (!(node instanceof PDFDict)) throw new Refusal('its page tree has a node that is no dictionary')
    const kids = node.lookup(PDFName.of('Kids'))
    if (!(kids instanceof PDFArray)) {
      pages++
      continue
    }
    if (seen.has(node) || depth > DEEPEST_TREE) throw new Refusal('its page tree has cycles or shared nodes')
    seen.add(node)
    for (let i = Math.min(kids.size(), most + 1) - 1; i >= 0; i--) open.push({ node: kids.lookup(i), depth: depth + 1 })
  }
  return pages
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** References to objects that pages inherit or share, by object; undefined for lists of annotations that became empty. */
type SharedParts = Map<PDFObject, PDFRef | undefined>

function stripPage(page: PDFPage, shared: SharedParts): void {
  const { node } = page
  // Inherited entries must become the page's own before it is copied out of its tree; pages that inherit one dictionary refer to one copy.
  for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
    const name = PDFName.of(key)
    if (node.get(name) !== undefined) continue
    const inherited = node.getInheritableAttribute(name)
    if (inherited === undefined) continue
    if (!(inherited instanceof PDFDict || inherited instanceof PDFArray)) node.set(name, inherited)
    else {
      const reference = shared.get(inherited) ?? node.context.register(inherited)
      shared.set(inherited, reference)
      node.set(name, reference)
    }
  }
  for (const key of node.keys()) if (!PAGE_KEYS.has(nameOf(key))) node.delete(key)
  const kept = keptAnnotations(node, shared)
  if (kept === undefined) node.delete(PDFName.of('Annots'))
  else node.set(PDFName.of('Annots'), kept)
}

/** The annotations that a page keeps. A list that several pages refer to stays one list: with a copy for each, cost would grow with pages times annotations. */
function keptAnnotations(node: PDFDict, shared: SharedParts): PDFArray | PDFRef | undefined {
  const name = PDFName.of('Annots')
  const annotations = node.lookup(name)
  if (!(annotations instanceof PDFArray)) return undefined
  if (shared.has(annotations)) return shared.get(annotations)
  const kept = node.context.obj([])
  for (let i = 0; i < annotations.size(); i++) {
    const annotation = annotations.lookup(i)
    if (annotation instanceof PDFDict && keepAnnotation(annotation)) kept.push(annotations.get(i))
  }
  if (!(node.get(name) instanceof PDFRef)) return kept.size() === 0 ? undefined : kept
  const reference = kept.size() === 0 ? undefined : node.context.register(kept)
  shared.set(annotations, reference)
  return reference
}

/** Reduces an annotation to its appearance and, for links, a URL of an allowed scheme; false when nothing remains. */
function keepAnnotation(annotation: PDFDict): boolean {
  const subtype = annotation.lookup(PDFName.of('Subtype'))
  if (!(subtype instanceof PDFName) || DROPPED_ANNOTATIONS.has(nameOf(subtype))) return false
  const isLink = nameOf(subtype) === 'Link'
  const action = annotation.lookup(PDFName.of('A'))
  const link = isLink && action instanceof PDFDict && isAllowedLink(action) ? action : undefined
  // Without its behaviour an annotation needs an appearance.
  if (isLink ? link === undefined : !annotation.has(PDFName.of('AP'))) return false
  for (const key of annotation.keys()) {
    if (!ANNOTATION_KEYS.has(nameOf(key)) || (nameOf(key) === 'A' && link === undefined)) annotation.delete(key)
  }
  for (const key of link?.keys() ?? []) if (!['Type', 'S', 'URI'].includes(nameOf(key))) link?.delete(key)
  return true
}

function isAllowedLink(action: PDFDict): boolean {
  const kind = action.lookup(PDFName.of('S'))
  const address = action.lookup(PDFName.of('URI'))
  if (!(kind instanceof PDFName) || nameOf(kind) !== 'URI') return false
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return false
  return /^(https?|mailto|tel):/i.test(
    address
      .decodeText()
      .replace(/[\t\n\r]/g, '')
      .trim(),
  )
}

/** Removes active entries anywhere in an object. Without recursion, as a file may nest objects to any depth. */
function removeActive(root: PDFObject): void {
  const open: PDFObject[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object instanceof PDFArray) addAll(open, object.asArray())
    else if (object instanceof PDFStream) {
      for (const key of EXTERNAL) object.dict.delete(PDFName.of(key))
      open.push(object.dict)
    } else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        if (ACTIVE.has(nameOf(key)) || (value instanceof PDFName && ACTIVE.has(nameOf(value)))) object.delete(key)
        else open.push(value)
      }
    }
  }
}

function nameOf(name: PDFName): string {
  return name.decodeText()
}

// ── Sharing ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Types of objects that are never shared: pages, and objects that belong to one page. */
const OWN_TYPES = new Set(['Page', 'Pages', 'Catalog', 'Annot', 'Outlines'])

/**
 * Keeps the first of equal objects, and redirects all references to it. Objects are hashed from the leaves upwards, with references replaced by those that are
 * kept; so a font is shared as a whole: dictionary, descendant, widths, file. Objects in cycles are not shared, nor are objects that refer to
 * them.
 */
function shareEqualObjects(context: PDFContext): void {
  const objects = new Map(context.enumerateIndirectObjects())
  const { Root, Info } = context.trailerInfo
  const own = new Set<PDFObject | undefined>([Root, Info])
  // A Set, as pages may share a list.
  for (const list of new Set([...objects.values()].map(annotationsOf))) for (const item of list?.asArray() ?? []) own.add(item)
  const firsts = new Map<string, PDFRef>()
  const replaced = new Map<PDFRef, PDFRef>()
  for (const reference of leavesFirst(objects)) {
    const object = objects.get(reference)
    const key = object === undefined || own.has(reference) ? undefined : keyOf(object, replaced)
    if (key === undefined) continue
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, reference)
    else replaced.set(reference, first)
  }
  if (replaced.size === 0) return
  for (const reference of replaced.keys()) context.delete(reference)
  for (const [, object] of context.enumerateIndirectObjects()) redirect(object, replaced)
}

/** The annotations of a page. They need no /Type, so that only the list identifies them. */
function annotationsOf(object: PDFObject): PDFArray | undefined {
  const list = object instanceof PDFDict ? object.lookup(PDFName.of('Annots')) : undefined
  return list instanceof PDFArray ? list : undefined
}

/** All objects in postorder: after those that they refer to, except within cycles. Otherwise in order of their numbers, so that the first of equal objects is kept. */
function* leavesFirst(objects: ReadonlyMap<PDFRef, PDFObject>): Generator<PDFRef> {
  const seen = new Set<PDFRef>()
  for (const start of objects.keys()) {
    const open: { readonly reference: PDFRef; readonly isDone: boolean }[] = [{ reference: start, isDone: false }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.isDone) {
        yield next.reference
        continue
      }
      if (seen.has(next.reference)) continue
      seen.add(next.reference)
      open.push({ reference: next.reference, isDone: true })
      const object = objects.get(next.reference)
      if (object === undefined) continue
      for (const part of partsOf(object)) if (part instanceof PDFRef && !seen.has(part)) open.push({ reference: part, isDone: false })
    }
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
function keyOf(root: PDFObject, replaced: ReadonlyMap<PDFRef, PDFRef>): string | undefined {
  if (root instanceof PDFRef || (root instanceof PDFStream && !(root instanceof PDFRawStream))) return undefined
  const type = root instanceof PDFDict ? root.get(PDFName.of('Type')) : undefined
  if (type instanceof PDFName && OWN_TYPES.has(type.decodeText())) return undefined
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
  if (root instanceof PDFRawStream) hash.update(root.contents)
  return hash.digest('base64')
}

function redirect(root: PDFObject, replaced: ReadonlyMap<PDFRef, PDFRef>): void {
  const targetOf = (value: PDFObject): PDFRef | undefined => (value instanceof PDFRef ? replaced.get(value) : undefined)
  for (const object of partsOf(root)) {
    if (object instanceof PDFArray) {
      for (let i = 0; i < object.size(); i++) {
        const target = targetOf(object.get(i))
        if (target !== undefined) object.set(i, target)
      }
    } else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        const target = targetOf(value)
        if (target !== undefined) object.set(key, target)
      }
    }
  }
}

/** Sets the file's identifier, a hash of the inputs. */
function identify(target: PDFDocument, inputs: readonly Uint8Array[]): void {
  const hash = createHash('sha256')
  for (const bytes of inputs) hash.update(bytes)
  const id = PDFHexString.of(hash.digest('hex').slice(0, 32))
  target.context.trailerInfo.ID = target.context.obj([id, id])
}
