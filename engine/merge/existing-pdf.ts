// Problem: PDFs from elsewhere join a document of ours. Approach: pdf-lib copies page by page; before that every page is cut down to
// what paints it, after that whatever could still act is removed from all that was copied, and equal streams (fonts, pictures) are
// stored once. Limits: form fields and comments keep their looks but no behaviour; outlines, tags and inner links of the copied files
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
import { error, InputError } from '../diagnostic.ts'

export interface InsertedPdf {
  readonly name: string
  readonly bytes: Uint8Array
  /** Number of pages of the engine's document that come before it. */
  readonly before: number
}

/** Names that make readers act, or carry what does. */
const ACTIVE = new Set([
  ...['JavaScript', 'JS', 'Launch', 'OpenAction', 'AA', 'SubmitForm', 'ResetForm', 'GoToR', 'GoToE', 'ImportData', 'XFA', 'RichMedia'],
  ...['Rendition', 'Movie', 'Sound', 'EmbeddedFiles', 'Trans3D'],
])

/** What a page needs to be painted. */
const PAGE_KEYS = new Set([
  ...['Type', 'Parent', 'Contents', 'Resources', 'Rotate', 'Group', 'UserUnit', 'Annots'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
])
const ANNOTATION_KEYS = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'C', 'Border', 'BS', 'A', 'QuadPoints', 'CA', 'Contents'])
/** Annotations that are nothing without their behaviour. */
const DROPPED_ANNOTATIONS = new Set(['RichMedia', 'Screen', 'Movie', 'Sound', '3D', 'FileAttachment', 'Popup', 'TrapNet', 'PrinterMark'])

export interface JoinedPdf {
  readonly pdf: Uint8Array
  readonly pages: number
}

/** `document` with the pages of `inserted`; a document of those alone when it is undefined. The same input gives the same bytes. */
export async function insertPdfs(
  document: Uint8Array | undefined,
  inserted: readonly InsertedPdf[],
  pageLimit: number,
): Promise<JoinedPdf> {
  const target =
    document === undefined
      ? await PDFDocument.create({ updateMetadata: false })
      : await PDFDocument.load(document, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY })
  const ours = new Set(target.context.enumerateIndirectObjects().map(([reference]) => reference))
  const sources = new Map<Uint8Array, PDFDocument>()
  let pages = target.getPageCount()
  let shift = 0
  for (const pdf of inserted) {
    const source = sources.get(pdf.bytes) ?? (await open(pdf))
    sources.set(pdf.bytes, source)
    pages += source.getPageCount()
    if (pages > pageLimit) {
      throw new InputError([error('limit-pages', undefined, `with ${pdf.name} the document has more than ${pageLimit} pages`)])
    }
    const copies = await guarded(pdf.name, () => target.copyPages(source, source.getPageIndices()))
    for (const [i, page] of copies.entries()) target.insertPage(pdf.before + shift + i, page)
    shift += copies.length
  }
  for (const [reference, object] of target.context.enumerateIndirectObjects()) if (!ours.has(reference)) disarm(object)
  shareEqualStreams(target.context)
  identify(target, [document ?? new Uint8Array(), ...inserted.map((pdf) => pdf.bytes)])
  const pdf = await target.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY })
  return { pdf, pages }
}

async function open(pdf: InsertedPdf): Promise<PDFDocument> {
  return guarded(pdf.name, async () => {
    // Objects it cannot read pdf-lib would print to the console and skip.
    const source = await PDFDocument.load(pdf.bytes, {
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
      throwOnInvalidObject: true,
    })
    const pages = source.getPages()
    if (pages.length === 0) throw new Error('it has no pages')
    for (const page of pages) stripPage(page)
    return source
  })
}

/**
 * Whatever a foreign parser throws over a foreign file is the file's fault: it has no error type of its own, and runs out of stack on
 * some files.
 */
async function guarded<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    const isEncrypted = /encrypted/i.test(thrown.message)
    const reason = isEncrypted ? 'it is encrypted' : 'it is damaged or no PDF'
    const hint = isEncrypted ? 'remove the password first' : undefined
    throw new InputError([error('bad-pdf', undefined, `${name} cannot be read: ${reason}`, hint)])
  }
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function stripPage(page: PDFPage): void {
  const { node } = page
  // What a page inherits must be its own before it leaves its tree.
  for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
    const name = PDFName.of(key)
    const inherited = node.getInheritableAttribute(name)
    if (inherited !== undefined && node.get(name) === undefined) node.set(name, inherited)
  }
  for (const key of node.keys()) if (!PAGE_KEYS.has(nameOf(key))) node.delete(key)
  const annotations = node.lookup(PDFName.of('Annots'))
  const kept = node.context.obj([])
  if (annotations instanceof PDFArray) {
    for (let i = 0; i < annotations.size(); i++) {
      const annotation = annotations.lookup(i)
      if (annotation instanceof PDFDict && keepAnnotation(annotation)) kept.push(annotations.get(i))
    }
  }
  if (kept.size() === 0) node.delete(PDFName.of('Annots'))
  else node.set(PDFName.of('Annots'), kept)
}

/** Cuts an annotation down to its looks and, for links, an address of a harmless scheme. */
function keepAnnotation(annotation: PDFDict): boolean {
  const subtype = annotation.lookup(PDFName.of('Subtype'))
  if (!(subtype instanceof PDFName) || DROPPED_ANNOTATIONS.has(nameOf(subtype))) return false
  const isLink = nameOf(subtype) === 'Link'
  const action = annotation.lookup(PDFName.of('A'))
  const link = isLink && action instanceof PDFDict && isHarmlessLink(action) ? action : undefined
  // Without behaviour only its appearance is left of it, if it has one.
  if (isLink ? link === undefined : !annotation.has(PDFName.of('AP'))) return false
  for (const key of annotation.keys()) {
    if (!ANNOTATION_KEYS.has(nameOf(key)) || (nameOf(key) === 'A' && link === undefined)) annotation.delete(key)
  }
  for (const key of link?.keys() ?? []) if (!['Type', 'S', 'URI'].includes(nameOf(key))) link?.delete(key)
  return true
}

function isHarmlessLink(action: PDFDict): boolean {
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

/** Removes active entries anywhere in an object. Not by recursion: nesting is the file's choice. */
function disarm(root: PDFObject): void {
  const open: PDFObject[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object instanceof PDFArray) open.push(...object.asArray())
    else if (object instanceof PDFStream) open.push(object.dict)
    else if (object instanceof PDFDict) {
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

/** Streams with equal dictionaries and bytes become one: the same letterhead or font in several files. Repeated while that makes more equal. */
function shareEqualStreams(context: PDFContext): void {
  for (let round = 0; round < 4; round++) {
    const first = new Map<string, PDFRef>()
    const replaced = new Map<PDFRef, PDFRef>()
    for (const [reference, object] of context.enumerateIndirectObjects()) {
      const key = keyOf(object)
      if (key === undefined) continue
      const known = first.get(key)
      if (known === undefined) first.set(key, reference)
      else replaced.set(reference, known)
    }
    if (replaced.size === 0) return
    for (const reference of replaced.keys()) context.delete(reference)
    for (const [, object] of context.enumerateIndirectObjects()) redirect(object, replaced)
  }
}

/** Equal for equal streams, and for equal font dictionaries, whose parts were shared in an earlier round. */
function keyOf(object: PDFObject): string | undefined {
  if (object instanceof PDFRawStream) {
    return `stream ${object.dict.toString()} ${createHash('sha256').update(object.contents).digest('hex')}`
  }
  if (!(object instanceof PDFDict)) return undefined
  const type = object.get(PDFName.of('Type'))
  return type instanceof PDFName && ['Font', 'FontDescriptor'].includes(nameOf(type)) ? `dict ${object.toString()}` : undefined
}

function redirect(root: PDFObject, replaced: ReadonlyMap<PDFRef, PDFRef>): void {
  const open: PDFObject[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object instanceof PDFArray) {
      for (let i = 0; i < object.size(); i++) {
        const item = object.get(i)
        const target = item instanceof PDFRef ? replaced.get(item) : undefined
        if (target !== undefined) object.set(i, target)
        else open.push(item)
      }
    } else if (object instanceof PDFStream) open.push(object.dict)
    else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        const target = value instanceof PDFRef ? replaced.get(value) : undefined
        if (target !== undefined) object.set(key, target)
        else open.push(value)
      }
    }
  }
}

/** The file's identifier follows from what went into it. */
function identify(target: PDFDocument, inputs: readonly Uint8Array[]): void {
  const hash = createHash('sha256')
  for (const bytes of inputs) hash.update(bytes)
  const id = PDFHexString.of(hash.digest('hex').slice(0, 32))
  target.context.trailerInfo.ID = target.context.obj([id, id])
}
